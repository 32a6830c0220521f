//! Textures as KTX2 files, which other people's tools open.
//!
//! After the KTX File Format Specification 2.0 and the Khronos Data Format Specification 1.3: every level as it is, without
//! further compression, the smallest first, and a description of the pixels.

use kerosene_asset::{PixelFormat, Texture};

/// The first bytes of a file.
const IDENTIFIER: [u8; 12] = *b"\xabKTX 20\xbb\r\n\x1a\n";
/// Bytes before the index of levels: identifier, nine numbers of the head, and the places of what follows.
const HEAD: usize = 12 + 9 * 4 + 4 * 4 + 2 * 8;
/// Bytes of a level's entry in the index.
const LEVEL_ENTRY: usize = 3 * 8;

/// What is said of the texture beside its pixels, sorted by key: the first row is the top, and who wrote it.
const METADATA: [(&str, &str); 2] = [("KTXorientation", "rd"), ("KTXwriter", crate::TOOL)];

/// Channel flags of samples.
const LINEAR: u8 = 0x10;
const SIGNED_FLOAT: u8 = 0xc0;
const FLOAT: u8 = 0x80;
const ALPHA: u8 = 15;

/// The bits of -1 and 1 as floats.
const MINUS_ONE: u32 = 0xbf80_0000;
const ONE: u32 = 0x3f80_0000;

/// A part of a pixel or block.
struct Sample {
    offset: u16,
    bits: u8,
    channel: u8,
    lower: u32,
    upper: u32,
}

/// How a format is described.
struct Described {
    /// The number that Vulkan has for it.
    vulkan: u32,
    /// Bytes of the numbers that a pixel is made of.
    type_size: u32,
    /// The data format specification's colour model.
    model: u8,
    samples: Vec<Sample>,
}

/// The texture as a KTX2 file, with all its levels.
///
/// ```
/// use kerosene_asset::{Mip, PixelFormat, Texture};
///
/// let red = Texture::new(PixelFormat::Rgba8Srgb, 1, 1, vec![Mip { bytes: vec![255, 0, 0, 255] }])?;
/// assert!(alchemy::to_ktx2(&red).ends_with(&[255, 0, 0, 255]));
/// # Ok::<(), kerosene_asset::TextureError>(())
/// ```
#[must_use]
pub fn to_ktx2(texture: &Texture) -> Vec<u8> {
    let described = describe(texture.format());
    let descriptor = descriptor(texture.format(), &described);
    let metadata = metadata();
    let descriptor_start = HEAD + texture.mips().len() * LEVEL_ENTRY;
    let metadata_start = descriptor_start + descriptor.len();
    let mut index = vec![(0, 0); texture.mips().len()];
    let mut end = metadata_start + metadata.len();
    for (entry, mip) in index.iter_mut().zip(texture.mips()).rev() {
        // A multiple of the size of a pixel or block, and of four; the sizes are powers of two.
        let start = end.next_multiple_of(texture.format().unit_bytes().max(4));
        (*entry, end) = ((start, mip.bytes.len()), start + mip.bytes.len());
    }
    let mut file = IDENTIFIER.to_vec();
    let (width, height) = (texture.width(), texture.height());
    // No depth, no layers, one face, no further compression.
    for number in [described.vulkan, described.type_size, width, height, 0, 0, 1, texture.mips().len() as u32, 0] {
        file.extend(number.to_le_bytes());
    }
    for number in [descriptor_start, descriptor.len(), metadata_start, metadata.len()] {
        file.extend((number as u32).to_le_bytes());
    }
    file.extend([0; 16]);
    for (start, length) in &index {
        [*start, *length, *length].iter().for_each(|number| file.extend((*number as u64).to_le_bytes()));
    }
    file.extend(descriptor);
    file.extend(metadata);
    for ((start, _), mip) in index.iter().zip(texture.mips()).rev() {
        file.resize(*start, 0);
        file.extend(&mip.bytes);
    }
    file
}

fn describe(format: PixelFormat) -> Described {
    let block = |vulkan, model, samples| Described { vulkan, type_size: 1, model, samples };
    let whole = |bits, channel, upper| vec![Sample { offset: 0, bits, channel, lower: 0, upper }];
    let pair = || {
        vec![
            Sample { offset: 0, bits: 64, channel: 0, lower: 0, upper: u32::MAX },
            Sample { offset: 64, bits: 64, channel: 1, lower: 0, upper: u32::MAX },
        ]
    };
    match format {
        PixelFormat::Bc7Srgb => block(146, 134, whole(128, 0, u32::MAX)),
        PixelFormat::Bc7 => block(145, 134, whole(128, 0, u32::MAX)),
        PixelFormat::Bc5 => block(141, 132, pair()),
        PixelFormat::Bc4 => block(139, 131, whole(64, 0, u32::MAX)),
        PixelFormat::Bc6h => block(143, 133, whole(128, FLOAT, ONE)),
        PixelFormat::Rgba8Srgb => block(43, 1, channels(8, 0, LINEAR, 0, 255)),
        PixelFormat::Rgba8 => block(37, 1, channels(8, 0, 0, 0, 255)),
        PixelFormat::R8 => block(9, 1, whole(8, 0, 255)),
        PixelFormat::Rgba16Float => {
            let samples = channels(16, SIGNED_FLOAT, 0, MINUS_ONE, ONE);
            Described { vulkan: 97, type_size: 2, model: 1, samples }
        }
    }
}

/// Red, green, blue and alpha beside each other; alpha is never in sRGB.
fn channels(bits: u8, flags: u8, alpha_flags: u8, lower: u32, upper: u32) -> Vec<Sample> {
    let channel = |(at, channel): (u16, u8)| {
        let flags = if channel == ALPHA { flags | alpha_flags } else { flags };
        Sample { offset: at * u16::from(bits), bits, channel: channel | flags, lower, upper }
    };
    [(0, 0), (1, 1), (2, 2), (3, ALPHA)].map(channel).into()
}

/// The data format descriptor: one basic block.
fn descriptor(format: PixelFormat, described: &Described) -> Vec<u8> {
    let block_bytes = 24 + 16 * described.samples.len();
    let mut out = (4 + block_bytes as u32).to_le_bytes().to_vec();
    out.extend(0_u32.to_le_bytes());
    // Version 1.3 of the descriptor, and its length.
    out.extend(2_u16.to_le_bytes());
    out.extend((block_bytes as u16).to_le_bytes());
    let transfer = if format.is_srgb() { 2 } else { 1 };
    // The primaries of BT.709, and alpha that is not multiplied in.
    out.extend([described.model, 1, transfer, 0]);
    let side = if format.is_block_compressed() { 3 } else { 0 };
    out.extend([side, side, 0, 0]);
    out.extend([format.unit_bytes() as u8, 0, 0, 0, 0, 0, 0, 0]);
    for sample in &described.samples {
        out.extend(sample.offset.to_le_bytes());
        out.extend([sample.bits - 1, sample.channel, 0, 0, 0, 0]);
        out.extend(sample.lower.to_le_bytes());
        out.extend(sample.upper.to_le_bytes());
    }
    out
}

fn metadata() -> Vec<u8> {
    let mut out = Vec::new();
    for (key, value) in METADATA {
        let entry = format!("{key}\0{value}\0");
        out.extend((entry.len() as u32).to_le_bytes());
        out.extend(entry.as_bytes());
        out.resize(out.len().next_multiple_of(4), 0);
    }
    out
}
