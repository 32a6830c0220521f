//! Both languages reach the same services by the same names.

use kerosene_script::functions;
use std::collections::BTreeSet;
use std::path::Path;

/// Verbs of Rust's hand that are no functions of Rhai, what Rhai has instead, and why.
const OTHERWISE: [(&str, &[&str], &str); 11] = [
    ("new", &[], "the engine makes the hand"),
    ("in_name_of", &[], "a script acts in its own name"),
    ("now", &["time", "time_ms"], "a moment is a type of Rust"),
    ("text", &[], "a text is a text in Rhai, and not its number"),
    ("is", &[], "texts are compared with =="),
    ("log", &["print"], "that is the logarithm in Rhai"),
    ("component", &["get", "get_float", "has"], "a component is a struct of Rust; Rhai reads its fields by their keys"),
    ("change_component", &["set"], "a component is a struct of Rust; Rhai writes its fields by their keys"),
    ("drive_machine", &["change_state", "update_machine"], "it is for languages: Rhai's states are functions by name"),
    ("publish", &["publish_event"], "it takes an event in somebody else's name"),
    ("shake", &["shake_camera"], "what a picture asks the shake for is nothing that a script does"),
];

/// Every public verb of Rust's hand, as its source has them.
fn verbs_of_rust() -> BTreeSet<String> {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../kerosene-framework/src")];
    let mut verbs = BTreeSet::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                verbs.extend(verbs_of(&std::fs::read_to_string(&path).unwrap()));
            }
        }
    }
    verbs
}

/// The public verbs in the `impl Context` blocks of a file.
fn verbs_of(text: &str) -> Vec<String> {
    let mut verbs = Vec::new();
    let mut is_hand = false;
    for line in text.lines() {
        if line.starts_with("impl") {
            is_hand = line.contains(" Context<") && !line.contains(" for ");
        }
        if let Some(rest) = line.strip_prefix("    pub fn ").filter(|_| is_hand) {
            verbs.extend(rest.split(['(', '<']).next().map(str::to_owned));
        }
    }
    verbs
}

#[test]
fn every_verb_of_rust_is_a_function_of_rhai_by_the_same_name() {
    let rust = verbs_of_rust();
    assert!(rust.len() > 80 && rust.contains("run_after") && rust.contains("add_script"), "{rust:?}");
    let rhai: BTreeSet<String> = functions().iter().map(|function| function.name.to_owned()).collect();
    for (name, instead, why) in OTHERWISE {
        assert!(rust.contains(name), "{name} is no verb of Rust any more");
        let is_other = name == "log" || !rhai.contains(name);
        assert!(is_other && !why.is_empty(), "{name} is a function of Rhai: take it off the list");
        for function in instead {
            assert!(rhai.contains(*function), "{name}: there is no {function}");
        }
    }
    let missing: Vec<_> =
        rust.iter().filter(|verb| !rhai.contains(*verb) && OTHERWISE.iter().all(|(name, ..)| name != verb)).collect();
    assert!(missing.is_empty(), "verbs of Rust that Rhai has no function for: {missing:?}");
}
