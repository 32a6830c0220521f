//! The program as a process: arguments, output, exit status.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::{
    path::Path,
    process::{Command, Output},
};
use tempfile::TempDir;

/// What the built-in room says to whoever comes in.
const GREETING: &str = "The built-in room\nWalk with W A S D, jump with Space, open the menu with Escape\n";

/// Runs the program in an empty folder with a home of its own.
struct Bench {
    home: TempDir,
    work: TempDir,
}

struct Outcome {
    status: Option<i32>,
    stdout: String,
    stderr: String,
}

impl Bench {
    fn new() -> Self {
        Self { home: tempfile::tempdir().unwrap(), work: tempfile::tempdir().unwrap() }
    }

    fn run(&self, arguments: &[&str]) -> Outcome {
        self.run_in(self.work.path(), arguments)
    }

    fn run_in(&self, folder: &Path, arguments: &[&str]) -> Outcome {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kerosene"));
        command.args(arguments).current_dir(folder);
        for variable in ["HOME", "XDG_DATA_HOME", "APPDATA"] {
            command.env(variable, self.home.path());
        }
        // No window opens on the desk of whoever runs the tests.
        command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
        let Output { status, stdout, stderr } = command.output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        Outcome { status: status.code(), stdout: text(stdout), stderr: text(stderr) }
    }

    fn crash_log(&self) -> Option<String> {
        let folder = if cfg!(target_os = "macos") { "Library/Application Support/kerosene" } else { "kerosene" };
        std::fs::read_to_string(self.home.path().join(folder).join("crash.log")).ok()
    }
}

fn field<'a>(report: &'a str, name: &str) -> &'a str {
    let line = report.lines().find(|line| line.starts_with(name));
    line.unwrap_or_else(|| panic!("no {name} in\n{report}"))[name.len()..].trim()
}

#[test]
fn without_arguments_the_built_in_room_is_walked() {
    let outcome = Bench::new().run(&[]);
    assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("there is no display"), "{}", outcome.stderr);
    assert_eq!(field(&outcome.stdout, "map"), "kerosene_room from the built-in base content");
    assert_eq!(field(&outcome.stdout, "ticks "), "640 (10.00 s simulated)");
    assert_eq!(field(&outcome.stdout, "ticks inside solid"), "0");
    let distance: f64 = field(&outcome.stdout, "distance walked").trim_end_matches(" units").parse().unwrap();
    assert!(distance > 500.0, "{distance}");
}

#[test]
fn two_headless_runs_end_in_the_same_state_and_another_seed_in_another() {
    let bench = Bench::new();
    let hash = |seed: &str| {
        let outcome = bench.run(&["--headless", "300", "--players", "3", "--seed", seed]);
        assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
        let rest = outcome.stderr.strip_prefix(GREETING).unwrap_or_else(|| panic!("{}", outcome.stderr));
        let news = |line: &str| line.contains("which the engine does not have yet");
        assert!(rest.lines().all(news), "{rest}");
        assert_eq!(field(&outcome.stdout, "players"), "3");
        let hash = field(&outcome.stdout, "state hash").to_owned();
        assert!(hash.len() == 16 && hash.chars().all(|c| c.is_ascii_hexdigit()), "{hash}");
        hash
    };
    assert_eq!(hash("5"), hash("5"));
    assert_ne!(hash("5"), hash("6"));
}

#[test]
fn words_after_a_wait_run_as_many_ticks_later_and_answers_are_shown() {
    let bench = Bench::new();
    let outcome =
        bench.run(&["--headless", "300", "+echo", "now", "+wait", "50", "+echo", "later", "+save", "one", "+quit"]);
    assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
    assert!(outcome.stderr.starts_with(&format!("now\n{GREETING}later\nsaved: ")), "{}", outcome.stderr);
    let ticks = field(&outcome.stdout, "ticks ").split(' ').next().unwrap().parse::<u32>().unwrap();
    assert!((50..53).contains(&ticks), "{ticks}");
    // Where the run ends before its first tick there is no report, and warnings are shown too.
    let outcome = bench.run(&["--headless", "300", "+map", "kerosene_room", "+ent_fire", "x", "Use", "+quit"]);
    assert_eq!((outcome.status, outcome.stdout.as_str()), (Some(0), ""));
    assert!(outcome.stderr.contains("works only while cheats are on (`sv_cheats 1`)"), "{}", outcome.stderr);
}

#[test]
fn the_report_is_json_on_request() {
    let outcome = Bench::new().run(&["--headless", "64", "--json", "+sv_tickrate", "128"]);
    assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
    let report: serde_json::Value = serde_json::from_str(&outcome.stdout).unwrap();
    assert_eq!((report["ticks"].as_u64(), report["simulated_seconds"].as_f64()), (Some(64), Some(0.5)));
    assert_eq!(report["walk"]["ticks_inside_solid"], 0);
    assert_eq!(report["map"], "kerosene_room");
}

#[test]
fn help_and_version_succeed() {
    let bench = Bench::new();
    let help = bench.run(&["--help"]);
    assert_eq!(help.status, Some(0));
    for word in
        ["--content", "--headless", "--seed", "--players", "--portable", "--json", "+map", "Exit status", "Examples"]
    {
        assert!(help.stdout.contains(word), "{word} is missing in\n{}", help.stdout);
    }
    assert_eq!(bench.run(&["-h"]).status, Some(0));
    let version = bench.run(&["--version"]);
    assert_eq!(
        (version.status, version.stdout.as_str()),
        (Some(0), concat!("kerosene ", env!("CARGO_PKG_VERSION"), "\n"))
    );
}

#[test]
fn what_is_not_understood_is_a_usage_error() {
    let bench = Bench::new();
    for arguments in [&["--frobnicate"][..], &["--verify"], &["--headless", "x"], &["--players", "0"], &["e1m1"]] {
        let outcome = bench.run(arguments);
        assert_eq!((outcome.status, outcome.stdout.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(outcome.stderr.contains("error:"), "{arguments:?}: {}", outcome.stderr);
    }
}

#[test]
fn a_missing_map_or_folder_says_what_where_and_what_to_do() {
    let bench = Bench::new();
    std::fs::create_dir_all(bench.work.path().join("game/maps")).unwrap();
    let outcome = bench.run(&["--headless", "9", "--content", "game", "+map", "e1m1"]);
    assert_eq!((outcome.status, outcome.stdout.as_str()), (Some(3), ""));
    for part in ["maps/e1m1.kbsp not found in ", "game, ", "kerosene-tools cleave e1m1.map"] {
        assert!(outcome.stderr.contains(part), "{part} is missing in {}", outcome.stderr);
    }
    let outcome = bench.run(&["--headless", "9", "--content", "elsewhere"]);
    assert_eq!(outcome.status, Some(3));
    assert!(outcome.stderr.contains("elsewhere does not exist"), "{}", outcome.stderr);
    std::fs::write(bench.work.path().join("game/maps/noise.kbsp"), [9; 100]).unwrap();
    let outcome = bench.run(&["--headless", "9", "+map", "game/maps/noise.kbsp"]);
    assert_eq!(outcome.status, Some(3));
    assert!(outcome.stderr.contains("map noise: "), "{}", outcome.stderr);
}

#[test]
fn a_map_in_a_content_folder_is_found_and_its_origin_told() {
    let bench = Bench::new();
    let maps = bench.work.path().join("game/maps");
    std::fs::create_dir_all(&maps).unwrap();
    kerosene::internals::bsp::sample::room().write_file(maps.join("mine.kbsp"), Default::default()).unwrap();
    let outcome = bench.run(&["--headless", "64", "--content", "game", "+map", "mine", "+sv_gravity", "-5", "+frob"]);
    assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
    assert_eq!(field(&outcome.stdout, "map"), "mine from game");
    assert!(outcome.stdout.contains("game (it was named with --content and holds maps/)"), "{}", outcome.stdout);
    assert!(field(&outcome.stdout, "warnings").contains("sv_gravity"), "{}", outcome.stdout);
    assert!(outcome.stdout.contains("unknown command `frob`"), "{}", outcome.stdout);
}

/// An archive with one map in it.
fn archive(path: &Path, map: &str) {
    use kerosene::vfs::{VaultWriter, vault::EncodedContent};
    let room = kerosene::internals::bsp::sample::room().write_to(Default::default()).unwrap();
    let mut writer = VaultWriter::new(std::fs::File::create(path).unwrap()).unwrap();
    writer.add(&format!("maps/{map}.kbsp"), &EncodedContent::new(room.into(), 3).unwrap()).unwrap();
    writer.finish().unwrap();
}

/// As a finished game is laid out: an archive in the folder where the program is started.
#[test]
fn archives_are_content() {
    let bench = Bench::new();
    let at = |name: &str| bench.work.path().join(name);
    archive(&at("game.vault"), "mine");
    std::fs::create_dir(at("mods")).unwrap();
    archive(&at("mods/ruins.vault"), "ruins");
    let outcome = bench.run(&["--headless", "9", "+map", "mine"]);
    assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
    assert!(field(&outcome.stdout, "map").starts_with("mine from "), "{}", outcome.stdout);
    assert!(outcome.stdout.contains("game.vault (it lies in that folder; files: 1)"), "{}", outcome.stdout);
    let outcome = bench.run(&["--headless", "9", "--vault", "mods/ruins.vault", "+map", "ruins"]);
    assert_eq!(field(&outcome.stdout, "map"), "ruins from mods/ruins.vault", "{}", outcome.stderr);
    let mut bytes = std::fs::read(at("game.vault")).unwrap();
    bytes[100] ^= 1;
    std::fs::write(at("game.vault"), &bytes).unwrap();
    let outcome = bench.run(&["--headless", "9", "+map", "mine"]);
    assert_eq!(outcome.status, Some(3));
    assert!(outcome.stderr.contains("maps/mine.kbsp is damaged in the archive"), "{}", outcome.stderr);
    std::fs::write(at("game.vault"), &bytes[..99]).unwrap();
    let outcome = bench.run(&["--headless", "9"]);
    assert_eq!(outcome.status, Some(3));
    assert!(outcome.stderr.contains("game.vault: the archive is damaged"), "{}", outcome.stderr);
}

#[test]
fn a_map_may_be_named_by_its_file_from_anywhere() {
    let bench = Bench::new();
    let maps = bench.work.path().join("maps");
    std::fs::create_dir_all(&maps).unwrap();
    kerosene::internals::bsp::sample::room().write_file(maps.join("mine.kbsp"), Default::default()).unwrap();
    let named = |folder: &Path, file: &str| {
        let outcome = bench.run_in(folder, &["--headless", "3", "+map", file]);
        assert_eq!(outcome.status, Some(0), "{file}: {}", outcome.stderr);
        assert!(field(&outcome.stdout, "map").starts_with("mine from "), "{file}: {}", outcome.stdout);
    };
    named(bench.work.path(), "maps/mine.kbsp");
    named(&maps, "mine.kbsp");
    named(bench.home.path(), &maps.join("mine.kbsp").display().to_string());
}

#[test]
fn a_portable_program_keeps_its_files_beside_itself() {
    let bench = Bench::new();
    let outcome = bench.run(&["--portable", "--headless", "3"]);
    let beside = Path::new(env!("CARGO_BIN_EXE_kerosene")).with_file_name("player");
    assert_eq!(field(&outcome.stdout, "content"), format!("{} (the player's directory)", beside.display()));
    let outcome = bench.run(&["--headless", "3"]);
    assert!(field(&outcome.stdout, "content").starts_with(&bench.home.path().display().to_string()));
}

#[test]
fn configuration_runs_before_the_command_line() {
    let bench = Bench::new();
    let player = bench.home.path().join("kerosene");
    std::fs::create_dir_all(&player).unwrap();
    std::fs::write(player.join("autoexec.cfg"), "echo hello; sv_tickrate 100; frob").unwrap();
    let outcome = bench.run(&["--headless", "10"]);
    if cfg!(not(target_os = "macos")) {
        assert_eq!(field(&outcome.stdout, "ticks "), "10 (0.10 s simulated)");
        assert_eq!(field(&outcome.stdout, "warnings"), "unknown command `frob`; `find` looks for names");
    }
    let outcome = bench.run(&["--headless", "10", "+sv_tickrate", "50"]);
    assert_eq!(field(&outcome.stdout, "ticks "), "10 (0.20 s simulated)");
}

#[test]
fn a_crash_leaves_a_log_with_what_was_going_on() {
    let bench = Bench::new();
    let outcome = bench.run(&["+sv_cheats", "1", "+echo", "last words", "+map", "kerosene_room", "+crash"]);
    assert_eq!(outcome.status, Some(101));
    let log = bench.crash_log().unwrap();
    for part in
        ["crashed by the console command `crash`", "Map: kerosene_room\n", "Tick: 0\n", "\nlast words\n", "Backtrace:"]
    {
        assert!(log.contains(part), "{part} is missing in\n{log}");
    }
    assert!(outcome.stderr.contains("crash.log"), "{}", outcome.stderr);
    assert!(Bench::new().run(&["+crash"]).status == Some(0), "a cheat, refused");
}

#[test]
fn quitting_from_the_command_line_ends_without_a_walk() {
    let outcome = Bench::new().run(&["+quit"]);
    assert_eq!((outcome.status, outcome.stdout.as_str()), (Some(0), ""));
}

/// The file of a name somewhere below a folder.
fn find(folder: &Path, name: &str) -> Option<std::path::PathBuf> {
    std::fs::read_dir(folder).ok()?.flatten().find_map(|entry| {
        let path = entry.path();
        if path.is_dir() { find(&path, name) } else { path.ends_with(name).then_some(path) }
    })
}

#[test]
fn a_recorded_walk_verifies_and_a_damaged_one_does_not() {
    let bench = Bench::new();
    let walk = ["--headless", "300", "--players", "2", "+map", "kerosene_room", "+record", "walk"];
    assert_eq!(bench.run(&walk).status, Some(0));
    let file = find(bench.home.path(), "walk.kdem").unwrap();
    let verify = ["--headless", "--playdemo", file.to_str().unwrap(), "--verify"];
    let played = bench.run(&verify);
    assert_eq!((played.status, played.stdout.trim()), (Some(0), "kerosene_room: 300 ticks went as they were recorded"));
    let mut bytes = std::fs::read(&file).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    std::fs::write(&file, bytes).unwrap();
    let played = bench.run(&verify);
    assert_eq!(played.status, Some(3));
    assert!(played.stderr.contains("damaged: ticks 257 to"), "{}", played.stderr);
}
