//! Playing a demo, and holding every tick to what was recorded.

use super::{
    Demo, DemoError,
    block::{Event, Tick},
};
use crate::{
    engine::Engine,
    players::{PlayerId, PlayerInput},
};
use kerosene_entity::WorldSnapshot;

/// A demo that is being played.
#[derive(Debug)]
pub struct DemoPlayer {
    demo: Demo,
    /// The block that is played, and the tick in it.
    block: usize,
    at: usize,
    ticks: Vec<Tick>,
    inputs: Vec<PlayerInput>,
}

impl DemoPlayer {
    /// Puts an engine to the moment in which a demo begins.
    ///
    /// # Errors
    /// That moment cannot be loaded; the running level is as it was.
    pub fn start(engine: &mut Engine, demo: Demo) -> Result<Self, DemoError> {
        engine.load_bytes(&demo.save)?;
        let mut player = Self { demo, block: 0, at: 0, ticks: Vec::new(), inputs: Vec::new() };
        player.read_block()?;
        Ok(player)
    }

    /// Plays a tick; `false` where the demo is at its end.
    ///
    /// # Errors
    /// [`DemoError::Differs`] where the state after it is not the one that was recorded.
    pub fn tick(&mut self, engine: &mut Engine) -> Result<bool, DemoError> {
        if self.at == self.ticks.len() {
            self.block += 1;
            self.at = 0;
            self.read_block()?;
        }
        let Some(tick) = self.ticks.get(self.at) else { return Ok(false) };
        self.at += 1;
        tick.events.iter().for_each(|event| engine.replay(event));
        self.inputs.clear();
        let inputs = tick.commands.iter().filter_map(|&(id, command)| {
            let player = engine.players().iter().map(|player| player.id).find(|player| player.number() == id)?;
            Some(PlayerInput { player, command })
        });
        self.inputs.extend(inputs);
        engine.tick(&self.inputs);
        let (expected, found) = (tick.hash, engine.state_hash() as u32);
        let is_last = self.at == self.ticks.len();
        let whole = self.demo.blocks.get(self.block).map(|block| block.state_hash);
        let differs = expected != found || is_last && whole.is_some_and(|hash| hash != engine.state_hash());
        if differs {
            return Err(DemoError::Differs { tick: engine.tick_number(), expected, found, worlds: String::new() });
        }
        Ok(true)
    }

    fn read_block(&mut self) -> Result<(), DemoError> {
        self.ticks = match self.demo.blocks.get(self.block) {
            Some(block) => block.read_ticks()?,
            None => Vec::new(),
        };
        Ok(())
    }
}

/// Plays a demo from its beginning to its end, and gives the number of ticks that came out as recorded.
///
/// # Errors
/// A demo that cannot be played, or the first tick that differs. Where playing it again differs from playing it once, the
/// difference of those worlds is told too.
pub fn verify_demo(engine: &mut Engine, bytes: &[u8]) -> Result<u64, DemoError> {
    let demo = Demo::from_bytes(bytes)?;
    match play_through(engine, &demo) {
        Err(DemoError::Differs { tick, expected, found, .. }) => {
            let worlds = second_opinion(engine, &demo, tick);
            Err(DemoError::Differs { tick, expected, found, worlds })
        }
        other => other,
    }
}

fn play_through(engine: &mut Engine, demo: &Demo) -> Result<u64, DemoError> {
    let mut player = DemoPlayer::start(engine, demo.clone())?;
    let mut ticks = 0;
    while player.tick(engine)? {
        ticks += 1;
    }
    Ok(ticks)
}

/// How the world after a tick differs from that of another replay; empty where the replays agree.
fn second_opinion(engine: &mut Engine, demo: &Demo, tick: u64) -> String {
    let first = engine.entities().map(WorldSnapshot::capture);
    let again = play_through(engine, demo);
    let (Some(first), Some(second)) = (first, engine.entities().map(WorldSnapshot::capture)) else {
        return String::new();
    };
    match again {
        Err(DemoError::Differs { tick: other, .. }) if other == tick => match second.diff(&first) {
            same if same.is_empty() => String::new(),
            diff => format!("\nplayed again, its world differs:\n{diff}"),
        },
        _ => "\nplayed again, it does not: the simulation depends on something beside its input".to_owned(),
    }
}

impl Engine {
    /// Lets happen what happened between two ticks.
    fn replay(&mut self, event: &Event) {
        match event {
            Event::Came => {
                if let Err(error) = self.spawn_player() {
                    self.warn(&error.to_string());
                }
            }
            Event::Went(number) => {
                self.player_of(*number).map(|id| self.remove_player(id));
            }
            Event::CameAnew { player, from } => {
                self.player_of(*player).map(|id| self.respawn_player(id, *from as usize));
            }
            Event::Ran { line, cheats } => {
                if *cheats && !self.console.cheats() {
                    // Whoever plays a demo wants to see what was done in it.
                    let _ = self.console.set_text("sv_cheats", "1");
                }
                self.console.enqueue(line);
                self.replays = true;
                self.run_console();
                self.replays = false;
            }
            Event::Variables(variables) => self.set_variables(variables),
        }
    }

    fn player_of(&self, number: u32) -> Option<PlayerId> {
        self.players().iter().map(|player| player.id).find(|id| id.number() == number)
    }

    /// Plays a demo of the player's folder, a tick of it for each tick that is due.
    ///
    /// # Errors
    /// It cannot be read or begun; the running level is as it was.
    pub fn play_demo(&mut self, name: &str) -> Result<(), DemoError> {
        let path = crate::saves::path_of(name, super::FOLDER, super::EXTENSION);
        let path = path.ok_or_else(|| DemoError::Name { name: name.to_owned() })?;
        let demo = Demo::from_bytes(&self.vfs.read(&path)?)?;
        let player = DemoPlayer::start(self, demo)?;
        self.demo = Some(Box::new(player));
        Ok(())
    }

    /// Plays a tick of the demo that is playing, or simulates one with the players' input.
    pub(crate) fn run_tick_or_demo(&mut self, inputs: &[PlayerInput]) {
        let Some(mut player) = self.demo.take() else { return self.run_tick(inputs) };
        match player.tick(self) {
            Ok(true) => self.demo = Some(player),
            Ok(false) => self.say("the demo is at its end: it went as it was recorded"),
            Err(error) => self.console.print(kerosene_console::Level::Error, &error.to_string()),
        }
    }
}
