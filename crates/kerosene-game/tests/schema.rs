//! The schema files and the book's chapter are what the registry says.
//!
//! `KEROSENE_UPDATE_SCHEMA=1 cargo test -p kerosene-game --test schema` writes them anew.
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use common::chapter;
use kerosene_entity::Kdef;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn kdef() -> Kdef {
    kerosene_game::registry().unwrap().kdef()
}

/// Compares a file with what it should hold, or writes it.
fn check(path: &str, expected: &str) {
    let file = root().join(path);
    if std::env::var_os("KEROSENE_UPDATE_SCHEMA").is_some() {
        std::fs::write(&file, expected).unwrap();
        return;
    }
    let found = std::fs::read_to_string(&file).unwrap_or_default();
    let line = found.lines().zip(expected.lines()).position(|(found, expected)| found != expected);
    assert!(
        found == expected,
        "{path} is not what the classes say, from line {} on; KEROSENE_UPDATE_SCHEMA=1 writes it anew",
        line.unwrap_or_else(|| found.lines().count().min(expected.lines().count())) + 1
    );
}

#[test]
fn the_schema_has_what_the_registry_has_and_nothing_else() {
    let registry = kdef();
    check("crates/kerosene-game/schema/kerosene.kdef", &registry.to_text());
    let text = std::fs::read_to_string(root().join("crates/kerosene-game/schema/kerosene.kdef")).unwrap();
    let file = Kdef::parse(&text).unwrap();
    assert_eq!((registry.mismatches(&file), file.mismatches(&registry)), (vec![], vec![]));
}

#[test]
fn the_fgd_is_that_of_the_registry() {
    check("crates/kerosene-game/schema/kerosene.fgd", &kdef().to_fgd());
}

#[test]
fn the_book_lists_every_class() {
    let path = "docs/book/src/entity-classes.md";
    let written = std::fs::read_to_string(root().join(path)).unwrap();
    let (head, _) = written.split_once(chapter::MARK).unwrap();
    check(path, &format!("{head}{}\n\n{}", chapter::MARK, chapter::text(&kdef())));
}

#[test]
fn every_class_has_help_and_every_key_a_label_and_help() {
    for class in &kdef().classes {
        assert!(!class.help.is_empty(), "{}", class.name);
        for key in &class.keys {
            assert!(!key.label.is_empty(), "{}: key {}", class.name, key.name);
            assert!(key.name == "spawnflags" || !key.help.is_empty(), "{}: key {}", class.name, key.name);
        }
        for port in class.inputs.iter().chain(&class.outputs) {
            assert!(!port.help.is_empty(), "{}: {}", class.name, port.name);
        }
    }
}

#[test]
fn every_output_that_the_code_names_is_declared() {
    let declared: Vec<String> =
        kdef().classes.iter().flat_map(|class| class.outputs.iter().map(|output| output.name.clone())).collect();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    let mut seen = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            for name in text.split('"').filter(|word| is_output(word)) {
                seen += 1;
                assert!(declared.iter().any(|known| known == name), "{}: {name}", path.display());
            }
        }
    }
    assert!(seen > 100, "{seen}");
}

/// Whether a text is a name such as `OnOpen`.
fn is_output(text: &str) -> bool {
    let rest = text.strip_prefix("On").or_else(|| text.strip_prefix("Out")).unwrap_or_default();
    rest.starts_with(|first: char| first.is_ascii_uppercase()) && rest.chars().all(|c| c.is_ascii_alphanumeric())
}
