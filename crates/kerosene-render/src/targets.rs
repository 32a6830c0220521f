//! What is drawn into: the scene in HDR with its depth, and what bloom needs.

use crate::gpu::Gpu;
use wgpu::{Extent3d, TextureDescriptor, TextureDimension, TextureFormat, TextureUsages, TextureView};

/// Colours of the scene: linear, without an upper end.
pub(crate) const SCENE_FORMAT: TextureFormat = TextureFormat::Rgba16Float;
/// Depth of the scene, reversed: 1 is near, 0 infinitely far.
pub(crate) const DEPTH_FORMAT: TextureFormat = TextureFormat::Depth32Float;
/// What is left of light from around, and how far ahead that is.
pub(crate) const OCCLUSION_FORMAT: TextureFormat = TextureFormat::Rg16Float;
/// Halvings of the scene that bloom is made of.
const HALVINGS: usize = 6;
/// The shortest side that is halved no further.
const SHORTEST: u32 = 4;

/// What a picture of one size is drawn into.
#[derive(Debug)]
pub(crate) struct Targets {
    pub(crate) size: [u32; 2],
    /// Several samples a pixel; none where one is taken.
    pub(crate) sampled: Option<TextureView>,
    /// One sample a pixel.
    pub(crate) scene: TextureView,
    pub(crate) depth: TextureView,
    /// Shade where surfaces meet, at half the size.
    pub(crate) occlusion: TextureView,
    /// The scene at half, a quarter, … of its size.
    pub(crate) halves: Vec<TextureView>,
}

impl Targets {
    pub(crate) fn new(gpu: &Gpu, size: [u32; 2], samples: u32) -> Self {
        let attachment = TextureUsages::RENDER_ATTACHMENT;
        let shown = attachment | TextureUsages::TEXTURE_BINDING;
        let mut halves = Vec::new();
        let mut half = size;
        while halves.len() < HALVINGS && (halves.is_empty() || half.iter().all(|side| *side >= SHORTEST * 2)) {
            half = half.map(|side| (side / 2).max(1));
            halves.push(view(gpu, "bloom", half, 1, SCENE_FORMAT, shown));
        }
        Self {
            size,
            sampled: (samples > 1).then(|| view(gpu, "scene, sampled", size, samples, SCENE_FORMAT, attachment)),
            scene: view(gpu, "scene", size, 1, SCENE_FORMAT, shown | TextureUsages::COPY_SRC),
            depth: view(gpu, "depth", size, samples, DEPTH_FORMAT, shown),
            occlusion: view(gpu, "occlusion", size.map(|side| side.div_ceil(2)), 1, OCCLUSION_FORMAT, shown),
            halves,
        }
    }
}

fn view(
    gpu: &Gpu,
    label: &str,
    [width, height]: [u32; 2],
    sample_count: u32,
    format: TextureFormat,
    usage: TextureUsages,
) -> TextureView {
    let texture = gpu.device().create_texture(&TextureDescriptor {
        label: Some(label),
        size: Extent3d { width, height, depth_or_array_layers: 1 },
        mip_level_count: 1,
        sample_count,
        dimension: TextureDimension::D2,
        format,
        usage,
        view_formats: &[],
    });
    texture.create_view(&wgpu::TextureViewDescriptor::default())
}
