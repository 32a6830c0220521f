//! What shaders are given: the layouts of bind groups.

use wgpu::{
    BindGroupLayout, BindGroupLayoutDescriptor, BindGroupLayoutEntry, BindingType, BufferBindingType, Device,
    SamplerBindingType, ShaderStages, TextureSampleType, TextureViewDimension,
};

/// Textures of a material.
const MAPS: u32 = 11;

/// The layouts of bind groups, by what they are bound for.
#[derive(Debug, Clone)]
pub(crate) struct Layouts {
    /// Group 0: what holds for the whole picture, and what is mirrored.
    pub(crate) frame: BindGroupLayout,
    /// Group 1 of surfaces.
    pub(crate) material: BindGroupLayout,
    /// Group 1 of the sky.
    pub(crate) sky: BindGroupLayout,
    /// Group 2 of surfaces and of the sky's: where they are, and baked light.
    pub(crate) object: BindGroupLayout,
    /// Group 3 of what is lit: moving lights.
    pub(crate) lights: BindGroupLayout,
}

impl Layouts {
    pub(crate) fn new(device: &Device) -> Self {
        let layout = |label: &str, entries: &[BindGroupLayoutEntry]| {
            device.create_bind_group_layout(&BindGroupLayoutDescriptor { label: Some(label), entries })
        };
        let two = TextureViewDimension::D2;
        let mut material = vec![uniform(0, false), sampler(1)];
        material.extend((2..2 + MAPS).map(|binding| texture(binding, two)));
        Self {
            frame: layout("frame", &[uniform(0, false), texture(1, TextureViewDimension::D2Array), sampler(2)]),
            material: layout("material", &material),
            sky: layout("sky", &[sampler(0), texture(1, TextureViewDimension::D2Array), uniform(2, false)]),
            lights: crate::lights::layout(device),
            object: layout("object", &[uniform(0, true), texture(1, two), sampler(2)]),
        }
    }
}

/// A uniform buffer; `moving` where its place in the buffer is given with each call.
pub(crate) fn uniform(binding: u32, moving: bool) -> BindGroupLayoutEntry {
    let ty = BindingType::Buffer { ty: BufferBindingType::Uniform, has_dynamic_offset: moving, min_binding_size: None };
    BindGroupLayoutEntry { binding, visibility: ShaderStages::VERTEX_FRAGMENT, ty, count: None }
}

/// A texture of floats that is filtered.
pub(crate) fn texture(binding: u32, view_dimension: TextureViewDimension) -> BindGroupLayoutEntry {
    let sample_type = TextureSampleType::Float { filterable: true };
    let ty = BindingType::Texture { sample_type, view_dimension, multisampled: false };
    BindGroupLayoutEntry { binding, visibility: ShaderStages::FRAGMENT, ty, count: None }
}

/// A sampler that filters.
pub(crate) fn sampler(binding: u32) -> BindGroupLayoutEntry {
    let ty = BindingType::Sampler(SamplerBindingType::Filtering);
    BindGroupLayoutEntry { binding, visibility: ShaderStages::FRAGMENT, ty, count: None }
}
