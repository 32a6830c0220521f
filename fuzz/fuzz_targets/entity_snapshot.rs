//! Saved entity worlds: any bytes are refused, or make a world that runs and is saved again to the same bytes. The
//! checksums at the end of the section and of the world in it are put right first, so that damage gets past them.
#![no_main]

use kerosene_entity::{ClassDef, ClassKind, Registry, Value, ValueKind, WorldSnapshot};
use libfuzzer_sys::fuzz_target;
use std::time::Duration;
use xxhash_rust::xxh3::xxh3_64;

/// Magic, two versions and the length of the world stand before it.
const HEAD: usize = 20;

fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let length = bytes.get(12..HEAD).map_or(0, |length| u64::from_le_bytes(length.try_into().unwrap_or_default()));
    let world_end = usize::try_from(length).ok().and_then(|length| HEAD.checked_add(length));
    for (start, end) in [(HEAD, world_end), (0, Some(bytes.len()))] {
        let Some(end) = end.filter(|&end| end <= bytes.len() && end >= start + 8) else { continue };
        let checksum = xxh3_64(&bytes[start..end - 8]);
        bytes[end - 8..end].copy_from_slice(&checksum.to_le_bytes());
    }
    bytes
}

fuzz_target!(|data: &[u8]| {
    let Ok(saved) = WorldSnapshot::from_bytes(&sealed(data.to_vec())) else { return };
    let relay = ClassDef::new("relay", ClassKind::Point)
        .input(
            "Trigger",
            ValueKind::Any,
            |world, relay, event| {
                world.fire_output(relay, "OnTrigger", event.activator, event.value);
            },
            "",
        )
        .output("OnTrigger", ValueKind::Any, "")
        .on_think(|world, relay| {
            world.fire_output(relay, "OnTrigger", None, Value::None);
        });
    let registry = Registry::new([relay]).expect("a registry");
    let _ = saved.text();
    let Ok((mut world, _)) = saved.instantiate(&registry) else { return };
    for _ in 0..4 {
        world.run(Duration::from_millis(100));
    }
    let once = WorldSnapshot::capture(&world);
    let read = WorldSnapshot::from_bytes(&once.to_bytes()).expect("what was written is readable");
    assert_eq!(read.to_bytes(), once.to_bytes(), "saving it again gives other bytes");
    let (again, _) = read.instantiate(&registry).expect("it was just saved");
    if once.notes().is_empty() {
        assert_eq!(again.state_hash(), world.state_hash(), "a restored world differs");
    }
});
