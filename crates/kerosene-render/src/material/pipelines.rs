//! Pipelines of the level's surfaces, made when a material first needs one.

use super::Layouts;
use crate::error::RenderError;
use crate::gpu::Gpu;
use crate::pipeline::{ADDED, Recipe, layout};
use crate::shader::{SKY, WORLD};
use crate::world::WorldVertex;
use kerosene_asset::{Blending, Shader};
use std::collections::BTreeMap;
use wgpu::{
    BlendState, CompareFunction, DepthBiasState, Face, Features, FrontFace, PipelineLayout, PolygonMode,
    PrimitiveState, RenderPipeline, ShaderModule,
};

/// What makes one pipeline of surfaces differ from another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct PipelineKey {
    pub(crate) shader: Shader,
    pub(crate) blending: Blending,
    pub(crate) two_sided: bool,
    pub(crate) wireframe: bool,
}

impl PipelineKey {
    /// The keys in an order.
    fn number(self) -> (u8, u8, bool, bool) {
        (self.shader as u8, self.blending as u8, self.two_sided, self.wireframe)
    }
}

/// Pipelines by what they are for.
#[derive(Debug, Clone)]
pub(crate) struct Pipelines {
    world: ShaderModule,
    sky: ShaderModule,
    layout: PipelineLayout,
    sky_layout: PipelineLayout,
    samples: u32,
    has_lines: bool,
    made: BTreeMap<(u8, u8, bool, bool), RenderPipeline>,
    /// The sky behind everything.
    pub(crate) background: RenderPipeline,
}

impl Pipelines {
    pub(crate) fn new(gpu: &Gpu, layouts: &Layouts, samples: u32) -> Result<Self, RenderError> {
        let device = gpu.device();
        let (world, sky) = (WORLD.compile(device)?, SKY.compile(device)?);
        let of = |label: &str, material| {
            layout(device, label, &[Some(&layouts.frame), Some(material), Some(&layouts.object), Some(&layouts.lights)])
        };
        let (layout, sky_layout) = (of("world", &layouts.material), of("sky", &layouts.sky));
        let behind = Recipe {
            layout: &sky_layout,
            vertex: (&sky, "sky_behind", &[]),
            fragment: (&sky, "sky_color"),
            blend: None,
            depth_write: false,
            depth_compare: CompareFunction::GreaterEqual,
            bias: DepthBiasState::default(),
            primitive: PrimitiveState::default(),
            samples,
        };
        let background = behind.make(device);
        let has_lines = gpu.has(Features::POLYGON_MODE_LINE);
        Ok(Self { world, sky, layout, sky_layout, samples, has_lines, made: BTreeMap::new(), background })
    }

    /// The pipeline of a key, which [`Pipelines::make`] made.
    pub(crate) fn get(&self, key: PipelineKey) -> Option<&RenderPipeline> {
        self.made.get(&key.number())
    }

    /// Makes a pipeline where it is not there yet.
    pub(crate) fn make(&mut self, gpu: &Gpu, key: PipelineKey) {
        if self.made.contains_key(&key.number()) {
            return;
        }
        let primitive = PrimitiveState {
            front_face: FrontFace::Cw,
            cull_mode: (!key.two_sided && !key.wireframe).then_some(Face::Back),
            polygon_mode: if key.wireframe && self.has_lines { PolygonMode::Line } else { PolygonMode::Fill },
            ..PrimitiveState::default()
        };
        let corners = [Some(WorldVertex::LAYOUT)];
        let (blend, fragment) = blending(key);
        let is_sky = key.shader == Shader::Sky && !key.wireframe;
        let (layout, module, vertex, fragment) = if is_sky {
            (&self.sky_layout, &self.sky, "sky_face", "sky_color")
        } else {
            (&self.layout, &self.world, "world_vertex", fragment)
        };
        let recipe = Recipe {
            layout,
            vertex: (module, vertex, &corners),
            fragment: (module, fragment),
            blend,
            depth_write: blend.is_none(),
            depth_compare: CompareFunction::GreaterEqual,
            bias: DepthBiasState::default(),
            primitive,
            samples: self.samples,
        };
        self.made.insert(key.number(), recipe.make(gpu.device()));
    }
}

/// How a key's pixels are mixed with what is there, and the function that makes them.
fn blending(key: PipelineKey) -> (Option<BlendState>, &'static str) {
    if key.wireframe {
        return (None, "edges");
    }
    let function = match key.shader {
        Shader::Water => "water",
        Shader::Unlit | Shader::Ui => "unlit",
        Shader::Lit | Shader::Sky => "lit",
    };
    match key.blending {
        Blending::Opaque | Blending::AlphaTest => (None, function),
        Blending::Translucent => (Some(BlendState::ALPHA_BLENDING), function),
        Blending::Additive => (Some(ADDED), "added"),
    }
}
