//! Pixels of any format as linear values.

use super::PixelFormat;
use crate::srgb_to_linear;
use half::f16;

/// Pixels along a side of a block.
const BLOCK: usize = 4;

/// The pixels of an image, row by row; `bytes` has as many as the format and size need.
pub(super) fn to_linear(format: PixelFormat, width: u32, height: u32, bytes: &[u8]) -> Vec<[f32; 4]> {
    let (width, height) = (width as usize, height as usize);
    match format {
        PixelFormat::Rgba8Srgb => rgba8(bytes, srgb_to_linear),
        PixelFormat::Rgba8 => rgba8(bytes, unit),
        PixelFormat::R8 => bytes.iter().map(|value| [unit(*value), 0.0, 0.0, 1.0]).collect(),
        PixelFormat::Rgba16Float => {
            let (pixels, _) = bytes.as_chunks::<8>();
            pixels.iter().map(half_pixel).collect()
        }
        PixelFormat::Bc7Srgb => blocks(width, height, bytes, |block| bc7(block, srgb_to_linear)),
        PixelFormat::Bc7 => blocks(width, height, bytes, |block| bc7(block, unit)),
        PixelFormat::Bc6h => blocks(width, height, bytes, bc6h),
        PixelFormat::Bc5 => blocks(width, height, bytes, bc5),
        PixelFormat::Bc4 => blocks(width, height, bytes, bc4),
    }
}

fn rgba8(bytes: &[u8], decode: fn(u8) -> f32) -> Vec<[f32; 4]> {
    let (pixels, _) = bytes.as_chunks::<4>();
    pixels.iter().map(|[r, g, b, a]| [decode(*r), decode(*g), decode(*b), unit(*a)]).collect()
}

/// The values of a pixel of four half floats.
///
/// ```
/// assert_eq!(kerosene_asset::half_pixel(&[0, 0x3c, 0, 0x40, 0, 0, 0, 0xbc]), [1.0, 2.0, 0.0, -1.0]);
/// ```
pub fn half_pixel(bytes: &[u8; 8]) -> [f32; 4] {
    let (values, _) = bytes.as_chunks::<2>();
    std::array::from_fn(|channel| f16::from_le_bytes(values[channel]).to_f32())
}

/// Puts the blocks of an image, of four by four pixels and `N` bytes each, in their places, and leaves out what was only
/// filled up. What the bytes do not reach is the pixel's default.
///
/// ```
/// let bytes = [1_u8, 2];
/// let pixels = kerosene_asset::blocks(5, 1, &bytes, |[block]: &[u8; 1]| [*block; 16]);
/// assert_eq!(pixels, [1, 1, 1, 1, 2]);
/// ```
pub fn blocks<P: Copy + Default, const N: usize>(
    width: usize,
    height: usize,
    bytes: &[u8],
    decode: impl Fn(&[u8; N]) -> [P; BLOCK * BLOCK],
) -> Vec<P> {
    let mut pixels = vec![P::default(); width * height];
    let across = width.div_ceil(BLOCK);
    for (number, block) in bytes.as_chunks::<N>().0.iter().enumerate() {
        let (left, top) = (number % across * BLOCK, number / across * BLOCK);
        let decoded = decode(block);
        for (row, line) in decoded.as_chunks::<BLOCK>().0.iter().enumerate().take(height.saturating_sub(top)) {
            let visible = BLOCK.min(width - left);
            let start = (top + row) * width + left;
            pixels[start..start + visible].copy_from_slice(&line[..visible]);
        }
    }
    pixels
}

fn bc7(block: &[u8; 16], decode: fn(u8) -> f32) -> [[f32; 4]; 16] {
    let mut rgba = [0; 64];
    bcdec_rs::bc7(block, &mut rgba, BLOCK * 4);
    std::array::from_fn(|at| {
        let [r, g, b, a] = [0, 1, 2, 3].map(|channel| rgba[at * 4 + channel]);
        [decode(r), decode(g), decode(b), unit(a)]
    })
}

fn bc6h(block: &[u8; 16]) -> [[f32; 4]; 16] {
    let mut rgb = [0.0; 48];
    bcdec_rs::bc6h_float(block, &mut rgb, BLOCK * 3, false);
    std::array::from_fn(|at| [rgb[at * 3], rgb[at * 3 + 1], rgb[at * 3 + 2], 1.0])
}

fn bc5(block: &[u8; 16]) -> [[f32; 4]; 16] {
    let mut pairs = [0; 32];
    bcdec_rs::bc5(block, &mut pairs, BLOCK * 2, false);
    std::array::from_fn(|at| [unit(pairs[at * 2]), unit(pairs[at * 2 + 1]), 0.0, 1.0])
}

fn bc4(block: &[u8; 8]) -> [[f32; 4]; 16] {
    let mut values = [0; 16];
    bcdec_rs::bc4(block, &mut values, BLOCK, false);
    values.map(|value| [unit(value), 0.0, 0.0, 1.0])
}

fn unit(value: u8) -> f32 {
    f32::from(value) / 255.0
}
