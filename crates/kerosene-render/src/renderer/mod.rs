//! The renderer: a level on the GPU, and pictures of it.

mod level;
mod load;
mod output;
mod scene;
mod statistics;
mod uniform;

pub use load::LevelReport;
pub use statistics::FrameStatistics;

use crate::error::RenderError;
use crate::eye::Eye;
use crate::frame::{Frame, Tonemap};
use crate::gpu::Gpu;
use crate::material::{Layouts, MaterialHandle, MaterialStore, Pipelines, Use};
use crate::model::ModelHandle;
use crate::projection::Projection;
use crate::settings::RenderSettings;
use crate::targets::Targets;
use crate::things::Things;
use kerosene_vfs::Vfs;
use level::Level;
use output::Output;
use std::sync::Arc;
use std::time::Instant;
use uniform::FrameUniform;
use wgpu::{BindGroup, Buffer, BufferDescriptor, BufferUsages, TextureFormat, TextureView};

/// Draws pictures of a level.
///
/// ```no_run
/// use kerosene_render::{Frame, Gpu, RenderSettings, Renderer};
/// use kerosene_vfs::Vfs;
/// use std::sync::Arc;
///
/// let gpu = Arc::new(Gpu::off_screen()?);
/// let mut renderer = Renderer::new(gpu, wgpu::TextureFormat::Rgba8UnormSrgb, &RenderSettings::default())?;
/// let map = kerosene_bsp::BspFile::open("maps/start.kbsp")?;
/// let report = renderer.load_level(&map, &Vfs::new())?;
/// println!("{} triangles", report.triangles);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Renderer {
    gpu: Arc<Gpu>,
    output_format: TextureFormat,
    settings: RenderSettings,
    materials: MaterialStore,
    things: Things,
    output: Output,
    uniform: Buffer,
    frame_group: BindGroup,
    targets: Option<Targets>,
    level: Option<Level>,
    wireframe_ready: bool,
}

impl Renderer {
    /// A renderer whose pictures have the format `output`.
    ///
    /// # Errors
    /// [`RenderError::Shader`] for a shader that the GPU does not accept.
    pub fn new(gpu: Arc<Gpu>, output: TextureFormat, settings: &RenderSettings) -> Result<Self, RenderError> {
        let layouts = Layouts::new(gpu.device());
        let pipelines = Pipelines::new(&gpu, &layouts, settings.sample_count())?;
        let uniform = gpu.device().create_buffer(&BufferDescriptor {
            label: Some("frame"),
            size: size_of::<FrameUniform>() as u64,
            usage: BufferUsages::UNIFORM | BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        let frame_group = gpu.device().create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("frame"),
            layout: &layouts.frame,
            entries: &[wgpu::BindGroupEntry { binding: 0, resource: uniform.as_entire_binding() }],
        });
        Ok(Self {
            things: Things::new(gpu.device(), settings, &layouts)?,
            output: Output::new(&gpu, &layouts.frame, output)?,
            materials: MaterialStore::new(&gpu, layouts, pipelines, settings.anisotropy),
            gpu,
            output_format: output,
            settings: *settings,
            uniform,
            frame_group,
            targets: None,
            level: None,
            wireframe_ready: false,
        })
    }

    /// What it draws with.
    #[must_use]
    pub fn gpu(&self) -> &Arc<Gpu> {
        &self.gpu
    }

    /// The format of its pictures.
    #[must_use]
    pub fn output_format(&self) -> TextureFormat {
        self.output_format
    }

    /// The material of a name, loaded once. Where its file is missing, a placeholder stands for it, which
    /// [`Renderer::take_faults`] says once.
    pub fn material(&mut self, name: &str, content: &Vfs) -> MaterialHandle {
        self.wireframe_ready = false;
        self.materials.load(&self.gpu, name, Use::default(), content)
    }

    /// The model of a virtual path (`models/crate.kmdl`), loaded once.
    ///
    /// # Errors
    /// [`RenderError::Model`] where its file is missing or damaged.
    pub fn model(&mut self, path: &str, content: &Vfs) -> Result<ModelHandle, RenderError> {
        self.things.model(&self.gpu, path, content, &mut self.materials)
    }

    /// Loads the sky of a name, so that [`Frame::sky`] can show it; false where there is none of that name.
    pub fn sky(&mut self, name: &str, content: &Vfs) -> bool {
        self.materials.skies.load(&self.gpu, &self.materials.layouts.sky, name, content).is_some()
    }

    /// What could not be read since the last call, in words: once for each material and texture.
    pub fn take_faults(&mut self) -> Vec<String> {
        self.materials.take_faults()
    }

    /// Draws a picture of `size` pixels onto `target`, all of which it covers. A size of nothing draws nothing.
    pub fn draw(&mut self, frame: &Frame, target: &TextureView, size: [u32; 2]) -> FrameStatistics {
        let most = self.gpu.device().limits().max_texture_dimension_2d;
        if size.iter().any(|side| *side == 0 || *side > most) {
            return FrameStatistics::default();
        }
        let begin = now();
        let projection = Projection::new(&frame.camera, size);
        if let Some(level) = &mut self.level {
            level.culling.update(&level.mesh, frame, &projection);
        }
        let culled = now();
        self.make_ready(frame, size);
        self.write_uniform(frame, &projection, size);
        self.things.prepare(&self.gpu, frame, &Eye::new(&frame.camera, size), &self.materials);
        if let Some(level) = &mut self.level {
            level.write(&self.gpu, &self.materials.layouts.object, frame);
        }
        let mut statistics = self.record(frame, target);
        statistics.culling = culled.duration_since(begin);
        statistics.recording = now().duration_since(culled);
        statistics
    }

    /// How often gathering a picture's things takes memory.
    #[cfg(test)]
    pub(crate) fn taken_by_gathering(&mut self, frame: &Frame, size: [u32; 2]) -> u64 {
        let before = kerosene_test_alloc::taken_by_this_thread();
        self.things.gather(frame, &Eye::new(&frame.camera, size));
        kerosene_test_alloc::taken_by_this_thread() - before
    }

    /// Makes what a picture of this size and kind needs and was not there for the one before.
    fn make_ready(&mut self, frame: &Frame, size: [u32; 2]) {
        if self.targets.as_ref().is_none_or(|targets| targets.size != size) {
            let targets = Targets::new(&self.gpu, size, self.settings.sample_count());
            self.output.bind(&self.gpu, &targets);
            self.targets = Some(targets);
        }
        if frame.view.wireframe && !self.wireframe_ready {
            self.materials.make_wireframe(&self.gpu);
            self.wireframe_ready = true;
        }
    }

    fn write_uniform(&mut self, frame: &Frame, projection: &Projection, size: [u32; 2]) {
        let water = self.level.as_ref().filter(|_| frame.view.under_water).map(|level| {
            level
                .water_at(projection.origin)
                .and_then(|material| self.materials.get(material))
                .map(|water| water.depths)
        });
        let mut uniform = FrameUniform::new(frame, projection, size);
        if let Some(depths) = water {
            uniform.submerge(depths.unwrap_or(uniform::PLAIN_WATER));
        }
        uniform.encode_srgb(!self.output_format.is_srgb());
        self.gpu.queue().write_buffer(&self.uniform, 0, bytemuck::bytes_of(&uniform));
    }

    fn record(&mut self, frame: &Frame, target: &TextureView) -> FrameStatistics {
        let mut encoder = self.gpu.device().create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        let mut statistics = FrameStatistics::default();
        if let Some(targets) = &self.targets {
            self.things.record_shadows(&mut encoder);
            {
                let mut pass = scene::begin(&mut encoder, targets);
                pass.set_bind_group(0, &self.frame_group, &[]);
                statistics.draw_calls +=
                    scene::draw(&mut pass, self.level.as_ref(), &self.things, &self.materials, frame);
            }
            let bloom = frame.view.bloom > 0.0 && !frame.view.wireframe;
            self.output.record(&mut encoder, &self.frame_group, targets, target, bloom);
        }
        self.gpu.queue().submit([encoder.finish()]);
        [statistics.lights, statistics.shadow_maps] = self.things.lights();
        if let Some(level) = &self.level {
            statistics.count(level.culling.statistics());
        }
        statistics
    }
}

impl Tonemap {
    /// Its number in `output.wgsl`.
    fn number(self) -> f32 {
        match self {
            Self::Clip => 0.0,
            Self::Reinhard => 1.0,
            Self::Aces => 2.0,
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "statistics only: what a picture cost")]
fn now() -> Instant {
    Instant::now()
}
