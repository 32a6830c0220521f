//! Files that are no saves, or not of this map, engine or game: refused with the reason, and nothing happens.

use super::level::{Stock, content, play, start};
use kerosene_engine::{Engine, Game, LoadGameError, SaveGameError};
use kerosene_entity::{Container, ContainerBuilder, Damage, DamageKind, SAVE_MAGIC, SaveInfo, Tag, save_tags};
use proptest::prelude::*;

/// Loads bytes that must be refused, and gives the reason.
fn refusal(engine: &mut Engine, bytes: &[u8]) -> String {
    let before = engine.state_hash();
    let error = engine.load_bytes(bytes).expect_err("refused").to_string();
    assert_eq!(engine.state_hash(), before, "{error}");
    error
}

#[test]
fn cut_off_lengthened_and_foreign_files() {
    let content = content();
    let folder = tempfile::tempdir().unwrap();
    let mut engine = start(&content, folder.path(), "works", 1);
    let bytes = engine.save_bytes().unwrap();
    play(&mut engine, 0, 20);
    for length in (0..bytes.len()).step_by(bytes.len() / 97) {
        refusal(&mut engine, &bytes[..length]);
    }
    assert!(refusal(&mut engine, &[&bytes[..], &[0]].concat()).contains("bytes, and its table says"));
    assert!(refusal(&mut engine, b"IBSP and more").contains("does not begin with KSAV"));
    assert!(refusal(&mut engine, b"").contains("does not begin with KSAV"));
    engine.load_bytes(&bytes).unwrap();
}

#[test]
fn a_newer_save_and_one_that_lacks_a_section() {
    let content = content();
    let folder = tempfile::tempdir().unwrap();
    let mut engine = start(&content, folder.path(), "works", 1);
    let newer = ContainerBuilder::new(SAVE_MAGIC, 2).to_bytes();
    assert!(refusal(&mut engine, &newer).contains("version 2"));
    let empty = ContainerBuilder::new(SAVE_MAGIC, 1).section(Tag(*b"MORE"), vec![1]).to_bytes();
    assert!(refusal(&mut engine, &empty).contains("no section INFO"));
}

#[test]
fn a_save_of_a_map_that_was_compiled_anew() {
    let old = content();
    let folder = tempfile::tempdir().unwrap();
    let mut engine = start(&old, folder.path(), "works", 1);
    engine.save("old").unwrap();
    let other = super::level::changed_content();
    let mut engine = start(&other, folder.path(), "works", 1);
    play(&mut engine, 0, 10);
    let before = engine.state_hash();
    assert!(matches!(engine.load("old"), Err(LoadGameError::OtherMap { .. })));
    assert_eq!(engine.state_hash(), before);
    assert!(matches!(engine.load("never"), Err(LoadGameError::NotFound { .. })));
    assert!(matches!(engine.load("../old"), Err(LoadGameError::Name { .. })));
}

/// A game that does not want to be saved or loaded.
struct Stubborn;
impl Game for Stubborn {
    fn classes(&mut self, engine: &mut Engine) -> Vec<kerosene_entity::ClassDef> {
        Stock.classes(engine)
    }
    fn can_save(&mut self, engine: &mut Engine) -> Result<(), String> {
        if engine.tick_number() < 10 { Ok(()) } else { Err("a film is running".to_owned()) }
    }
    fn load(&mut self, _: &mut Engine, _: &[u8]) -> Result<(), String> {
        Err("not today".to_owned())
    }
}

#[test]
fn the_game_and_death_have_a_say() {
    let content = content();
    let folder = tempfile::tempdir().unwrap();
    let mut engine = content.play_in(folder.path(), Stubborn, "works");
    let player = engine.spawn_player().unwrap();
    engine.save("early").unwrap();
    play(&mut engine, 0, 10);
    assert!(engine.save("late").unwrap_err().to_string().contains("a film is running"));
    let before = engine.state_hash();
    assert!(matches!(engine.load("early"), Err(LoadGameError::Game(reason)) if reason == "not today"));
    assert_eq!(engine.state_hash(), before);
    // The level that stayed goes on as it would have.
    let mut other = content.play_in(folder.path(), Stubborn, "works");
    other.spawn_player().unwrap();
    play(&mut other, 0, 10);
    assert_eq!(play(&mut engine, 10, 50), play(&mut other, 10, 50));
    let mut engine = content.play_in(folder.path(), Stock, "works");
    assert!(matches!(engine.save(""), Err(SaveGameError::Name { .. })));
    assert!(matches!(engine.save(&"n".repeat(65)), Err(SaveGameError::Name { .. })));
    let player_two = engine.spawn_player().unwrap();
    assert_eq!(player, player_two);
    engine.damage_player(player_two, &Damage::new(1000.0, DamageKind::empty()));
    assert!(matches!(engine.save("dead"), Err(SaveGameError::Dead { player: 1 })));
    assert!(matches!(Engine::new(Default::default()).save("none"), Err(SaveGameError::NoLevel)));
    assert_eq!(engine.saves(), ["early"]);
}

/// Who loads a save of the last tick that can be counted plays on, and is told that it can be saved no more, instead of
/// getting a save that nobody loads.
#[test]
fn what_could_not_be_loaded_is_not_written() {
    let content = content();
    let folder = tempfile::tempdir().unwrap();
    let mut engine = start(&content, folder.path(), "works", 1);
    let bytes = engine.save_bytes().unwrap();
    let parsed = Container::parse(&bytes, SAVE_MAGIC, 1).unwrap();
    let last = SaveInfo { tick: 1 << 61, ..SaveInfo::read(&parsed).unwrap() };
    let sections = parsed.sections().map(|(tag, _)| (tag, parsed.section(tag).unwrap().to_vec()));
    let changed = sections.fold(ContainerBuilder::new(SAVE_MAGIC, 1), |builder, (tag, content)| {
        builder.section(tag, if tag == save_tags::INFO { last.to_bytes() } else { content })
    });
    engine.load_bytes(&changed.to_bytes()).unwrap();
    engine.save_bytes().unwrap();
    engine.tick(&[]);
    let error = engine.save_bytes().unwrap_err().to_string();
    assert!(error.contains("the tick is beyond counting"), "{error}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn one_flipped_bit(place in 0.0..1.0_f64, bit in 0..8_u32) {
        let content = content();
        let folder = tempfile::tempdir().unwrap();
        let mut engine = start(&content, folder.path(), "works", 1);
        let mut bytes = engine.save_bytes().unwrap();
        play(&mut engine, 0, 3);
        let at = (place * bytes.len() as f64) as usize;
        bytes[at] ^= 1 << bit;
        refusal(&mut engine, &bytes);
    }

    /// Damage under hashes that were put right again: refused, or loaded and playable.
    #[test]
    fn damage_behind_right_hashes(section in 0..6_usize, place in 0.0..1.0_f64, byte: u8) {
        let content = content();
        let folder = tempfile::tempdir().unwrap();
        let mut engine = start(&content, folder.path(), "works", 2);
        play(&mut engine, 0, 30);
        let bytes = engine.save_bytes().unwrap();
        let parsed = Container::parse(&bytes, SAVE_MAGIC, 1).unwrap();
        let mut builder = ContainerBuilder::new(SAVE_MAGIC, 1);
        for (index, (tag, length)) in parsed.sections().enumerate() {
            let mut content = parsed.section(tag).unwrap().to_vec();
            if index == section && length > 0 {
                content[(place * length as f64) as usize] = byte;
            }
            builder = builder.section(tag, content);
        }
        let before = engine.state_hash();
        match engine.load_bytes(&builder.to_bytes()) {
            Ok(()) => drop(play(&mut engine, 0, 20)),
            Err(_) => prop_assert_eq!(engine.state_hash(), before),
        }
    }
}
