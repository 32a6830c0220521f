//! Textures: any bytes are refused, or are a texture that is written again to the same bytes and whose levels decode. The
//! sections are the input's, with their hashes put right.
#![no_main]

use kerosene_asset::{TEXTURE_MAGIC, TEXTURE_VERSION, Texture};
use kerosene_container::{ContainerBuilder, Tag};
use libfuzzer_sys::fuzz_target;

/// Names of the sections, in the order of a file.
const TAGS: [&[u8; 4]; 6] = [b"HEAD", b"EDIT", b"MP00", b"MP01", b"MP02", b"MP03"];

fn check(bytes: &[u8]) {
    let Ok(texture) = Texture::from_bytes(bytes) else { return };
    let again = Texture::from_bytes(&texture.to_bytes()).expect("what was written is readable");
    assert!(again == texture, "reading what was written gives another texture");
    for level in 0..texture.mips().len() as u32 {
        let pixels = texture.to_linear(level).expect("the level is there");
        let (width, height) = kerosene_asset::mip_size(texture.width(), texture.height(), level);
        assert_eq!(pixels.len(), width as usize * height as usize);
    }
}

fuzz_target!(|data: &[u8]| {
    check(data);
    // Each section begins with its length, a byte, and the rest of the input is the largest level.
    let mut rest = data;
    let mut builder = ContainerBuilder::new(TEXTURE_MAGIC, TEXTURE_VERSION);
    for tag in TAGS {
        let Some((length, after)) = rest.split_first() else { break };
        let (section, after) = after.split_at(usize::from(*length).min(after.len()));
        builder = builder.section(Tag(*tag), section.to_vec());
        rest = after;
    }
    check(&builder.to_bytes());
});
