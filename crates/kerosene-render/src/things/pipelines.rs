//! How things are drawn: a pipeline for each way that a picture needs.

use crate::debug_lines::LineVertex;
use crate::decals::DecalVertex;
use crate::material::Layouts;
use crate::model::{Instance, ModelVertex};
use crate::pipeline::{ADDED, Recipe, layout};
use crate::quads::Quad;
use crate::shader::{self, Shader, ShaderError};
use std::collections::BTreeMap;
use wgpu::{
    BindGroupLayout, BlendState, CompareFunction, DepthBiasState, Device, Face, FrontFace, PipelineLayout,
    PrimitiveState, PrimitiveTopology, RenderPipeline, ShaderModule, VertexAttribute, VertexBufferLayout,
    VertexStepMode, vertex_attr_array,
};

/// What is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// Models.
    Model,
    /// Sprites, particles, beams.
    Quad,
    /// Decals.
    Decal,
    /// Lines that walls hide.
    HiddenLine,
    /// Lines that walls do not hide.
    ShownLine,
}

/// What becomes of what is behind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Mix {
    /// Covered.
    Cover,
    /// Mixed, as alpha says.
    Blend,
    /// Added to.
    Add,
}

/// A way to draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Way {
    /// What.
    pub(crate) kind: Kind,
    /// Over what is behind.
    pub(crate) mix: Mix,
    /// Whether light falls onto it.
    pub(crate) lit: bool,
    /// Whether it is seen from behind as well.
    pub(crate) two_sided: bool,
}

impl Way {
    /// How lines are drawn.
    pub(crate) const fn line(kind: Kind) -> Self {
        Self { kind, mix: Mix::Blend, lit: false, two_sided: true }
    }
}

/// The pipelines, each made when first it is needed.
#[derive(Debug)]
pub(crate) struct Pipelines {
    samples: u32,
    modules: [ShaderModule; 4],
    layouts: [PipelineLayout; 3],
    made: BTreeMap<Way, RenderPipeline>,
}

impl Pipelines {
    /// Compiles the shaders.
    ///
    /// # Errors
    /// A shader that the GPU's compiler refuses.
    pub(crate) fn new(
        device: &Device,
        samples: u32,
        layouts: &Layouts,
        bones: &BindGroupLayout,
    ) -> Result<Self, ShaderError> {
        let Layouts { frame, material, lights, .. } = layouts;
        let layout = |groups: &[Option<&BindGroupLayout>]| layout(device, "things", groups);
        let of = |shader: &Shader| shader.compile(device);
        Ok(Self {
            samples,
            modules: [of(&shader::MODEL)?, of(&shader::QUADS)?, of(&shader::DECAL)?, of(&shader::LINES)?],
            layouts: [
                layout(&[Some(frame), Some(material), Some(bones), Some(lights)]),
                layout(&[Some(frame), Some(material), None, Some(lights)]),
                layout(&[Some(frame)]),
            ],
            made: BTreeMap::new(),
        })
    }

    /// Makes the pipeline of a way, unless it is there.
    pub(crate) fn require(&mut self, device: &Device, way: Way) {
        if !self.made.contains_key(&way) {
            let pipeline = self.make(device, way);
            self.made.insert(way, pipeline);
        }
    }

    /// The pipeline of a way that was [required](Self::require).
    pub(crate) fn get(&self, way: Way) -> Option<&RenderPipeline> {
        self.made.get(&way)
    }

    fn make(&self, device: &Device, way: Way) -> RenderPipeline {
        let (layout, module, vertex, fragment) = match way.kind {
            Kind::Model => (0, 0, "model_vertex", ["model_lit", "model_unlit", "model_added"][fragment_of(way)]),
            Kind::Quad => (1, 1, "quad_vertex", ["quad_lit", "quad_unlit", "quad_added"][fragment_of(way)]),
            Kind::Decal => (1, 2, "decal_vertex", ["decal_lit", "decal_unlit", "decal_added"][fragment_of(way)]),
            Kind::HiddenLine | Kind::ShownLine => (2, 3, "line_vertex", "line_color"),
        };
        let lines = matches!(way.kind, Kind::HiddenLine | Kind::ShownLine);
        let buffers: &[Option<VertexBufferLayout<'_>>] = match way.kind {
            Kind::Model => &[Some(ModelVertex::LAYOUT), Some(INSTANCE)],
            Kind::Quad => &[Some(QUAD)],
            Kind::Decal => &[Some(DECAL)],
            Kind::HiddenLine | Kind::ShownLine => &[Some(LINE)],
        };
        // Depth is reversed: a positive bias is nearer. The constant counts in the last bits of a float, parts of the
        // distance therefore: half a ten-thousandth lifts a decal off its surface and over none before it.
        let bias = match way.kind {
            Kind::Decal => DepthBiasState { constant: 512, slope_scale: 1.0, clamp: 0.0 },
            _ => DepthBiasState::default(),
        };
        let shown = way.kind == Kind::ShownLine;
        let recipe = Recipe {
            layout: &self.layouts[layout],
            vertex: (&self.modules[module], vertex, buffers),
            fragment: (&self.modules[module], fragment),
            blend: blend(way.mix),
            depth_write: way.kind == Kind::Model && way.mix == Mix::Cover,
            depth_compare: if shown { CompareFunction::Always } else { CompareFunction::GreaterEqual },
            bias,
            primitive: PrimitiveState {
                topology: if lines { PrimitiveTopology::LineList } else { PrimitiveTopology::TriangleList },
                front_face: FrontFace::Ccw,
                cull_mode: (way.kind == Kind::Model && !way.two_sided).then_some(Face::Back),
                ..PrimitiveState::default()
            },
            samples: self.samples,
        };
        recipe.make(device)
    }
}

fn fragment_of(way: Way) -> usize {
    match (way.mix, way.lit) {
        (Mix::Add, _) => 2,
        (_, false) => 1,
        (_, true) => 0,
    }
}

fn blend(mix: Mix) -> Option<BlendState> {
    match mix {
        Mix::Cover => None,
        Mix::Blend => Some(BlendState::ALPHA_BLENDING),
        Mix::Add => Some(ADDED),
    }
}

const INSTANCE_ATTRIBUTES: [VertexAttribute; 8] = vertex_attr_array![
    7 => Float32x4, 8 => Float32x4, 9 => Float32x4, 10 => Float32x4, 11 => Uint32, 12 => Uint32, 13 => Uint32x4,
    14 => Uint32x2
];

/// How instances of models are laid out.
pub(crate) const INSTANCE: VertexBufferLayout<'static> = VertexBufferLayout {
    array_stride: size_of::<Instance>() as u64,
    step_mode: VertexStepMode::Instance,
    attributes: &INSTANCE_ATTRIBUTES,
};

const QUAD_ATTRIBUTES: [VertexAttribute; 7] = vertex_attr_array![
    0 => Float32x3, 1 => Float32x3, 2 => Float32x3, 3 => Float32x3, 4 => Float32x4, 5 => Float32x4, 6 => Uint32
];

const QUAD: VertexBufferLayout<'static> = VertexBufferLayout {
    array_stride: size_of::<Quad>() as u64,
    step_mode: VertexStepMode::Instance,
    attributes: &QUAD_ATTRIBUTES,
};

const DECAL_ATTRIBUTES: [VertexAttribute; 6] =
    vertex_attr_array![0 => Float32x3, 1 => Float32x3, 2 => Float32x2, 3 => Float32x4, 4 => Uint32, 5 => Uint32];

const DECAL: VertexBufferLayout<'static> = VertexBufferLayout {
    array_stride: size_of::<DecalVertex>() as u64,
    step_mode: VertexStepMode::Vertex,
    attributes: &DECAL_ATTRIBUTES,
};

const LINE_ATTRIBUTES: [VertexAttribute; 2] = vertex_attr_array![0 => Float32x3, 1 => Float32x4];

const LINE: VertexBufferLayout<'static> = VertexBufferLayout {
    array_stride: size_of::<LineVertex>() as u64,
    step_mode: VertexStepMode::Vertex,
    attributes: &LINE_ATTRIBUTES,
};
