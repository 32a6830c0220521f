//! `kiln` as a person calls it: what is built, what is not, and what is left when things go wrong.
//!
//! The whole proof (2,000 textures, 30 maps, a hundred builds killed) runs with
//! `KEROSENE_KILN_PROOF=1 cargo test -p kerosene-tools --test kiln -- --nocapture`.
#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "tests")]

use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// A project in a scratch folder, with a cache of its own beside it.
struct Project(TempDir);

impl Project {
    /// A project with a texture and a map.
    fn new() -> Self {
        let project = Self(tempfile::tempdir().unwrap());
        project.write("game.kproj", b"project { name Game startmap start }");
        project.write("art/brick.tga", &half_tone(0));
        project.write("maps/start.map", room("brick").as_bytes());
        project
    }

    fn root(&self) -> PathBuf {
        self.0.path().join("game")
    }

    fn path(&self, name: &str) -> PathBuf {
        self.root().join(name)
    }

    fn write(&self, name: &str, bytes: &[u8]) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kerosene-tools"));
        command.arg("kiln").args(arguments).current_dir(self.root());
        command.env("KEROSENE_CACHE", self.0.path().join("cache")).stdin(Stdio::null());
        command
    }

    fn kiln(&self, arguments: &[&str]) -> (i32, String, String) {
        let Output { status, stdout, stderr } = self.command(arguments).output().unwrap();
        (status.code().unwrap_or(-1), String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
    }

    /// A build that goes well, in numbers: built, from the cache, up to date.
    fn build(&self, arguments: &[&str]) -> [u64; 3] {
        let (code, stdout, stderr) = self.kiln(&[arguments, &["--json"]].concat());
        assert_eq!(code, 0, "{stdout}{stderr}");
        let last: Value = serde_json::from_str(stdout.lines().last().unwrap()).unwrap();
        ["built", "cached", "fresh"].map(|key| last["summary"][key].as_u64().unwrap())
    }

    /// A build that does not, and what it said.
    fn refused(&self, arguments: &[&str]) -> String {
        let (code, stdout, stderr) = self.kiln(arguments);
        assert_eq!(code, 1, "{stdout}{stderr}");
        stdout + stderr.as_str()
    }

    /// The reasons for what would be built, by result.
    fn reasons(&self) -> BTreeMap<String, String> {
        let (_, stdout, _) = self.kiln(&["--dry-run"]);
        let lines = stdout.lines().filter_map(|line| line.strip_prefix("would build ")?.split_once(": "));
        lines.map(|(step, reason)| (step.to_owned(), reason.to_owned())).collect()
    }

    /// Every file that is not kiln's own, with its content.
    fn files(&self) -> BTreeMap<String, Vec<u8>> {
        let mut files = BTreeMap::new();
        let mut folders = vec![self.root()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
                let path = entry.path();
                match path.file_name().unwrap().to_str().unwrap() {
                    ".kiln" => {}
                    _ if path.is_dir() => folders.push(path),
                    _ => {
                        let name = path.strip_prefix(self.root()).unwrap().to_string_lossy().into_owned();
                        files.insert(name, fs::read(&path).unwrap());
                    }
                }
            }
        }
        files
    }

    /// A project with the same sources, the same cache and nothing built.
    fn clone_of(other: &Self, cache: bool) -> Self {
        let project = Self(tempfile::tempdir().unwrap());
        let results = ["ktex", "kmat_c", "kmdl", "kaud", "kbsp", "kprt", "kleak", "pts", "vault"];
        let is_result = |name: &str| results.iter().any(|ending| name.ends_with(&format!(".{ending}")));
        for (name, bytes) in other.files().into_iter().filter(|(name, _)| !is_result(name)) {
            project.write(&name, &bytes);
        }
        if cache {
            fs::rename(other.0.path().join("cache"), project.0.path().join("cache")).unwrap();
        }
        project
    }
}

/// A picture as a TGA file.
fn picture(size: u16, seed: u8) -> Vec<u8> {
    let mut bytes = vec![0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    bytes.extend(size.to_le_bytes().into_iter().chain(size.to_le_bytes()).chain([24, 0x20]));
    let pixels = (0..u32::from(size) * u32::from(size)).flat_map(|at| [at as u8 ^ seed, (at >> 3) as u8, seed]);
    bytes.extend(pixels);
    bytes
}

/// A picture half of black and half of white pixels, in another order for another seed: what a map reads of it, its size and
/// its average colour, is the same.
fn half_tone(seed: u8) -> Vec<u8> {
    let mut bytes = picture(8, 0);
    let head = bytes.len() - 3 * 64;
    let white = |at: usize| if (at as u8 ^ seed) & 1 == 0 { 255 } else { 0 };
    bytes[head..].iter_mut().enumerate().for_each(|(at, byte)| *byte = white(at / 3));
    bytes
}

/// A closed room as a Quake map, its walls of one texture.
fn room(texture: &str) -> String {
    room_under(texture, 128)
}

/// The same with the ceiling at some height; the walls are 128 units high.
fn room_under(texture: &str, ceiling: i32) -> String {
    let slab = |min: [i32; 3], max: [i32; 3]| {
        let [a, b, c] = min;
        let [d, e, f] = max;
        let sides = [
            format!("( {a} {b} {c} ) ( {a} {} {c} ) ( {a} {b} {} )", b + 1, c + 1),
            format!("( {a} {b} {c} ) ( {a} {b} {} ) ( {} {b} {c} )", c + 1, a + 1),
            format!("( {a} {b} {c} ) ( {} {b} {c} ) ( {a} {} {c} )", a + 1, b + 1),
            format!("( {d} {e} {f} ) ( {d} {} {f} ) ( {} {e} {f} )", e + 1, d + 1),
            format!("( {d} {e} {f} ) ( {} {e} {f} ) ( {d} {e} {} )", d + 1, f + 1),
            format!("( {d} {e} {f} ) ( {d} {e} {} ) ( {d} {} {f} )", f + 1, e + 1),
        ];
        let side = |planes: String| format!("{planes} {texture} 0 0 0 1 1\n");
        format!("{{\n{}}}\n", sides.map(side).concat())
    };
    let slabs = [
        slab([-144, -144, -16], [144, 144, 0]),
        slab([-144, -144, ceiling], [144, 144, ceiling + 16]),
        slab([-144, -144, 0], [-128, 144, 128]),
        slab([128, -144, 0], [144, 144, 128]),
        slab([-128, -144, 0], [128, -128, 128]),
        slab([-128, 128, 0], [128, 144, 128]),
    ];
    let start = "{\n\"classname\" \"info_player_start\"\n\"origin\" \"0 0 32\"\n}\n";
    format!("{{\n\"classname\" \"worldspawn\"\n{}}}\n{start}", slabs.concat())
}

/// Number of materials that are made of a picture by itself.
fn per_picture(project: &Project) -> u64 {
    // A stage that comes to the executable adds a result to each picture; what is built says how many there are.
    let textures = project.files().keys().filter(|name| name.ends_with(".ktex")).count() as u64;
    let materials = project.files().keys().filter(|name| name.ends_with(".kmat_c")).count() as u64;
    1 + materials / textures
}

#[test]
fn only_what_changed_is_built_and_the_reason_is_told() {
    let project = Project::new();
    project.write("art/Wände/Mur épais.tga", &picture(4, 2));
    project.write("scripts/hello.kscr", b"print(1)");
    assert_eq!(project.reasons()["maps/start.kbsp"], "not built yet");
    let [built, cached, fresh] = project.build(&[]);
    let each = per_picture(&project);
    assert_eq!([built, cached, fresh], [2 * each + 1, 0, 0]);
    let all = built;
    assert!(
        project.path("materials/wÄnde/mur épais.ktex").exists()
            || project.path("materials/wände/mur épais.ktex").exists()
    );
    assert_eq!(project.build(&[]), [0, 0, all]);

    // A time is no change; a change is, and only what is made of it is built.
    let picture_file = fs::File::options().append(true).open(project.path("art/brick.tga")).unwrap();
    picture_file.set_modified(std::time::SystemTime::UNIX_EPOCH).unwrap();
    assert_eq!(project.build(&[]), [0, 0, all]);
    project.write("art/brick.tga", &half_tone(1));
    assert_eq!(project.reasons()["materials/brick.ktex"], "art/brick.tga changed");
    let before = fs::read(project.path("maps/start.kbsp")).unwrap();
    let [built, cached, _] = project.build(&[]);
    assert!(built >= 1 && built <= each && cached == 0, "{built} built, {cached} from the cache");
    assert_eq!(fs::read(project.path("maps/start.kbsp")).unwrap(), before);

    // Back again: the cache knows.
    project.write("art/brick.tga", &half_tone(0));
    let [built, cached, _] = project.build(&[]);
    assert!(built == 0 && cached >= 1, "{built} built, {cached} from the cache");

    project.write("art/brick.kcfg", b"texture { quality best }");
    assert_eq!(project.reasons()["materials/brick.ktex"], "option quality changed");
    assert_eq!(project.build(&[])[0], 1);
    fs::remove_file(project.path("materials/brick.ktex")).unwrap();
    assert_eq!(project.reasons()["materials/brick.ktex"], "result materials/brick.ktex missing");
    assert_eq!(project.build(&[])[..2], [0, 1]);

    // What maps read of a material is its size: a larger picture makes another map, and so does one that was not there.
    project.write("art/brick.tga", &picture(16, 1));
    project.build(&[]);
    assert_ne!(fs::read(project.path("maps/start.kbsp")).unwrap(), before);
    project.write("maps/start.map", room("later").as_bytes());
    project.build(&[]);
    assert_eq!(project.build(&[])[0], 0);
    project.write("art/later.tga", &picture(4, 5));
    project.build(&["--no-cache"]);
    let clean = Project::clone_of(&project, false);
    clean.build(&["--no-cache"]);
    assert_eq!(clean.files(), project.files());
    fs::remove_file(project.path("art/later.tga")).unwrap();

    // A source that is gone takes its result with it, and the archive is of what is left.
    fs::remove_dir_all(project.path("art/Wände")).unwrap();
    project.build(&[]);
    let listed = Command::new(env!("CARGO_BIN_EXE_kerosene-tools"))
        .args(["vault", "list", "game.vault"])
        .current_dir(project.root())
        .output()
        .unwrap();
    let listed = String::from_utf8(listed.stdout).unwrap();
    let names: Vec<_> = listed.lines().filter(|line| !line.ends_with(".kmat_c")).collect();
    assert_eq!(names, ["maps/start.kbsp", "materials/brick.ktex", "scripts/hello.kscr"]);
}

#[test]
fn a_clone_with_the_cache_builds_nothing_and_gets_the_same_bytes() {
    let project = Project::new();
    let [built, ..] = project.build(&[]);
    let clone = Project::clone_of(&project, true);
    assert_eq!(clone.build(&[]), [0, built, 0]);
    assert_eq!(clone.files(), project.files());
    // What is damaged in the cache is made anew.
    let clone = Project::clone_of(&clone, true);
    let results = clone.0.path().join("cache/results");
    for folder in fs::read_dir(results).unwrap().map(Result::unwrap) {
        for file in fs::read_dir(folder.path()).unwrap().map(Result::unwrap) {
            fs::write(file.path(), b"damaged").unwrap();
        }
    }
    assert_eq!(clone.build(&[]), [built, 0, 0]);
    assert_eq!(clone.files(), project.files());
}

#[test]
fn one_that_fails_does_not_keep_others_from_being_built() {
    let project = Project::new();
    project.write("art/bad.png", b"no picture");
    project.write("art/two.tga", &picture(4, 1));
    project.write("art/Two.png", b"another");
    project.write("art/three.tga", &picture(4, 1));
    project.write("art/three.kcfg", b"texture {\n\tcolour red\n}");
    let told = project.refused(&[]);
    for part in
        ["K0620", "K0720", "art/Two.png and art/two.tga would both give materials/two.ktex", "K0724", "three.kcfg:2"]
    {
        assert!(told.contains(part), "{part} is missing in\n{told}");
    }
    assert!(told.contains("not packed") && !project.path("game.vault").exists(), "{told}");
    assert!(project.path("materials/brick.ktex").exists() && project.path("maps/start.kbsp").exists());
}

#[test]
fn a_leak_can_be_looked_at_and_is_no_success() {
    let project = Project::new();
    project.write("maps/start.map", room_under("brick", 136).as_bytes());
    assert!(project.refused(&[]).contains("K0401"));
    assert!(project.path("maps/start.kleak").exists() && project.path("maps/start.kbsp").exists());
    assert_eq!(project.reasons()["maps/start.kbsp"], "failed the last time");
    project.build(&["--ignore-leaks"]);
    project.write("maps/start.map", room("brick").as_bytes());
    project.build(&[]);
    assert!(!project.path("maps/start.kleak").exists() && project.path("maps/start.kprt").exists());
}

#[test]
fn nobody_else_s_file_is_written_over_or_removed() {
    let project = Project::new();
    project.write("materials/brick.ktex", b"mine");
    assert!(project.refused(&[]).contains("K0722"));
    assert_eq!(fs::read(project.path("materials/brick.ktex")).unwrap(), b"mine");
    fs::remove_file(project.path("materials/brick.ktex")).unwrap();
    project.build(&[]);
    project.write("materials/other.ktex", b"mine");
    project.write("maps/start.kprt", b"changed by hand");
    let sources = Project::clone_of(&project, false).files();
    let (code, told, _) = project.kiln(&["--clean"]);
    assert!(code == 0 && told.contains("kept maps/start.kprt"), "{told}");
    let mut left = project.files();
    assert_eq!(left.remove("materials/other.ktex").as_deref(), Some(&b"mine"[..]));
    assert!(left.remove("maps/start.kprt").is_some());
    assert_eq!(left, sources);
    assert!(!project.path(".kiln").exists());
}

#[test]
fn two_builds_of_one_project_are_kept_apart() {
    let project = Project::new();
    project.build(&[]);
    let lock = fs::File::options().write(true).open(project.path(".kiln/lock")).unwrap();
    lock.lock().unwrap();
    assert!(project.refused(&[]).contains("K0721"));
    drop(lock);
    project.build(&[]);
}

#[test]
fn damaged_records_are_told_and_made_anew() {
    let project = Project::new();
    let [built, ..] = project.build(&[]);
    let before = project.files();
    for name in [".kiln/journal", ".kiln/hashes"] {
        let mut bytes = fs::read(project.path(name)).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 0xff;
        project.write(name, &bytes);
    }
    let (code, _, stderr) = project.kiln(&["--no-cache"]);
    assert!(code == 0 && stderr.matches("K0725").count() == 2, "{stderr}");
    assert_eq!(project.build(&[]), [0, 0, built]);
    assert_eq!(project.files(), before);
}

#[cfg(unix)]
#[test]
fn odd_folders_are_told_and_do_no_harm() {
    use std::os::unix::fs::symlink;
    let project = Project::new();
    symlink("..", project.path("art/round")).unwrap();
    symlink("/etc", project.path("art/outside")).unwrap();
    symlink("brick.tga", project.path("art/alias.tga")).unwrap();
    symlink("nothing", project.path("art/dead.tga")).unwrap();
    let (code, _, stderr) = project.kiln(&[]);
    // The link into the content shows a map where none is compiled.
    assert!(code == 0 && stderr.matches("K0723").count() == 4, "{stderr}");
    assert!(project.path("materials/alias.ktex").exists());
    // A file where a folder has to be, and a limit on the size of files, as a full disk would be.
    let project = Project::new();
    project.write("materials", b"a file");
    assert!(project.refused(&[]).contains("K0008"));
    let project = Project::new();
    project.write("art/large.tga", &picture(512, 1));
    let kiln = format!("trap '' XFSZ; ulimit -f 40; exec {} kiln --no-cache", env!("CARGO_BIN_EXE_kerosene-tools"));
    let Output { status, stderr, .. } =
        Command::new("sh").args(["-c", &kiln]).current_dir(project.root()).output().unwrap();
    let stderr = String::from_utf8_lossy(&stderr);
    assert!(status.code() == Some(1) && stderr.contains("K0503"), "{stderr}");
    assert!(!project.path("materials/large.ktex").exists() && project.path("materials/brick.ktex").exists());
    project.build(&[]);
}

#[cfg(unix)]
#[test]
fn what_is_shipped_is_a_list_and_fresh() {
    let project = Project::new();
    project.write("game.kproj", b"project { name Game startmap start bin play-it }");
    let program = project.0.path().join("bin/play-it");
    fs::create_dir_all(program.parent().unwrap()).unwrap();
    fs::write(&program, "#!/bin/sh\n").unwrap();
    fs::set_permissions(&program, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let ship = |folder: &str| {
        let mut command = project.command(&["--ship", folder]);
        let Output { status, stdout, stderr } = command.env("PATH", program.parent().unwrap()).output().unwrap();
        (status.code().unwrap(), String::from_utf8(stdout).unwrap() + &String::from_utf8(stderr).unwrap())
    };
    let (code, told) = ship("../shipped");
    assert_eq!(code, 0, "{told}");
    let mut names = Vec::new();
    let shipped = project.0.path().join("shipped");
    for folder in ["", "licences"] {
        let entries = fs::read_dir(shipped.join(folder)).unwrap().map(|entry| entry.unwrap().file_name());
        names.extend(entries.map(|name| name.into_string().unwrap()));
    }
    names.sort();
    let listed =
        ["README.txt", "game", "game.kproj", "game.vault", "kerosene-Apache-2.0.txt", "kerosene-MIT.txt", "licences"];
    assert_eq!(names, listed);
    assert_eq!(fs::read(shipped.join("game.vault")).unwrap(), fs::read(project.path("game.vault")).unwrap());
    // Again is nothing new; into a folder with something else in it, or with errors, it is refused.
    assert_eq!(ship("../shipped").0, 0);
    fs::write(shipped.join("notes.txt"), "mine").unwrap();
    let (code, told) = ship("../shipped");
    assert!(code == 1 && told.contains("K0726") && told.contains("notes.txt"), "{told}");
    project.write("art/bad.png", b"no picture");
    let (code, told) = ship("../other");
    assert!(code == 1 && !project.0.path().join("other").exists(), "{told}");
}

/// A texture of Quake in a file of its own.
fn miptex() -> Vec<u8> {
    let mut bytes = b"slime".to_vec();
    bytes.resize(16, 0);
    for number in [16_u32, 16, 40, 40 + 256, 40 + 256 + 64, 40 + 256 + 64 + 16] {
        bytes.extend(number.to_le_bytes());
    }
    bytes.extend((0..256 + 64 + 16 + 4).map(|at| at as u8));
    bytes
}

#[test]
fn a_file_that_was_looked_for_is_seen_when_it_comes_or_goes() {
    let project = Project::new();
    project.write("art/slime.mip", &miptex());
    project.write("art/wall.kmat", b"material { basetexture plaster }");
    project.write("art/plaster.tga", &picture(8, 3));
    let instance =
        "world { \"classname\" \"worldspawn\" }\nentity { \"classname\" \"func_instance\" \"file\" \"lamp.vmf\" }";
    project.write("maps/inst.vmf", instance.as_bytes());
    project.write(
        "maps/wads.map",
        room("brick").replacen("worldspawn\"", "worldspawn\"\n\"wad\" \"c:/my.wad\"", 1).as_bytes(),
    );
    project.kiln(&["--ignore-leaks"]);
    assert!(project.reasons().keys().all(|step| step.starts_with("maps/inst") || step.ends_with(".vault")));

    project.write("art/gfx/palette.lmp", &[128; 768]);
    project.write("maps/instances/lamp.vmf", b"world { \"classname\" \"worldspawn\" }");
    let wad = b"WAD3\0\0\0\0\x0c\0\0\0";
    project.write("maps/my.wad", wad);
    let reasons = project.reasons();
    assert_eq!(reasons["alchemy compile:art/slime"], "art/gfx/palette.lmp is there now");
    assert_eq!(reasons["maps/wads.kbsp"], "maps/my.wad is there now");
    assert!(reasons.contains_key("maps/inst.kbsp"), "{reasons:?}");
    project.kiln(&["--ignore-leaks"]);
    assert!(!project.reasons().contains_key("maps/wads.kbsp"));
    project.write("maps/my.wad", &[wad.as_slice(), b"more"].concat());
    assert_eq!(project.reasons()["maps/wads.kbsp"], "maps/my.wad changed");

    fs::remove_file(project.path("art/plaster.tga")).unwrap();
    assert_eq!(project.reasons()["materials/wall.kmat_c"], "art/plaster.tga is gone");
    let (_, _, stderr) = project.kiln(&["--ignore-leaks"]);
    assert!(stderr.contains("K0623") && stderr.contains("plaster"), "{stderr}");
    project.write("art/plaster.png", b"no picture, but there");
    assert_eq!(project.reasons()["materials/wall.kmat_c"], "art/plaster.png is there now");
}

#[test]
fn a_dry_run_says_what_a_build_does() {
    let project = Project::new();
    project.build(&[]);
    let told = || project.kiln(&["--dry-run"]).1;
    assert!(told().starts_with("0 to build, "), "{}", told());
    fs::remove_file(project.path("game.vault")).unwrap();
    assert_eq!(project.reasons()["game.vault"], "result game.vault missing");
    project.build(&[]);
    project.write("scripts/x.txt", b"new");
    assert_eq!(project.reasons()["game.vault"], "other files belong into it");
    project.build(&[]);
    // Another texture makes another map only where its size is another, which nobody knows before.
    fs::remove_file(project.path("materials/brick.ktex")).unwrap();
    let text = told();
    assert!(
        text.contains("may build maps/start.kbsp: if what it reads of materials/brick.ktex is different"),
        "{text}"
    );
    assert!(text.contains("2 to build, 1 perhaps, "), "{text}");
    // A file in the way is told before.
    project.write("materials/brick.ktex", b"mine");
    let (_, _, stderr) = project.kiln(&["--dry-run"]);
    assert!(stderr.contains("K0722") && stderr.contains("it was built here and is another file now"), "{stderr}");
}

#[test]
fn damaged_results_are_made_anew_and_others_told_for_what_they_are() {
    let project = Project::new();
    project.build(&[]);
    let before = project.files();
    for name in ["materials/brick.ktex", "maps/start.kbsp", "game.vault"] {
        let bytes = fs::read(project.path(name)).unwrap();
        project.write(name, &[&bytes[..bytes.len() / 2], b"junk"].concat());
    }
    project.build(&[]);
    assert_eq!(project.files(), before);
    project.write("game.vault", b"mine");
    let told = project.refused(&[]);
    assert!(told.contains("K0722") && told.contains("no archive"), "{told}");
    fs::remove_file(project.path("game.vault")).unwrap();
    // Two sources of one result are told as such, whichever was there first.
    project.write("art/slime.mip", &miptex());
    project.build(&[]);
    project.write("art/slime.tga", &picture(8, 1));
    let told = project.refused(&[]);
    assert!(told.contains("K0720") && told.contains("art/slime.mip and art/slime.tga both give"), "{told}");
}

#[test]
fn leaks_are_forgiven_without_a_build_of_what_is_sealed() {
    let project = Project::new();
    project.write("maps/open.map", room_under("brick", 136).as_bytes());
    project.refused(&[]);
    assert_eq!(project.build(&["--ignore-leaks", "--no-pack"])[0], 1);
    assert_eq!(project.build(&["--ignore-leaks", "--no-pack"])[0], 0);
    assert_eq!(project.reasons()["maps/open.kbsp"], "it leaks, and --ignore-leaks is not said any more");
    assert!(project.refused(&[]).contains("K0401"));
}

#[test]
fn options_and_files_that_mean_nothing_are_told_once_and_where_they_stand() {
    let project = Project::new();
    project.write("art/brick.kcfg", b"texture {\n\tas bogus\n}");
    project.write("art/bad.png", b"no picture");
    project.write("art/brick.bmp", b"");
    project.write("art/hut.fbx", b"");
    project.write("materials/loose.png", b"");
    let told = project.refused(&[]);
    assert!(told.contains("K0724") && told.contains("brick.kcfg:2") && told.contains("bogus"), "{told}");
    assert_eq!((told.matches("K0724").count(), told.matches("K0620").count()), (1, 1), "{told}");
    for part in ["art/brick.bmp", "no stage reads .fbx", "materials/loose.png", "compiled in art/ only"] {
        assert!(told.contains(part), "{part} is missing in\n{told}");
    }
    project.write("art/brick.kcfg", b"texture {\n\t// M\xfcll\n}");
    let told = project.refused(&[]);
    assert!(told.contains("brick.kcfg:2") && told.contains("save it as UTF-8"), "{told}");
}

#[test]
fn pictures_for_an_editor_do_not_hide_the_engine_s_own_materials() {
    let project = Project::new();
    let export = Command::new(env!("CARGO_BIN_EXE_kerosene-tools"))
        .args(["export", "trenchbroom", "../editor", "--content", "."])
        .current_dir(project.root())
        .output()
        .unwrap();
    assert!(export.status.success());
    project.write("art/wall_albedo.tga", &picture(8, 1));
    project.build(&["--no-pack"]);
    for folder in ["tools", "liquids", "dev"] {
        assert!(!project.path(&format!("materials/{folder}")).exists(), "{folder}");
    }
    // What the editor calls a set by its base colour is a material too.
    assert!(project.path("materials/wall.kmat_c").exists() && project.path("materials/wall_albedo.kmat_c").exists());
    // A picture of one's own is shown by the engine's material.
    project.write("art/liquids/water.png", &fs::read(project.path("art/tools/clip.png")).unwrap());
    project.build(&["--no-pack"]);
    assert!(project.path("materials/liquids/water.ktex").exists());
    assert!(!project.path("materials/liquids/water.kmat_c").exists());
}

#[test]
fn one_archive_is_left_when_the_project_is_renamed() {
    let project = Project::new();
    project.build(&[]);
    fs::rename(project.path("game.kproj"), project.path("tower.kproj")).unwrap();
    assert!(project.kiln(&["--dry-run"]).1.contains("would remove game.vault"));
    let old = fs::read(project.path("game.vault")).unwrap();
    project.build(&[]);
    assert!(!project.path("game.vault").exists() && project.path("tower.vault").exists());
    // One that nobody remembers is not shipped beside the new one, and a start that is not there is told.
    project.write("earlier.vault", &old);
    project.write("tower.kproj", b"project { startmap strat bin sh }");
    let told = project.refused(&["--ship", "../shipped"]);
    assert!(told.contains("K0726") && told.contains("`strat`, which is not there; did you mean `start`?"), "{told}");
    project.write("tower.kproj", b"project { startmapp start bin sh }");
    let told = project.refused(&["--ship", "../shipped"]);
    assert!(told.contains("earlier.vault and tower.vault both hold"), "{told}");
    assert!(told.contains("did you mean `startmap`?"), "{told}");
    assert!(!project.0.path().join("shipped").exists());
}

/// Runs a script in a place where a small disk can be mounted; nothing where the system does not let us.
#[cfg(unix)]
fn on_a_small_disk(folder: &Path, script: &str) -> Option<Output> {
    let mount = format!("mount -t tmpfs -o size=600k none {} && ", folder.display());
    let run = |script: &str| Command::new("unshare").args(["-rm", "sh", "-c", script]).output().ok();
    run(&format!("{mount} true")).filter(|output| output.status.success())?;
    run(&format!("{mount}{script}"))
}

#[cfg(unix)]
#[test]
fn a_full_disk_ends_the_build_once_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let project = Project::new();
    for number in 0..30 {
        project.write(&format!("art/tile{number}.tga"), &picture(64, number));
    }
    let script = format!(
        "cd {} && cp -r {}/. . && {} kiln --no-cache -j 2",
        folder.path().display(),
        project.root().display(),
        env!("CARGO_BIN_EXE_kerosene-tools")
    );
    let Some(Output { status, stdout, stderr }) = on_a_small_disk(folder.path(), &script) else {
        eprintln!("skipped: this system lets us mount no small disk");
        return;
    };
    let told = String::from_utf8_lossy(&stdout).into_owned() + &String::from_utf8_lossy(&stderr);
    assert_eq!(status.code(), Some(1), "{told}");
    assert!(told.matches("the disk is full").count() == 1 && !told.contains("ended with"), "{told}");
}

#[cfg(unix)]
#[test]
fn a_project_that_cannot_be_written_is_up_to_date_all_the_same() {
    let project = Project::new();
    project.build(&[]);
    let root = project.root();
    let kiln = env!("CARGO_BIN_EXE_kerosene-tools");
    let script = |then: &str| {
        let script =
            format!("mount --bind {0} {0} && mount -o remount,ro,bind {0} && cd {0} && {then}", root.display());
        Command::new("unshare").args(["-rm", "sh", "-c", &script]).output().ok()
    };
    if !script("true").is_some_and(|output| output.status.success()) {
        eprintln!("skipped: this system lets us mount nothing");
        return;
    }
    let built = script(&format!("{kiln} kiln --no-cache")).unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    project.write("art/brick.tga", &half_tone(1));
    let built = script(&format!("{kiln} kiln --no-cache")).unwrap();
    assert!(String::from_utf8_lossy(&built.stderr).contains("K0503"), "{}", String::from_utf8_lossy(&built.stderr));
}

/// Waits for a line of a process that has a text in it.
fn wait_for(lines: &mut impl Iterator<Item = std::io::Result<String>>, text: &str) -> String {
    lines.map(Result::unwrap).find(|line| line.contains(text)).unwrap()
}

#[test]
fn a_watch_builds_after_each_change() {
    use std::io::BufRead;
    let project = Project::new();
    let mut child = project.command(&["--watch", "--json"]).stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = std::io::BufReader::new(child.stdout.take().unwrap()).lines();
    wait_for(&mut lines, "\"summary\"");
    project.write("art/second.tga", &picture(4, 9));
    assert!(wait_for(&mut lines, "\"changed\"").contains("art/second.tga"));
    wait_for(&mut lines, "materials/second.ktex");
    wait_for(&mut lines, "\"summary\"");
    assert!(project.path("materials/second.ktex").exists());
    // Results that go are made again, and a project file that is broken is told.
    fs::remove_dir_all(project.path("materials")).unwrap();
    wait_for(&mut lines, "materials/second.ktex");
    project.write("game.kproj", b"project {");
    wait_for(&mut lines, "game.kproj");
    wait_for(&mut lines, "K0001");
    project.write("game.kproj", b"project { name Game startmap start }");
    wait_for(&mut lines, "\"summary\"");
    child.kill().unwrap();
    child.wait().unwrap();
}

/// Kills builds, with all their stages, at moments spread over the time that a build takes; the last one goes on to the end.
/// Gives how many of them had not ended by themselves.
#[cfg(unix)]
fn survives_kills(project: &Project, kills: u32, arguments: &[&str]) -> u32 {
    use std::os::unix::process::CommandExt;
    use std::time::{Duration, Instant};
    let clean = Project::clone_of(project, false);
    #[allow(clippy::disallowed_methods, reason = "how long a build takes, to kill others in the middle")]
    let began = Instant::now();
    let arguments = [arguments, &["--no-cache"]].concat();
    let (code, ..) = clean.kiln(&arguments);
    let whole = began.elapsed();
    let mut random = 0x2545_f491_4f6c_dd1d_u64;
    let mut died = 0;
    for _ in 0..kills {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        let mut command = project.command(&arguments);
        let mut child = command.process_group(0).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let moment = whole.mul_f64((random >> 11) as f64 / (1_u64 << 53) as f64 / f64::from(kills) * 2.0);
        std::thread::park_timeout(moment.max(Duration::from_millis(1)));
        let group = format!("-{}", child.id());
        Command::new("kill").args(["-9", "--", &group]).stderr(Stdio::null()).status().unwrap();
        died += u32::from(child.wait().unwrap().code().is_none());
    }
    assert_eq!(project.kiln(&arguments).0, code);
    assert_eq!(project.files(), clean.files());
    let (_, told, _) = project.kiln(&["--clean"]);
    assert_eq!(project.files(), Project::clone_of(&clean, false).files(), "{told}");
    died
}

#[cfg(unix)]
#[test]
fn killed_builds_leave_nothing_that_a_clean_build_would_not() {
    let project = Project::new();
    for number in 0..6 {
        project.write(&format!("art/tile{number}.tga"), &picture(64, number));
    }
    assert!(survives_kills(&project, 8, &[]) > 0);
}

/// A project of the size of a game: 2,000 textures, 100 models, 30 maps of the corpus.
fn large_project(corpus: &Path) -> Project {
    let project = Project::new();
    for number in 0..2000_u32 {
        let mut bytes = picture(64, (number % 251) as u8);
        bytes[18..22].copy_from_slice(&number.to_le_bytes());
        project.write(&format!("art/set{}/texture{number}.tga", number / 100), &bytes);
    }
    for number in 0..100 {
        let corner = format!("v 0 0 0\nv {} 0 0\nv 0 1 0\nv 0 0 1\n", number + 1);
        let faces = "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n";
        project.write(&format!("art/props/prop{number}.obj"), (corner + faces).as_bytes());
    }
    let mut maps = Vec::new();
    let mut folders = vec![corpus.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
            let path = entry.path();
            match path.extension().and_then(|extension| extension.to_str()) {
                _ if path.is_dir() => folders.push(path),
                Some("map") => maps.push((entry.metadata().unwrap().len(), path)),
                _ => {}
            }
        }
    }
    // The smaller ones: what is proven here is the build and not the compiler.
    maps.sort();
    for (number, (_, path)) in maps.into_iter().take(30).enumerate() {
        project.write(&format!("maps/map{number}.map"), &fs::read(path).unwrap());
    }
    project
}

/// `KEROSENE_KILN_PROOF=1 cargo test -p kerosene-tools --test kiln -- --nocapture the_whole_proof`
#[cfg(unix)]
#[test]
fn the_whole_proof() {
    let corpus = std::env::var_os("KEROSENE_CORPUS")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus"), PathBuf::from);
    if std::env::var_os("KEROSENE_KILN_PROOF").is_none() || !corpus.is_dir() {
        eprintln!("skipped: KEROSENE_KILN_PROOF is not set, or there is no corpus");
        return;
    }
    let project = large_project(&corpus);
    let timed = |what: &str, arguments: &[&str]| {
        let (code, stdout, _) = project.kiln(&[arguments, &["--json", "--ignore-leaks"]].concat());
        let last: Value = serde_json::from_str(stdout.lines().last().unwrap()).unwrap();
        let summary = &last["summary"];
        eprintln!("{what}: {summary}");
        (code, summary["seconds"].as_f64().unwrap(), summary["built"].as_u64().unwrap())
    };
    let (_, _, built) = timed("full build", &[]);
    assert!(built > 2000, "{built}");
    let (_, seconds, built) = timed("nothing changed", &[]);
    assert!(built == 0 && seconds < 0.5, "{built} built in {seconds} s");
    let mut bytes = picture(64, 7);
    bytes[18..22].copy_from_slice(&[9, 9, 9, 9]);
    project.write("art/set3/texture300.tga", &bytes);
    let (_, _, built) = timed("one texture changed", &[]);
    assert!((1..=2).contains(&built), "{built}");
    let clone = Project::clone_of(&project, true);
    let (_, stdout, _) = clone.kiln(&["--json", "--ignore-leaks"]);
    let last: Value = serde_json::from_str(stdout.lines().last().unwrap()).unwrap();
    eprintln!("fresh clone with the cache: {}", last["summary"]);
    assert_eq!(last["summary"]["built"], 0);
    assert_eq!(clone.files(), project.files());
    let died = survives_kills(&Project::clone_of(&project, false), 100, &["--ignore-leaks"]);
    eprintln!("{died} of 100 builds were killed before their end");
}
