//! Models: any bytes are refused, or are a model that is written again to the same bytes and whose skeleton moves. The
//! sections are the input's, with their hashes put right.
#![no_main]

use kerosene_asset::{MODEL_MAGIC, MODEL_VERSION, Model};
use kerosene_container::{ContainerBuilder, Tag};
use libfuzzer_sys::fuzz_target;

/// Names of the sections, in the order of a file.
const TAGS: [&[u8; 4]; 16] = [
    b"HEAD", b"REFS", b"EDIT", b"LODS", b"VPOS", b"VNRM", b"VTAN", b"VUV0", b"VUV1", b"VCOL", b"VSKN", b"INDX",
    b"BONE", b"CLIP", b"HULL", b"ATCH",
];

fn check(bytes: &[u8]) {
    let Ok(model) = Model::from_bytes(bytes) else { return };
    let again = Model::from_bytes(&model.to_bytes()).expect("what was written is readable");
    assert!(again == model, "reading what was written gives another model");
    for clip in 0..model.clips.len() {
        let _ = model.clip_bounds(clip);
    }
    for hull in &model.hulls {
        assert!(hull.volume() > 0.0);
    }
}

fuzz_target!(|data: &[u8]| {
    check(data);
    // Each section begins with its length, two bytes.
    let mut rest = data;
    let mut builder = ContainerBuilder::new(MODEL_MAGIC, MODEL_VERSION);
    for tag in TAGS {
        let Some((length, after)) = rest.split_first_chunk::<2>() else { break };
        let (section, after) = after.split_at(usize::from(u16::from_le_bytes(*length)).min(after.len()));
        builder = builder.section(Tag(*tag), section.to_vec());
        rest = after;
    }
    check(&builder.to_bytes());
});
