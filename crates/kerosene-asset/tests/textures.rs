//! Textures: what was written is read, formats decode to what they hold, damage is told.
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use kerosene_asset::{
    MAX_SIZE, Mip, PixelFormat, Provenance, SourceFile, TEXTURE_MAGIC, TEXTURE_VERSION, Texture, TextureError,
    TextureFlags, linear_to_srgb, mip_size, srgb_to_linear,
};
use kerosene_container::{Container, ContainerBuilder};
use proptest::prelude::*;

fn chain(format: PixelFormat, width: u32, height: u32) -> Vec<Mip> {
    let bytes = |level| {
        let (width, height) = mip_size(width, height, level);
        (0..format.image_bytes(width, height)).map(|at| (at * 37 + level as usize) as u8).collect()
    };
    (0..Texture::full_chain(width, height)).map(|level| Mip { bytes: bytes(level) }).collect()
}

fn sample() -> Texture {
    let mut texture = Texture::new(PixelFormat::Rgba8Srgb, 12, 5, chain(PixelFormat::Rgba8Srgb, 12, 5)).unwrap();
    texture.flags = TextureFlags::CLAMP | TextureFlags::TRANSLUCENT;
    texture.average = [0.25, 0.5, 0.75, 1.0];
    let sources = vec![SourceFile::of("art/brick.png", b"pixels"), SourceFile::of("art/brick.kcfg", b"")];
    texture.provenance =
        Provenance { tool: "alchemy 1".to_owned(), options: "--clamp".to_owned(), sources, ..Provenance::default() };
    texture
}

#[test]
fn every_format_is_written_and_read() {
    for format in PixelFormat::ALL {
        for (width, height) in [(1, 1), (3, 7), (8, 8), (17, 2)] {
            let texture = Texture::new(format, width, height, chain(format, width, height)).unwrap();
            let read = Texture::from_bytes(&texture.to_bytes()).unwrap();
            assert_eq!(read, texture, "{} {width} by {height}", format.name());
            for level in 0..texture.mips().len() as u32 {
                let (width, height) = mip_size(width, height, level);
                assert_eq!(read.to_linear(level).unwrap().len(), (width * height) as usize);
            }
        }
    }
    assert_eq!(Texture::from_bytes(&sample().to_bytes()).unwrap(), sample());
}

#[test]
fn sizes_levels_and_bytes_that_cannot_be_are_refused() {
    let one = || vec![Mip { bytes: vec![0; 4] }];
    let refusal = |width, height, mips| Texture::new(PixelFormat::Rgba8, width, height, mips).unwrap_err();
    assert!(matches!(refusal(0, 1, one()), TextureError::Size { .. }));
    assert!(matches!(refusal(1, MAX_SIZE + 1, one()), TextureError::Size { .. }));
    assert_eq!(refusal(1, 1, vec![]), TextureError::Levels { found: 0, most: 1 });
    assert_eq!(refusal(1, 1, [one(), one()].concat()), TextureError::Levels { found: 2, most: 1 });
    assert_eq!(refusal(2, 1, one()), TextureError::MipBytes { level: 0, found: 4, expected: 8 });
    assert_eq!(sample().to_linear(4), Err(TextureError::NoLevel { level: 4, count: 4 }));
}

/// A block whose two ends are equal and whose indices are zero is one colour: BC4 and BC5 hold it as it is.
#[test]
fn plain_blocks_decode_to_their_colour() {
    let plain = |value: u8| [value, value, 0, 0, 0, 0, 0, 0];
    let mask = Texture::new(PixelFormat::Bc4, 3, 2, vec![Mip { bytes: plain(51).to_vec() }]).unwrap();
    assert_eq!(mask.to_linear(0).unwrap(), vec![[0.2, 0.0, 0.0, 1.0]; 6]);
    let bytes = [plain(255), plain(102)].concat();
    let normal = Texture::new(PixelFormat::Bc5, 4, 4, vec![Mip { bytes }]).unwrap();
    assert_eq!(normal.to_linear(0).unwrap(), vec![[1.0, 0.4, 0.0, 1.0]; 16]);
}

/// Blocks stand row by row, and what fills up the last ones is not seen.
#[test]
fn blocks_lie_where_they_belong() {
    let values = [10_u8, 20, 30, 40];
    let bytes = values.iter().flat_map(|value| [*value, *value, 0, 0, 0, 0, 0, 0]).collect();
    let texture = Texture::new(PixelFormat::Bc4, 6, 5, vec![Mip { bytes }]).unwrap();
    let pixels = texture.to_linear(0).unwrap();
    let at = |x: usize, y: usize| (pixels[y * 6 + x][0] * 255.0).round() as u8;
    assert_eq!([at(0, 0), at(3, 3), at(4, 0), at(5, 3), at(0, 4), at(4, 4)], [10, 10, 20, 20, 30, 40]);
}

#[test]
fn srgb_goes_there_and_back_and_rounds_to_the_nearest() {
    for byte in 0..=255_u8 {
        assert_eq!(linear_to_srgb(srgb_to_linear(byte)), byte);
        let value = f64::from(byte) / 255.0;
        let linear = if value <= 0.04045 { value / 12.92 } else { libm_pow((value + 0.055) / 1.055) };
        assert!((f64::from(srgb_to_linear(byte)) - linear).abs() < 1e-7, "{byte}");
    }
    let between = (srgb_to_linear(100) + srgb_to_linear(101)) / 2.0;
    assert!((100..=101).contains(&linear_to_srgb(between)));
}

/// x^2.4 as x² · (x²)^(1/5), the fifth root by Newton's method: another way than the one that is tested.
fn libm_pow(x: f64) -> f64 {
    let square = x * x;
    let mut root = 0.5;
    for _ in 0..200 {
        root -= (root * root * root * root * root - square) / (5.0 * root * root * root * root);
    }
    square * root
}

#[test]
fn every_flipped_bit_is_refused() {
    common::damage_is_refused(&sample().to_bytes(), |bytes| Texture::from_bytes(bytes).is_err());
}

/// Sections that say nonsense behind hashes that are right.
#[test]
fn lies_behind_right_hashes_are_refused() {
    let sound = sample().to_bytes();
    let container = Container::parse(&sound, TEXTURE_MAGIC, TEXTURE_VERSION).unwrap();
    let forged = |index: usize, at: usize, byte: u8| {
        let mut builder = ContainerBuilder::new(TEXTURE_MAGIC, TEXTURE_VERSION);
        for (section, (tag, _)) in container.sections().enumerate() {
            let mut bytes = container.section(tag).unwrap().to_vec();
            if section == index {
                bytes[at] = byte;
            }
            builder = builder.section(tag, bytes);
        }
        Texture::from_bytes(&builder.to_bytes()).map(drop).unwrap_err().to_string()
    };
    assert!(forged(0, 0, 13).contains("mip level 0 has 240 bytes instead of 260"));
    assert!(forged(0, 3, 1).contains("each side has 1 to 16384"));
    assert!(forged(0, 8, 9).contains("there is no pixel format 9"));
    assert!(forged(0, 15, 0x80).contains("there are no flags"));
    assert!(forged(0, 16, 200).contains("200 mip levels"));
    assert!(forged(0, 23, 0xff).contains("no finite number"));
    assert!(forged(1, 0, 0xff).contains("the tool's name"));
}

proptest! {
    #[test]
    fn any_provenance_is_kept(
        tool in "\\PC{0,12}", options in "\\PC{0,30}", sources in prop::collection::vec(("\\PC{0,12}", any::<[u8; 32]>()), 0..5),
        absent in prop::collection::vec("\\PC{0,12}", 0..3)
    ) {
        let sources = sources.into_iter().map(|(path, hash)| SourceFile { path, hash }).collect();
        let mut texture = Texture::new(PixelFormat::R8, 1, 1, vec![Mip { bytes: vec![1] }]).unwrap();
        texture.provenance = Provenance { tool, options, sources, absent };
        prop_assert_eq!(Texture::from_bytes(&texture.to_bytes()).unwrap(), texture);
    }
}
