//! Saved games: any bytes are refused and leave the level as it was, or make a level that runs and can be saved again.
//! The input says which bytes of which sections of a sound save change; their hashes are made right.
#![no_main]

use kerosene_engine::{Engine, EngineOptions, FALLBACK_MAP};
use kerosene_entity::{Container, ContainerBuilder, SAVE_MAGIC, SAVE_VERSION};
use libfuzzer_sys::fuzz_target;

/// A save whose sections are damaged as the input says: triples of a section, a place and a byte.
fn damaged(save: &[u8], input: &[u8]) -> Vec<u8> {
    let container = Container::parse(save, SAVE_MAGIC, SAVE_VERSION).expect("it was just written");
    let mut builder = ContainerBuilder::new(SAVE_MAGIC, SAVE_VERSION);
    for (index, (tag, _)) in container.sections().enumerate() {
        let mut bytes = container.section(tag).expect("it was just written").to_vec();
        let length = bytes.len().max(1);
        for change in input.chunks_exact(4).filter(|change| usize::from(change[0]) == index) {
            let at = usize::from(u16::from_le_bytes([change[1], change[2]])) % length;
            if let Some(byte) = bytes.get_mut(at) {
                *byte = change[3];
            }
        }
        builder = builder.section(tag, bytes);
    }
    builder.to_bytes()
}

fuzz_target!(|data: &[u8]| {
    let mut engine = Engine::new(EngineOptions::default());
    engine.load_map(FALLBACK_MAP).expect("the built-in room");
    engine.spawn_player().expect("it has a place to spawn at");
    let save = engine.save_bytes().expect("a living player");
    let before = engine.state_hash();
    assert!(engine.load_bytes(data).is_err() || data.starts_with(b"KSAV"));
    if engine.load_bytes(&damaged(&save, data)).is_err() {
        assert_eq!(engine.state_hash(), before, "a refused save changed the level");
        return;
    }
    (0..4).for_each(|_| engine.tick(&[]));
    if let Ok(again) = engine.save_bytes() {
        engine.load_bytes(&again).expect("what was written is readable");
    }
});
