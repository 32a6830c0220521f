//! Demos: what was recorded is played again to the same states, and what was changed is found.

use super::level::{Stock, content, inputs, play, run, start};
use kerosene_engine::{Demo, DemoError, verify_demo};
use kerosene_entity::{ContainerBuilder, Tag};
use proptest::prelude::*;
use std::time::Duration;

const MAGIC: Tag = Tag(*b"KDEM");

/// A demo of random input with players that come and go, variables that change and commands that are run.
fn recorded(ticks: u64) -> Vec<u8> {
    let content = content();
    let folder = tempfile::tempdir().unwrap();
    let mut engine = start(&content, folder.path(), "works", 2);
    play(&mut engine, 0, 30);
    engine.start_recording().unwrap();
    for at in 30..30 + ticks {
        match at % 211 {
            20 => drop(engine.spawn_player()),
            90 => drop(engine.remove_player(engine.players()[0].id)),
            120 => engine.console_mut().enqueue(if at % 2 == 0 { "sv_gravity 500" } else { "sv_gravity 900" }),
            150 => engine.console_mut().enqueue("sv_cheats 1; ent_fire door Toggle \"\" 0.1; sv_cheats 0"),
            _ => {}
        }
        engine.frame(Duration::ZERO, &[]);
        engine.tick(&inputs(&engine, at));
    }
    engine.stop_recording().unwrap()
}

fn verify(demo: &[u8]) -> Result<u64, DemoError> {
    let content = content();
    let folder = tempfile::tempdir().unwrap();
    verify_demo(&mut content.play_in(folder.path(), Stock, "works"), demo)
}

#[test]
fn thousands_of_ticks_of_random_input_verify() {
    let demo = recorded(5000);
    assert_eq!(verify(&demo).unwrap(), 5000);
    assert!(demo.len() < 200_000, "{} bytes", demo.len());
}

#[test]
fn what_is_done_between_two_ticks_is_played_in_its_order() {
    let content = content();
    let folder = tempfile::tempdir().unwrap();
    let mut engine = start(&content, folder.path(), "works", 2);
    run(&mut engine, "sv_cheats 1");
    engine.start_recording().unwrap();
    play(&mut engine, 0, 5);
    // Each takes a place among the entities that the one before has left or taken.
    let first = engine.players()[0].id;
    engine.remove_player(first);
    run(&mut engine, "ent_create info_target targetname one");
    engine.spawn_player().unwrap();
    run(&mut engine, "sv_gravity 300; ent_create info_target targetname two; ent_remove one");
    let next = engine.players()[0].id;
    assert!(engine.respawn_player(next, 1));
    play(&mut engine, 5, 40);
    let demo = engine.stop_recording().unwrap();
    assert_eq!(verify(&demo).unwrap(), 45);
}

/// The demo with other bytes in its ticks, under a hash of the section that is right.
fn with_ticks(demo: &[u8], change: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let parsed = kerosene_entity::Container::parse(demo, MAGIC, 1).unwrap();
    let save = parsed.section(Tag(*b"SAVE")).unwrap().to_vec();
    let mut ticks = parsed.section(Tag(*b"TICK")).unwrap().to_vec();
    change(&mut ticks);
    ContainerBuilder::new(MAGIC, 1).section(Tag(*b"SAVE"), save).section(Tag(*b"TICK"), ticks).to_bytes()
}

#[test]
fn a_flipped_bit_is_told_by_its_ticks() {
    let demo = recorded(300);
    // The last bit of the file: a hash in the last block, which begins after four seconds.
    let mut damaged = demo.clone();
    *damaged.last_mut().unwrap() ^= 1;
    assert!(matches!(verify(&damaged), Err(DemoError::Damaged { first: 287, .. })), "{:?}", verify(&damaged));
    // The same behind hashes that were put right again: the state's hash of the very last tick.
    let forged = with_ticks(&demo, |ticks| {
        let last = ticks.len() - 1;
        ticks[last] ^= 1;
        let mut start = 0;
        loop {
            let length = u32::from_le_bytes(ticks[start + 12..start + 16].try_into().unwrap()) as usize;
            if start + 32 + length == ticks.len() {
                break;
            }
            start += 32 + length;
        }
        let hash = xxhash_rust::xxh3::xxh3_64(&[&ticks[start..start + 24], &ticks[start + 32..]].concat());
        ticks[start + 24..start + 32].copy_from_slice(&hash.to_le_bytes());
    });
    assert!(matches!(verify(&forged), Err(DemoError::Differs { tick: 330, .. })), "{:?}", verify(&forged));
}

#[test]
fn foreign_newer_and_cut_off_files_are_refused() {
    let demo = recorded(100);
    assert!(verify(b"KSAV").unwrap_err().to_string().contains("does not begin with KDEM"));
    assert!(verify(&ContainerBuilder::new(MAGIC, 9).to_bytes()).unwrap_err().to_string().contains("version 9"));
    let content = content();
    let folder = tempfile::tempdir().unwrap();
    let mut engine = content.play_in(folder.path(), Stock, "works");
    let before = engine.state_hash();
    for length in (0..demo.len()).step_by(demo.len() / 50) {
        assert!(verify_demo(&mut engine, &demo[..length]).is_err());
        assert_eq!(engine.state_hash(), before);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]
    #[test]
    fn any_flipped_bit_is_refused(place in 0.0..1.0_f64, bit in 0..8_u32) {
        let mut demo = recorded(10);
        let at = (place * demo.len() as f64) as usize;
        demo[at] ^= 1 << bit;
        prop_assert!(Demo::from_bytes(&demo).is_err());
    }
}

#[test]
fn the_console_records_and_plays() {
    let content = content();
    let folder = tempfile::tempdir().unwrap();
    let mut engine = start(&content, folder.path(), "works", 1);
    run(&mut engine, "record one");
    let hashes = play(&mut engine, 0, 40);
    run(&mut engine, "stop; playdemo one");
    assert_eq!(engine.tick_number(), 0);
    for _ in 0..8 {
        engine.frame(Duration::from_micros(15_625 * 5), &[]);
    }
    assert_eq!((engine.tick_number(), engine.state_hash()), (40, *hashes.last().unwrap()));
    engine.frame(Duration::from_micros(15_625), &[]);
    assert!(super::common::said(&engine).iter().any(|line| line.contains("it went as it was recorded")));
}

#[test]
fn playing_on_after_rewinding_500_ticks_gives_the_same_hashes() {
    let content = content();
    let folder = tempfile::tempdir().unwrap();
    let mut engine = start(&content, folder.path(), "works", 2);
    assert!(engine.rewind(1).is_err());
    run(&mut engine, "host_rewind 8");
    let hashes = play(&mut engine, 0, 700);
    engine.rewind(500).unwrap();
    assert_eq!((engine.tick_number(), engine.state_hash()), (200, hashes[199]));
    assert_eq!(play(&mut engine, 200, 500), hashes[200..]);
    run(&mut engine, "rewind 1");
    assert_eq!(engine.state_hash(), hashes[700 - 65]);
    run(&mut engine, "pause; step -1");
    assert_eq!(engine.state_hash(), hashes[700 - 66]);
    run(&mut engine, "pause; rewind 20");
    assert!(super::common::said(&engine).iter().any(|line| line.contains("ticks are kept")));
}

#[test]
fn commands_that_lead_out_of_a_demo_are_not_run_from_one() {
    let content = content();
    let folder = tempfile::tempdir().unwrap();
    let mut engine = start(&content, folder.path(), "works", 1);
    engine.start_recording().unwrap();
    engine.console_mut().enqueue("say_nothing_known");
    engine.frame(Duration::ZERO, &[]);
    play(&mut engine, 0, 3);
    let demo = engine.stop_recording().unwrap();
    // The line of the command that nobody knows becomes another one of the same length.
    let forged = with_ticks(&demo, |ticks| {
        let line = b"\"say_nothing_known\"";
        let at = ticks.windows(line.len()).position(|bytes| bytes == line).unwrap();
        ticks[at..at + line.len()].copy_from_slice(b"quit; save x; crash");
        let hash = xxhash_rust::xxh3::xxh3_64(&[&ticks[..24], &ticks[32..]].concat());
        ticks[24..32].copy_from_slice(&hash.to_le_bytes());
    });
    assert!(demo.len() == forged.len() && demo != forged);
    assert_eq!(verify_demo(&mut engine, &forged).unwrap(), 3);
    assert!(!engine.quit_requested() && engine.saves().is_empty());
}
