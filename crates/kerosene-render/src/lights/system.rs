//! Moving lights on the GPU: the group that shaders read, and the shadow maps.

use super::cluster::{CLUSTERS, Clusters, LightVolume};
use super::record::LightsRecord;
use super::select::{ChosenLight, MAX_SHADOWS, choose};
use super::shadow::{ShadowView, views};
use crate::eye::Eye;
use crate::frame::Frame;
use wgpu::{
    AddressMode, BindGroup, BindGroupDescriptor, BindGroupEntry, BindGroupLayout, BindGroupLayoutDescriptor,
    BindGroupLayoutEntry, BindingResource, BindingType, Buffer, BufferBindingType, BufferDescriptor, BufferUsages,
    CompareFunction, Device, Extent3d, FilterMode, Queue, SamplerBindingType, SamplerDescriptor, ShaderStages,
    TextureDescriptor, TextureDimension, TextureFormat, TextureSampleType, TextureUsages, TextureView,
    TextureViewDescriptor, TextureViewDimension,
};

/// Format of the shadow maps.
pub(crate) const SHADOW_FORMAT: TextureFormat = TextureFormat::Depth32Float;

/// The lights of a picture and their shadow maps.
#[derive(Debug)]
pub(crate) struct LightSystem {
    texels: u32,
    record: Buffer,
    froxels: Buffer,
    /// One for each shadow map, to draw to.
    pub(crate) layers: Vec<TextureView>,
    /// What lit shaders read: group 3.
    pub(crate) group: BindGroup,
    views: Vec<ShadowView>,
    chosen: Vec<ChosenLight>,
    volumes: Vec<LightVolume>,
    clusters: Clusters,
    seen: LightsRecord,
}

impl LightSystem {
    /// A system whose shadow maps are so many texels wide; `layout` is that of its group.
    pub(crate) fn new(device: &Device, layout: &BindGroupLayout, texels: u32) -> Self {
        let texels = texels.clamp(64, device.limits().max_texture_dimension_2d);
        let uniform = |label, size| {
            let usage = BufferUsages::UNIFORM | BufferUsages::COPY_DST;
            device.create_buffer(&BufferDescriptor { label: Some(label), size, usage, mapped_at_creation: false })
        };
        let record = uniform("lights", size_of::<LightsRecord>() as u64);
        let froxels = uniform("froxels", (CLUSTERS * size_of::<u32>()) as u64);
        let (all, layers) = shadow_maps(device, texels);
        let group = group(device, layout, &record, &froxels, &all);
        Self {
            texels,
            record,
            froxels,
            layers,
            group,
            views: Vec::with_capacity(MAX_SHADOWS),
            chosen: Vec::new(),
            volumes: Vec::new(),
            clusters: Clusters::default(),
            seen: bytemuck::Zeroable::zeroed(),
        }
    }

    /// Chooses the lights of a picture, and finds what they reach.
    pub(crate) fn choose(&mut self, frame: &Frame, eye: &Eye) {
        let lights = if frame.view.dynamic_lights { &frame.lights[..] } else { &[] };
        choose(lights, eye, frame.view.shadows, &mut self.chosen);
        views(&self.chosen, self.texels, &mut self.views);
        self.volumes.clear();
        self.volumes.extend(self.chosen.iter().map(|light| light.volume(eye)));
        if !self.chosen.is_empty() {
            self.clusters.assign(eye, &self.volumes);
        }
        self.seen = LightsRecord::new(eye, &self.chosen, &self.views, self.texels);
    }

    /// Uploads them.
    pub(crate) fn upload(&self, queue: &Queue) {
        if !self.chosen.is_empty() {
            queue.write_buffer(&self.froxels, 0, bytemuck::cast_slice(&self.clusters.masks));
        }
        queue.write_buffer(&self.record, 0, bytemuck::bytes_of(&self.seen));
    }

    /// Shadow maps of the picture.
    pub(crate) fn views(&self) -> &[ShadowView] {
        &self.views
    }

    /// How many lights the picture has.
    pub(crate) fn count(&self) -> usize {
        self.chosen.len()
    }
}

/// All shadow maps together, and each by itself.
fn shadow_maps(device: &Device, texels: u32) -> (TextureView, Vec<TextureView>) {
    let texture = device.create_texture(&TextureDescriptor {
        label: Some("shadow maps"),
        size: Extent3d { width: texels, height: texels, depth_or_array_layers: MAX_SHADOWS as u32 },
        mip_level_count: 1,
        sample_count: 1,
        dimension: TextureDimension::D2,
        format: SHADOW_FORMAT,
        usage: TextureUsages::RENDER_ATTACHMENT | TextureUsages::TEXTURE_BINDING,
        view_formats: &[],
    });
    let all = texture.create_view(&TextureViewDescriptor {
        dimension: Some(TextureViewDimension::D2Array),
        ..TextureViewDescriptor::default()
    });
    let layer = |layer: usize| {
        texture.create_view(&TextureViewDescriptor {
            label: Some("shadow map"),
            dimension: Some(TextureViewDimension::D2),
            base_array_layer: layer as u32,
            array_layer_count: Some(1),
            ..TextureViewDescriptor::default()
        })
    };
    (all, (0..MAX_SHADOWS).map(layer).collect())
}

/// The layout of what lit shaders read: group 3.
pub(crate) fn layout(device: &Device) -> BindGroupLayout {
    let entry = |binding: u32, ty: BindingType| BindGroupLayoutEntry {
        binding,
        visibility: ShaderStages::FRAGMENT,
        ty,
        count: None,
    };
    let uniform =
        BindingType::Buffer { ty: BufferBindingType::Uniform, has_dynamic_offset: false, min_binding_size: None };
    let maps = BindingType::Texture {
        sample_type: TextureSampleType::Depth,
        view_dimension: TextureViewDimension::D2Array,
        multisampled: false,
    };
    device.create_bind_group_layout(&BindGroupLayoutDescriptor {
        label: Some("lights"),
        entries: &[
            entry(0, uniform),
            entry(1, uniform),
            entry(2, maps),
            entry(3, BindingType::Sampler(SamplerBindingType::Comparison)),
        ],
    })
}

fn group(
    device: &Device,
    layout: &BindGroupLayout,
    record: &Buffer,
    froxels: &Buffer,
    maps: &TextureView,
) -> BindGroup {
    // Depths are reversed: what is lit is at least as near to the light as what the map has.
    let sampler = device.create_sampler(&SamplerDescriptor {
        label: Some("shadows"),
        address_mode_u: AddressMode::ClampToEdge,
        address_mode_v: AddressMode::ClampToEdge,
        mag_filter: FilterMode::Linear,
        min_filter: FilterMode::Linear,
        compare: Some(CompareFunction::GreaterEqual),
        ..SamplerDescriptor::default()
    });
    device.create_bind_group(&BindGroupDescriptor {
        label: Some("lights"),
        layout,
        entries: &[
            BindGroupEntry { binding: 0, resource: record.as_entire_binding() },
            BindGroupEntry { binding: 1, resource: froxels.as_entire_binding() },
            BindGroupEntry { binding: 2, resource: BindingResource::TextureView(maps) },
            BindGroupEntry { binding: 3, resource: BindingResource::Sampler(&sampler) },
        ],
    })
}
