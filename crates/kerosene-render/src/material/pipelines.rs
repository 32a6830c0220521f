//! Pipelines of the level's surfaces, made when a material first needs one.

use super::Layouts;
use crate::error::RenderError;
use crate::gpu::Gpu;
use crate::shader::{SKY, WORLD};
use crate::targets::{DEPTH_FORMAT, SCENE_FORMAT};
use crate::world::WorldVertex;
use kerosene_asset::{Blending, Shader};
use std::collections::BTreeMap;
use wgpu::{
    BlendComponent, BlendFactor, BlendOperation, BlendState, ColorTargetState, ColorWrites, CompareFunction,
    DepthStencilState, Face, Features, FragmentState, FrontFace, MultisampleState, PipelineLayout,
    PipelineLayoutDescriptor, PolygonMode, PrimitiveState, RenderPipeline, RenderPipelineDescriptor, ShaderModule,
    VertexState,
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
#[derive(Debug)]
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
        let layout = |label: &str, material| {
            let bind_group_layouts =
                &[Some(&layouts.frame), Some(material), Some(&layouts.object), Some(&layouts.lights)];
            device.create_pipeline_layout(&PipelineLayoutDescriptor {
                label: Some(label),
                bind_group_layouts,
                immediate_size: 0,
            })
        };
        let (layout, sky_layout) = (layout("world", &layouts.material), layout("sky", &layouts.sky));
        let behind = Recipe {
            label: "sky behind",
            layout: &sky_layout,
            vertex: (&sky, "sky_behind", &[]),
            fragment: (&sky, "sky_color"),
            blend: None,
            depth_write: false,
            primitive: PrimitiveState::default(),
            samples,
        };
        let background = behind.make(gpu);
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
            label: fragment,
            layout,
            vertex: (module, vertex, &corners),
            fragment: (module, fragment),
            blend,
            depth_write: blend.is_none(),
            primitive,
            samples: self.samples,
        };
        self.made.insert(key.number(), recipe.make(gpu));
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

/// Added to what is there.
const ADDED: BlendState = BlendState {
    color: BlendComponent {
        src_factor: BlendFactor::One,
        dst_factor: BlendFactor::One,
        operation: BlendOperation::Add,
    },
    alpha: BlendComponent::REPLACE,
};

/// What a pipeline of the scene is made of.
pub(crate) struct Recipe<'a> {
    pub(crate) label: &'a str,
    pub(crate) layout: &'a PipelineLayout,
    /// Module, function and buffers.
    pub(crate) vertex: (&'a ShaderModule, &'a str, &'a [Option<wgpu::VertexBufferLayout<'a>>]),
    pub(crate) fragment: (&'a ShaderModule, &'a str),
    pub(crate) blend: Option<BlendState>,
    pub(crate) depth_write: bool,
    pub(crate) primitive: PrimitiveState,
    pub(crate) samples: u32,
}

impl Recipe<'_> {
    /// Makes a pipeline that draws into the scene: HDR colour and reversed depth.
    pub(crate) fn make(&self, gpu: &Gpu) -> RenderPipeline {
        let (vertex, vertex_function, buffers) = self.vertex;
        let (fragment, fragment_function) = self.fragment;
        let target = ColorTargetState { format: SCENE_FORMAT, blend: self.blend, write_mask: ColorWrites::ALL };
        gpu.device().create_render_pipeline(&RenderPipelineDescriptor {
            label: Some(self.label),
            layout: Some(self.layout),
            vertex: VertexState {
                module: vertex,
                entry_point: Some(vertex_function),
                compilation_options: Default::default(),
                buffers,
            },
            primitive: self.primitive,
            depth_stencil: Some(DepthStencilState {
                format: DEPTH_FORMAT,
                depth_write_enabled: Some(self.depth_write),
                depth_compare: Some(CompareFunction::GreaterEqual),
                stencil: Default::default(),
                bias: Default::default(),
            }),
            multisample: MultisampleState { count: self.samples, ..Default::default() },
            fragment: Some(FragmentState {
                module: fragment,
                entry_point: Some(fragment_function),
                compilation_options: Default::default(),
                targets: &[Some(target)],
            }),
            multiview_mask: None,
            cache: None,
        })
    }
}
