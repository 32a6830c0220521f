//! What importers make of other games' classes is what the classes here know: names, keys, inputs, outputs, flags.
#![allow(clippy::unwrap_used, reason = "tests")]

use kerosene_entity::{Kdef, KdefClass};
use kerosene_kv::{Block, Document, Lookup, Node};
use std::path::Path;

/// Classes that importers name and that are nothing but brushes to the map compiler.
const COMPILED_AWAY: &[&str] = &["detail_wall", "detail_fence", "detail_illusionary", "illusionary_visblocker"];

fn tables() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../kerosene-map/data/classes");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "kv"));
    files.sort();
    let read = |path: &std::path::PathBuf| {
        (path.file_name().unwrap().to_string_lossy().into_owned(), std::fs::read_to_string(path).unwrap())
    };
    files.iter().map(read).collect()
}

/// Keys that are read without being offered: a sound under Half-Life's name, and the delay that becomes a wire's.
const UNOFFERED: &[(&str, &str)] = &[("ambient_generic", "message"), ("logic_relay", "delay")];

fn knows_key(class: &KdefClass, key: &str) -> bool {
    class.key(key).is_some() || UNOFFERED.contains(&(class.name.as_str(), key))
}

/// What a rule of a table says that the class does not know.
fn unknown(rule: &Block<'_>, class: &KdefClass) -> Vec<String> {
    let mut wrong = Vec::new();
    let input = rule.get("use").and_then(|text| text.split_whitespace().next());
    if let Some(input) = input.filter(|input| class.input(input).is_none()) {
        wrong.push(format!("input {input}"));
    }
    for output in rule.get("fires").iter().chain(&rule.get("fires_keys")) {
        if class.output(output).is_none() {
            wrong.push(format!("output {output}"));
        }
    }
    for node in &rule.nodes {
        let Node::Block(inner) = node else { continue };
        match inner.name.as_ref() {
            "default" | "set" => {
                let keys = inner.pairs().filter(|pair| !knows_key(class, &pair.key));
                wrong.extend(keys.map(|pair| format!("key {}", pair.key)));
            }
            "rename" | "direction" => {
                let keys = inner.pairs().filter(|pair| !knows_key(class, &pair.value));
                wrong.extend(keys.map(|pair| format!("key {}", pair.value)));
            }
            "flag_keys" => {
                let keys = inner.pairs().filter_map(|pair| pair.value.split_once(' '));
                wrong.extend(keys.filter(|(key, _)| !knows_key(class, key)).map(|(key, _)| format!("key {key}")));
            }
            "flags" => wrong.extend(inner.pairs().filter_map(|pair| unknown_flags(class, &pair.value))),
            "when_missing" | "when_present" => {
                wrong.extend(inner.get("add_flags").and_then(|bits| unknown_flags(class, bits)));
            }
            _ => {}
        }
    }
    wrong
}

fn unknown_flags(class: &KdefClass, bits: &str) -> Option<String> {
    let known: u32 = class
        .key("spawnflags")
        .map_or(0, |flags| flags.choices.iter().filter_map(|choice| choice.value.parse::<u32>().ok()).sum());
    let unknown = bits.parse::<u32>().unwrap() & !known;
    (unknown != 0).then(|| format!("flags {unknown}"))
}

#[test]
fn classes_know_what_the_tables_make_of_other_games() {
    let kdef: Kdef = kerosene_game::registry().unwrap().kdef();
    let (mut wrong, mut checked) = (Vec::new(), 0);
    for (file, text) in tables() {
        let document = Document::parse(&text).unwrap();
        for node in &document.nodes {
            let Node::Block(rule) = node else { continue };
            let Some(to) = rule.get("to").filter(|to| !COMPILED_AWAY.contains(to)) else { continue };
            let Some(class) = kdef.resolved(to) else { continue };
            checked += 1;
            wrong.extend(unknown(rule, &class).into_iter().map(|what| format!("{file}: {to}: {what}")));
        }
    }
    assert!(checked > 60, "{checked}");
    assert!(wrong.is_empty(), "{wrong:#?}");
}
