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

#[test]
fn a_prefab_is_compiled_in_its_place_and_named_in_the_manifest() {
    let folder = tempfile::tempdir().unwrap();
    let text = |map: &Map| kerosene_map::write_valve220(map).unwrap().text;
    let prefab = text(&map(vec![block(10, [0.0; 3], [16.0, 16.0, 32.0], "crate")], Vec::new()));
    let placed = "{ \"classname\" \"misc_external_map\" \"_external_map\" \"Crate.map\"\n\
        \"_external_map_classname\" \"func_detail\" \"_external_map_scale\" \"2\" \"origin\" \"100 64 0\" }\n";
    std::fs::create_dir(folder.path().join("instances")).unwrap();
    std::fs::write(folder.path().join("instances/crate.map"), &prefab).unwrap();
    std::fs::write(folder.path().join("a.map"), text(&room(true)) + placed).unwrap();
    let (code, _, error) = cleave(folder.path(), &["a.map", "--check", "-v"]);
    assert!(code == 0 && error.contains("K0133") && error.contains("instances/crate.map"), "{error}");
    let compiled = BspFile::open(folder.path().join("a.kbsp")).unwrap();
    let world = kerosene_bsp::CollisionMap::new(&compiled);
    let middle = world.point_contents(kerosene_math::Vec3::new(116.0, 80.0, 63.0));
    assert_eq!(middle, kerosene_bsp::Contents::SOLID | kerosene_bsp::Contents::DETAIL);
    assert!(world.point_contents(kerosene_math::Vec3::new(116.0, 80.0, 65.0)).is_empty());
    let manifest = compiled.manifest();
    let hash = format!("{:016x}", xxhash_rust::xxh3::xxh3_64(prefab.as_bytes()));
    assert!(manifest.contains("\"instances/crate.map\"") && manifest.contains(&hash), "{manifest}");
}

#[test]
fn what_is_no_map_and_what_no_runtime_loads_is_said() {
    let folder = folder_with(&room(true));
    let said = |arguments: &[&str]| {
        let (code, _, error) = cleave(folder.path(), arguments);
        (code, error)
    };
    std::fs::copy(folder.path().join("a.kmap"), folder.path().join("Mön Map.kmap")).unwrap();
    let (code, error) = said(&["Mön Map.kmap"]);
    assert!(code == 0 && error.contains("K0475") && error.contains("rename the map, to m_n_map.kmap"), "{error}");
    assert_eq!(said(&["Mön Map.kmap", "-o", "fine.kbsp"]), (0, String::new()));
    for (arguments, expected) in [
        (["fine.kbsp", "-o", "other.kbsp"], "this is a compiled map (Kerosene's .kbsp)"),
        ([".", "-o", "other.kbsp"], "it is a folder"),
        (["none.map", "-o", "other.kbsp"], "cannot read none.map"),
    ] {
        let (code, error) = said(&arguments);
        assert!(code == 1 && error.contains(expected), "{error}");
    }
}
