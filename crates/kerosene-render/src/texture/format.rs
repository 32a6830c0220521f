//! Pixel formats: what the GPU takes as it is, and what is unfolded for it.

use kerosene_asset::{PixelFormat, Texture, linear_to_srgb};
use wgpu::TextureFormat;

/// Pixels along a side of a block.
const BLOCK: u32 = 4;

/// The GPU's name of a format.
pub(super) fn on_gpu(format: PixelFormat) -> TextureFormat {
    match format {
        PixelFormat::Bc7Srgb => TextureFormat::Bc7RgbaUnormSrgb,
        PixelFormat::Bc7 => TextureFormat::Bc7RgbaUnorm,
        PixelFormat::Bc5 => TextureFormat::Bc5RgUnorm,
        PixelFormat::Bc4 => TextureFormat::Bc4RUnorm,
        PixelFormat::Bc6h => TextureFormat::Bc6hRgbUfloat,
        PixelFormat::Rgba8Srgb => TextureFormat::Rgba8UnormSrgb,
        PixelFormat::Rgba8 => TextureFormat::Rgba8Unorm,
        PixelFormat::R8 => TextureFormat::R8Unorm,
        PixelFormat::Rgba16Float => TextureFormat::Rgba16Float,
    }
}

/// Whether the GPU takes a texture's blocks as they are: it has the formats, and the largest level is whole blocks.
pub(super) fn is_taken(texture: &Texture, has_blocks: bool) -> bool {
    let whole = texture.width().is_multiple_of(BLOCK) && texture.height().is_multiple_of(BLOCK);
    !texture.format().is_block_compressed() || (has_blocks && whole)
}

/// The format that a format without its blocks is kept in.
pub(super) fn unfolded(format: PixelFormat) -> TextureFormat {
    match format {
        PixelFormat::Bc6h | PixelFormat::Rgba16Float => TextureFormat::Rgba16Float,
        _ if format.is_srgb() => TextureFormat::Rgba8UnormSrgb,
        _ => TextureFormat::Rgba8Unorm,
    }
}

/// Linear values as the bytes of [`unfolded`].
pub(super) fn encode(pixels: &[[f32; 4]], format: TextureFormat) -> Vec<u8> {
    let unit = |value: f32| (value.clamp(0.0, 1.0) * 255.0).round() as u8;
    match format {
        TextureFormat::Rgba16Float => {
            pixels.iter().flatten().flat_map(|value| half::f16::from_f32(*value).to_le_bytes()).collect()
        }
        TextureFormat::Rgba8UnormSrgb => pixels
            .iter()
            .flat_map(|[r, g, b, a]| [linear_to_srgb(*r), linear_to_srgb(*g), linear_to_srgb(*b), unit(*a)])
            .collect(),
        _ => pixels.iter().flatten().map(|value| unit(*value)).collect(),
    }
}
