//! From a command line to an exit status.
//!
//! In order: the command line; the layers of content; the crash handler; the engine with its game; the console words;
//! the run; the report. Without `--headless` the run is a window; where there is no display for one, it says so and walks
//! the level for ten seconds.

mod arguments;
mod content;
mod crash;
mod demo;
mod headless;
mod report;
mod transcript;
#[cfg_attr(not(feature = "window"), path = "no_window.rs")]
mod window;
mod window_arguments;

use arguments::Arguments;
use content::Content;
use crash::FlightRecorder;
use headless::Plan;
use kerosene_engine::{Engine, EngineOptions, FALLBACK_MAP, Game, LoadError};
use report::Report;
use std::{
    ffi::OsString,
    fmt::Display,
    io::{self, Write},
    num::NonZeroU64,
    process::ExitCode,
    time::Duration,
};
use transcript::Transcript;
use window::{Host, missing_display};

/// Files of console commands that run before the command line's words, where the content has them.
const CONFIG_FILES: [&str; 2] = ["config.cfg", "autoexec.cfg"];

/// Ticks that are walked where no number is given: ten seconds at the default rate.
const DEFAULT_TICKS: u64 = 640;

/// Exit status: the simulation went wrong: a player was inside solid, a demo went another way.
const EXIT_UNSOUND: u8 = 1;
/// Exit status: the command line was not understood.
const EXIT_USAGE: u8 = 2;
/// Exit status: the content or the map could not be loaded.
const EXIT_CONTENT: u8 = 3;
/// Exit status: there is no GPU, or the display gives no window.
const EXIT_NO_WINDOW: u8 = 4;

/// How to launch.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LaunchOptions {
    /// The command line, the program's name first.
    pub arguments: Vec<OsString>,
}

impl LaunchOptions {
    /// The command line of this process.
    ///
    /// ```
    /// assert!(!kerosene::LaunchOptions::from_environment().arguments.is_empty());
    /// ```
    pub fn from_environment() -> Self {
        Self { arguments: std::env::args_os().collect() }
    }
}

/// Runs the engine with a game as the command line says; `kerosene --help` lists what it understands and the exit statuses.
///
/// Installs a panic hook that writes `crash.log` to the player directory, so it is for a program's `main` and not
/// for a part of another program.
///
/// ```
/// use kerosene::{LaunchOptions, game::Stock, launch};
///
/// let arguments = ["kerosene", "--headless", "8", "--json"].map(Into::into).to_vec();
/// assert_eq!(launch(Stock, LaunchOptions { arguments }), std::process::ExitCode::SUCCESS);
/// ```
pub fn launch(game: impl Game, options: LaunchOptions) -> ExitCode {
    match Arguments::parse(options.arguments) {
        Ok(arguments) => run(game, arguments),
        Err(error) => {
            // Help and version go to the output, errors to the error stream; a closed pipe is nobody's fault.
            let _ = error.print();
            if error.use_stderr() { ExitCode::from(EXIT_USAGE) } else { ExitCode::SUCCESS }
        }
    }
}

/// A run whose command line was understood.
fn run(game: impl Game, arguments: Arguments) -> ExitCode {
    let Arguments { options, window, mut console, opened_map } = arguments;
    let content = match Content::mount(&options, opened_map.as_deref()) {
        Ok(content) => content,
        Err(error) => return fail(&error),
    };
    let recorder = FlightRecorder::install(content.player_directory.clone());
    let mut engine = match Engine::with_game(EngineOptions { vfs: content.vfs }, game) {
        Ok(engine) => engine,
        Err(error) => return fail(&error),
    };
    let host = match Host::register(&mut engine) {
        Ok(host) => host,
        Err(error) => return fail(&error),
    };
    // Before the words of the console, so that they have the last say.
    console.insert_str(0, &window.console());
    let missing = missing_display();
    let opens_window = options.headless.is_none() && options.playdemo.is_none() && missing.is_none();
    let first_map = content.start_map.as_deref().unwrap_or(FALLBACK_MAP);
    let mut watchers = Watchers { recorder, transcript: Transcript::default() };
    let started = start(&mut engine, &console, first_map, &mut watchers);
    if opens_window && !engine.quit_requested() {
        return window::open(engine, host, window.no_menu, started, &mut watchers);
    }
    if let Err(error) = started {
        return fail(&error);
    }
    if engine.quit_requested() {
        Transcript::show_warnings(&engine);
        engine.shutdown();
        return ExitCode::SUCCESS;
    }
    if let Some(file) = &options.playdemo {
        let status = demo::play(&mut engine, file, options.verify);
        engine.shutdown();
        return status;
    }
    if let (None, Some(missing)) = (options.headless, missing) {
        tell(format_args!("No window: {missing}. Walking without one for {DEFAULT_TICKS} ticks."));
    }
    let ticks = options.headless.map_or(DEFAULT_TICKS, NonZeroU64::get);
    let plan = Plan { ticks, players: options.players, seed: options.seed, content: content.described };
    let walked = headless::walk(&mut engine, plan, &mut watchers);
    engine.shutdown();
    watchers.transcript.follow(&engine);
    match walked {
        Ok(report) => conclude(&report, options.json),
        Err(error) => fail(&error),
    }
}

/// Who looks on while the engine runs.
struct Watchers {
    recorder: FlightRecorder,
    transcript: Transcript,
}

impl Watchers {
    fn observe(&mut self, engine: &Engine) {
        self.recorder.observe(engine);
        self.transcript.follow(engine);
    }

    /// As [`observe`](Self::observe), with warnings and errors too: for a run that ends without a report.
    fn observe_all(&mut self, engine: &Engine) {
        self.recorder.observe(engine);
        self.transcript.follow_all(engine);
    }
}

/// Runs the player's configuration and the command line's words, and makes sure that there is a level: the first map where
/// none was asked for. Words after a `wait` run when ticks do. Gives whether a level was asked for.
fn start(engine: &mut Engine, console: &str, first_map: &str, watchers: &mut Watchers) -> Result<bool, LoadError> {
    let vfs = engine.vfs();
    // A file that cannot be read is reported by `exec` itself.
    let configs = CONFIG_FILES.iter().filter(|file| !matches!(vfs.exists(file), Ok(false)));
    let configs: Vec<String> = configs.map(|file| format!("exec {file}")).collect();
    // A frame for each line, so that a crash report knows what the lines before it did.
    let (at_once, later) = until_wait(console);
    for line in configs.iter().map(String::as_str).chain(at_once.lines()) {
        engine.console_mut().enqueue(line);
        engine.frame(Duration::ZERO, &[]);
        watchers.observe(engine);
    }
    engine.console_mut().enqueue(later);
    match engine.take_load_error() {
        Some(error) => Err(error),
        None if engine.map_name().is_none() => engine.load_map(first_map).map(|()| false),
        None => Ok(true),
    }
}

/// The lines before the first `wait`, and the rest, which is one text: a `wait` holds up what stands behind it.
fn until_wait(console: &str) -> (&str, &str) {
    let is_wait =
        |line: &&str| line.split_ascii_whitespace().next().is_some_and(|word| word.trim_matches('"') == "wait");
    let before: usize = console.split_inclusive('\n').take_while(|line| !is_wait(line)).map(str::len).sum();
    console.split_at(before)
}

/// Prints the report; the status says whether the walk was sound.
fn conclude(report: &Report, json: bool) -> ExitCode {
    let text = if json {
        // The report holds nothing that JSON cannot say.
        serde_json::to_string_pretty(report).unwrap_or_default()
    } else {
        report.to_string().trim_end().to_owned()
    };
    // A closed pipe is nobody's fault.
    let _ = writeln!(io::stdout().lock(), "{text}");
    if report.walk.ticks_inside_solid == 0 { ExitCode::SUCCESS } else { ExitCode::from(EXIT_UNSOUND) }
}

/// Says what went wrong with the content.
fn fail(error: &dyn Display) -> ExitCode {
    tell(format_args!("error: {error}"));
    ExitCode::from(EXIT_CONTENT)
}

/// A line on the error stream, so that the report alone is on the output.
fn tell(line: std::fmt::Arguments<'_>) {
    // A closed pipe is nobody's fault.
    let _ = writeln!(io::stderr().lock(), "{line}");
}
