//! From six faces around a place to a layer of the level's reflections.

use super::{FACES, MAX_PROBES};
use crate::gpu::Gpu;
use crate::material::{sampler_entry, texture_entry, uniform_entry};
use crate::pipeline::covering;
use crate::projection::Projection;
use crate::shader::{PROBE, ShaderError};
use crate::targets::{SCENE_FORMAT, Targets};
use kerosene_math::Vec3;
use wgpu::util::{BufferInitDescriptor, DeviceExt};
use wgpu::{
    BindGroup, BindGroupDescriptor, BindGroupEntry, BindGroupLayoutDescriptor, BindingResource, BufferUsages, Color,
    CommandEncoder, Extent3d, LoadOp, Operations, Origin3d, RenderPassColorAttachment, RenderPassDescriptor,
    RenderPipeline, Sampler, SamplerDescriptor, StoreOp, TexelCopyTextureInfo, Texture, TextureDescriptor,
    TextureDimension, TextureUsages, TextureView, TextureViewDescriptor, TextureViewDimension,
};

/// Pixels along a side of a face.
pub(crate) const FACE_SIZE: u32 = 64;
/// Texels along a side of a probe's largest level; `environment.wgsl` has the same.
const PROBE_SIZE: u32 = 128;
/// Levels of a probe, from polished to matt; `environment.wgsl` has the same.
const LEVELS: u32 = 5;
/// Nothing nearer to a probe is seen in it, in units.
const NEAR: f32 = 1.0;

/// Ahead, right and up of the faces of a cube. GPUs think of cubes as seen from outside: Y and Z change places when they are
/// looked up, which makes it one that is seen from within.
const AXES: [[Vec3; 3]; FACES] = [
    [Vec3::X, Vec3::NEG_Y, Vec3::Z],
    [Vec3::NEG_X, Vec3::Y, Vec3::Z],
    [Vec3::Z, Vec3::X, Vec3::NEG_Y],
    [Vec3::NEG_Z, Vec3::X, Vec3::Y],
    [Vec3::Y, Vec3::X, Vec3::Z],
    [Vec3::NEG_Y, Vec3::NEG_X, Vec3::Z],
];

/// What a face of the cube around a place shows.
pub(crate) fn face_projection(place: Vec3, face: usize) -> Projection {
    let [forward, right, up] = AXES[face % FACES];
    Projection::along(place, forward, right, up, NEAR)
}

/// What the GPU has for reflections.
#[derive(Debug)]
pub(crate) struct ProbePass {
    pipeline: RenderPipeline,
    /// By level of a probe: how rough it is, and the six faces.
    levels: Vec<BindGroup>,
    /// What a face is drawn to.
    around: Targets,
    /// All faces of a probe.
    cube: Texture,
    kept: Texture,
    sampler: Sampler,
}

impl ProbePass {
    /// Without any probe yet; faces are drawn with so many samples a pixel.
    ///
    /// # Errors
    /// A shader that the GPU's compiler refuses.
    pub(crate) fn new(gpu: &Gpu, samples: u32) -> Result<Self, ShaderError> {
        let device = gpu.device();
        let sampler = device.create_sampler(&SamplerDescriptor {
            label: Some("reflections"),
            mag_filter: wgpu::FilterMode::Linear,
            min_filter: wgpu::FilterMode::Linear,
            ..SamplerDescriptor::default()
        });
        let layout = device.create_bind_group_layout(&BindGroupLayoutDescriptor {
            label: Some("probe"),
            entries: &[texture_entry(0, TextureViewDimension::Cube), sampler_entry(1), uniform_entry(2, false)],
        });
        let size = Extent3d { width: FACE_SIZE, height: FACE_SIZE, depth_or_array_layers: FACES as u32 };
        let cube = texture(gpu, "probe's faces", size, 1, TextureUsages::COPY_DST);
        let dimension = Some(TextureViewDimension::Cube);
        let all = cube.create_view(&TextureViewDescriptor { dimension, ..TextureViewDescriptor::default() });
        let level = |level: u32| {
            let roughness = level as f32 / (LEVELS - 1) as f32;
            let uniform = device.create_buffer_init(&BufferInitDescriptor {
                label: Some("probe"),
                contents: bytemuck::bytes_of(&[roughness, (PROBE_SIZE >> level) as f32, 0.0, 0.0]),
                usage: BufferUsages::UNIFORM,
            });
            device.create_bind_group(&BindGroupDescriptor {
                label: Some("probe"),
                layout: &layout,
                entries: &[
                    BindGroupEntry { binding: 0, resource: BindingResource::TextureView(&all) },
                    BindGroupEntry { binding: 1, resource: BindingResource::Sampler(&sampler) },
                    BindGroupEntry { binding: 2, resource: uniform.as_entire_binding() },
                ],
            })
        };
        let around = Targets::new(gpu, [FACE_SIZE; 2], samples);
        let module = PROBE.compile(device)?;
        let pipeline =
            covering(gpu, &module, ["probe_vertex", "probe_color"], &[None, Some(&layout)], SCENE_FORMAT, None, 1);
        let levels = (0..LEVELS).map(level).collect();
        Ok(Self { pipeline, levels, around, cube, kept: kept(gpu, 1), sampler })
    }

    /// Makes room for so many probes.
    pub(crate) fn resize(&mut self, gpu: &Gpu, probes: usize) {
        let probes = probes.clamp(1, MAX_PROBES) as u32;
        if self.kept.depth_or_array_layers() != probes {
            self.kept = kept(gpu, probes);
        }
    }

    /// What the probes keep, to be looked up.
    pub(crate) fn view(&self) -> TextureView {
        let dimension = Some(TextureViewDimension::D2Array);
        self.kept.create_view(&TextureViewDescriptor { dimension, ..TextureViewDescriptor::default() })
    }

    /// How they are looked up.
    pub(crate) fn sampler(&self) -> &Sampler {
        &self.sampler
    }

    /// What a face is drawn to.
    pub(crate) fn around(&self) -> &Targets {
        &self.around
    }

    /// Keeps what was drawn as a face.
    pub(crate) fn record_face(&self, encoder: &mut CommandEncoder, face: usize) {
        let origin = Origin3d { x: 0, y: 0, z: face as u32 };
        let to = TexelCopyTextureInfo { origin, ..self.cube.as_image_copy() };
        let size = Extent3d { width: FACE_SIZE, height: FACE_SIZE, depth_or_array_layers: 1 };
        encoder.copy_texture_to_texture(self.around.scene.texture().as_image_copy(), to, size);
    }

    /// Makes a probe of the six faces.
    pub(crate) fn record(&self, encoder: &mut CommandEncoder, probe: usize) {
        for (level, group) in self.levels.iter().enumerate() {
            let view = part(&self.kept, probe as u32, level as u32);
            let mut pass = encoder.begin_render_pass(&RenderPassDescriptor {
                label: Some("probe"),
                color_attachments: &[Some(RenderPassColorAttachment {
                    view: &view,
                    depth_slice: None,
                    resolve_target: None,
                    ops: Operations { load: LoadOp::Clear(Color::BLACK), store: StoreOp::Store },
                })],
                ..RenderPassDescriptor::default()
            });
            pass.set_pipeline(&self.pipeline);
            pass.set_bind_group(1, group, &[]);
            pass.draw(0..3, 0..1);
        }
    }
}

fn kept(gpu: &Gpu, probes: u32) -> Texture {
    let size = Extent3d { width: PROBE_SIZE, height: PROBE_SIZE, depth_or_array_layers: probes };
    texture(gpu, "reflections", size, LEVELS, TextureUsages::RENDER_ATTACHMENT)
}

fn texture(gpu: &Gpu, label: &str, size: Extent3d, mip_level_count: u32, filled_by: TextureUsages) -> Texture {
    gpu.device().create_texture(&TextureDescriptor {
        label: Some(label),
        size,
        mip_level_count,
        sample_count: 1,
        dimension: TextureDimension::D2,
        format: SCENE_FORMAT,
        usage: filled_by | TextureUsages::TEXTURE_BINDING,
        view_formats: &[],
    })
}

/// One level of one layer.
fn part(texture: &Texture, layer: u32, level: u32) -> TextureView {
    texture.create_view(&TextureViewDescriptor {
        dimension: Some(TextureViewDimension::D2),
        base_mip_level: level,
        mip_level_count: Some(1),
        base_array_layer: layer,
        array_layer_count: Some(1),
        ..TextureViewDescriptor::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The face of a cube and the place on it, 0 to 1 from left to right and from top to bottom, as Vulkan's specification and
    /// Direct3D's have it.
    fn looked_up(direction: Vec3) -> (usize, [f32; 2]) {
        let Vec3 { x, y, z } = direction;
        let size = direction.abs();
        let (face, across, down, ahead) = if size.x >= size.y && size.x >= size.z {
            if x > 0.0 { (0, -z, -y, size.x) } else { (1, z, -y, size.x) }
        } else if size.y >= size.z {
            if y > 0.0 { (2, x, z, size.y) } else { (3, x, -z, size.y) }
        } else if z > 0.0 {
            (4, x, -y, size.z)
        } else {
            (5, -x, -y, size.z)
        };
        (face, [across, down].map(|part| (part / ahead + 1.0) * 0.5))
    }

    #[test]
    fn faces_show_what_is_looked_up_in_them() {
        let mut random = kerosene_math::Pcg32::new(4, 0);
        for _ in 0..500 {
            let direction = Vec3::from_array([(); 3].map(|()| random.between(-1.0, 1.0)));
            let (face, [across, down]) = looked_up(Vec3::new(direction.x, direction.z, direction.y));
            let place = Vec3::new(7.0, 8.0, 9.0);
            let clip = face_projection(place, face).matrix * (place + direction * 100.0).extend(1.0);
            assert!(clip.w > 0.0);
            let seen = [clip.x / clip.w * 0.5 + 0.5, 0.5 - clip.y / clip.w * 0.5];
            assert!((seen[0] - across).abs() < 1e-3 && (seen[1] - down).abs() < 1e-3, "{direction} {face} {seen:?}");
        }
    }
}
