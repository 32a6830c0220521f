//! The engine: what it holds, and the verbs by which a host drives it.

use crate::{
    animations::Animations,
    base::mount_base_content,
    clock::{Clock, MAX_WAITING_TICKS, TickRate},
    commands::{self, EntityWords},
    convars::EngineConvars,
    demos::{DemoPlayer, Recorder},
    game::{Game, GameSlot, Notice},
    hosting::Hosting,
    level::{Level, LoadError},
    map_change::MapRequest,
    movers::Movers,
    players::Players,
    requests::Requests,
    rewind::Rewind,
    saves::Replicated,
    scripting::Scripting,
    scripts::Scripts,
    spawn::SpawnPoint,
    touches::{Touches, has_touch_box},
    world::World,
};
use kerosene_console::Console;
use kerosene_entity::{ClassId, EntityWorld, Kdef, Registry, RegistryError};
use kerosene_framework::ScriptLanguage;
use kerosene_math::Pcg32;
use kerosene_physics::MoveParameters;
use kerosene_vfs::Vfs;
use std::{rc::Rc, sync::Arc};

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
        mount_base_content(&mut vfs);
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
    /// What players move by, as the variables have it.
    pub(crate) move_parameters: MoveParameters,
    /// The same for this tick, as the game has left it.
    pub(crate) tick_parameters: MoveParameters,
    /// The classes of entities.
    pub(crate) registry: Arc<Registry>,
    /// The same for people and editors.
    pub(crate) schema: Kdef,
    /// Classes whose entities are touched within a box.
    pub(crate) box_classes: Vec<ClassId>,
    pub(crate) game: GameSlot,
    /// What the game has not been told yet; empty between ticks.
    pub(crate) notices: Vec<Notice>,
    pub(crate) level: Option<Level>,
    pub(crate) players: Players,
    /// Who touches what.
    pub(crate) touches: Touches,
    /// Dice of the level.
    pub(crate) random: Pcg32,
    pub(crate) movers: Movers,
    pub(crate) animations: Animations,
    pub(crate) requests: Requests,
    /// Scripts of the level.
    pub(crate) scripting: Scripting,
    /// What scripts are written in, and the world as they see it.
    pub(crate) scripts: Scripts,
    /// What is left to a host.
    pub(crate) hosting: Hosting,
    /// Names for the completion of commands.
    pub(crate) words: EntityWords,
    /// Map to change to at the start of the next frame.
    pub(crate) requested_map: Option<MapRequest>,
    /// Demo that is being recorded.
    pub(crate) recorder: Option<Box<Recorder>>,
    /// Demo that is being played.
    pub(crate) demo: Option<Box<DemoPlayer>>,
    /// Whether the commands that run are those of a demo.
    pub(crate) replays: bool,
    /// The last ticks.
    pub(crate) rewind: Rewind,
    /// Save to write at the end of a tick.
    pub(crate) requested_save: Option<String>,
    /// Why the last map change that was asked for failed, until someone takes it.
    pub(crate) load_error: Option<LoadError>,
    /// What was said when the game ended.
    pub(crate) game_over: Option<String>,
    /// The variables that the simulation depends on, as it has them.
    pub(crate) replicated: Replicated,
    pub(crate) kept_hashes: Option<Vec<u64>>,
    pub(crate) in_tick: bool,
    /// Whether a command of the console runs.
    pub(crate) in_command: bool,
    pub(crate) paused: bool,
    /// Ticks to run although paused.
    pub(crate) waiting_steps: u32,
    pub(crate) quit_requested: bool,
}

impl Engine {
    /// An engine without a level and without a game: the classes of entities are unknown to it, so they do nothing.
    ///
    /// ```
    /// use kerosene_engine::{Engine, EngineOptions};
    ///
    /// let engine = Engine::new(EngineOptions::default());
    /// assert_eq!((engine.map_name(), engine.players().len()), (None, 0));
    /// ```
    pub fn new(options: EngineOptions) -> Self {
        // No class clashes with another where there is none.
        let registry = Registry::new([]).expect("an empty registry");
        let mut console = Console::new();
        let words = EntityWords::default();
        // The console is new and the names are ours and differ, so none of them is taken; a test makes an engine.
        let convars = EngineConvars::register(&mut console).expect("the engine's variables have names of their own");
        commands::register(&mut console, &options.vfs, &words).expect("the engine's commands have names of their own");
        let scripting = Scripting::new(&options.vfs);
        let mut engine = Self {
            vfs: options.vfs,
            console,
            convars,
            clock: Clock::default(),
            move_parameters: MoveParameters::default(),
            tick_parameters: MoveParameters::default(),
            schema: registry.kdef(),
            registry,
            box_classes: Vec::new(),
            game: GameSlot::default(),
            notices: Vec::new(),
            level: None,
            players: Players::default(),
            touches: Touches::default(),
            random: Pcg32::new(0, 0),
            movers: Movers::default(),
            animations: Animations::default(),
            requests: Requests::default(),
            scripting,
            scripts: Scripts::default(),
            hosting: Hosting::default(),
            words,
            requested_map: None,
            recorder: None,
            demo: None,
            replays: false,
            rewind: Rewind::default(),
            requested_save: None,
            load_error: None,
            game_over: None,
            replicated: Replicated::default(),
            kept_hashes: None,
            in_tick: false,
            in_command: false,
            paused: false,
            waiting_steps: 0,
            quit_requested: false,
        };
        engine.apply_convars();
        engine
    }

    /// An engine without a level, with a game: takes the game's classes, then lets it set itself up.
    ///
    /// # Errors
    /// Classes that clash.
    ///
    /// ```
    /// use kerosene_console::{Command, ConsoleRequest};
    /// use kerosene_engine::{Engine, EngineOptions, Game};
    /// use std::time::Duration;
    ///
    /// #[derive(Default)]
    /// struct Polite;
    /// impl Game for Polite {
    ///     fn setup(&mut self, engine: &mut Engine) {
    ///         engine.console_mut().register_command(Command::new("greet", "Says hello")).expect("a new name");
    ///     }
    ///     fn console_request(&mut self, engine: &mut Engine, request: &ConsoleRequest) -> bool {
    ///         engine.console_mut().print(kerosene_console::Level::Info, "Hello!");
    ///         request.name == "greet"
    ///     }
    /// }
    ///
    /// let mut engine = Engine::with_game(EngineOptions::default(), Polite)?;
    /// engine.console_mut().enqueue("greet");
    /// engine.frame(Duration::ZERO, &[]);
    /// assert_eq!(engine.console().scrollback().next_back().expect("a line").text, "Hello!");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_game(options: EngineOptions, game: impl Game) -> Result<Self, RegistryError> {
        let mut engine = Self::new(options);
        engine.game = GameSlot::new(game);
        let classes = engine.hook("classes", Game::classes).unwrap_or_default();
        engine.registry = Registry::new(classes)?;
        engine.schema = engine.registry.kdef();
        if let Some(more) = engine.hook("schema", Game::schema) {
            engine.schema.merge(more);
        }
        let with_box = engine.schema.classes.iter().filter(|class| has_touch_box(class));
        engine.box_classes = with_box.filter_map(|class| engine.registry.find(&class.name)).collect();
        engine.words.set_classes(engine.registry.classes().map(|class| class.name.to_owned()));
        if let Some(runtime) = engine.hook("scripts", Game::scripts) {
            engine.scripts.runtime = runtime;
            engine.open_save_data("game");
        }
        engine.hook("setup", Game::setup);
        engine.apply_convars();
        Ok(engine)
    }

    /// Loads a map at once: `e1m1` is `maps/e1m1.kbsp` of the nearest layer that has it. Players stay and come in
    /// anew; clock and kept hashes begin again. On failure the level that was running still runs, untouched.
    ///
    /// Inside a hook of the game this is refused: [`request_map`](Self::request_map) is for that.
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
        self.change_level(name, None)
    }

    /// What players collide with, `None` without a level.
    pub fn world(&self) -> Option<&World> {
        self.level.as_ref().map(|level| &level.world)
    }

    /// The level's entities, `None` without a level.
    pub fn entities(&self) -> Option<&EntityWorld> {
        self.level.as_ref().map(|level| &level.entities)
    }

    /// The level's entities, to change, `None` without a level. What they are asked to do they do in the next tick.
    pub fn entities_mut(&mut self) -> Option<&mut EntityWorld> {
        self.level.as_mut().map(|level| &mut level.entities)
    }

    /// The classes of entities that the game has.
    pub fn registry(&self) -> &Arc<Registry> {
        &self.registry
    }

    /// The language of the scripts of entities that lie in the content as `scripts/<name>.kscr`, for
    /// [`Game::scripts`](crate::Game::scripts) to have among the game's.
    pub fn script_language(&self) -> Rc<dyn ScriptLanguage> {
        Rc::clone(&self.scripting.language) as Rc<dyn ScriptLanguage>
    }

    /// What editors and people should know of the classes: written from the registry, and what the game adds.
    pub fn schema(&self) -> &Kdef {
        &self.schema
    }

    /// The dice of the level, which every replay rolls alike. They begin anew with each level, from its name.
    pub fn random(&mut self) -> &mut Pcg32 {
        &mut self.random
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

    /// What players move by in the running tick. They are taken from the variables at its beginning, and what
    /// [`Game::pre_tick`] changes here lasts for that tick.
    pub fn tick_parameters_mut(&mut self) -> &mut MoveParameters {
        &mut self.tick_parameters
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
