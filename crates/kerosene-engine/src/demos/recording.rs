//! Recording a demo.

use super::{
    DemoError, EXTENSION, FOLDER,
    block::{BlockWriter, Event, Tick},
    format::to_bytes,
};
use crate::{engine::Engine, saves::path_of};
use kerosene_console::ConsoleRequest;
use kerosene_physics::PlayerCommand;
use std::path::PathBuf;

/// Commands of the console that are no part of the simulation, or lead out of it.
const LEFT_OUT: [&str; 16] = [
    "changelevel",
    "crash",
    "exec",
    "exit",
    "load",
    "map",
    "pause",
    "playdemo",
    "quickload",
    "quicksave",
    "quit",
    "record",
    "restart",
    "rewind",
    "save",
    "step",
];

/// Whether a command is no part of a demo: neither kept in one, nor run from one, whoever made it.
pub(crate) fn is_left_out(command: &str) -> bool {
    command == "stop" || LEFT_OUT.contains(&command)
}

/// A demo that is being recorded.
#[derive(Debug)]
pub(crate) struct Recorder {
    /// Path to write to, where it is to be a file.
    path: Option<String>,
    save: Vec<u8>,
    blocks: Vec<u8>,
    block: BlockWriter,
    /// The tick that is running.
    tick: Tick,
    /// Variables, and the console's generation when they were so.
    variables: (u64, Vec<(String, String)>),
}

impl Recorder {
    /// Takes in what a player does in the running tick.
    pub(crate) fn observe_command(&mut self, player: u32, command: PlayerCommand) {
        self.tick.commands.push((player, command));
    }
}

impl Engine {
    /// Begins a demo that [`stop_recording`](Self::stop_recording) gives.
    ///
    /// # Errors
    /// No level, or a demo that is being recorded or played.
    ///
    /// ```
    /// use kerosene_engine::{Engine, EngineOptions, FALLBACK_MAP, verify_demo};
    ///
    /// let mut engine = Engine::new(EngineOptions::default());
    /// engine.load_map(FALLBACK_MAP)?;
    /// engine.spawn_player()?;
    /// engine.start_recording()?;
    /// (0..100).for_each(|_| engine.tick(&[]));
    /// let demo = engine.stop_recording().expect("a recording");
    /// assert_eq!(verify_demo(&mut Engine::new(EngineOptions::default()), &demo)?, 100);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn start_recording(&mut self) -> Result<(), DemoError> {
        self.begin_recording(None)
    }

    /// Begins a demo that [`stop_demo`](Self::stop_demo) writes to `demos/NAME.kdem` in the player's folder.
    ///
    /// # Errors
    /// As [`start_recording`](Self::start_recording), and a name that is none.
    pub fn record_demo(&mut self, name: &str) -> Result<(), DemoError> {
        let path = path_of(name, FOLDER, EXTENSION).ok_or_else(|| DemoError::Name { name: name.to_owned() })?;
        self.begin_recording(Some(path))
    }

    fn begin_recording(&mut self, path: Option<String>) -> Result<(), DemoError> {
        if self.recorder.is_some() {
            return Err(DemoError::Busy { what: "a demo is being recorded" });
        }
        if self.demo.is_some() {
            return Err(DemoError::Busy { what: "a demo is being played" });
        }
        let save = self.state_bytes()?;
        let mut block = BlockWriter::default();
        block.begin(self.clock.tick() + 1);
        let variables = (self.console.generation(), self.variables());
        let (blocks, tick) = (Vec::new(), Tick::default());
        self.recorder = Some(Box::new(Recorder { path, save, blocks, block, tick, variables }));
        Ok(())
    }

    /// Ends the demo that is being recorded, and gives its bytes; `None` where there is none.
    pub fn stop_recording(&mut self) -> Option<Vec<u8>> {
        self.end_recording().map(|(_, bytes)| bytes)
    }

    /// Ends the demo that is being recorded, and gives the file that it was written to, if it was to be one.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn stop_demo(&mut self) -> Result<Option<PathBuf>, DemoError> {
        match self.end_recording() {
            Some((Some(path), bytes)) => Ok(Some(self.vfs.write(&path, &bytes)?)),
            _ => Ok(None),
        }
    }

    fn end_recording(&mut self) -> Option<(Option<String>, Vec<u8>)> {
        let mut recorder = self.recorder.take()?;
        if recorder.block.ticks() > 0 {
            recorder.block.finish(self.state_hash(), &mut recorder.blocks);
        }
        Some((recorder.path, to_bytes(recorder.save, recorder.blocks)))
    }

    /// A demo is of one level: writes it before that goes.
    pub(crate) fn end_demo_with_level(&mut self) {
        self.demo = None;
        self.rewind.clear();
        if self.recorder.is_some() {
            self.say("the demo ends with the level");
            self.stop_and_tell();
        }
    }

    /// Stops, and says what became of it.
    pub(crate) fn stop_and_tell(&mut self) {
        match self.stop_demo() {
            Ok(Some(path)) => self.say(&format!("recorded: {}", path.display())),
            Ok(None) => self.say("no demo is being recorded"),
            Err(error) => self.warn(&format!("the demo was not written: {error}")),
        }
    }

    /// Keeps a command of the console that the simulation may depend on, after what was done before it.
    pub(crate) fn record_request(&mut self, request: &ConsoleRequest) {
        self.record_variables();
        let cheats = self.console.cheats();
        if !is_left_out(&request.name) {
            let words = std::iter::once(&request.name).chain(&request.args);
            let line = words.map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(" ");
            self.record_event(Event::Ran { line, cheats });
        }
    }

    /// Keeps what a host did to players. What a tick or a command of the console does to them comes of those again.
    pub(crate) fn record_deed(&mut self, deed: Event) {
        if !self.in_tick && !self.in_command {
            self.record_event(deed);
        }
    }

    fn record_event(&mut self, event: Event) {
        if let Some(recorder) = &mut self.recorder {
            recorder.tick.events.push(event);
        }
    }

    /// Keeps which variables have changed.
    fn record_variables(&mut self) {
        let generation = self.console.generation();
        if self.recorder.as_ref().is_none_or(|recorder| recorder.variables.0 == generation) {
            return;
        }
        let variables = self.variables();
        let Some(recorder) = &mut self.recorder else { return };
        recorder.variables.0 = generation;
        if recorder.variables.1 != variables {
            recorder.tick.events.push(Event::Variables(variables.clone()));
            recorder.variables.1 = variables;
        }
    }

    /// Begins the tick that comes after what was done.
    pub(crate) fn begin_recorded_tick(&mut self) {
        self.record_variables();
        if let Some(recorder) = &mut self.recorder {
            recorder.tick.commands.clear();
        }
    }

    /// Keeps the tick that has run.
    pub(crate) fn record_tick(&mut self) {
        let Some(mut recorder) = self.recorder.take() else { return };
        let hash = self.state_hash();
        recorder.tick.hash = hash as u32;
        recorder.block.push(&recorder.tick);
        recorder.tick.events.clear();
        if recorder.block.ticks() >= self.clock.rate().per_second() {
            recorder.block.finish(hash, &mut recorder.blocks);
            recorder.block.begin(self.clock.tick() + 1);
        }
        self.recorder = Some(recorder);
    }
}
