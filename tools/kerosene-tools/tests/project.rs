//! `new`, `init`, `doctor` and `play` as a person calls them.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

/// A scratch folder; programs that are written to its `bin` are in the search path.
struct Place(TempDir);

impl Place {
    fn new() -> Self {
        let place = Self(tempfile::tempdir().unwrap());
        fs::create_dir(place.path("bin")).unwrap();
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn tools(&self, folder: &str, arguments: &[&str]) -> (i32, String, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kerosene-tools"));
        command.args(arguments).current_dir(self.path(folder)).env("PATH", self.path("bin"));
        command.env("KEROSENE_CACHE", self.path("cache"));
        let Output { status, stdout, stderr } = command.output().unwrap();
        (status.code().unwrap(), String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
    }

    fn done(&self, folder: &str, arguments: &[&str]) -> String {
        let (code, stdout, stderr) = self.tools(folder, arguments);
        assert_eq!(code, 0, "{stdout}{stderr}");
        stdout
    }

    /// A program that stands for a game's: it prints its arguments and ends with a status of its own.
    #[cfg(unix)]
    fn program(&self, name: &str, status: u8) {
        use std::os::unix::fs::PermissionsExt;
        let path = self.path("bin").join(name);
        fs::write(&path, format!("#!/bin/sh\necho \"$@\"\nexit {status}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }
}

#[test]
fn a_new_game_is_a_project_with_a_sound_first_map() {
    let place = Place::new();
    let told = place.done(".", &["new", "ruins"]);
    assert!(told.contains("wrote ruins/maps/start.kmap") && told.contains("kerosene-tools play"), "{told}");
    assert!(fs::read_to_string(place.path("ruins/maps/start.kmap")).unwrap().contains("\"message\" \"ruins\""));
    let checked = place.done("ruins", &["map", "check", "--strict", "maps/start.kmap"]);
    assert!(checked.contains("0 errors, 0 warnings"), "{checked}");
    let compiled = place.done("ruins", &["cleave", "maps/start.kmap"]);
    assert!(compiled.contains("sealed"), "{compiled}");
    let (code, _, stderr) = place.tools(".", &["new", "ruins"]);
    assert!(code == 1 && stderr.contains("the folder is not empty"), "{stderr}");
}

#[test]
fn a_folder_becomes_a_project_and_loses_nothing() {
    let place = Place::new();
    fs::create_dir_all(place.path("My Mod/maps")).unwrap();
    fs::write(place.path("My Mod/kerosene.kdef"), "mine").unwrap();
    place.done("My Mod", &["init"]);
    assert_eq!(fs::read_to_string(place.path("My Mod/kerosene.kdef")).unwrap(), "mine");
    let project = fs::read_to_string(place.path("My Mod/my-mod.kproj")).unwrap();
    assert!(project.contains("\"name\" \"My Mod\"") && !project.contains("startmap"), "{project}");
    fs::write(place.path("My Mod/my-mod.kproj"), "project { name Other }").unwrap();
    assert!(place.done("My Mod", &["init"]).contains("is a project already"));
    assert_eq!(fs::read_to_string(place.path("My Mod/my-mod.kproj")).unwrap(), "project { name Other }");
}

#[test]
fn doctor_tells_what_is_found_and_why() {
    let place = Place::new();
    place.done(".", &["new", "ruins"]);
    fs::write(place.path("ruins/ruins.kproj"), "project { bin ruins-game startmap start }").unwrap();
    let (code, told, _) = place.tools("ruins/maps", &["doctor"]);
    assert_eq!(code, 1, "there is no program");
    for part in [
        "it lies above the current directory and holds a project file (*.kproj)",
        "start map    start",
        "folder       maps/ (1 entries)",
        "kerosene.kdef, of this version",
        "ruins-game is neither beside this program nor in PATH",
    ] {
        assert!(told.contains(part), "{part} is missing in\n{told}");
    }
    fs::write(place.path("ruins/bad.vault"), "no archive").unwrap();
    let (_, _, stderr) = place.tools("ruins", &["doctor"]);
    assert!(stderr.contains("K0601") && stderr.contains("bad.vault"), "{stderr}");
    let (code, _, stderr) = place.tools("bin", &["doctor", "--content", "."]);
    assert!(code == 1 && stderr.contains("K0600"), "{stderr}");
}

#[cfg(unix)]
#[test]
fn play_compiles_and_starts_the_projects_program() {
    let place = Place::new();
    place.program("ruins-game", 7);
    place.done(".", &["new", "ruins"]);
    fs::write(place.path("ruins/ruins.kproj"), "project { bin ruins-game startmap start }").unwrap();
    let started = |folder: &str, arguments: &[&str]| {
        let (code, stdout, stderr) = place.tools(folder, arguments);
        assert_eq!(code, 7, "{stdout}{stderr}");
        stdout.lines().last().unwrap().to_owned()
    };
    let content = place.path("ruins").canonicalize().unwrap().display().to_string();
    assert_eq!(started("ruins", &["play"]), format!("--content {content} +map start"));
    assert!(Path::new(&content).join("maps/start.kbsp").is_file());
    let line = started("ruins/maps", &["play", "start.kmap", "--", "--headless", "3"]);
    assert!(line.ends_with(" --headless 3 +map start"), "{line}");
    // From elsewhere a map is compiled into a scratch folder, above the content that we are in.
    fs::copy(place.path("ruins/maps/start.kmap"), place.path("other.kmap")).unwrap();
    let line = started("ruins", &["play", "../other.kmap"]);
    assert!(line.ends_with(&format!(" --content {content} +map other")), "{line}");
    assert!(!place.path("ruins/maps/other.kbsp").exists());
}

#[cfg(unix)]
#[test]
fn play_says_what_it_lacks() {
    let place = Place::new();
    place.done(".", &["init", "empty"]);
    fs::write(place.path("empty/empty.kproj"), "project { bin nobody }").unwrap();
    let refusal = |arguments: &[&str]| {
        let (code, _, stderr) = place.tools("empty", arguments);
        assert_eq!(code, 1, "{stderr}");
        stderr
    };
    assert!(refusal(&["play"]).contains("set `startmap` in the project file"));
    assert!(refusal(&["play", "a b"]).contains("a map of this name cannot be loaded"));
    assert!(refusal(&["play", "none"]).contains("K0604"));
    fs::write(place.path("empty/broken.kmap"), "world {").unwrap();
    assert!(refusal(&["play", "broken.kmap"]).contains("K0001"));
    fs::write(place.path("empty/empty.kproj"), "project {").unwrap();
    assert!(refusal(&["play"]).contains("empty.kproj"));
}

/// The map that the book tells people to write: the indented lines from the first brace on.
#[cfg(unix)]
fn map_of_the_book() -> String {
    let page = include_str!("../../../docs/book/src/your-first-level.md");
    let lines = page.lines().skip_while(|line| *line != "    {").take_while(|line| line.starts_with("    "));
    lines.map(|line| line[4..].to_owned() + "\n").collect()
}

#[cfg(unix)]
#[test]
fn the_way_of_a_newcomer_works_as_the_book_says() {
    let place = Place::new();
    place.program("kerosene-of-the-test", 0);
    place.done(".", &["new", "ruins"]);
    fs::write(place.path("ruins/ruins.kproj"), "project { bin kerosene-of-the-test startmap start }").unwrap();
    fs::write(place.path("ruins/art/brick.png"), include_bytes!("data/brick.png")).unwrap();
    fs::write(place.path("ruins/maps/hall.map"), map_of_the_book()).unwrap();
    let told = place.done("ruins", &["kiln"]);
    assert!(told.contains("packed") && told.contains("into ruins.vault"), "{told}");
    let told = place.done("ruins", &["vault", "list", "ruins.vault"]);
    for name in ["maps/hall.kbsp", "maps/start.kbsp", "materials/brick.ktex"] {
        assert!(told.contains(name), "{name} is missing in\n{told}");
    }
    let told = place.done("ruins", &["doctor"]);
    assert!(told.contains("build        up to date"), "{told}");
    assert!(place.done("ruins", &["play", "hall"]).ends_with("+map hall\n"));
    assert!(place.done("ruins", &["bsp", "info", "maps/hall.kbsp"]).contains("brick"));
}
