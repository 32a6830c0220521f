//! Skies: a gradient, six sides, Quake's two layers, or a panorama.

use crate::gpu::Gpu;
use crate::texture::{read, upload};
use kerosene_asset::{Material, Texture, TextureName, linear_to_srgb};
use kerosene_vfs::{Vfs, material_name};
use std::collections::BTreeMap;
use wgpu::util::{BufferInitDescriptor, DeviceExt};
use wgpu::{
    AddressMode, BindGroup, BindGroupDescriptor, BindGroupEntry, BindGroupLayout, BindingResource, BufferUsages,
    FilterMode, Sampler, SamplerDescriptor, TextureFormat, TextureViewDescriptor, TextureViewDimension,
};

/// Endings of the six sides: along +X, -X, +Y, -Y, +Z and -Z.
const SIDES: [&str; 6] = ["rt", "lf", "bk", "ft", "up", "dn"];

/// A sky that a renderer has loaded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SkyId(usize);

impl SkyId {
    /// The gradient, which is always there.
    pub(crate) const GRADIENT: Self = Self(0);
}

/// How a sky's picture is laid around the level: `tint.w` of `sky.wgsl`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Look {
    Gradient = 0,
    SixSides = 1,
    TwoLayers = 2,
    Panorama = 3,
}

/// A picture of several layers of one size, four bytes in sRGB a pixel.
struct Layers {
    size: [u32; 2],
    layers: Vec<Vec<u8>>,
}

/// Skies by name.
#[derive(Debug)]
pub(crate) struct SkyStore {
    sampler: Sampler,
    list: Vec<BindGroup>,
    named: BTreeMap<String, SkyId>,
}

impl SkyStore {
    pub(crate) fn new(gpu: &Gpu, layout: &BindGroupLayout) -> Self {
        let sampler = gpu.device().create_sampler(&SamplerDescriptor {
            label: Some("sky"),
            address_mode_u: AddressMode::Repeat,
            address_mode_v: AddressMode::Repeat,
            mag_filter: FilterMode::Linear,
            min_filter: FilterMode::Linear,
            ..SamplerDescriptor::default()
        });
        let mut store = Self { sampler, list: Vec::new(), named: BTreeMap::new() };
        let white = Layers { size: [1; 2], layers: vec![vec![255; 4]; 2] };
        store.add(gpu, layout, Look::Gradient, &white, [1.0; 3]);
        store
    }

    /// Another one with the gradient alone.
    pub(crate) fn emptied(&self) -> Self {
        let gradient = self.list.first().cloned();
        Self { sampler: self.sampler.clone(), list: gradient.into_iter().collect(), named: BTreeMap::new() }
    }

    /// Forgets all but the gradient.
    pub(crate) fn clear(&mut self) {
        self.list.truncate(1);
        self.named.clear();
    }

    /// What is bound to show a sky.
    pub(crate) fn get(&self, sky: SkyId) -> &BindGroup {
        self.list.get(sky.0).unwrap_or(&self.list[0])
    }

    /// A loaded sky by the name that the level gives it.
    pub(crate) fn named(&self, name: &str) -> Option<SkyId> {
        self.named.get(name).copied()
    }

    /// Loads the sky of a name: six textures `skybox/NAME` with `rt lf bk ft up dn` at their end, or a material.
    pub(crate) fn load(&mut self, gpu: &Gpu, layout: &BindGroupLayout, name: &str, content: &Vfs) -> Option<SkyId> {
        if let Some(known) = self.named(name) {
            return Some(known);
        }
        let sky = match six_sides(&format!("skybox/{name}"), content).or_else(|| six_sides(name, content)) {
            Some(layers) => self.add(gpu, layout, Look::SixSides, &layers, [1.0; 3]),
            None => {
                let path = material_name(name)?;
                let bytes = content.read(&format!("materials/{path}.kmat_c")).ok()?;
                let material = Material::from_bytes(&bytes).ok()?;
                self.of_material(gpu, layout, name, &material, content)
            }
        };
        self.named.insert(name.to_owned(), sky);
        Some(sky)
    }

    /// The sky that a material shows.
    pub(crate) fn of_material(
        &mut self,
        gpu: &Gpu,
        layout: &BindGroupLayout,
        name: &str,
        material: &Material,
        content: &Vfs,
    ) -> SkyId {
        let Some(base) = &material.base_texture else { return SkyId::GRADIENT };
        if let Some(layers) = six_sides(base.as_str(), content) {
            return self.add(gpu, layout, Look::SixSides, &layers, material.color);
        }
        // Both are twice as wide as high; Quake's engine knows its own by their names.
        let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
        let quake = last.get(..3).is_some_and(|start| start.eq_ignore_ascii_case("sky"));
        match read(base, content) {
            Ok(texture) if texture.width() != texture.height() * 2 => SkyId::GRADIENT,
            Ok(texture) if quake => self.add(gpu, layout, Look::TwoLayers, &halves(&texture), material.color),
            Ok(texture) => {
                let layers = Layers { size: [texture.width(), texture.height()], layers: vec![pixels(&texture)] };
                self.add(gpu, layout, Look::Panorama, &layers, material.color)
            }
            Err(_) => SkyId::GRADIENT,
        }
    }

    fn add(&mut self, gpu: &Gpu, layout: &BindGroupLayout, look: Look, layers: &Layers, tint: [f32; 3]) -> SkyId {
        let levels: Vec<_> = layers.layers.iter().map(|layer| vec![layer.as_slice().into()]).collect();
        let texture = upload(gpu, "sky", TextureFormat::Rgba8UnormSrgb, layers.size, &levels);
        let dimension = Some(TextureViewDimension::D2Array);
        let view = texture.create_view(&TextureViewDescriptor { dimension, ..TextureViewDescriptor::default() });
        let uniform = gpu.device().create_buffer_init(&BufferInitDescriptor {
            label: Some("sky"),
            contents: bytemuck::bytes_of(&[tint[0], tint[1], tint[2], look as u8 as f32]),
            usage: BufferUsages::UNIFORM,
        });
        self.list.push(gpu.device().create_bind_group(&BindGroupDescriptor {
            label: Some("sky"),
            layout,
            entries: &[
                BindGroupEntry { binding: 0, resource: BindingResource::Sampler(&self.sampler) },
                BindGroupEntry { binding: 1, resource: BindingResource::TextureView(&view) },
                BindGroupEntry { binding: 2, resource: uniform.as_entire_binding() },
            ],
        }));
        SkyId(self.list.len() - 1)
    }
}

/// The six sides of a name, all of the first one's size; none where the first is missing. Another side that is missing or of
/// another size is black.
fn six_sides(name: &str, content: &Vfs) -> Option<Layers> {
    let side = |ending: &str| read(&TextureName::new(&format!("{name}{ending}"))?, content).ok();
    let first = side(SIDES[0])?;
    let size = [first.width(), first.height()];
    let layer = |ending: &&str| {
        let texture = side(ending).filter(|texture| [texture.width(), texture.height()] == size);
        texture.map_or_else(|| vec![0; size[0] as usize * size[1] as usize * 4], |texture| pixels(&texture))
    };
    Some(Layers { size, layers: SIDES.iter().map(layer).collect() })
}

/// The left and the right half of a texture.
fn halves(texture: &Texture) -> Layers {
    let half = texture.width() / 2;
    let all = pixels(texture);
    let (row, part) = (texture.width() as usize * 4, half as usize * 4);
    let rows = |start: usize| all.chunks_exact(row).flat_map(|row| &row[start..start + part]).copied().collect();
    Layers { size: [half, texture.height()], layers: vec![rows(0), rows(part)] }
}

/// The largest level of a texture as bytes in sRGB.
fn pixels(texture: &Texture) -> Vec<u8> {
    let linear = texture.to_linear(0).unwrap_or_default();
    let bytes = |[r, g, b, a]: &[f32; 4]| {
        [linear_to_srgb(*r), linear_to_srgb(*g), linear_to_srgb(*b), (a.clamp(0.0, 1.0) * 255.0).round() as u8]
    };
    linear.iter().flat_map(bytes).collect()
}
