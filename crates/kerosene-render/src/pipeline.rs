//! What the pipelines have in common.

use crate::gpu::Gpu;
use crate::targets::{DEPTH_FORMAT, SCENE_FORMAT};
use wgpu::{
    BindGroupLayout, BlendComponent, BlendFactor, BlendOperation, BlendState, ColorTargetState, ColorWrites,
    CompareFunction, DepthBiasState, DepthStencilState, Device, FragmentState, MultisampleState, PipelineLayout,
    PipelineLayoutDescriptor, PrimitiveState, RenderPipeline, RenderPipelineDescriptor, ShaderModule, TextureFormat,
    VertexBufferLayout, VertexState,
};

/// Added to what is there, whose alpha stays.
pub(crate) const ADDED: BlendState = BlendState {
    color: BlendComponent {
        src_factor: BlendFactor::One,
        dst_factor: BlendFactor::One,
        operation: BlendOperation::Add,
    },
    alpha: BlendComponent {
        src_factor: BlendFactor::Zero,
        dst_factor: BlendFactor::One,
        operation: BlendOperation::Add,
    },
};

/// What a pipeline that draws into the scene is made of.
pub(crate) struct Recipe<'a> {
    pub(crate) layout: &'a PipelineLayout,
    /// Module, function and buffers.
    pub(crate) vertex: (&'a ShaderModule, &'a str, &'a [Option<VertexBufferLayout<'a>>]),
    /// Module and function.
    pub(crate) fragment: (&'a ShaderModule, &'a str),
    pub(crate) blend: Option<BlendState>,
    pub(crate) depth_write: bool,
    /// Depth is reversed: what is nearer is more.
    pub(crate) depth_compare: CompareFunction,
    pub(crate) bias: DepthBiasState,
    pub(crate) primitive: PrimitiveState,
    pub(crate) samples: u32,
}

impl Recipe<'_> {
    /// Makes the pipeline.
    pub(crate) fn make(&self, device: &Device) -> RenderPipeline {
        let (vertex, vertex_function, buffers) = self.vertex;
        let (fragment, fragment_function) = self.fragment;
        let target = ColorTargetState { format: SCENE_FORMAT, blend: self.blend, write_mask: ColorWrites::ALL };
        device.create_render_pipeline(&RenderPipelineDescriptor {
            label: Some(fragment_function),
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
                depth_compare: Some(self.depth_compare),
                stencil: Default::default(),
                bias: self.bias,
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

/// A pipeline that covers all of a target of so many samples a pixel, without depth.
pub(crate) fn covering(
    gpu: &Gpu,
    module: &ShaderModule,
    [vertex, function]: [&str; 2],
    bind_group_layouts: &[Option<&BindGroupLayout>],
    format: TextureFormat,
    blend: Option<BlendState>,
    samples: u32,
) -> RenderPipeline {
    let layout = layout(gpu.device(), function, bind_group_layouts);
    gpu.device().create_render_pipeline(&RenderPipelineDescriptor {
        label: Some(function),
        layout: Some(&layout),
        vertex: VertexState {
            module,
            entry_point: Some(vertex),
            compilation_options: Default::default(),
            buffers: &[],
        },
        primitive: Default::default(),
        depth_stencil: None,
        multisample: MultisampleState { count: samples, ..Default::default() },
        fragment: Some(FragmentState {
            module,
            entry_point: Some(function),
            compilation_options: Default::default(),
            targets: &[Some(ColorTargetState { format, blend, write_mask: ColorWrites::ALL })],
        }),
        multiview_mask: None,
        cache: None,
    })
}

/// Which groups a pipeline binds.
pub(crate) fn layout(device: &Device, label: &str, bind_group_layouts: &[Option<&BindGroupLayout>]) -> PipelineLayout {
    device.create_pipeline_layout(&PipelineLayoutDescriptor {
        label: Some(label),
        bind_group_layouts,
        immediate_size: 0,
    })
}
