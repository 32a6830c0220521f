//! A picture from the GPU back into memory.

use kerosene_render::Gpu;
use std::sync::mpsc;
use wgpu::{
    BufferDescriptor, BufferUsages, Extent3d, MapMode, PollType, TexelCopyBufferInfo, TexelCopyBufferLayout, Texture,
    TextureDescriptor, TextureDimension, TextureFormat, TextureUsages,
};

/// A texture to draw a picture into that is to be read back.
pub(super) fn target(gpu: &Gpu, format: TextureFormat, [width, height]: [u32; 2]) -> Texture {
    gpu.device().create_texture(&TextureDescriptor {
        label: Some("screenshot"),
        size: Extent3d { width, height, depth_or_array_layers: 1 },
        mip_level_count: 1,
        sample_count: 1,
        dimension: TextureDimension::D2,
        format,
        usage: TextureUsages::RENDER_ATTACHMENT | TextureUsages::COPY_SRC,
        view_formats: &[],
    })
}

/// The pixels of such a texture, row by row: red, green, blue, alpha. `None` where the device does not give them.
pub(super) fn read(gpu: &Gpu, texture: &Texture) -> Option<Vec<u8>> {
    let (width, height) = (texture.width(), texture.height());
    // Rows in buffers begin at multiples of 256 bytes.
    let row = (width * 4).next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT);
    let buffer = gpu.device().create_buffer(&BufferDescriptor {
        label: Some("screenshot"),
        size: u64::from(row) * u64::from(height),
        usage: BufferUsages::COPY_DST | BufferUsages::MAP_READ,
        mapped_at_creation: false,
    });
    let mut encoder =
        gpu.device().create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("screenshot") });
    let layout = TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(row), rows_per_image: Some(height) };
    encoder.copy_texture_to_buffer(
        texture.as_image_copy(),
        TexelCopyBufferInfo { buffer: &buffer, layout },
        Extent3d { width, height, depth_or_array_layers: 1 },
    );
    gpu.queue().submit([encoder.finish()]);
    let (sender, receiver) = mpsc::channel();
    buffer.slice(..).map_async(MapMode::Read, move |result| {
        // Nobody waits any more where this fails.
        let _ = sender.send(result);
    });
    gpu.device().poll(PollType::wait_indefinitely()).ok()?;
    receiver.recv().ok()?.ok()?;
    let mapped = buffer.slice(..).get_mapped_range().ok()?;
    let rows = mapped.chunks_exact(row as usize).map(|bytes| &bytes[..width as usize * 4]);
    let mut pixels: Vec<u8> = rows.flatten().copied().collect();
    if matches!(texture.format(), TextureFormat::Bgra8Unorm | TextureFormat::Bgra8UnormSrgb) {
        pixels.chunks_exact_mut(4).for_each(|pixel| pixel.swap(0, 2));
    }
    Some(pixels)
}
