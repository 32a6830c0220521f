//! `bsp info` and `bsp compare` as a person calls them.
#![allow(clippy::unwrap_used, reason = "tests")]

use serde_json::Value;
use std::process::{Command, Output};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

fn tools(arguments: &[&str]) -> (i32, String, String) {
    let program = env!("CARGO_BIN_EXE_kerosene-tools");
    let Output { status, stdout, stderr } = Command::new(program).args(arguments).output().unwrap();
    (status.code().unwrap(), String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}

/// A map of another engine: the fuzz target's seeds are such files, small and whole.
fn foreign(name: &str) -> String {
    format!("{ROOT}/fuzz/seeds/foreign_bsp/{name}")
}

fn json(arguments: &[&str]) -> Value {
    let (code, stdout, stderr) = tools(arguments);
    assert_eq!(code, 0, "{stderr}");
    serde_json::from_str(&stdout).unwrap()
}

#[test]
fn info_tells_of_a_foreign_map() {
    let (code, stdout, _) = tools(&["bsp", "info", &foreign("quake29")]);
    assert_eq!(code, 0);
    for part in ["Quake BSP29", "marksurfaces", "func_door", "*lava1", "headroom"] {
        assert!(stdout.contains(part), "{part} is missing:\n{stdout}");
    }
    let info = json(&["bsp", "info", &foreign("quake3"), "--json"]);
    assert_eq!(info["format"], "Quake III IBSP46");
    assert_eq!(info["counts"]["brushes"], 8);
    assert_eq!(info["left_out"]["patches"], 1);
    assert_eq!(info["classes"]["func_door"], 1);
}

#[test]
fn info_tells_how_our_own_map_was_made() {
    let folder = tempfile::tempdir().unwrap();
    let (map, out) =
        (format!("{ROOT}/crates/kerosene-engine/base/maps/kerosene_room.kmap"), folder.path().join("room.kbsp"));
    let out = out.to_str().unwrap();
    assert_eq!(tools(&["cleave", &map, "-o", out, "--quiet"]).0, 0);
    let info = json(&["bsp", "info", out, "--json"]);
    assert_eq!(info["format"], "Kerosene .kbsp");
    assert!(info["manifest"].is_object(), "{}", info["manifest"]);
    assert_eq!(info["counts"]["bytes"], std::fs::metadata(out).unwrap().len());
    let compared = json(&["bsp", "compare", out, out, "--sweeps", "500", "--json"]);
    assert_eq!(compared["sweeps"]["made"], 500);
    assert_eq!((&compared["sweeps"]["starts_differ"], &compared["sweeps"]["ends_differ"]), (&0.into(), &0.into()));
}

/// The pool of the Quake map is a floor in the Quake III map, which has a pillar besides.
#[test]
fn compare_tells_where_maps_differ() {
    let same = json(&["bsp", "compare", &foreign("quake29"), &foreign("quake_bsp2"), "--json"]);
    assert_eq!(same["sweeps"]["ends_differ"], 0);
    assert_eq!(same["counts"]["nodes"]["ratio"], 1.0);
    let other = json(&["bsp", "compare", &foreign("quake29"), &foreign("quake3"), "--sweeps", "2000", "--json"]);
    let sweeps = &other["sweeps"];
    assert!(sweeps["starts_differ"].as_u64().unwrap() > 10 && sweeps["ends_differ"].as_u64().unwrap() > 100);
    assert_eq!(sweeps["worst"].as_array().unwrap().len(), 10);
    let (code, stdout, _) = tools(&["bsp", "compare", &foreign("quake29"), &foreign("quake3")]);
    assert!(code == 0 && stdout.contains("disagree") && stdout.contains("ratio"), "{stdout}");
}

#[test]
fn a_damaged_map_is_refused_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("short.bsp");
    let bytes = std::fs::read(foreign("quake29")).unwrap();
    std::fs::write(&path, &bytes[..bytes.len() - 7]).unwrap();
    let (code, _, stderr) = tools(&["bsp", "info", path.to_str().unwrap()]);
    assert!(code == 1 && stderr.contains("K0310") && stderr.contains("models"), "{stderr}");
    std::fs::write(&path, b"VBSP0000").unwrap();
    let (code, stdout, _) = tools(&["bsp", "info", path.to_str().unwrap(), "--json"]);
    assert!(code == 1 && stdout.contains("K0310"), "{stdout}");
    assert_eq!(tools(&["bsp", "info", "no such file"]).0, 1);
}
