//! The engine: what it holds, and the verbs by which a host drives it.

use crate::{
    base::{BASE_CONTENT, BASE_LAYER},
    clock::{Clock, MAX_WAITING_TICKS, TickRate},
    commands,
    convars::EngineConvars,
    entities::MapEntity,
    level::{Level, LoadError},
    players::Players,
    spawn::SpawnPoint,
    state_hash::state_hash,
    world::World,
};
use kerosene_console::Console;
use kerosene_physics::MoveParameters;
use kerosene_vfs::Vfs;

/// What an engine is made of.
#[derive(Debug)]
pub struct EngineOptions {
    /// The layers of content.
    pub vfs: Vfs,
}

impl Default for EngineOptions {
    /// The built-in base content and nothing else.
    fn default() -> Self {
        let mut vfs = Vfs::new();
        vfs.mount_builtin(BASE_LAYER, BASE_CONTENT);
        Self { vfs }
    }
}

/// The whole simulation. See the crate's documentation.
#[derive(Debug)]
pub struct Engine {
    pub(crate) vfs: Vfs,
    pub(crate) console: Console,
    pub(crate) convars: EngineConvars,
    pub(crate) clock: Clock,
    pub(crate) move_parameters: MoveParameters,
    pub(crate) level: Option<Level>,
    pub(crate) players: Players,
    /// Map to change to at the start of the next frame.
    pub(crate) requested_map: Option<String>,
    /// Why the last map change that was asked for failed, until someone takes it.
    pub(crate) load_error: Option<LoadError>,
    pub(crate) kept_hashes: Option<Vec<u64>>,
    pub(crate) paused: bool,
    /// Ticks to run although paused.
    pub(crate) waiting_steps: u32,
    pub(crate) quit_requested: bool,
}

impl Engine {
    /// An engine without a level.
    ///
    /// ```
    /// use kerosene_engine::{Engine, EngineOptions};
    ///
    /// let engine = Engine::new(EngineOptions::default());
    /// assert_eq!((engine.map_name(), engine.players().len()), (None, 0));
    /// ```
    pub fn new(options: EngineOptions) -> Self {
        let mut console = Console::new();
        // The console is new and the names are ours and differ, so none of them is taken; a test makes an engine.
        let convars = EngineConvars::register(&mut console).expect("the engine's variables have names of their own");
        commands::register(&mut console, &options.vfs).expect("the engine's commands have names of their own");
        let mut engine = Self {
            vfs: options.vfs,
            console,
            convars,
            clock: Clock::default(),
            move_parameters: MoveParameters::default(),
            level: None,
            players: Players::default(),
            requested_map: None,
            load_error: None,
            kept_hashes: None,
            paused: false,
            waiting_steps: 0,
            quit_requested: false,
        };
        engine.apply_convars();
        engine
    }

    /// Loads a map at once: `e1m1` is `maps/e1m1.kbsp` of the nearest layer that has it. Players stay and come in
    /// anew; clock and kept hashes begin again. On failure the level that was running still runs, untouched.
    ///
    /// # Errors
    /// What is wrong, where, and what to do about it.
    ///
    /// ```
    /// use kerosene_engine::{Engine, EngineOptions, FALLBACK_MAP};
    ///
    /// let mut engine = Engine::new(EngineOptions::default());
    /// engine.load_map(FALLBACK_MAP)?;
    /// let error = engine.load_map("nowhere").unwrap_err();
    /// assert!(error.to_string().starts_with("maps/nowhere.kbsp not found in the built-in base content"));
    /// assert_eq!(engine.map_name(), Some(FALLBACK_MAP));
    /// # Ok::<(), kerosene_engine::LoadError>(())
    /// ```
    pub fn load_map(&mut self, name: &str) -> Result<(), LoadError> {
        let level = Level::load(&self.vfs, name)?;
        self.clock.restart();
        if let Some(hashes) = &mut self.kept_hashes {
            hashes.clear();
        }
        self.level = Some(level);
        self.warn_of_blocked_spawn_points();
        self.respawn_everyone();
        Ok(())
    }

    /// What players collide with, `None` without a level.
    pub fn world(&self) -> Option<&World> {
        self.level.as_ref().map(|level| &level.world)
    }

    /// The level's entities, none without a level.
    pub fn entities(&self) -> &[MapEntity] {
        self.level.as_ref().map_or(&[], |level| &level.entities)
    }

    /// The level's spawn points, the preferred first.
    pub fn spawn_points(&self) -> &[SpawnPoint] {
        self.level.as_ref().map_or(&[], |level| &level.spawn_points)
    }

    /// Name of the loaded map, `None` without a level.
    pub fn map_name(&self) -> Option<&str> {
        self.level.as_ref().map(|level| level.name.as_str())
    }

    /// Layer of the file system that the loaded map came from, for messages.
    pub fn map_layer(&self) -> Option<&str> {
        self.level.as_ref().map(|level| level.layer.as_str())
    }

    /// Number of the last tick of this level, 0 before the first.
    pub fn tick_number(&self) -> u64 {
        self.clock.tick()
    }

    /// Simulated time of this level in nanoseconds.
    pub fn time_ns(&self) -> u64 {
        self.clock.time_ns()
    }

    /// Ticks per second.
    pub fn tick_rate(&self) -> TickRate {
        self.clock.rate()
    }

    /// How far real time is between the last tick and the next, 0 to 1: what drawing interpolates by.
    pub fn alpha(&self) -> f32 {
        self.clock.alpha()
    }

    /// The numbers that players move by, as the console variables have them.
    pub fn move_parameters(&self) -> &MoveParameters {
        &self.move_parameters
    }

    /// The console: variables, commands, what was said. What it is given to run, runs in the next frame.
    ///
    /// ```
    /// use kerosene_engine::{Engine, EngineOptions};
    /// use std::time::Duration;
    ///
    /// let mut engine = Engine::new(EngineOptions::default());
    /// engine.console_mut().enqueue("sv_gravity 400; map kerosene_room");
    /// engine.frame(Duration::ZERO, &[]);
    /// assert_eq!(engine.move_parameters().gravity, 400.0);
    /// assert_eq!(engine.map_name(), Some("kerosene_room"));
    /// ```
    pub fn console_mut(&mut self) -> &mut Console {
        &mut self.console
    }

    /// The console, to read.
    pub fn console(&self) -> &Console {
        &self.console
    }

    /// Why the last map change that was asked for (by [`request_map`](Self::request_map) or the console) failed;
    /// gives it once.
    pub fn take_load_error(&mut self) -> Option<LoadError> {
        self.load_error.take()
    }

    /// The layers of content.
    pub fn vfs(&self) -> &Vfs {
        &self.vfs
    }

    /// One number for the whole state: equal for equal states, on every machine. What it covers is written in the
    /// module `state_hash`: the map's name, tick and time, and every bit of every player.
    ///
    /// ```
    /// use kerosene_engine::{Engine, EngineOptions, FALLBACK_MAP};
    ///
    /// let run = |ticks: usize| -> Result<u64, kerosene_engine::LoadError> {
    ///     let mut engine = Engine::new(EngineOptions::default());
    ///     engine.load_map(FALLBACK_MAP)?;
    ///     (0..ticks).for_each(|_| engine.tick(&[]));
    ///     Ok(engine.state_hash())
    /// };
    /// assert_eq!(run(10)?, run(10)?);
    /// assert_ne!(run(10)?, run(11)?);
    /// # Ok::<(), kerosene_engine::LoadError>(())
    /// ```
    pub fn state_hash(&self) -> u64 {
        let map = self.map_name().unwrap_or_default();
        state_hash(map, self.clock.tick(), self.clock.time_ns(), self.players.as_slice())
    }

    /// Begins or ends keeping the state hash of every tick; what was kept is forgotten.
    pub fn keep_hashes(&mut self, keep: bool) {
        self.kept_hashes = keep.then(Vec::new);
    }

    /// State hashes of the level's ticks since they are kept, oldest first.
    ///
    /// ```
    /// use kerosene_engine::{Engine, EngineOptions, FALLBACK_MAP};
    ///
    /// let mut engine = Engine::new(EngineOptions::default());
    /// engine.load_map(FALLBACK_MAP)?;
    /// engine.keep_hashes(true);
    /// engine.tick(&[]);
    /// assert_eq!(engine.kept_hashes(), [engine.state_hash()]);
    /// # Ok::<(), kerosene_engine::LoadError>(())
    /// ```
    pub fn kept_hashes(&self) -> &[u64] {
        self.kept_hashes.as_deref().unwrap_or_default()
    }

    /// Stops time, or lets it run on. Nothing is simulated in a pause, but for steps asked for.
    pub fn set_paused(&mut self, paused: bool) {
        self.paused = paused;
        self.waiting_steps = 0;
    }

    /// Whether time stands still.
    pub fn is_paused(&self) -> bool {
        self.paused
    }

    /// Asks for single ticks in a pause; they run in the next frame, at most as many as may ever wait.
    ///
    /// ```
    /// use kerosene_engine::{Engine, EngineOptions, FALLBACK_MAP};
    /// use std::time::Duration;
    ///
    /// let mut engine = Engine::new(EngineOptions::default());
    /// engine.load_map(FALLBACK_MAP)?;
    /// engine.set_paused(true);
    /// engine.step(2);
    /// assert_eq!(engine.frame(Duration::from_millis(100), &[]), 2);
    /// assert_eq!(engine.frame(Duration::from_millis(100), &[]), 0);
    /// # Ok::<(), kerosene_engine::LoadError>(())
    /// ```
    pub fn step(&mut self, ticks: u32) {
        self.waiting_steps = self.waiting_steps.saturating_add(ticks).min(MAX_WAITING_TICKS as u32);
    }

    /// Whether someone asked the program to end (`quit`); what that means is up to the host.
    pub fn quit_requested(&self) -> bool {
        self.quit_requested
    }
}
