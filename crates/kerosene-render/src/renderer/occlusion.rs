//! Soft shade where surfaces meet, between what covers and what one sees through.

use crate::error::RenderError;
use crate::gpu::Gpu;
use crate::material::texture_entry;
use crate::pipeline::covering;
use crate::shader::{OCCLUSION, OCCLUSION_SAMPLED};
use crate::targets::{OCCLUSION_FORMAT, SCENE_FORMAT, Targets};
use wgpu::{
    BindGroup, BindGroupDescriptor, BindGroupEntry, BindGroupLayout, BindGroupLayoutDescriptor, BindGroupLayoutEntry,
    BindingResource, BindingType, BlendComponent, BlendFactor, BlendOperation, BlendState, Color, CommandEncoder,
    LoadOp, Operations, RenderPassColorAttachment, RenderPassDescriptor, RenderPipeline, ShaderStages, StoreOp,
    TextureSampleType, TextureView, TextureViewDimension,
};

/// Multiplied with what is there, whose alpha stays.
const MULTIPLIED: BlendState = BlendState {
    color: BlendComponent {
        src_factor: BlendFactor::Dst,
        dst_factor: BlendFactor::Zero,
        operation: BlendOperation::Add,
    },
    alpha: BlendComponent {
        src_factor: BlendFactor::Zero,
        dst_factor: BlendFactor::One,
        operation: BlendOperation::Add,
    },
};

/// Shade from the scene's depth.
#[derive(Debug)]
pub(super) struct Occlusion {
    found_layout: BindGroupLayout,
    shown_layout: BindGroupLayout,
    found: RenderPipeline,
    shown: RenderPipeline,
    groups: Option<[BindGroup; 2]>,
}

impl Occlusion {
    /// For scenes of so many samples a pixel.
    pub(super) fn new(gpu: &Gpu, frame: &BindGroupLayout, samples: u32) -> Result<Self, RenderError> {
        let device = gpu.device();
        let shader = if samples > 1 { OCCLUSION_SAMPLED } else { OCCLUSION };
        let module = shader.compile(device)?;
        let group = |entries: &[BindGroupLayoutEntry]| {
            device.create_bind_group_layout(&BindGroupLayoutDescriptor { label: Some("occlusion"), entries })
        };
        let depth = depth_entry(0, samples > 1);
        let (found_layout, shown_layout) =
            (group(&[depth]), group(&[depth, texture_entry(1, TextureViewDimension::D2)]));
        let make = |function, layout, format, blend, samples| {
            let names = ["occlusion_vertex", function];
            covering(gpu, &module, names, &[Some(frame), Some(layout)], format, blend, samples)
        };
        Ok(Self {
            found: make("occlusion_color", &found_layout, OCCLUSION_FORMAT, None, 1),
            shown: make("shade_color", &shown_layout, SCENE_FORMAT, Some(MULTIPLIED), samples),
            found_layout,
            shown_layout,
            groups: None,
        })
    }

    /// Binds the targets of a new size.
    pub(super) fn bind(&mut self, gpu: &Gpu, targets: &Targets) {
        let depth = BindGroupEntry { binding: 0, resource: BindingResource::TextureView(&targets.depth) };
        let found = BindGroupEntry { binding: 1, resource: BindingResource::TextureView(&targets.occlusion) };
        let group = |layout: &BindGroupLayout, entries: &[BindGroupEntry<'_>]| {
            gpu.device().create_bind_group(&BindGroupDescriptor { label: Some("occlusion"), layout, entries })
        };
        self.groups =
            Some([group(&self.found_layout, std::slice::from_ref(&depth)), group(&self.shown_layout, &[depth, found])]);
    }

    /// Shades what has been drawn.
    pub(super) fn record(&self, encoder: &mut CommandEncoder, frame: &BindGroup, targets: &Targets) {
        let Some([found, shown]) = &self.groups else { return };
        let clear = LoadOp::Clear(Color::WHITE);
        pass(encoder, &targets.occlusion, clear, &self.found, [frame, found]);
        let scene = targets.sampled.as_ref().unwrap_or(&targets.scene);
        pass(encoder, scene, LoadOp::Load, &self.shown, [frame, shown]);
    }
}

fn depth_entry(binding: u32, multisampled: bool) -> BindGroupLayoutEntry {
    let (sample_type, view_dimension) = (TextureSampleType::Depth, TextureViewDimension::D2);
    let ty = BindingType::Texture { sample_type, view_dimension, multisampled };
    BindGroupLayoutEntry { binding, visibility: ShaderStages::FRAGMENT, ty, count: None }
}

fn pass(
    encoder: &mut CommandEncoder,
    view: &TextureView,
    load: LoadOp<Color>,
    pipeline: &RenderPipeline,
    groups: [&BindGroup; 2],
) {
    let mut pass = encoder.begin_render_pass(&RenderPassDescriptor {
        label: Some("occlusion"),
        color_attachments: &[Some(RenderPassColorAttachment {
            view,
            depth_slice: None,
            resolve_target: None,
            ops: Operations { load, store: StoreOp::Store },
        })],
        ..RenderPassDescriptor::default()
    });
    pass.set_pipeline(pipeline);
    pass.set_bind_group(0, groups[0], &[]);
    pass.set_bind_group(1, groups[1], &[]);
    pass.draw(0..3, 0..1);
}
