//! A world's text and bytes: any input gives a world or an error with a place, and a world that was read says so
//! again in the same text or bytes.
#![no_main]

use kerosene_world::{ComponentDecl, FieldKind, ReadLimits, Schema, World};
use libfuzzer_sys::fuzz_target;

/// Few slots, so that a line that claims many takes no time.
const LIMITS: ReadLimits = ReadLimits { max_slots: 1 << 12 };

fn schema() -> Schema {
    let kinds = FieldKind::ALL.into_iter();
    let all = kinds.fold(ComponentDecl::new("all"), |decl, kind| decl.field(kind.name(), kind));
    let schema = Schema::builder().declare(all).declare(ComponentDecl::new("tag")).build();
    schema.expect("two plain kinds make a schema")
}

fn text(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match World::from_text(schema(), text, &LIMITS) {
        Ok(world) => {
            let written = world.text();
            let again = World::from_text(schema(), &written, &LIMITS).expect("what was written is readable");
            assert!(*again == *world, "reading what was written gives another world");
            assert_eq!(again.text(), written, "writing it again gives other text");
        }
        Err(error) => assert!(error.line >= 1 && error.column >= 1, "an error without a place: {error}"),
    }
}

/// The last eight bytes are a checksum, which random changes would never meet: it is made to match.
fn bytes(data: &[u8]) {
    let Some((content, _)) = data.split_last_chunk::<8>() else { return };
    let checksum = xxhash_rust::xxh3::xxh3_64(content).to_le_bytes();
    let data = [content, &checksum[..]].concat();
    match World::from_bytes(&data, &LIMITS) {
        Ok(world) => {
            assert_eq!(world.to_bytes(), data, "one world, one sequence of bytes");
            let _ = world.text();
        }
        Err(error) => assert!(error.offset <= data.len(), "an error beyond the end: {error}"),
    }
}

fuzz_target!(|data: &[u8]| {
    text(data);
    bytes(data);
});
