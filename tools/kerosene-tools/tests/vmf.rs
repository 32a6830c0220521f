//! Hammer maps through the tools, as a person calls them.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::path::Path;
use std::process::{Command, Output};

const LEVEL: &str = r#"versioninfo { "editorversion" "400" "formatversion" "100" }
world { "id" "1" "classname" "worldspawn" }
entity { "id" "2" "classname" "info_player_teamspawn" "origin" "0 0 64" }
entity { "id" "3" "classname" "func_instance" "targetname" "hall" "file" "instances\Lamp.vmf" "origin" "8 0 0" }
entity { "id" "4" "classname" "func_instance" "file" "../../none.vmf" }
"#;
const LAMP: &str = r#"world { "classname" "worldspawn" }
entity { "classname" "light" "targetname" "bulb" "origin" "0 0 1" }
"#;

fn tools(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let program = env!("CARGO_BIN_EXE_kerosene-tools");
    let Output { status, stdout, stderr } = Command::new(program).current_dir(folder).args(arguments).output().unwrap();
    (status.code().unwrap(), String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}

#[test]
fn a_hammer_map_is_shown_checked_and_converted_with_its_instances() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("instances")).unwrap();
    std::fs::write(folder.path().join("instances/lamp.vmf"), LAMP).unwrap();
    std::fs::write(folder.path().join("level.vmf"), LEVEL).unwrap();

    let (code, out, told) = tools(folder.path(), &["map", "info", "level.vmf"]);
    assert_eq!(code, 0, "{told}");
    for line in ["format     Hammer .vmf", "entities   4", "instances  1", "        1  light"] {
        assert!(out.lines().any(|found| found == line), "{line}\n{out}");
    }
    // Lines are wrapped for people.
    let words: Vec<&str> = told.split_whitespace().filter(|word| *word != "|").collect();
    assert!(told.contains("K0106") && words.join(" ").contains("leads out of the folders"), "{told}");
    let (code, _, told) = tools(folder.path(), &["map", "check", "level.vmf"]);
    assert_eq!(code, 0, "{told}");

    let (code, _, told) = tools(folder.path(), &["map", "convert", "level.vmf", "level.kmap"]);
    assert_eq!(code, 0, "{told}");
    let text = std::fs::read_to_string(folder.path().join("level.kmap")).unwrap();
    for pair in ["\"targetname\" \"hall-bulb\"", "\"origin\" \"8 0 1\"", "\"classname\" \"info_player_start\""] {
        assert!(text.contains(pair), "{pair}\n{text}");
    }
    let (code, _, told) = tools(folder.path(), &["map", "convert", "level.kmap", "level.vmf", "--force"]);
    assert_eq!(code, 1, "{told}");
}
