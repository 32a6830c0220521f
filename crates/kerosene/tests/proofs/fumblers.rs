//! Players who wander about and press at random, and somebody at the console who sets off what they do not find.

use kerosene::engine::{Autopilot, Engine, PlayerId, PlayerInput};
use kerosene::math::{Angles, Pcg32};
use kerosene::physics::{Buttons, PlayerCommand};

/// Ticks for which one wanders, and then for which it does anything at all.
const SPELL: u64 = 256;

/// Inputs that set something off; who does not take one is not told.
const INPUTS: [&str; 14] = [
    "Trigger",
    "Use",
    "Open",
    "Close",
    "Toggle",
    "Press",
    "Enable",
    "Disable",
    "GoUp",
    "GoDown",
    "StartForward",
    "Start",
    "Lock",
    "Unlock",
];

struct Fumbler {
    player: PlayerId,
    autopilot: Autopilot,
    command: PlayerCommand,
}

pub(crate) struct Fumblers {
    random: Pcg32,
    fumblers: Vec<Fumbler>,
    at: u64,
}

impl Fumblers {
    /// So many players in a level.
    pub(crate) fn spawn(engine: &mut Engine, count: u64, seed: u64) -> Self {
        let fumbler = |index| Fumbler {
            player: engine.spawn_player().unwrap(),
            autopilot: Autopilot::new(seed + index),
            command: PlayerCommand::default(),
        };
        Self { fumblers: (0..count).map(fumbler).collect(), random: Pcg32::new(seed, 99), at: 0 }
    }

    /// A number below a bound.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.random.below(bound as u32).unwrap_or_default() as usize
    }

    /// Lets who has died leave and another come in, and who knows nowhere to go come in anew.
    pub(crate) fn replace_the_lost(&mut self, engine: &mut Engine) {
        for fumbler in &mut self.fumblers {
            let is_dead = engine.player(fumbler.player).is_none_or(|player| !player.condition.is_alive());
            if is_dead {
                engine.remove_player(fumbler.player);
                fumbler.player = engine.spawn_player().unwrap();
            } else if fumbler.autopilot.is_lost() {
                let from = self.random.below(8).unwrap_or_default();
                assert!(engine.respawn_player(fumbler.player, from as usize));
            } else {
                continue;
            }
            fumbler.autopilot.start_again();
        }
    }

    /// What they press in the next tick.
    pub(crate) fn inputs(&mut self, engine: &Engine) -> Vec<PlayerInput> {
        let (at, interval_ns) = (self.at, engine.tick_rate().interval_ns());
        self.at += 1;
        let random = &mut self.random;
        let inputs = self.fumblers.iter_mut().enumerate().filter_map(|(index, fumbler)| {
            let (world, player) = (engine.world()?, engine.player(fumbler.player)?);
            let held = if at.is_multiple_of(16) { random.next_u32() } else { fumbler.command.buttons.bits() };
            let wanders = (at / SPELL + index as u64).is_multiple_of(2);
            if wanders {
                fumbler.command = fumbler.autopilot.command(world, &player.state, interval_ns);
            } else if at.is_multiple_of(16) {
                fumbler.command = anything(random);
            }
            // Use must be let go between two presses.
            let used = if random.below(8) == Some(0) { Buttons::USE } else { Buttons::empty() };
            let held = Buttons::from_bits_truncate(held) & (Buttons::JUMP | Buttons::DUCK);
            let buttons = if wanders { fumbler.command.buttons | used } else { held | used };
            fumbler.command.buttons = buttons;
            Some(PlayerInput { player: fumbler.player, command: fumbler.command })
        });
        inputs.collect()
    }

    /// A random entity and an input that its class takes, or nothing.
    pub(crate) fn something_to_set_off(&mut self, engine: &Engine) -> Option<(String, &'static str)> {
        let entities = engine.entities()?;
        let count = entities.entities().count();
        let entity = entities.entities().nth(self.below(count))?;
        let class = engine.schema().resolved(entities.class_name(entity))?;
        let first = self.below(INPUTS.len());
        let takes = |input: &&&str| class.inputs.iter().any(|taken| taken.name.eq_ignore_ascii_case(input));
        let input = INPUTS.iter().cycle().skip(first).take(INPUTS.len()).find(takes)?;
        Some((entity.to_string(), input))
    }
}

/// A command of no sense.
fn anything(random: &mut Pcg32) -> PlayerCommand {
    PlayerCommand {
        view: Angles::new(random.between(-89.0, 89.0), random.between(-180.0, 180.0), 0.0),
        forward: random.between(-0.5, 1.5).clamp(-1.0, 1.0),
        side: random.between(-1.0, 1.0),
        up: random.between(-1.0, 1.0),
        ..PlayerCommand::default()
    }
}
