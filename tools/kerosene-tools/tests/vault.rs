//! `vault` as a person calls it.
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use common::Place;
use serde_json::Value;
use std::fs;
use std::path::Path;

/// A folder with content in it.
fn place() -> Place {
    let place = Place::of("vault");
    place.write("game/maps/E1M1.kbsp", &[5; 9_000]);
    place.write("game/maps/copy.kbsp", &[5; 9_000]);
    place.write("game/art/brick.png", b"a picture");
    place.write("game/.git/config", b"hidden");
    place.write("game/old.vault", b"an archive");
    place
}

fn modified(path: &Path) -> std::time::SystemTime {
    fs::metadata(path).unwrap().modified().unwrap()
}

#[test]
fn a_folder_is_packed_and_unpacked() {
    let place = place();
    let told = place.done(&["pack", "game"]);
    assert!(told.starts_with("packed 3 files (1 of them equal to others), 18.0 kB in "), "{told}");
    assert!(told.contains("left out, since they are hidden or cannot be named everywhere: .git"), "{told}");
    assert_eq!(place.done(&["list", "game.vault"]), "art/brick.png\nmaps/copy.kbsp\nmaps/e1m1.kbsp\n");
    assert!(place.done(&["verify", "game.vault"]).contains("3 files, 18.0 kB, all whole"));
    place.done(&["unpack", "game.vault", "out", "--only", "maps/*"]);
    assert_eq!(fs::read(place.path("out/maps/e1m1.kbsp")).unwrap(), [5; 9_000]);
    assert!(!place.path("out/art").exists());
}

#[test]
fn an_archive_is_the_same_for_any_number_of_jobs_and_left_alone_when_nothing_changed() {
    let place = place();
    place.done(&["pack", "game", "-o", "one.vault", "--jobs", "1"]);
    place.done(&["pack", "game", "-o", "four.vault", "--jobs", "4"]);
    assert_eq!(fs::read(place.path("one.vault")).unwrap(), fs::read(place.path("four.vault")).unwrap());
    let before = modified(&place.path("one.vault"));
    assert!(place.done(&["pack", "game", "-o", "one.vault"]).starts_with("already packed: "));
    assert_eq!(modified(&place.path("one.vault")), before);
    place.write("game/new.txt", b"new");
    let report: Value = serde_json::from_str(&place.done(&["pack", "game", "-o", "one.vault", "--json"])).unwrap();
    assert_eq!((&report["files"], &report["contents"], &report["changed"]), (&4.into(), &3.into(), &true.into()));
}

#[test]
fn patterns_select_what_is_packed() {
    let place = place();
    assert_eq!(place.done(&["pack", "game", "--list", "--only", "*.kbsp", "--exclude", "maps/c*"]), "maps/e1m1.kbsp\n");
    assert!(!place.path("game.vault").exists());
    let (code, _, stderr) = place.run(&["pack", "game", "--only", "a["]);
    assert_eq!(code, 2, "{stderr}");
}

#[test]
fn differences_are_listed_by_kind() {
    let place = place();
    place.done(&["pack", "game", "-o", "a.vault"]);
    fs::remove_file(place.path("game/maps/copy.kbsp")).unwrap();
    place.write("game/art/brick.png", b"another picture");
    place.write("game/new.txt", b"new");
    place.done(&["pack", "game", "-o", "b.vault"]);
    let (code, stdout, _) = place.run(&["diff", "a.vault", "b.vault"]);
    assert_eq!(code, 1);
    assert_eq!(stdout, "~ art/brick.png (9 B -> 15 B)\n- maps/copy.kbsp (9.0 kB)\n+ new.txt (3 B)\n");
    assert_eq!(place.done(&["diff", "a.vault", "a.vault"]), "");
}

/// Nothing that is there is lost, and nothing half done is left.
#[test]
fn unpacking_over_other_files_writes_nothing_unless_it_is_forced() {
    let place = place();
    place.done(&["pack", "game"]);
    place.write("out/maps/e1m1.kbsp", b"mine");
    let (code, _, stderr) = place.run(&["unpack", "game.vault", "out"]);
    assert_eq!(code, 1);
    assert!(stderr.contains("K0503") && stderr.contains("--force"), "{stderr}");
    assert_eq!(fs::read(place.path("out/maps/e1m1.kbsp")).unwrap(), b"mine");
    assert!(!place.path("out/art").exists());
    place.done(&["unpack", "game.vault", "out", "--force"]);
    assert_eq!(fs::read(place.path("out/maps/e1m1.kbsp")).unwrap(), [5; 9_000]);
}

#[cfg(unix)]
#[test]
fn no_file_leaves_the_folder_through_a_link() {
    let place = place();
    place.done(&["pack", "game"]);
    fs::create_dir_all(place.path("outside")).unwrap();
    fs::create_dir_all(place.path("out")).unwrap();
    std::os::unix::fs::symlink(place.path("outside"), place.path("out/maps")).unwrap();
    let (code, _, stderr) = place.run(&["unpack", "game.vault", "out"]);
    assert_eq!(code, 1);
    assert!(stderr.contains("leads out of it through a symbolic link"), "{stderr}");
    assert_eq!(fs::read_dir(place.path("outside")).unwrap().count(), 0);
}

#[test]
fn damage_is_told_with_the_file_that_has_it() {
    let place = place();
    place.done(&["pack", "game", "--level", "0"]);
    let mut bytes = fs::read(place.path("game.vault")).unwrap();
    let at = bytes.windows(9).position(|window| window == b"a picture").unwrap();
    bytes[at] = b'A';
    fs::write(place.path("game.vault"), &bytes).unwrap();
    let (code, _, stderr) = place.run(&["verify", "game.vault"]);
    assert_eq!(code, 1);
    assert!(stderr.contains("K0601") && stderr.contains("art/brick.png"), "{stderr}");
    fs::write(place.path("game.vault"), &bytes[..500]).unwrap();
    let (code, _, stderr) = place.run(&["list", "game.vault"]);
    assert_eq!(code, 1);
    assert!(stderr.contains("the archive is damaged"), "{stderr}");
}
