//! The renderer: a level on the GPU, and pictures of it.

mod level;
mod load;
mod loading;
mod make;
mod occlusion;
mod output;
mod probes;
mod reload;
mod scene;
mod statistics;
mod uniform;

pub use load::{LevelReport, STOCK_SKY};
pub use statistics::FrameStatistics;

use crate::debug_lines::outline;
use crate::error::RenderError;
use crate::eye::Eye;
use crate::frame::{Frame, Tonemap};
use crate::gpu::Gpu;
use crate::material::{Layouts, MaterialHandle, MaterialStore, Pipelines, Use};
use crate::model::ModelHandle;
use crate::probes::{ProbePass, ProbeProgress};
use crate::projection::Projection;
use crate::settings::RenderSettings;
use crate::shader::ShaderWatch;
use crate::targets::Targets;
use crate::things::Things;
use kerosene_vfs::Vfs;
use level::Level;
use loading::Loading;
use occlusion::Occlusion;
use output::Output;
use scene::Scene;
use std::sync::Arc;
use std::time::{Duration, Instant};
use uniform::FrameUniform;
use wgpu::{
    BindGroup, BindGroupEntry, BindingResource, Buffer, BufferDescriptor, BufferUsages, TextureFormat, TextureView,
};

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
    occlusion: Occlusion,
    probe_pass: ProbePass,
    probes: ProbeProgress,
    uniform: Buffer,
    frame_group: BindGroup,
    targets: Option<Targets>,
    level: Option<Level>,
    /// A level that is made on another thread.
    loading: Option<Loading>,
    wireframe_ready: bool,
    shader_watch: ShaderWatch,
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
        let probe_pass = ProbePass::new(&gpu, settings.sample_count())?;
        let frame_group = frame_group(&gpu, &layouts, &uniform, &probe_pass);
        Ok(Self {
            things: Things::new(gpu.device(), settings, &layouts)?,
            output: Output::new(&gpu, &layouts.frame, output)?,
            occlusion: Occlusion::new(&gpu, &layouts.frame, settings.sample_count())?,
            materials: MaterialStore::new(&gpu, layouts, pipelines, settings.anisotropy),
            probe_pass,
            probes: ProbeProgress::default(),
            gpu,
            output_format: output,
            settings: *settings,
            uniform,
            frame_group,
            targets: None,
            level: None,
            loading: None,
            wireframe_ready: false,
            shader_watch: ShaderWatch::new(),
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

    /// The place of a clip among those of a model, by its name without regard to case; `None` for a model that is gone or has
    /// no clip of that name. Allocates nothing.
    pub fn clip(&self, model: ModelHandle, name: &str) -> Option<u16> {
        self.things.clip(model, name)
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
        let probe_faces = self.advance_probes(frame);
        let begin = now();
        let projection = Projection::new(&frame.camera, size);
        self.make_ready(frame, size);
        let culling = self.write(frame, &projection, &Eye::new(&frame.camera, size), size);
        let statistics = self.record(frame, target);
        let recording = now().duration_since(begin).saturating_sub(culling);
        FrameStatistics { culling, recording, probe_faces, ..statistics }
    }

    /// Decides what is drawn and uploads it; gives the time that the decision took.
    fn write(&mut self, frame: &Frame, projection: &Projection, eye: &Eye, size: [u32; 2]) -> Duration {
        let begin = now();
        if let Some(level) = &mut self.level {
            level.culling.update(&level.mesh, frame, projection);
        }
        let culling = now().duration_since(begin);
        self.write_uniform(frame, projection, size);
        self.things.outlines.clear();
        if let Some(level) = self.level.as_ref().filter(|_| frame.view.outlines != 0) {
            outline(frame, &level.mesh, &level.sites, eye, &mut self.things.outlines);
        }
        self.things.prepare(&self.gpu, frame, eye, &self.materials);
        if let Some(level) = &mut self.level {
            level.write(&self.gpu, &self.materials.layouts.object, frame);
        }
        culling
    }

    /// How often deciding what a picture shows takes memory: all of it that is not handed to the GPU.
    #[cfg(test)]
    pub(crate) fn taken_by_deciding(&mut self, frame: &Frame, size: [u32; 2]) -> u64 {
        let before = kerosene_test_alloc::taken_by_this_thread();
        let projection = Projection::new(&frame.camera, size);
        if let Some(level) = &mut self.level {
            level.culling.update(&level.mesh, frame, &projection);
            level.place(frame);
        }
        self.things.gather(frame, &Eye::new(&frame.camera, size), &self.materials);
        std::hint::black_box(FrameUniform::new(frame, &projection, size, self.probes.ready()));
        kerosene_test_alloc::taken_by_this_thread() - before
    }

    /// Makes what a picture of this size and kind needs and was not there for the one before.
    fn make_ready(&mut self, frame: &Frame, size: [u32; 2]) {
        if self.targets.as_ref().is_none_or(|targets| targets.size != size) {
            let targets = Targets::new(&self.gpu, size, self.settings.sample_count());
            self.output.bind(&self.gpu, &targets);
            self.occlusion.bind(&self.gpu, &targets);
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
        let mut uniform = FrameUniform::new(frame, projection, size, self.probes.ready());
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
            self.things.record_shadows(&mut encoder, &self.materials);
            let scene = Scene {
                frame,
                group: &self.frame_group,
                level: self.level.as_ref(),
                things: &self.things,
                materials: &self.materials,
            };
            let view = &frame.view;
            let shaded = view.occlusion > 0.0 && !view.wireframe && !view.fullbright;
            statistics.draw_calls += scene.record(&mut encoder, targets, shaded.then_some(&self.occlusion));
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

/// Group 0.
fn frame_group(gpu: &Gpu, layouts: &Layouts, uniform: &Buffer, probes: &ProbePass) -> BindGroup {
    gpu.device().create_bind_group(&wgpu::BindGroupDescriptor {
        label: Some("frame"),
        layout: &layouts.frame,
        entries: &[
            BindGroupEntry { binding: 0, resource: uniform.as_entire_binding() },
            BindGroupEntry { binding: 1, resource: BindingResource::TextureView(&probes.view()) },
            BindGroupEntry { binding: 2, resource: BindingResource::Sampler(probes.sampler()) },
        ],
    })
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
