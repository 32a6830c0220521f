//! Convars: kinds, ranges, cheats, generations.
#![allow(clippy::unwrap_used, reason = "tests")]

use kerosene_console::{Console, Convar, ConvarFlags, ConvarId, RegisterError, SetError, SetOutcome, Value};
use proptest::prelude::*;

fn cheats() -> (Console, ConvarId) {
    let mut console = Console::new();
    console.register(Convar::bool("sv_cheats", false, "").flags(ConvarFlags::CHEAT_SWITCH)).unwrap();
    let scale = Convar::float("host_timescale", 1.0, "").flags(ConvarFlags::CHEAT).range(0.01..=10.0);
    let scale = console.register(scale).unwrap();
    (console, scale)
}

fn last_line(console: &Console) -> &str {
    &console.scrollback().next_back().unwrap().text
}

fn run(console: &mut Console, text: &str) {
    console.enqueue(text);
    console.begin_frame();
    assert_eq!(console.next_request(), None);
}

#[test]
fn values_keep_their_kind() {
    let mut console = Console::new();
    let number = console.register(Convar::int("n", 3, "")).unwrap();
    let switch = console.register(Convar::bool("b", false, "")).unwrap();
    for bad in ["1.5", "x", "", "99999999999999999999"] {
        assert!(matches!(console.set_text("n", bad), Err(SetError::WrongKind { .. })), "{bad}");
    }
    assert!(console.set(number, Value::Float(1.0)).is_err());
    assert_eq!(console.set_text("N", " 7 "), Ok(SetOutcome::Changed), "names ignore case");
    assert_eq!(console.convar(number).value(), &Value::Int(7));
    assert_eq!(console.set_text("b", "ON"), Ok(SetOutcome::Changed));
    assert!(console.convar(switch).value().as_bool());
    assert_eq!(console.set_text("none", "1"), Err(SetError::Unknown { name: "none".into() }));
}

#[test]
fn numbers_are_finite_and_within_their_range() {
    let mut console = Console::new();
    let fov = console.register(Convar::float("fov", 900.0, "").range(50.0..=130.0)).unwrap();
    assert_eq!(console.convar(fov).default(), &Value::Float(130.0), "the default is within the range too");
    for bad in ["nan", "inf", "-inf", "1e999"] {
        assert!(console.set_text("fov", bad).is_err(), "{bad}");
    }
    run(&mut console, "fov 12");
    assert_eq!(console.convar(fov).value(), &Value::Float(50.0));
    assert_eq!(last_line(&console), "`fov` lies between 50 and 130: it is 50 now");
    let steps = console.register(Convar::int("steps", 2, "").range(0.5..=3.5)).unwrap();
    console.set_text("steps", "-9").unwrap();
    assert_eq!(console.convar(steps).value(), &Value::Int(1));
    console.set_text("steps", "9").unwrap();
    assert_eq!(console.convar(steps).value(), &Value::Int(3));
}

#[test]
fn generations_count_changes_only() {
    let mut console = Console::new();
    let a = console.register(Convar::int("a", 0, "").range(0.0..=5.0)).unwrap();
    let before = console.generation();
    assert_eq!(console.set_text("a", "0"), Ok(SetOutcome::Unchanged));
    assert_eq!((console.convar(a).generation(), console.generation()), (0, before));
    assert_eq!(console.set_text("a", "9"), Ok(SetOutcome::Clamped));
    assert_eq!(console.set_text("a", "9"), Ok(SetOutcome::Clamped), "it still says so");
    assert_eq!((console.convar(a).generation(), console.generation()), (1, before + 1));
    assert!(console.set_text("a", "x").is_err());
    assert_eq!(console.generation(), before + 1);
}

#[test]
fn leaving_cheats_resets_every_cheat_convar() {
    let (mut console, scale) = cheats();
    run(&mut console, "host_timescale 2");
    assert_eq!(console.convar(scale).value(), &Value::Float(1.0));
    assert!(last_line(&console).contains("is a cheat"));
    run(&mut console, "sv_cheats 1; host_timescale 2");
    assert!(console.cheats());
    assert_eq!(console.convar(scale).value(), &Value::Float(2.0));
    let generation = console.convar(scale).generation();
    run(&mut console, "sv_cheats 0");
    assert!(!console.cheats());
    assert_eq!(console.convar(scale).value(), &Value::Float(1.0));
    assert_eq!(console.convar(scale).generation(), generation + 1);
}

#[test]
fn reverting_minds_cheats_too() {
    let (mut console, scale) = cheats();
    run(&mut console, "sv_cheats 1; host_timescale 2; revert host_timescale sv_cheats");
    assert_eq!(console.convar(scale).value(), &Value::Float(1.0));
    assert!(!console.cheats(), "the switch was reverted as well");
}

#[test]
fn names_are_unique_and_can_be_typed() {
    let mut console = Console::new();
    console.register(Convar::int("a", 0, "")).unwrap();
    assert_eq!(console.register(Convar::int("A", 0, "")), Err(RegisterError::Taken("A".into())));
    assert_eq!(console.register(Convar::int("echo", 0, "")), Err(RegisterError::Taken("echo".into())));
    for bad in ["", "a b", "a;b", "\"", "ä"] {
        assert!(matches!(console.register(Convar::int(bad, 0, "")), Err(RegisterError::BadName(_))), "{bad}");
    }
}

#[test]
fn what_is_registered_wins_over_a_players_alias() {
    let mut console = Console::new();
    run(&mut console, "alias late \"echo mine\"");
    console.register(Convar::int("late", 0, "")).unwrap();
    run(&mut console, "late 5");
    assert_eq!(console.find_convar("late").unwrap().value(), &Value::Int(5));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_archived_comes_back(text in any::<String>(), number in any::<f64>(), whole in any::<i64>()) {
        let fresh = || {
            let mut console = Console::new();
            let text = console.register(Convar::text("t", "", "").flags(ConvarFlags::ARCHIVE)).unwrap();
            let number = console.register(Convar::float("f", 0.0, "").flags(ConvarFlags::ARCHIVE)).unwrap();
            let whole = console.register(Convar::int("i", 0, "").flags(ConvarFlags::ARCHIVE)).unwrap();
            (console, [text, number, whole])
        };
        let (mut first, ids) = fresh();
        first.set(ids[0], Value::Text(text)).unwrap();
        let _ = first.set(ids[1], Value::Float(number));
        first.set(ids[2], Value::Int(whole)).unwrap();
        let (mut second, _) = fresh();
        second.enqueue(&first.archive());
        second.begin_frame();
        prop_assert_eq!(second.next_request(), None);
        for id in ids {
            prop_assert_eq!(first.convar(id).value(), second.convar(id).value());
        }
    }

    #[test]
    fn a_ranged_number_never_leaves_its_range(texts in prop::collection::vec("[-+0-9.einfa]{0,6}", 0..30)) {
        let mut console = Console::new();
        let id = console.register(Convar::float("f", 1.0, "").range(-2.0..=3.0)).unwrap();
        for text in texts {
            console.enqueue(&format!("f {text}; incrementvar f -9 9 {text}; toggle f {text} 2"));
            console.begin_frame();
            prop_assert_eq!(console.next_request(), None);
            let value = console.convar(id).value().as_f64();
            prop_assert!((-2.0..=3.0).contains(&value), "{} after {}", value, text);
        }
    }
}
