//! Demos: any bytes are refused, or are a demo that plays to its end or to the tick that differs. The blocks of ticks
//! are the input's, with their hashes put right.
#![no_main]

use kerosene_engine::{Demo, Engine, EngineOptions, FALLBACK_MAP, verify_demo};
use kerosene_entity::{ContainerBuilder, Tag};
use libfuzzer_sys::fuzz_target;
use xxhash_rust::xxh3::xxh3_64;

/// Bytes of a block's head before its hash.
const HASHED_HEAD: usize = 24;

/// One block of the input's bytes: first tick, ticks, length, hash of the state, hash of the block, body.
fn block(ticks: u32, body: &[u8]) -> Vec<u8> {
    let mut head = Vec::with_capacity(HASHED_HEAD + 8 + body.len());
    head.extend_from_slice(&1_u64.to_le_bytes());
    head.extend_from_slice(&ticks.to_le_bytes());
    head.extend_from_slice(&(body.len() as u32).to_le_bytes());
    head.extend_from_slice(&0_u64.to_le_bytes());
    let hash = xxh3_64(&[&head, body].concat());
    head.extend_from_slice(&hash.to_le_bytes());
    head.extend_from_slice(body);
    head
}

fuzz_target!(|data: &[u8]| {
    let _ = Demo::from_bytes(data);
    let Some((&ticks, body)) = data.split_first() else { return };
    let mut engine = Engine::new(EngineOptions::default());
    engine.load_map(FALLBACK_MAP).expect("the built-in room");
    engine.spawn_player().expect("it has a place to spawn at");
    let save = engine.save_bytes().expect("a living player");
    let demo = ContainerBuilder::new(Tag(*b"KDEM"), 1)
        .section(Tag(*b"SAVE"), save)
        .section(Tag(*b"TICK"), block(u32::from(ticks), body))
        .to_bytes();
    let _ = verify_demo(&mut engine, &demo);
});
