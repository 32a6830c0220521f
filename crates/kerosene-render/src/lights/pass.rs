//! How shadow maps are drawn.

use super::casters::{LevelCasters, LevelShadows};
use super::select::MAX_SHADOWS;
use super::shadow::ShadowView;
use super::system::SHADOW_FORMAT;
use crate::material::{Layouts, MaterialStore};
use crate::model::{Batch, Gathered, ModelStore, ModelVertex};
use crate::pipeline::layout;
use crate::shader::{SHADOW, ShaderError};
use crate::things::pipelines::INSTANCE;
use crate::world::WorldVertex;
use wgpu::{
    BindGroup, BindGroupDescriptor, BindGroupEntry, BindGroupLayout, BindGroupLayoutDescriptor, BindGroupLayoutEntry,
    BindingResource, BindingType, Buffer, BufferBinding, BufferBindingType, BufferDescriptor, BufferSize, BufferUsages,
    CommandEncoder, CompareFunction, DepthBiasState, DepthStencilState, Device, FragmentState, IndexFormat, LoadOp,
    MultisampleState, Operations, PrimitiveState, Queue, RenderPass, RenderPassDepthStencilAttachment,
    RenderPassDescriptor, RenderPipeline, RenderPipelineDescriptor, ShaderModule, ShaderStages, StencilState, StoreOp,
    TextureView, VertexAttribute, VertexBufferLayout, VertexState, VertexStepMode, vertex_attr_array,
};

/// Bytes from one view's matrix to the next: what every GPU can offset a uniform buffer by.
const STRIDE: u64 = 256;
const MATRIX: u64 = size_of::<[[f32; 4]; 4]>() as u64;

const CORNER_ATTRIBUTES: [VertexAttribute; 1] = vertex_attr_array![0 => Float32x3];

const CORNER: VertexBufferLayout<'static> = VertexBufferLayout {
    array_stride: size_of::<[f32; 3]>() as u64,
    step_mode: VertexStepMode::Vertex,
    attributes: &CORNER_ATTRIBUTES,
};

/// The pipelines that draw depths for lights.
#[derive(Debug)]
pub(crate) struct ShadowPass {
    level: RenderPipeline,
    models: RenderPipeline,
    holed_level: RenderPipeline,
    holed_models: RenderPipeline,
    matrices: Buffer,
    group: BindGroup,
}

/// What a shadow map shows.
pub(crate) struct ShadowScene<'a> {
    /// The level, where one is loaded.
    pub(crate) level: Option<&'a LevelCasters>,
    /// What is drawn of it.
    pub(crate) level_shadows: &'a LevelShadows,
    /// Where its parts are.
    pub(crate) places: &'a Buffer,
    /// Loaded models.
    pub(crate) models: &'a ModelStore,
    /// Models' instances.
    pub(crate) instances: &'a Buffer,
    /// Models' bones.
    pub(crate) bones: &'a BindGroup,
    /// Which models are drawn.
    pub(crate) gathered: &'a Gathered,
    /// What has holes.
    pub(crate) materials: &'a MaterialStore,
}

impl ShadowPass {
    /// Compiles the shader.
    ///
    /// # Errors
    /// The GPU's compiler refuses it.
    pub(crate) fn new(device: &Device, layouts: &Layouts, bones: &BindGroupLayout) -> Result<Self, ShaderError> {
        let module = SHADOW.compile(device)?;
        let group_layout = device.create_bind_group_layout(&BindGroupLayoutDescriptor {
            label: Some("shadow view"),
            entries: &[BindGroupLayoutEntry {
                binding: 0,
                visibility: ShaderStages::VERTEX,
                ty: BindingType::Buffer {
                    ty: BufferBindingType::Uniform,
                    has_dynamic_offset: true,
                    min_binding_size: BufferSize::new(MATRIX),
                },
                count: None,
            }],
        });
        let matrices = device.create_buffer(&BufferDescriptor {
            label: Some("shadow matrices"),
            size: STRIDE * MAX_SHADOWS as u64,
            usage: BufferUsages::UNIFORM | BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        let binding = BufferBinding { buffer: &matrices, offset: 0, size: BufferSize::new(MATRIX) };
        let group = device.create_bind_group(&BindGroupDescriptor {
            label: Some("shadow view"),
            layout: &group_layout,
            entries: &[BindGroupEntry { binding: 0, resource: BindingResource::Buffer(binding) }],
        });
        let (view, material, bones) = (Some(&group_layout), Some(&layouts.material), Some(bones));
        let make = |groups: &[Option<&BindGroupLayout>], vertex, corners, fragment| {
            pipeline(device, &module, groups, vertex, corners, fragment)
        };
        Ok(Self {
            level: make(&[view], "shadow_of_level", CORNER, None),
            models: make(&[view, None, bones], "shadow_of_model", ModelVertex::LAYOUT, None),
            holed_level: make(&[view, material], "shadow_of_holed_level", WorldVertex::LAYOUT, Some("holes")),
            holed_models: make(&[view, material, bones], "shadow_of_holed_model", ModelVertex::LAYOUT, Some("holes")),
            matrices,
            group,
        })
    }

    /// Uploads the views of a picture.
    pub(crate) fn upload(&self, queue: &Queue, views: &[ShadowView]) {
        for (index, view) in views.iter().enumerate() {
            let matrix = view.matrix.to_cols_array_2d();
            queue.write_buffer(&self.matrices, STRIDE * index as u64, bytemuck::bytes_of(&matrix));
        }
    }

    /// Draws one map.
    pub(crate) fn record(
        &self,
        encoder: &mut CommandEncoder,
        layer: &TextureView,
        view: usize,
        scene: &ShadowScene<'_>,
    ) {
        let mut pass = encoder.begin_render_pass(&RenderPassDescriptor {
            label: Some("shadow map"),
            color_attachments: &[],
            depth_stencil_attachment: Some(RenderPassDepthStencilAttachment {
                view: layer,
                depth_ops: Some(Operations { load: LoadOp::Clear(0.0), store: StoreOp::Store }),
                stencil_ops: None,
            }),
            timestamp_writes: None,
            occlusion_query_set: None,
            multiview_mask: None,
        });
        pass.set_bind_group(0, &self.group, &[(STRIDE * view as u64) as u32]);
        self.record_level(&mut pass, view, scene);
        let batches = scene.gathered.casters_of(view);
        if !batches.is_empty() {
            pass.set_bind_group(2, scene.bones, &[]);
            pass.set_vertex_buffer(1, scene.instances.slice(..));
            for batch in batches {
                self.record_model(&mut pass, scene, batch);
            }
        }
    }

    fn record_level(&self, pass: &mut RenderPass<'_>, view: usize, scene: &ShadowScene<'_>) {
        let draws = scene.level_shadows.draws_of(view);
        let Some(casters) = scene.level.filter(|_| !draws.is_empty()) else { return };
        pass.set_vertex_buffer(1, scene.places.slice(..));
        // Those with holes come last.
        let (whole, holed) = draws.split_at(draws.partition_point(|draw| draw.holes.is_none()));
        if !whole.is_empty() {
            pass.set_pipeline(&self.level);
            pass.set_vertex_buffer(0, casters.corners.slice(..));
            pass.set_index_buffer(casters.indices.slice(..), IndexFormat::Uint32);
        }
        for draw in whole {
            pass.draw_indexed(draw.indices.clone(), 0, draw.instance..draw.instance + 1);
        }
        if !holed.is_empty() {
            pass.set_pipeline(&self.holed_level);
            pass.set_vertex_buffer(0, casters.holed.vertices.slice(..));
            pass.set_index_buffer(casters.holed.indices.slice(..), IndexFormat::Uint32);
        }
        for draw in holed {
            if let Some(material) = draw.holes.and_then(|material| scene.materials.get(material)) {
                pass.set_bind_group(1, &material.bind_group, &[]);
                pass.draw_indexed(draw.indices.clone(), 0, draw.instance..draw.instance + 1);
            }
        }
    }

    fn record_model(&self, pass: &mut RenderPass<'_>, scene: &ShadowScene<'_>, batch: &Batch) {
        let Some(model) = scene.models.get(batch.model) else { return };
        pass.set_vertex_buffer(0, model.vertices.slice(..));
        pass.set_index_buffer(model.indices.slice(..), IndexFormat::Uint32);
        for mesh in model.levels.get(batch.level).into_iter().flatten().filter(|mesh| mesh.casts) {
            let holed = scene.materials.get(mesh.material).filter(|material| material.has_holes());
            pass.set_pipeline(if holed.is_some() { &self.holed_models } else { &self.models });
            if let Some(material) = holed {
                pass.set_bind_group(1, &material.bind_group, &[]);
            }
            pass.draw_indexed(mesh.indices.clone(), 0, batch.instances.clone());
        }
    }
}

fn pipeline(
    device: &Device,
    module: &ShaderModule,
    groups: &[Option<&BindGroupLayout>],
    vertex: &str,
    corners: VertexBufferLayout<'_>,
    fragment: Option<&str>,
) -> RenderPipeline {
    let layout = layout(device, "shadow", groups);
    let fragment = fragment.map(|function| FragmentState {
        module,
        entry_point: Some(function),
        compilation_options: wgpu::PipelineCompilationOptions::default(),
        targets: &[],
    });
    device.create_render_pipeline(&RenderPipelineDescriptor {
        label: Some(vertex),
        layout: Some(&layout),
        vertex: VertexState {
            module,
            entry_point: Some(vertex),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            buffers: &[Some(corners), Some(INSTANCE)],
        },
        // Both sides: walls of a level have no back, and a model may be open.
        primitive: PrimitiveState::default(),
        depth_stencil: Some(DepthStencilState {
            format: SHADOW_FORMAT,
            depth_write_enabled: Some(true),
            depth_compare: Some(CompareFunction::Greater),
            stencil: StencilState::default(),
            // Away from the light, since depths are reversed, by as much as a texel's depth differs across a slope.
            bias: DepthBiasState { constant: -16, slope_scale: -1.5, clamp: 0.0 },
        }),
        multisample: MultisampleState::default(),
        fragment,
        multiview_mask: None,
        cache: None,
    })
}
