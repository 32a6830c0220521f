//! What is written is read again, and has every class and every tool.
#![allow(clippy::unwrap_used, reason = "tests")]

use crate::classes;
use alchemy::stock;
use kerosene_map::{MapFormat, ReadOptions, read_any};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

/// The classes of an FGD: its kind, and what stands before its name.
fn fgd_classes(text: &str) -> BTreeMap<String, (String, String)> {
    let mut classes = BTreeMap::new();
    let mut depth = 0;
    for line in text.lines() {
        let bare = unquoted(line);
        if depth == 0 && line.starts_with('@') && !line.starts_with("@mapsize") {
            let (header, name) = bare.split_once(" = ").unwrap();
            let (kind, helpers) = header.split_once(' ').unwrap_or((header, ""));
            let name = name.split(" :").next().unwrap().trim().to_owned();
            assert_eq!(helpers.matches('(').count(), helpers.matches(')').count(), "{line}");
            let helpers = line.split(" = ").next().unwrap().to_owned();
            assert!(classes.insert(name, (kind.to_owned(), helpers)).is_none(), "{line} stands there twice");
        }
        depth += bare.matches('[').count();
        depth = depth.checked_sub(bare.matches(']').count()).expect("a bracket too many");
    }
    assert_eq!(depth, 0, "a bracket is open");
    classes
}

/// A line without what is quoted.
fn unquoted(line: &str) -> String {
    assert_eq!(line.matches('"').count() % 2, 0, "{line}");
    line.split('"').step_by(2).collect()
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap()
}

/// The folder and the content after an export.
fn exported() -> (tempfile::TempDir, std::path::PathBuf, std::path::PathBuf) {
    let place = tempfile::tempdir().unwrap();
    let (folder, content) = (place.path().join("Kerosene"), place.path().join("game"));
    let arguments = ["kerosene-tools", "export", "trenchbroom", folder.to_str().unwrap(), "--content"];
    assert_eq!(crate::run(arguments.into_iter().chain(content.to_str())), ExitCode::SUCCESS);
    (place, folder, content)
}

#[test]
fn trenchbroom_gets_every_class_and_every_icon() {
    let (_place, folder, content) = exported();
    let classes = fgd_classes(&text(&folder.join("kerosene.fgd")));
    let kdef = classes::schema(&[]).unwrap();
    for class in &kdef.classes {
        let (kind, helpers) = &classes[&class.name];
        if kind == "@PointClass" {
            assert!(helpers.contains(" size(") && helpers.contains(" color("), "{}: {helpers}", class.name);
            let (_, model) = helpers.split_once(" studio(").unwrap();
            if let Some(path) = model.strip_prefix('"').and_then(|path| path.split('"').next()) {
                assert!(content.join(path).is_file() || class.name.starts_with("prop_"), "{path}");
            }
        } else {
            assert!(!helpers.contains(" size("), "{}", class.name);
        }
    }
    assert_eq!(classes.len(), kdef.classes.len());
}

#[test]
fn trenchbroom_gets_every_tool_and_finds_what_it_is_told_of() {
    let (_place, folder, content) = exported();
    let config: Value = serde_json::from_str(&text(&folder.join("GameConfig.cfg"))).unwrap();
    assert_eq!((&config["version"], &config["name"]), (&9.into(), &"Kerosene".into()));
    for named in [&config["icon"], &config["entities"]["definitions"][0], &config["fileformats"][0]["initialmap"]] {
        assert!(folder.join(named.as_str().unwrap()).is_file(), "{named}");
    }
    assert_eq!(config["fileformats"][0]["format"], "Valve");
    let art = content.join(config["materials"]["root"].as_str().unwrap());
    let tags = config["tags"]["brushface"].as_array().unwrap();
    let pattern = |name: &str| tags.iter().filter(|tag| tag["match"] == "material" && tag["pattern"] == name).count();
    for material in stock::TOOLS.iter().flat_map(stock::Tool::materials) {
        assert_eq!(pattern(&material), 1, "{material}");
        assert!(art.join(format!("{material}.png")).is_file(), "{material} has no picture");
    }
    let brushes = config["tags"]["brush"].as_array().unwrap();
    let mut names: Vec<_> = tags.iter().chain(brushes).map(|tag| tag["name"].as_str().unwrap()).collect();
    names.sort_unstable();
    assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "two tags have one name");
    assert!(art.join("dev/grid.png").is_file());
    let excludes: Vec<_> =
        config["materials"]["excludes"].as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect();
    for ending in ["_n", "-n", "_bump", "_normals", "_nor_gl", "_disp", "_gloss", "_mra", "_rma", "_data", "_rough"] {
        assert!(excludes.contains(&&*format!("*{ending}")), "{ending}");
    }
    assert!(!excludes.contains(&"*_albedo"), "a wall is covered with its colours");
}

#[test]
fn profiles_call_programs_as_they_are() {
    let (_place, folder, _) = exported();
    let profiles: Value = serde_json::from_str(&text(&folder.join("CompilationProfiles.cfg"))).unwrap();
    assert_eq!(profiles["version"], 1);
    for profile in profiles["profiles"].as_array().unwrap() {
        for task in profile["tasks"].as_array().unwrap().iter().filter(|task| task["type"] == "tool") {
            let parameters = task["parameters"].as_str().unwrap().replace('"', "");
            let parameters = parameters.replace("${MAP_BASE_NAME}", "gate").replace("${MAP_FULL_NAME}", "gate.map");
            let words = ["kerosene-tools"].into_iter().chain(parameters.split(' '));
            let parsed = <crate::cli::Cli as clap::Parser>::try_parse_from(words);
            assert!(parsed.is_ok(), "{parameters}: {}", parsed.unwrap_err());
        }
    }
    let engine: Value = serde_json::from_str(&text(&folder.join("GameEngineProfiles.cfg"))).unwrap();
    assert!(engine["profiles"][0]["parameters"].as_str().unwrap().contains("+map ${MAP_BASE_NAME}"));
}

#[test]
fn a_new_map_of_trenchbroom_is_a_map_of_ours() {
    let (_place, folder, _) = exported();
    let bytes = fs::read(folder.join("initial_valve.map")).unwrap();
    let imported = read_any("initial_valve.map", &bytes, &ReadOptions::default()).unwrap();
    assert_eq!((imported.format, imported.game.as_deref()), (MapFormat::QuakeMap, Some("Kerosene")));
    assert_eq!((imported.diagnostics.errors(), imported.diagnostics.warnings()), (0, 0));
}

#[test]
fn pictures_of_the_game_stay_and_nothing_is_written_twice() {
    let (_place, folder, content) = exported();
    let own = content.join("art/tools/clip.png");
    fs::write(&own, b"mine").unwrap();
    let before = fs::metadata(folder.join("kerosene.fgd")).unwrap().modified().unwrap();
    let arguments = ["kerosene-tools", "export", "trenchbroom", folder.to_str().unwrap(), "--content"];
    assert_eq!(crate::run(arguments.into_iter().chain(content.to_str())), ExitCode::SUCCESS);
    assert_eq!(fs::read(&own).unwrap(), b"mine");
    assert_eq!(fs::metadata(folder.join("kerosene.fgd")).unwrap().modified().unwrap(), before);
}

#[test]
fn hammer_gets_every_class_and_those_of_a_mod() {
    let place = tempfile::tempdir().unwrap();
    let (file, own) = (place.path().join("out/mod.fgd"), place.path().join("mod.kdef"));
    fs::write(&own, "class { name item_orb kind point }").unwrap();
    let arguments = ["kerosene-tools", "export", "fgd", file.to_str().unwrap(), "--of", own.to_str().unwrap()];
    assert_eq!(crate::run(arguments), ExitCode::SUCCESS);
    let text = text(&file);
    let classes = fgd_classes(&text);
    assert!(text.contains("\n\n@mapsize(-16384, 16384)\n"));
    assert!(classes::schema(&[]).unwrap().classes.iter().all(|class| classes.contains_key(&class.name)));
    assert!(classes["item_orb"].1.contains("size(-8 -8 -8, 8 8 8) color(240 200 60)"), "{:?}", classes["item_orb"]);
    assert!(!text.contains("editor/"));
}

/// The compiler knows the engine's own materials by their names.
#[test]
fn the_compiler_knows_every_developer_material() {
    let ours = alchemy::stock::materials().into_iter().map(|stock| stock.name).filter(|name| name.starts_with("dev/"));
    assert_eq!(ours.collect::<Vec<_>>(), cleave::DEVELOPER_MATERIALS);
}
