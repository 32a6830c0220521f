//! The options as a person gives them: what they promise in `--help` is what happens.
#![allow(clippy::unwrap_used, reason = "tests")]

#[path = "common/rooms.rs"]
mod made;

use kerosene_bsp::BspFile;
use kerosene_map::{Map, write_kmap};
use made::{block, map, shell, start};
use std::path::Path;
use std::process::Command;

/// Exit code, standard output and standard error.
fn cleave(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_cleave")).current_dir(folder).args(arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

fn folder_with(map: &Map) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.kmap"), write_kmap(map).unwrap()).unwrap();
    folder
}

/// A room of 256 by 128, closed or without its far wall, with a pillar near either end.
fn room(closed: bool) -> Map {
    let mut brushes = shell(10, [0.0; 3], [256.0, 128.0, 128.0], "wall");
    if !closed {
        brushes.remove(1);
    }
    brushes.push(block(100, [32.0, 32.0, 0.0], [48.0, 48.0, 128.0], "wall"));
    brushes.push(block(120, [200.0, 32.0, 0.0], [216.0, 48.0, 128.0], "wall"));
    map(brushes, vec![start("64 64 64")])
}

#[test]
fn a_leak_fails_unless_it_is_waved_through_and_the_map_is_written_all_the_same() {
    let folder = folder_with(&room(false));
    let (code, out, error) = cleave(folder.path(), &["a.kmap"]);
    assert_eq!(code, 1);
    assert!(out.contains("LEAKS") && error.contains("K0401"), "{out}{error}");
    let strict = std::fs::read(folder.path().join("a.kbsp")).unwrap();
    assert!(folder.path().join("a.kleak").exists() && !folder.path().join("a.kprt").exists());
    let (code, ..) = cleave(folder.path(), &["a.kmap", "--ignore-leaks"]);
    assert_eq!(code, 0);
    let forgiven = BspFile::open(folder.path().join("a.kbsp")).unwrap();
    let strict = BspFile::from_bytes(strict).unwrap();
    assert_eq!(forgiven.faces(), strict.faces(), "only the exit code and the manifest differ");
}

#[test]
fn no_fill_keeps_the_outside_and_no_merge_the_brushes_faces() {
    let folder = folder_with(&room(true));
    let faces = |options: &[&str]| {
        let (code, _, error) = cleave(folder.path(), &[&["a.kmap", "--check"], options].concat());
        assert_eq!((code, error.as_str()), (0, ""), "{options:?}");
        BspFile::open(folder.path().join("a.kbsp")).unwrap().faces().len()
    };
    let plain = faces(&[]);
    assert!(faces(&["--no-fill"]) >= plain + 6);
    assert!(faces(&["--no-merge"]) >= plain);
}

#[test]
fn a_cordon_cuts_seals_and_says_so() {
    let folder = folder_with(&room(false));
    let (code, _, error) = cleave(folder.path(), &["a.kmap", "--check", "--cordon", "128 140 140 -8 -8 -8"]);
    assert_eq!(code, 0, "{error}");
    assert!(error.contains("K0430") && error.contains("1 solid and 0 entities outside"), "{error}");
    let file = BspFile::open(folder.path().join("a.kbsp")).unwrap();
    assert_eq!(file.models()[0].maxs[0], 272.0);
    assert!(file.manifest().contains("\"cordon\":[["));
    for bad in ["1 2 3 4 5", "1 2 3 4 5 x", "0 0 0 8 8 0", "0 0 0 8 8 inf"] {
        let (code, _, error) = cleave(folder.path(), &["a.kmap", "--cordon", bad]);
        assert!(code == 2 && (error.contains("six numbers") || error.contains("flat")), "{bad}: {error}");
    }
    let (code, ..) = cleave(folder.path(), &["a.kmap", "--cordon", "0 0 0 8 8 8", "--no-cordon"]);
    assert_eq!(code, 2);
}
