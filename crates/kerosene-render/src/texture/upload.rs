//! From memory to the GPU.

use super::format::{encode, is_taken, on_gpu, unfolded};
use crate::gpu::Gpu;
use kerosene_asset::{Texture, mip_size};
use std::borrow::Cow;
use wgpu::{Extent3d, Features, TextureDescriptor, TextureDimension, TextureFormat, TextureUsages, TextureView};

/// One mip level: bytes, tightly packed.
pub(crate) type Level<'a> = Cow<'a, [u8]>;

/// Uploads a picture of several layers, each with its mip levels, the largest first. The layers have one size and the
/// same levels.
pub(crate) fn upload(
    gpu: &Gpu,
    label: &str,
    format: TextureFormat,
    size: [u32; 2],
    layers: &[Vec<Level<'_>>],
) -> wgpu::Texture {
    let levels = layers.first().map_or(1, Vec::len).max(1) as u32;
    let texture = gpu.device().create_texture(&TextureDescriptor {
        label: Some(label),
        size: Extent3d { width: size[0], height: size[1], depth_or_array_layers: layers.len().max(1) as u32 },
        mip_level_count: levels,
        sample_count: 1,
        dimension: TextureDimension::D2,
        format,
        usage: TextureUsages::TEXTURE_BINDING | TextureUsages::COPY_DST,
        view_formats: &[],
    });
    for (layer, levels) in layers.iter().enumerate() {
        for (level, bytes) in levels.iter().enumerate() {
            write_level(gpu, &texture, size, layer as u32, level as u32, bytes);
        }
    }
    texture
}

fn write_level(gpu: &Gpu, texture: &wgpu::Texture, size: [u32; 2], layer: u32, level: u32, bytes: &[u8]) {
    let (width, height) = mip_size(size[0], size[1], level);
    let (across, down) = texture.format().block_dimensions();
    let unit = texture.format().block_copy_size(None).unwrap_or(4);
    let (columns, rows) = (width.div_ceil(across), height.div_ceil(down));
    gpu.queue().write_texture(
        wgpu::TexelCopyTextureInfo {
            texture,
            mip_level: level,
            origin: wgpu::Origin3d { x: 0, y: 0, z: layer },
            aspect: wgpu::TextureAspect::All,
        },
        bytes,
        wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(columns * unit), rows_per_image: Some(rows) },
        // Levels of blocks are written as whole blocks.
        Extent3d { width: columns * across, height: rows * down, depth_or_array_layers: 1 },
    );
}

/// Uploads a texture file's picture, as blocks where the adapter reads them.
pub(super) fn upload_asset(gpu: &Gpu, label: &str, texture: &Texture) -> TextureView {
    let size = [texture.width(), texture.height()];
    let has_blocks = gpu.has(Features::TEXTURE_COMPRESSION_BC);
    let uploaded = if is_taken(texture, has_blocks) {
        let levels = texture.mips().iter().map(|mip| Cow::Borrowed(mip.bytes.as_slice())).collect();
        upload(gpu, label, on_gpu(texture.format()), size, &[levels])
    } else {
        let format = unfolded(texture.format());
        let levels = 0..texture.mips().len() as u32;
        let levels = levels.filter_map(|level| texture.to_linear(level).ok());
        let levels = levels.map(|pixels| Cow::Owned(encode(&pixels, format))).collect();
        upload(gpu, label, format, size, &[levels])
    };
    uploaded.create_view(&wgpu::TextureViewDescriptor::default())
}
