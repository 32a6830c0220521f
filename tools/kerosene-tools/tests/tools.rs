//! The tools as a person calls them.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::path::Path;
use std::process::{Command, Output};

const ROOM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../crates/kerosene-engine/base/maps/kerosene_room.kmap");

const QUAKE: &str = r#"// Game: Quake
{
"classname" "worldspawn"
{
( -16 0 0 ) ( -16 1 0 ) ( -16 0 1 ) wall 0 0 0 1 1
( 16 0 0 ) ( 16 0 1 ) ( 16 1 0 ) wall 0 0 0 1 1
( 0 -16 0 ) ( 0 -16 1 ) ( 1 -16 0 ) wall 0 0 0 1 1
( 0 16 0 ) ( 1 16 0 ) ( 0 16 1 ) wall 0 0 0 1 1
( 0 0 -16 ) ( 1 0 -16 ) ( 0 1 -16 ) wall 0 0 0 1 1
( 0 0 16 ) ( 0 1 16 ) ( 1 0 16 ) *water0 0 0 0 1 1
}
}
{
"classname" "info_player_start"
"origin" "0 0 64"
}
{
"classname" "light_fluoro"
}
"#;

fn tools(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let program = env!("CARGO_BIN_EXE_kerosene-tools");
    let Output { status, stdout, stderr } = Command::new(program).current_dir(folder).args(arguments).output().unwrap();
    (status.code().unwrap(), String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}

fn folder_with(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

#[test]
fn info_counts_what_is_in_a_map() {
    let folder = folder_with(&[("a.map", QUAKE)]);
    let (code, out, error) = tools(folder.path(), &["map", "info", "a.map"]);
    assert_eq!((code, error.as_str()), (0, ""));
    for line in [
        "format     Quake .map",
        "entities   3",
        "brushes    1 with 6 sides",
        "bounds     (-16 -16 -16) to (16 16 16)",
        "        1  light_fluoro",
        "        1  worldspawn, 1 brushes",
        "        5  wall",
    ] {
        assert!(out.lines().any(|found| found == line), "{line}\n{out}");
    }
    let (code, out, _) = tools(folder.path(), &["map", "info", "a.map", "--json"]);
    let value: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &value["materials"]["*water0"], &value["bounds"][1][2]), (0, &1.into(), &16.0.into()));
}

#[test]
fn convert_goes_both_ways_and_maps_classes_on_the_way_in() {
    let folder = folder_with(&[("a.map", QUAKE)]);
    let (code, out, error) = tools(folder.path(), &["map", "convert", "a.map", "a.kmap"]);
    assert_eq!((code, out.as_str()), (0, "wrote a.kmap: Kerosene .kmap, 3 entities, 1 brushes\n"), "{error}");
    let text = std::fs::read_to_string(folder.path().join("a.kmap")).unwrap();
    assert!(text.contains("\"_source_class\" \"light_fluoro\"") && text.contains("\"origin\" \"0 0 41\""), "{text}");
    let (code, _, error) = tools(folder.path(), &["map", "convert", "a.kmap", "a.map"]);
    assert_eq!(code, 1);
    assert!(error.contains("K0503") && error.contains("--force"), "{error}");
    let (code, ..) = tools(folder.path(), &["map", "convert", "a.kmap", "b.map"]);
    assert_eq!(code, 0);
    let text = std::fs::read_to_string(folder.path().join("b.map")).unwrap();
    assert!(text.contains("( 0 0 16 ) ( 0 1 16 ) ( 1 0 16 ) *water0 [ 1 0 0 0 ] [ 0 -1 0 0 ] 0 1 1"), "{text}");
    let (code, ..) = tools(folder.path(), &["map", "convert", "a.map", "raw.kmap", "--keep-classes"]);
    assert_eq!(code, 0);
    assert!(!std::fs::read_to_string(folder.path().join("raw.kmap")).unwrap().contains("_source_class"));
    let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(left.iter().all(|name| !name.to_string_lossy().ends_with(".tmp")), "{left:?}");
}

#[test]
fn convert_uses_a_persons_own_table_and_names_its_mistakes() {
    let table = "class\n{\nfrom light_fluoro\nto light\nset { tube 1 }\n}";
    let folder = folder_with(&[("a.map", QUAKE), ("t.kv", table), ("bad.kv", "class { form x }")]);
    let (code, _, error) = tools(folder.path(), &["map", "convert", "a.map", "a.kmap", "--classes", "t.kv"]);
    assert_eq!(code, 0, "{error}");
    assert!(std::fs::read_to_string(folder.path().join("a.kmap")).unwrap().contains("\"tube\" \"1\""));
    let (code, _, error) = tools(folder.path(), &["map", "convert", "a.map", "b.kmap", "--classes", "bad.kv"]);
    assert_eq!(code, 1);
    assert!(error.contains("bad.kv:1:9") && error.contains("`form` is not known"), "{error}");
    assert!(!folder.path().join("b.kmap").exists());
}

#[test]
fn check_fails_on_errors_and_names_file_and_place() {
    let broken = QUAKE.replacen("( -16 0 0 )", "( nan 0 0 )", 1);
    let folder = folder_with(&[("good.map", QUAKE), ("broken.map", &broken), ("cut.map", &QUAKE[..300])]);
    let (code, out, error) = tools(folder.path(), &["map", "check", "good.map"]);
    assert_eq!((code, out.as_str()), (0, "good.map: good; 1 brush, 0 errors, 1 warning\n"));
    assert!(error.contains("K0206") && error.contains("good.map"), "{error}");
    let (code, out, _) =
        tools(folder.path(), &["map", "check", "--json", "good.map", "broken.map", "cut.map", "none.map"]);
    assert_eq!(code, 1);
    let told: Vec<serde_json::Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let has = |code: &str, file: &str, line: Option<u64>| {
        told.iter().any(|told| {
            told["code"] == code
                && told["source"]["file"] == file
                && line.is_none_or(|line| told["source"]["line"] == line)
        })
    };
    assert!(has("K0206", "good.map", Some(10)), "{out}");
    assert!(has("K0111", "broken.map", Some(5)), "{out}");
    assert!(has("K0001", "cut.map", None), "{out}");
    assert!(has("K0008", "none.map", None), "{out}");
}

#[test]
fn check_repairs_into_another_file() {
    let spoilt = QUAKE.replace("\"origin\" \"0 0 64\"", "\"origin\" \"0 0 1\"\n\"origin\" \"0 0 64\"\n\"\" \"lost\"");
    let folder = folder_with(&[("a.map", &spoilt), ("good.map", QUAKE)]);
    let (_, _, error) = tools(folder.path(), &["map", "check", "a.map"]);
    assert!(error.contains("K0222") && error.contains("K0224"), "{error}");
    let (code, out, error) = tools(folder.path(), &["map", "check", "a.map", "--fix", "b.map"]);
    assert_eq!(code, 0, "{out}{error}");
    assert!(out.contains("wrote b.map with 2 repairs"), "{out}");
    assert!(!error.contains("K0222") && !error.contains("K0224"), "{error}");
    let repaired = std::fs::read_to_string(folder.path().join("b.map")).unwrap();
    assert!(
        repaired.contains("\"0 0 64\"") && !repaired.contains("\"0 0 1\"") && !repaired.contains("lost"),
        "{repaired}"
    );
    // Nothing is written over, and one file holds one map.
    let (code, _, error) = tools(folder.path(), &["map", "check", "a.map", "--fix", "b.map"]);
    assert!(code == 1 && error.contains("the file exists"), "{error}");
    let (code, _, error) = tools(folder.path(), &["map", "check", "a.map", "good.map", "--fix", "c.map"]);
    assert!(code == 1 && error.contains("one repaired map"), "{error}");
    assert!(!folder.path().join("c.map").exists());
}

#[test]
fn checks_are_chosen_and_listed() {
    let folder = folder_with(&[("a.map", QUAKE)]);
    let (code, _, error) = tools(folder.path(), &["map", "check", "a.map", "--strict"]);
    assert!(code == 1 && error.contains("K0206"), "{error}");
    let (code, out, error) = tools(folder.path(), &["map", "check", "a.map", "--strict", "--ignore", "K0206,K0407"]);
    assert_eq!((code, error.contains("K0206")), (0, false), "{out}{error}");
    let (code, out, _) = tools(folder.path(), &["map", "check", "--list"]);
    assert_eq!(code, 0);
    assert!(out.lines().count() >= 40 && out.contains("K0224  warning  --fix  One key twice on one entity"), "{out}");
    let (code, _, error) = tools(folder.path(), &["map", "check", "a.map", "--ignore", "what"]);
    assert!(code == 2 && error.contains("what"), "{error}");
}

#[test]
fn the_built_in_room_is_good() {
    let folder = tempfile::tempdir().unwrap();
    let (code, out, error) = tools(folder.path(), &["map", "check", "--no-notes", ROOM]);
    assert_eq!((code, error.as_str()), (0, ""));
    assert!(out.contains("0 errors, 0 warnings"), "{out}");
}

#[test]
fn cleave_compiles_from_here() {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("room.kbsp");
    let (code, out, error) = tools(folder.path(), &["cleave", ROOM, "-o", output.to_str().unwrap()]);
    assert_eq!(code, 0, "{out}\n{error}");
    assert!(output.exists());
}

#[test]
fn cleave_never_writes_over_its_map() {
    let folder = folder_with(&[("a.map", QUAKE), ("b.kprt", QUAKE)]);
    for (map, output) in [("a.map", "a.map"), ("a.map", "./a.map"), ("b.kprt", "b.kbsp")] {
        let (code, _, error) = tools(folder.path(), &["cleave", map, "-o", output]);
        assert!(code == 1 && error.contains("is the map itself"), "{map} to {output}: {error}");
        assert_eq!(std::fs::read_to_string(folder.path().join(map)).unwrap(), QUAKE);
    }
}

#[test]
fn explain_prints_a_page_and_help_is_complete() {
    let folder = tempfile::tempdir().unwrap();
    let (code, out, _) = tools(folder.path(), &["explain", "k0401"]);
    assert_eq!((code, out.lines().next()), (0, Some("# K0401: The map leaks")));
    let (code, _, error) = tools(folder.path(), &["explain", "K9999"]);
    assert_eq!(code, 1);
    assert!(error.contains("there is no code K9999"), "{error}");
    let (code, out, _) = tools(folder.path(), &["explain", "--list"]);
    assert!(code == 0 && out.contains("K0111  error "), "{out}");
    for arguments in
        [&["--help"][..], &["map", "info", "--help"], &["map", "convert", "--help"], &["map", "check", "--help"]]
    {
        let (code, out, _) = tools(folder.path(), arguments);
        assert!(code == 0 && out.contains("Examples:"), "{arguments:?}\n{out}");
    }
    assert_eq!(tools(folder.path(), &["map", "weigh"]).0, 2);
}
