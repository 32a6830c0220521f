//! From the scene to a picture: bloom, exposure, tone mapping.

use crate::error::RenderError;
use crate::gpu::Gpu;
use crate::material::{sampler_entry, texture_entry};
use crate::pipeline::covering;
use crate::shader::{BLOOM, OUTPUT};
use crate::targets::{SCENE_FORMAT, Targets};
use wgpu::{
    BindGroup, BindGroupDescriptor, BindGroupEntry, BindGroupLayout, BindGroupLayoutDescriptor, BindingResource,
    BlendComponent, BlendFactor, BlendOperation, BlendState, Color, CommandEncoder, LoadOp, Operations,
    RenderPassColorAttachment, RenderPassDescriptor, RenderPipeline, Sampler, SamplerDescriptor, StoreOp,
    TextureFormat, TextureView, TextureViewDimension,
};

/// Bloom and the last step.
#[derive(Debug)]
pub(super) struct Output {
    sampler: Sampler,
    bloom_layout: BindGroupLayout,
    output_layout: BindGroupLayout,
    first_half: RenderPipeline,
    half: RenderPipeline,
    double: RenderPipeline,
    output: RenderPipeline,
    /// What is read by each halving, and then by each doubling.
    bloom_groups: Vec<BindGroup>,
    output_group: Option<BindGroup>,
}

/// A mean of what is there and what comes: each doubling counts as much as what it is added to.
const HALF_AND_HALF: BlendState = BlendState {
    color: BlendComponent {
        src_factor: BlendFactor::Constant,
        dst_factor: BlendFactor::OneMinusConstant,
        operation: BlendOperation::Add,
    },
    alpha: BlendComponent::REPLACE,
};

impl Output {
    pub(super) fn new(gpu: &Gpu, frame: &BindGroupLayout, format: TextureFormat) -> Result<Self, RenderError> {
        let device = gpu.device();
        let (bloom, last) = (BLOOM.compile(device)?, OUTPUT.compile(device)?);
        let two = TextureViewDimension::D2;
        let group = |label: &str, entries: &[wgpu::BindGroupLayoutEntry]| {
            device.create_bind_group_layout(&BindGroupLayoutDescriptor { label: Some(label), entries })
        };
        let bloom_layout = group("bloom", &[texture_entry(0, two), sampler_entry(1)]);
        let output_layout = group("output", &[texture_entry(0, two), sampler_entry(1), texture_entry(2, two)]);
        let make = |module, vertex, function, group, format, blend| {
            covering(gpu, module, [vertex, function], &[Some(frame), Some(group)], format, blend, 1)
        };
        let halving = |function, blend| make(&bloom, "bloom_vertex", function, &bloom_layout, SCENE_FORMAT, blend);
        Ok(Self {
            sampler: device.create_sampler(&SamplerDescriptor {
                label: Some("output"),
                mag_filter: wgpu::FilterMode::Linear,
                min_filter: wgpu::FilterMode::Linear,
                ..SamplerDescriptor::default()
            }),
            first_half: halving("first_half", None),
            half: halving("half", None),
            double: halving("double", Some(HALF_AND_HALF)),
            output: make(&last, "output_vertex", "output_color", &output_layout, format, None),
            bloom_layout,
            output_layout,
            bloom_groups: Vec::new(),
            output_group: None,
        })
    }

    /// Binds the targets of a new size.
    pub(super) fn bind(&mut self, gpu: &Gpu, targets: &Targets) {
        let device = gpu.device();
        let read = |view: &TextureView| {
            device.create_bind_group(&BindGroupDescriptor {
                label: Some("bloom"),
                layout: &self.bloom_layout,
                entries: &[
                    BindGroupEntry { binding: 0, resource: BindingResource::TextureView(view) },
                    BindGroupEntry { binding: 1, resource: BindingResource::Sampler(&self.sampler) },
                ],
            })
        };
        self.bloom_groups = std::iter::once(&targets.scene).chain(&targets.halves).map(read).collect();
        self.output_group = Some(device.create_bind_group(&BindGroupDescriptor {
            label: Some("output"),
            layout: &self.output_layout,
            entries: &[
                BindGroupEntry { binding: 0, resource: BindingResource::TextureView(&targets.scene) },
                BindGroupEntry { binding: 1, resource: BindingResource::Sampler(&self.sampler) },
                BindGroupEntry { binding: 2, resource: BindingResource::TextureView(&targets.halves[0]) },
            ],
        }));
    }

    /// Makes the picture. Without `bloom` the halves are left as they are, and the shader takes nothing of them.
    pub(super) fn record(
        &self,
        encoder: &mut CommandEncoder,
        frame: &BindGroup,
        targets: &Targets,
        target: &TextureView,
        bloom: bool,
    ) {
        if bloom {
            for (number, half) in targets.halves.iter().enumerate() {
                let pipeline = if number == 0 { &self.first_half } else { &self.half };
                covering_pass(encoder, "bloom down", half, false, pipeline, [frame, &self.bloom_groups[number]]);
            }
            for number in (0..targets.halves.len() - 1).rev() {
                let groups = [frame, &self.bloom_groups[number + 2]];
                covering_pass(encoder, "bloom up", &targets.halves[number], true, &self.double, groups);
            }
        }
        if let Some(group) = &self.output_group {
            covering_pass(encoder, "output", target, false, &self.output, [frame, group]);
        }
    }
}

/// Draws a triangle that covers a target.
fn covering_pass(
    encoder: &mut CommandEncoder,
    label: &str,
    target: &TextureView,
    keep: bool,
    pipeline: &RenderPipeline,
    groups: [&BindGroup; 2],
) {
    let load = if keep { LoadOp::Load } else { LoadOp::Clear(Color::BLACK) };
    let mut pass = encoder.begin_render_pass(&RenderPassDescriptor {
        label: Some(label),
        color_attachments: &[Some(RenderPassColorAttachment {
            view: target,
            depth_slice: None,
            resolve_target: None,
            ops: Operations { load, store: StoreOp::Store },
        })],
        ..RenderPassDescriptor::default()
    });
    pass.set_pipeline(pipeline);
    pass.set_blend_constant(Color { r: 0.5, g: 0.5, b: 0.5, a: 0.5 });
    pass.set_bind_group(0, groups[0], &[]);
    pass.set_bind_group(1, groups[1], &[]);
    pass.draw(0..3, 0..1);
}
