//! One tick of one player, from beginning to end.

use crate::command::{Buttons, PlayerCommand};
use crate::events::{MoveEvents, Stuck};
use crate::mover::Mover;
use crate::parameters::MoveParameters;
use crate::state::{PlayerFlags, PlayerState, WaterLevel};
use crate::world::CollisionWorld;
use core::cell::Cell;
use kerosene_math::Vec3;

/// Longest tick, in nanoseconds: a caller's mistake must not become a leap through the world.
const LONGEST_TICK_NS: u64 = 250_000_000;

/// Moves a player by one tick of `interval_ns` nanoseconds, at most a quarter of a second, and says what happened.
///
/// The same world, parameters, command, state and interval give the same bits on every machine. Nothing is allocated.
/// A move never ends inside something solid unless it began there and no free place was near
/// ([`Stuck::Held`](crate::Stuck)).
///
/// ```
/// use kerosene_bsp::{Contents, Trace, TraceRequest};
/// use kerosene_math::Vec3;
/// use kerosene_physics::{CollisionWorld, MoveParameters, PlayerCommand, PlayerState, player_move};
///
/// struct Void;
/// impl CollisionWorld for Void {
///     fn trace(&self, request: &TraceRequest) -> Trace {
///         Trace::clear(request.end)
///     }
///     fn point_contents(&self, _: Vec3) -> Contents {
///         Contents::empty()
///     }
/// }
///
/// // One second of falling at 64 ticks per second: -g t^2 / 2.
/// let mut state = PlayerState::at(Vec3::ZERO);
/// for _ in 0..64 {
///     player_move(&Void, &MoveParameters::default(), &PlayerCommand::default(), &mut state, 15_625_000);
/// }
/// assert_eq!(state.origin.z, -400.0);
/// assert_eq!(state.velocity.z, -800.0);
/// ```
pub fn player_move<W: CollisionWorld + ?Sized>(
    world: &W,
    parameters: &MoveParameters,
    command: &PlayerCommand,
    state: &mut PlayerState,
    interval_ns: u64,
) -> MoveEvents {
    let interval_ns = interval_ns.min(LONGEST_TICK_NS);
    let command = effective_command(command, state.flags);
    let seconds = (interval_ns as f64 * 1e-9) as f32;
    let (events, touched) = (MoveEvents::default(), Cell::default());
    let mut mover = Mover { world, parameters, command, state, events, touched, interval_ns, seconds };
    mover.run();
    mover.state.held_buttons = mover.command.buttons;
    mover.note_touch(mover.state.on_ground.and_then(|ground| ground.model));
    mover.events.touched = mover.touched.get();
    mover.events
}

/// The command as the player's condition lets it act.
fn effective_command(command: &PlayerCommand, flags: PlayerFlags) -> PlayerCommand {
    let command = command.sanitized();
    if flags.intersects(PlayerFlags::DEAD | PlayerFlags::FROZEN) {
        PlayerCommand { view: command.view, ..PlayerCommand::default() }
    } else {
        command
    }
}

impl<W: CollisionWorld + ?Sized> Mover<'_, W> {
    fn run(&mut self) {
        if !self.state.origin.is_finite() {
            self.events.stuck = Some(Stuck::Held);
            return;
        }
        self.state.velocity = self.bounded(self.state.velocity);
        self.decay_step_offset();
        if self.state.flags.contains(PlayerFlags::NOCLIP) {
            self.noclip_move();
            self.categorize_water();
            return;
        }
        let water_before = (self.state.water_level, self.state.water_contents);
        if !self.categorize_at_start() {
            return;
        }
        self.duck();
        let before = self.state.origin;
        let ground_before = self.state.on_ground;
        self.move_by_medium();
        self.events.ridden = self.state.on_ground.and_then(|ground| ground.model);
        self.state.velocity = self.bounded(self.state.velocity);
        self.categorize_at_end(before);
        if let (Some(ground), false) = (ground_before, self.events.jumped) {
            self.report_step(before, ground.normal);
        }
        self.count_steps(before);
        self.report_water(water_before.0, water_before.1);
    }

    /// Where the player is before the move; `false` where they are stuck for good.
    fn categorize_at_start(&mut self) -> bool {
        let mut below = self.probe_ground();
        if below.start_solid {
            let Some(nudge) = self.find_nudge() else {
                self.state.velocity = Vec3::ZERO;
                self.events.stuck = Some(Stuck::Held);
                return false;
            };
            self.state.origin += nudge;
            self.events.stuck = Some(Stuck::Freed(nudge));
            below = self.probe_ground();
        }
        self.categorize_water();
        self.end_dry_water_jump();
        self.categorize_ground(&below);
        self.categorize_ladder();
        true
    }

    /// Moves in the way of what the player is in or on.
    fn move_by_medium(&mut self) {
        if let Some(jump) = self.state.water_jump {
            return self.water_jump_move(jump);
        }
        if let Some(normal) = self.state.ladder {
            return self.ladder_move(normal);
        }
        self.try_water_jump();
        if let Some(jump) = self.state.water_jump {
            return self.water_jump_move(jump);
        }
        if self.state.water_level >= WaterLevel::Waist {
            return self.swim_move();
        }
        self.try_jump();
        match self.state.on_ground {
            Some(ground) => self.walk_move(ground),
            None => self.air_move(),
        }
    }

    /// Where the player is after the move that began at the free place `before`.
    fn categorize_at_end(&mut self, before: Vec3) {
        let mut below = self.probe_ground();
        if below.start_solid {
            // Rounding in the world's answers led into something solid: better not to have moved.
            self.state.origin = before;
            self.state.velocity = Vec3::ZERO;
            below = self.probe_ground();
        }
        self.categorize_water();
        self.categorize_ground(&below);
    }

    /// Whether the button went down with this tick.
    pub(crate) fn pressed(&self, button: Buttons) -> bool {
        self.command.buttons.contains(button) && !self.state.held_buttons.contains(button)
    }
}
