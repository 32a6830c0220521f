//! What editors are offered of scripts: the keys of the samples, as a mapper finds them.
#![allow(clippy::unwrap_used, reason = "tests")]

use kerosene_entity::{Kdef, KeyKind};
use kerosene_script::{Script, check, offer};
use std::path::Path;

/// The scripts of the sample game.
fn samples() -> Vec<Script> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content/scripts");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let compile = |file: &std::path::PathBuf| {
        Script::compile(&file.display().to_string(), &std::fs::read_to_string(file).unwrap()).unwrap()
    };
    files.iter().map(compile).collect()
}

#[test]
fn every_sample_script_calls_only_what_there_is() {
    let samples = samples();
    assert!(samples.len() >= 8);
    for script in samples {
        let found = check(script.file(), script.source(), &[]);
        assert!(found.is_empty(), "{found:?}");
        assert!(script.runs_as_bytecode(), "{}", script.file());
    }
}

#[test]
fn a_mapper_chooses_a_script_and_finds_its_properties() {
    let stock = include_str!("../../kerosene-game/schema/kerosene.kdef");
    let mut kdef = Kdef::parse(stock).unwrap();
    assert_eq!(offer(&mut kdef, &samples()), 7, "the script of a map is not offered");
    let light = kdef.resolved("light_dynamic").unwrap();
    let script = light.key("script").unwrap();
    assert_eq!(script.kind, KeyKind::Choices);
    let bobber = script.choices.iter().find(|choice| choice.value == "bobber").unwrap();
    assert_eq!(bobber.label, "bobber: Bobs up and down and faces the player.");
    let period = light.key("period").unwrap();
    assert_eq!((period.kind, &*period.default, &*period.label), (KeyKind::Float, "0.8", "period (pulsing_light)"));
    assert!(period.help.contains("0.05 to 60"), "{}", period.help);
    // A class's own key goes before a script's.
    assert_ne!(kdef.resolved("door").unwrap().key("speed").unwrap().label, "speed (enemy)");
    // It is text that editors read.
    let fgd = kdef.to_fgd();
    assert!(fgd.contains("script(choices) : \"Script\"") && fgd.contains("bob_height(float)"), "{fgd}");
    assert_eq!(Kdef::parse(&kdef.to_text()).unwrap(), kdef);
}

#[test]
fn a_key_of_two_scripts_is_a_key_of_both() {
    let script = |name: &str, top: &str| Script::compile(name, &format!("{top}\nfn on_start() {{ }}")).unwrap();
    let a = script("a.kscr", "let speed = property(1.0, \"Of a\"); let angles = property(1.0);");
    let b = script("b.kscr", "let speed = property(2, \"Of b\");");
    let mut kdef = Kdef::parse(include_str!("../../kerosene-game/schema/kerosene.kdef")).unwrap();
    offer(&mut kdef, &[a, b]);
    let base = kdef.class("Entity").unwrap();
    let speed = base.key("speed").unwrap();
    assert_eq!((speed.kind, &*speed.default, &*speed.label), (KeyKind::String, "", "speed (a, b)"));
    assert_eq!(speed.help, "a: Of a. b: Of b.");
    assert_eq!(base.key("angles").unwrap().kind, KeyKind::Angles, "what every entity has stays as it is");
}
