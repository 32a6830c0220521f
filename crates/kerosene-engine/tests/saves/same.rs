//! 200 ticks from a save are the 200 ticks that followed it, bit for bit.

use super::level::{content, play, start};
use kerosene_engine::{Engine, FALLBACK_MAP};
use kerosene_math::Pcg32;

/// Ticks that are compared.
const TICKS: u64 = 200;

/// Plays on from random moments, in the engine that saved, and in one that was started anew.
fn compare(map: &str, players: u32, moments: u32, seed: u64) {
    let content = content();
    let folder = tempfile::tempdir().unwrap();
    let mut random = Pcg32::new(seed, 0);
    let mut engine = start(&content, folder.path(), map, players);
    let mut at = 0;
    for moment in 0..moments {
        let wait = u64::from(random.below(150).unwrap());
        play(&mut engine, at, wait);
        at += wait;
        engine.save("moment").unwrap();
        let saved = engine.state_hash();
        let first = play(&mut engine, at, TICKS);
        let mut other: Engine = start(&content, folder.path(), FALLBACK_MAP, moment % 2);
        for engine in [&mut engine, &mut other] {
            engine.load("moment").unwrap();
            assert_eq!((engine.state_hash(), engine.map_name()), (saved, Some(map)), "{map}, tick {at}");
            let again = play(engine, at, TICKS);
            let differs = first.iter().zip(&again).position(|(one, other)| one != other);
            assert_eq!(differs, None, "{map}: first tick that differs after a save at tick {at}");
        }
        at += TICKS;
    }
}

#[test]
fn in_the_built_in_room() {
    compare(FALLBACK_MAP, 3, 4, 1);
}

#[test]
fn in_a_level_with_logic() {
    compare("works", 2, 12, 2);
}

#[test]
fn the_level_with_logic_has_some() {
    let content = content();
    let folder = tempfile::tempdir().unwrap();
    let mut engine = start(&content, folder.path(), "works", 2);
    play(&mut engine, 0, 1000);
    assert!(engine.entities().unwrap().delivered() > 50, "{}", engine.entities().unwrap().delivered());
}

#[test]
fn convars_that_movement_depends_on_come_along() {
    let content = content();
    let folder = tempfile::tempdir().unwrap();
    let mut engine = start(&content, folder.path(), "works", 1);
    engine.console_mut().enqueue("sv_gravity 300; sv_tickrate 100");
    engine.frame(std::time::Duration::ZERO, &[]);
    play(&mut engine, 0, 50);
    engine.save("light").unwrap();
    let first = play(&mut engine, 50, 100);
    let mut other = start(&content, folder.path(), "works", 1);
    other.load("light").unwrap();
    assert_eq!(other.move_parameters().gravity, 300.0);
    assert_eq!(other.tick_rate().per_second(), 100);
    assert_eq!(play(&mut other, 50, 100), first);
}

#[test]
fn equal_states_give_equal_files() {
    let content = content();
    let folder = tempfile::tempdir().unwrap();
    let mut engine = start(&content, folder.path(), "works", 2);
    play(&mut engine, 0, 130);
    let bytes = engine.save_bytes().unwrap();
    let mut other = start(&content, folder.path(), "works", 0);
    other.load_bytes(&bytes).unwrap();
    // How often a player was turned is the host's and counts on; all else is the same.
    let sections = |bytes: &[u8]| {
        let parsed = kerosene_entity::Container::parse(bytes, kerosene_entity::SAVE_MAGIC, 1).unwrap();
        let tags: Vec<_> = parsed.sections().map(|(tag, _)| tag).collect();
        let kept = tags.into_iter().filter(|&tag| tag != kerosene_entity::save_tags::PLAYERS);
        kept.map(|tag| parsed.section(tag).unwrap().to_vec()).collect::<Vec<_>>()
    };
    assert_eq!(sections(&other.save_bytes().unwrap()), sections(&bytes));
}
