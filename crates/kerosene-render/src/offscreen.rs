//! Pictures without a window.

use crate::error::RenderError;
use crate::frame::Frame;
use crate::gpu::Gpu;
use crate::renderer::{FrameStatistics, Renderer};
use crate::settings::RenderSettings;
use std::sync::Arc;
use wgpu::{
    Buffer, BufferDescriptor, BufferUsages, Extent3d, TextureDescriptor, TextureDimension, TextureFormat, TextureUsages,
};

/// Rows of a texture that is copied to a buffer begin at multiples of so many bytes.
const ROW: u32 = wgpu::COPY_BYTES_PER_ROW_ALIGNMENT;

/// A picture in memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// Width and height in pixels.
    pub size: [u32; 2],
    /// Red, green, blue in sRGB and alpha of each pixel, row by row from the top.
    pub rgba: Vec<u8>,
}

/// A renderer whose pictures are kept in memory: for tests, thumbnails, tools.
///
/// ```
/// use kerosene_render::{Frame, GpuError, OffscreenRenderer, RenderError};
///
/// let mut off_screen = match OffscreenRenderer::new() {
///     // Nothing to draw with on this machine.
///     Err(RenderError::Gpu(GpuError::NoAdapter(_))) => return Ok(()),
///     other => other?,
/// };
/// let map = kerosene_bsp::sample::room().to_file()?;
/// off_screen.renderer_mut().load_level(&map, &kerosene_vfs::Vfs::new())?;
/// let picture = off_screen.draw(&Frame::default(), [64, 48])?;
/// assert_eq!(picture.rgba.len(), 64 * 48 * 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct OffscreenRenderer {
    renderer: Renderer,
    target: Option<Target>,
    statistics: FrameStatistics,
}

/// What pictures of one size are drawn into and read back from.
#[derive(Debug)]
struct Target {
    size: [u32; 2],
    texture: wgpu::Texture,
    buffer: Buffer,
}

impl OffscreenRenderer {
    /// A renderer with the default settings on whatever GPU there is.
    ///
    /// # Errors
    /// [`RenderError::Gpu`] where there is none, [`RenderError::Shader`].
    pub fn new() -> Result<Self, RenderError> {
        Self::with(Arc::new(Gpu::off_screen()?), &RenderSettings::default())
    }

    /// A renderer on a GPU of the caller's.
    ///
    /// # Errors
    /// [`RenderError::Shader`].
    pub fn with(gpu: Arc<Gpu>, settings: &RenderSettings) -> Result<Self, RenderError> {
        let renderer = Renderer::new(gpu, TextureFormat::Rgba8UnormSrgb, settings)?;
        Ok(Self { renderer, target: None, statistics: FrameStatistics::default() })
    }

    /// The renderer, to load levels with.
    pub fn renderer_mut(&mut self) -> &mut Renderer {
        &mut self.renderer
    }

    /// What the last picture took.
    #[must_use]
    pub fn statistics(&self) -> FrameStatistics {
        self.statistics
    }

    /// Draws a picture of `size` pixels and waits for it, and before that for a level that is being loaded. Reflections are
    /// complete in the first one too.
    ///
    /// # Errors
    /// What came of loading, [`RenderError::Size`], [`RenderError::ReadBack`], and [`RenderError::Refused`] for a fault of ours.
    pub fn draw(&mut self, frame: &Frame, size: [u32; 2]) -> Result<Picture, RenderError> {
        let most = self.renderer.gpu().device().limits().max_texture_dimension_2d;
        if size.iter().any(|side| *side == 0 || *side > most) {
            return Err(RenderError::Size { width: size[0], height: size[1], most });
        }
        if let Some(level) = self.renderer.complete_level() {
            level?;
        }
        let gpu = self.renderer.gpu().clone();
        let scope = gpu.device().push_error_scope(wgpu::ErrorFilter::Validation);
        if self.target.as_ref().is_none_or(|target| target.size != size) {
            self.target = Some(Target::new(&gpu, size));
        }
        self.renderer.complete_probes(frame);
        let drawn = self.target.as_ref().map(|target| {
            let view = target.texture.create_view(&wgpu::TextureViewDescriptor::default());
            self.statistics = self.renderer.draw(frame, &view, size);
            target.read_back(&gpu)
        });
        if let Some(error) = pollster::block_on(scope.pop()) {
            return Err(RenderError::Refused { what: "a picture", message: error.to_string() });
        }
        let rgba = drawn.unwrap_or_else(|| Ok(Vec::new()))?;
        Ok(Picture { size, rgba })
    }
}

impl Target {
    fn new(gpu: &Gpu, size: [u32; 2]) -> Self {
        let texture = gpu.device().create_texture(&TextureDescriptor {
            label: Some("picture"),
            size: extent(size),
            mip_level_count: 1,
            sample_count: 1,
            dimension: TextureDimension::D2,
            format: TextureFormat::Rgba8UnormSrgb,
            usage: TextureUsages::RENDER_ATTACHMENT | TextureUsages::COPY_SRC,
            view_formats: &[],
        });
        let buffer = gpu.device().create_buffer(&BufferDescriptor {
            label: Some("picture"),
            size: u64::from(row_bytes(size)) * u64::from(size[1]),
            usage: BufferUsages::MAP_READ | BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        Self { size, texture, buffer }
    }

    /// Waits for the picture and copies it.
    fn read_back(&self, gpu: &Gpu) -> Result<Vec<u8>, RenderError> {
        let mut encoder = gpu.device().create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        let layout = wgpu::TexelCopyBufferLayout {
            offset: 0,
            bytes_per_row: Some(row_bytes(self.size)),
            rows_per_image: Some(self.size[1]),
        };
        let to = wgpu::TexelCopyBufferInfo { buffer: &self.buffer, layout };
        encoder.copy_texture_to_buffer(self.texture.as_image_copy(), to, extent(self.size));
        gpu.queue().submit([encoder.finish()]);
        let failed = |error: &dyn std::fmt::Display| RenderError::ReadBack(error.to_string());
        let (send, receive) = std::sync::mpsc::channel();
        // Nobody listens any more where an earlier step failed.
        self.buffer.slice(..).map_async(wgpu::MapMode::Read, move |result| drop(send.send(result)));
        gpu.device().poll(wgpu::PollType::wait_indefinitely()).map_err(|error| failed(&error))?;
        receive.recv().map_err(|error| failed(&error))?.map_err(|error| failed(&error))?;
        let mapped = self.buffer.slice(..).get_mapped_range().map_err(|error| failed(&error))?;
        let rows = mapped.chunks_exact(row_bytes(self.size) as usize);
        let rgba = rows.flat_map(|row| &row[..self.size[0] as usize * 4]).copied().collect();
        drop(mapped);
        self.buffer.unmap();
        Ok(rgba)
    }
}

fn extent([width, height]: [u32; 2]) -> Extent3d {
    Extent3d { width, height, depth_or_array_layers: 1 }
}

fn row_bytes(size: [u32; 2]) -> u32 {
    (size[0] * 4).next_multiple_of(ROW)
}
