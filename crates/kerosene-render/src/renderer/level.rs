//! A level on the GPU.

use crate::error::RenderError;
use crate::frame::{BrushModel, Frame};
use crate::gpu::Gpu;
use crate::lights::{HoledCaster, HoledCasters};
use crate::material::{MaterialHandle, SkyId};
use crate::probes::ProbeSites;
use crate::texture::upload;
use crate::world::{Culling, WorldMesh};
use bytemuck::{Pod, Zeroable};
use kerosene_math::Vec3;
use wgpu::util::{BufferInitDescriptor, DeviceExt};
use wgpu::{
    BindGroup, BindGroupDescriptor, BindGroupEntry, BindGroupLayout, BindingResource, Buffer, BufferBinding,
    BufferDescriptor, BufferUsages, Sampler, SamplerDescriptor, TextureFormat, TextureView,
};

/// Bytes from one object to the next: what every GPU can begin a uniform at.
pub(super) const OBJECT_STRIDE: u32 = 256;
const SPARE_OBJECTS: usize = 32;

/// Where an object is, as shaders read it: `Object` of `world.wgsl`.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
struct ObjectUniform {
    rows: [[f32; 4]; 3],
    tint: [f32; 4],
}

const AT_REST: ObjectUniform =
    ObjectUniform { rows: [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]], tint: [1.0; 4] };

/// A level on the GPU.
#[derive(Debug)]
pub(super) struct Level {
    pub(super) mesh: WorldMesh,
    pub(super) culling: Culling,
    /// Where its probes stand.
    pub(super) sites: ProbeSites,
    pub(super) vertices: Buffer,
    /// The mesh's indices, and room behind them for those that a picture gathers.
    pub(super) indices: Buffer,
    objects: Buffer,
    object_capacity: usize,
    object_bytes: Vec<u8>,
    lightmaps: Vec<TextureView>,
    sampler: Sampler,
    /// By section.
    pub(super) sections: Vec<BindGroup>,
    /// The sky that the map itself shows.
    pub(super) sky: SkyId,
    /// By body of water.
    waters: Vec<Option<MaterialHandle>>,
}

impl Level {
    /// Uploads a level's geometry.
    pub(super) fn new(
        gpu: &Gpu,
        layout: &BindGroupLayout,
        mesh: WorldMesh,
        sites: ProbeSites,
        sky: SkyId,
        waters: Vec<Option<MaterialHandle>>,
    ) -> Result<Self, RenderError> {
        let vertices: &[u8] = bytemuck::cast_slice(&mesh.vertices);
        let static_indices: &[u8] = bytemuck::cast_slice(&mesh.indices);
        let index_bytes = (static_indices.len() as u64 * 2).max(4);
        let most = gpu.device().limits().max_buffer_size;
        if let Some(bytes) = [vertices.len() as u64, index_bytes].into_iter().find(|bytes| *bytes > most) {
            return Err(RenderError::TooLarge { bytes, most });
        }
        let device = gpu.device();
        let vertices = device.create_buffer_init(&BufferInitDescriptor {
            label: Some("level vertices"),
            contents: if vertices.is_empty() { &[0; 4] } else { vertices },
            usage: BufferUsages::VERTEX,
        });
        let indices = device.create_buffer(&BufferDescriptor {
            label: Some("level indices"),
            size: index_bytes,
            usage: BufferUsages::INDEX | BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        gpu.queue().write_buffer(&indices, 0, static_indices);
        let atlas = |atlas: &crate::world::Atlas| {
            let level = vec![bytemuck::cast_slice(&atlas.texels).into()];
            let texture = upload(gpu, "lightmaps", TextureFormat::Rgb9e5Ufloat, atlas.size, &[level]);
            texture.create_view(&wgpu::TextureViewDescriptor::default())
        };
        let mut level = Self {
            lightmaps: mesh.atlases.iter().map(atlas).collect(),
            culling: Culling::new(&mesh),
            mesh,
            sites,
            vertices,
            indices,
            objects: object_buffer(gpu, SPARE_OBJECTS),
            object_capacity: SPARE_OBJECTS,
            object_bytes: Vec::with_capacity(SPARE_OBJECTS * OBJECT_STRIDE as usize),
            sampler: device.create_sampler(&SamplerDescriptor {
                label: Some("lightmaps"),
                mag_filter: wgpu::FilterMode::Linear,
                min_filter: wgpu::FilterMode::Linear,
                ..SamplerDescriptor::default()
            }),
            sections: Vec::new(),
            sky,
            waters,
        };
        level.bind(gpu, layout);
        Ok(level)
    }

    fn bind(&mut self, gpu: &Gpu, layout: &BindGroupLayout) {
        let size = std::num::NonZeroU64::new(size_of::<ObjectUniform>() as u64);
        let objects = BufferBinding { buffer: &self.objects, offset: 0, size };
        let bind = |lightmap: &TextureView| {
            gpu.device().create_bind_group(&BindGroupDescriptor {
                label: Some("section"),
                layout,
                entries: &[
                    BindGroupEntry { binding: 0, resource: BindingResource::Buffer(objects.clone()) },
                    BindGroupEntry { binding: 1, resource: BindingResource::TextureView(lightmap) },
                    BindGroupEntry { binding: 2, resource: BindingResource::Sampler(&self.sampler) },
                ],
            })
        };
        self.sections = self.lightmaps.iter().map(bind).collect();
    }

    /// What has holes, by what `has_holes` says of materials, for the shadows that it throws.
    pub(super) fn holed(&self, has_holes: impl Fn(MaterialHandle) -> bool) -> HoledCasters {
        let caster = |(model, bounds, indices, material)| {
            let material = MaterialHandle(material);
            has_holes(material).then_some(HoledCaster { model, bounds, indices, material })
        };
        let list = self.mesh.parts().filter_map(caster).collect();
        HoledCasters { vertices: self.vertices.clone(), indices: self.indices.clone(), list }
    }

    /// Uploads what this picture needs: gathered indices, and where brush models are.
    pub(super) fn write(&mut self, gpu: &Gpu, layout: &BindGroupLayout, frame: &Frame) {
        let gathered: &[u8] = bytemuck::cast_slice(self.culling.gathered());
        if !gathered.is_empty() {
            let start = size_of_val(self.mesh.indices.as_slice()) as u64;
            gpu.queue().write_buffer(&self.indices, start, gathered);
        }
        self.place(frame);
        let count = frame.brush_models.len() + 1;
        if count > self.object_capacity {
            self.object_capacity = count + SPARE_OBJECTS;
            self.objects = object_buffer(gpu, self.object_capacity);
            self.bind(gpu, layout);
        }
        gpu.queue().write_buffer(&self.objects, 0, &self.object_bytes);
    }

    /// Works out where brush models are.
    pub(super) fn place(&mut self, frame: &Frame) {
        self.object_bytes.clear();
        push_object(&mut self.object_bytes, &AT_REST);
        for model in &frame.brush_models {
            push_object(&mut self.object_bytes, &placed(&self.mesh, model));
        }
    }

    /// The material of the water that a point is in.
    pub(super) fn water_at(&self, point: Vec3) -> Option<MaterialHandle> {
        *self.waters.get(self.mesh.tree().water_of(point)? as usize)?
    }
}

fn object_buffer(gpu: &Gpu, count: usize) -> Buffer {
    gpu.device().create_buffer(&BufferDescriptor {
        label: Some("objects"),
        size: count as u64 * u64::from(OBJECT_STRIDE),
        usage: BufferUsages::UNIFORM | BufferUsages::COPY_DST,
        mapped_at_creation: false,
    })
}

fn push_object(bytes: &mut Vec<u8>, object: &ObjectUniform) {
    bytes.extend_from_slice(bytemuck::bytes_of(object));
    bytes.resize(bytes.len().next_multiple_of(OBJECT_STRIDE as usize), 0);
}

/// A brush model where it is: turned about its pivot, which is put in its place.
fn placed(mesh: &WorldMesh, model: &BrushModel) -> ObjectUniform {
    let pivot = Vec3::from_array(mesh.pivot(model.model).unwrap_or_default());
    let [x, y, z] = model.orientation.axes;
    let shift = model.origin - (x * pivot.x + y * pivot.y + z * pivot.z);
    let row = |axis: usize| [x[axis], y[axis], z[axis], shift[axis]];
    ObjectUniform { rows: [row(0), row(1), row(2)], tint: model.tint }
}
