//! Pixels to the bytes of a format.

use crate::{Quality, plane::Plane};
use block_compression::{BC6HSettings, BC7Settings, CompressionVariant, encode};
use half::f16;
use kerosene_asset::{Mip, PixelFormat, linear_to_srgb};
use rayon::prelude::*;

/// Pixels along a side of a block.
const BLOCK: usize = 4;
/// The word of the encoder's settings that says how many ways are tried to part a block in two (mode 1).
const PARTITIONS_OF_MODE_1: usize = 13;

/// A level in a format. Values outside of what the format holds are the nearest that it does.
pub(crate) fn encode(plane: &Plane, format: PixelFormat, opaque: bool, quality: Quality) -> Mip {
    let bytes = match format {
        PixelFormat::Rgba8Srgb => bytes_of(plane, |pixel| rgba8(pixel, true)),
        PixelFormat::Rgba8 => bytes_of(plane, |pixel| rgba8(pixel, false)),
        PixelFormat::R8 => plane.pixels.iter().map(|pixel| unit(pixel[0])).collect(),
        PixelFormat::Rgba16Float => bytes_of(plane, |pixel| half_bytes(half(pixel))),
        PixelFormat::Bc6h => hdr_blocks(plane, quality),
        PixelFormat::Bc7Srgb => blocks(plane, bc7(opaque, quality), |pixel| rgba8(pixel, true)),
        PixelFormat::Bc7 => blocks(plane, bc7(opaque, quality), |pixel| rgba8(pixel, false)),
        PixelFormat::Bc5 => blocks(plane, CompressionVariant::BC5, |pixel| rgba8(pixel, false)),
        PixelFormat::Bc4 => blocks(plane, CompressionVariant::BC4, |pixel| rgba8(pixel, false)),
    };
    Mip { bytes }
}

fn bytes_of<const N: usize>(plane: &Plane, encode: impl Fn(&[f32; 4]) -> [u8; N]) -> Vec<u8> {
    plane.pixels.iter().flat_map(encode).collect()
}

fn rgba8([r, g, b, a]: &[f32; 4], srgb: bool) -> [u8; 4] {
    let color = if srgb { linear_to_srgb } else { unit };
    [color(*r), color(*g), color(*b), unit(*a)]
}

/// The byte of a value from 0 to 1.
fn unit(value: f32) -> u8 {
    (value.clamp(0.0, 1.0) * 255.0).round() as u8
}

/// The nearest half floats; beyond their end is their end.
fn half(pixel: &[f32; 4]) -> [f16; 4] {
    pixel.map(|value| f16::from_f32(value.clamp(0.0, f16::MAX.to_f32())))
}

fn half_bytes(pixel: [f16; 4]) -> [u8; 8] {
    let [r, g, b, a] = pixel.map(f16::to_le_bytes);
    [r[0], r[1], g[0], g[1], b[0], b[1], a[0], a[1]]
}

fn bc7(opaque: bool, quality: Quality) -> CompressionVariant {
    let settings = match (opaque, quality) {
        (true, Quality::Fast) => BC7Settings::opaque_ultra_fast(),
        (true, Quality::Normal) => opaque_normal(),
        (true, Quality::Best) => BC7Settings::opaque_slow(),
        (false, Quality::Fast) => BC7Settings::alpha_ultrafast(),
        (false, Quality::Normal) => BC7Settings::alpha_basic(),
        (false, Quality::Best) => BC7Settings::alpha_slow(),
    };
    CompressionVariant::BC7(settings)
}

/// The encoder's setting `fast`, with more ways tried to part a block in two: 32 of the 64 and not 12, which is worth 1.8 dB
/// where a picture has a grain and costs half as much time again. The encoder has no verb for it; its settings are plain words.
fn opaque_normal() -> BC7Settings {
    let mut settings = [BC7Settings::opaque_fast()];
    bytemuck::cast_slice_mut::<_, u32>(&mut settings)[PARTITIONS_OF_MODE_1] = 32;
    settings[0]
}

/// The four rows of pixels of a row of blocks, filled up to whole blocks by repeating the last pixel and row.
fn block_row<T>(plane: &Plane, row: usize, encode: impl Fn(&[f32; 4]) -> T) -> Vec<T> {
    let (width, height) = (plane.width as usize, plane.height as usize);
    let padded = width.next_multiple_of(BLOCK);
    let places = (0..BLOCK).flat_map(|y| (0..padded).map(move |x| (x, y)));
    places.map(|(x, y)| encode(&plane.pixels[(row * BLOCK + y).min(height - 1) * width + x.min(width - 1)])).collect()
}

/// Rows of blocks, each by itself, so that any number of threads gives the same bytes.
fn rows_of_blocks(plane: &Plane, encode_row: impl Fn(usize, u32) -> Vec<u8> + Sync) -> Vec<u8> {
    let rows = (plane.height as usize).div_ceil(BLOCK);
    let width = plane.width.next_multiple_of(BLOCK as u32);
    let rows: Vec<_> = (0..rows).into_par_iter().map(|row| encode_row(row, width)).collect();
    rows.concat()
}

fn blocks(plane: &Plane, variant: CompressionVariant, pixel: impl Fn(&[f32; 4]) -> [u8; 4] + Sync) -> Vec<u8> {
    rows_of_blocks(plane, |row, width| {
        let pixels = block_row(plane, row, &pixel);
        let mut out = vec![0; variant.blocks_byte_size(width, BLOCK as u32)];
        encode::compress_rgba8(variant, pixels.as_flattened(), &mut out, width, BLOCK as u32, width * 4);
        out
    })
}

fn hdr_blocks(plane: &Plane, quality: Quality) -> Vec<u8> {
    let settings = match quality {
        Quality::Fast => BC6HSettings::very_fast(),
        Quality::Normal => BC6HSettings::basic(),
        Quality::Best => BC6HSettings::very_slow(),
    };
    let variant = CompressionVariant::BC6H(settings);
    rows_of_blocks(plane, |row, width| {
        let pixels = block_row(plane, row, half);
        let mut out = vec![0; variant.blocks_byte_size(width, BLOCK as u32)];
        encode::compress_rgba16(variant, pixels.as_flattened(), &mut out, width, BLOCK as u32, width * 4);
        out
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_word_of_mode_1_is_where_it_was() {
        let words = [BC7Settings::opaque_fast(), BC7Settings::opaque_slow()];
        let words: &[u32] = bytemuck::cast_slice(&words);
        let fields = words.len() / 2;
        // The only settings of 12 and 64 side by side with mode 3's 4 and 64.
        assert_eq!(&words[PARTITIONS_OF_MODE_1..PARTITIONS_OF_MODE_1 + 2], [12, 4]);
        assert_eq!(&words[fields + PARTITIONS_OF_MODE_1..fields + PARTITIONS_OF_MODE_1 + 2], [64, 64]);
    }
}
