//! Materials by name, each loaded once.

use super::description::{Described, Use, describe};
use super::sky::{SkyId, SkyStore};
use super::uniform::MaterialUniform;
use super::{Layouts, MaterialHandle, PipelineKey, Pipelines};
use crate::gpu::Gpu;
use crate::texture::{LoadedTexture, TextureStore};
use crate::world::DrawClass;
use kerosene_asset::{Blending, Material, Shader, TextureFlags, TextureName};
use kerosene_vfs::Vfs;
use std::collections::BTreeMap;
use std::sync::Arc;
use wgpu::util::{BufferInitDescriptor, DeviceExt};
use wgpu::{
    AddressMode, BindGroup, BindGroupDescriptor, BindGroupEntry, BindingResource, BufferUsages, FilterMode, Sampler,
    SamplerDescriptor,
};

/// The size in texels that maps count where nobody knows it: what most textures of Quake have.
const UNKNOWN_SIZE: [f32; 2] = [64.0; 2];

/// A material on the GPU.
#[derive(Debug)]
pub(crate) struct LoadedMaterial {
    pub(crate) key: PipelineKey,
    pub(crate) bind_group: BindGroup,
    /// Size of its picture in the texels that maps count; none where its file is missing.
    pub(crate) texels: Option<[f32; 2]>,
    /// The sky that it shows, where it shows one.
    pub(crate) sky: Option<SkyId>,
    /// Colour of what is seen through it, and how far one sees, 0 without an end.
    pub(crate) depths: ([f32; 3], f32),
}

impl LoadedMaterial {
    /// When it is drawn.
    pub(crate) fn class(&self) -> DrawClass {
        match (self.key.shader, self.key.blending) {
            (Shader::Sky, _) => DrawClass::Sky,
            (_, Blending::Translucent | Blending::Additive) => DrawClass::Translucent,
            _ => DrawClass::Opaque,
        }
    }

    /// Whether its alpha cuts holes into it.
    pub(crate) fn has_holes(&self) -> bool {
        self.key.blending == Blending::AlphaTest
    }

    /// The pipeline key where it is drawn as `class` says.
    pub(crate) fn key_for(&self, class: DrawClass, wireframe: bool) -> PipelineKey {
        let blending = match self.key.blending {
            Blending::Opaque | Blending::AlphaTest if class == DrawClass::Translucent => Blending::Translucent,
            blending => blending,
        };
        PipelineKey { blending, wireframe, ..self.key }
    }
}

/// Samplers by how textures are shown.
#[derive(Debug, Clone)]
struct Samplers {
    repeated: Sampler,
    clamped: Sampler,
    squares: Sampler,
}

/// Materials by name.
#[derive(Debug)]
pub(crate) struct MaterialStore {
    samplers: Samplers,
    pub(crate) textures: TextureStore,
    pub(crate) skies: SkyStore,
    pub(crate) pipelines: Pipelines,
    pub(crate) layouts: Layouts,
    list: Vec<LoadedMaterial>,
    named: BTreeMap<(String, Use), MaterialHandle>,
    faults: Vec<String>,
}

impl MaterialStore {
    pub(crate) fn new(gpu: &Gpu, layouts: Layouts, pipelines: Pipelines, anisotropy: u16) -> Self {
        let skies = SkyStore::new(gpu, &layouts.sky);
        Self {
            samplers: Samplers::new(gpu, anisotropy),
            textures: TextureStore::new(gpu),
            skies,
            pipelines,
            layouts,
            list: Vec::new(),
            named: BTreeMap::new(),
            faults: Vec::new(),
        }
    }

    /// Another one that draws with the same, and has no materials yet.
    pub(crate) fn emptied(&self) -> Self {
        Self {
            samplers: self.samplers.clone(),
            textures: self.textures.emptied(),
            skies: self.skies.emptied(),
            pipelines: self.pipelines.clone(),
            layouts: self.layouts.clone(),
            list: Vec::new(),
            named: BTreeMap::new(),
            faults: Vec::new(),
        }
    }

    /// Forgets all materials, textures and skies; handles are good no longer.
    pub(crate) fn clear(&mut self) {
        self.list.clear();
        self.named.clear();
        self.textures.clear();
        self.skies.clear();
    }

    /// What could not be read since the last call: once for each material and texture.
    pub(crate) fn take_faults(&mut self) -> Vec<String> {
        let mut faults = std::mem::take(&mut self.faults);
        faults.extend(self.textures.take_faults());
        faults
    }

    /// A material by its handle; none where that is of an earlier level.
    pub(crate) fn get(&self, handle: MaterialHandle) -> Option<&LoadedMaterial> {
        self.list.get(handle.0 as usize)
    }

    /// The material of a name, used as `used` says.
    pub(crate) fn load(&mut self, gpu: &Gpu, name: &str, used: Use, content: &Vfs) -> MaterialHandle {
        let key = (name.to_owned(), used);
        if let Some(handle) = self.named.get(&key) {
            return *handle;
        }
        let described = describe(name, used, content);
        self.faults.extend(described.fault.clone());
        let loaded = self.upload(gpu, name, &described, content);
        for class in [loaded.class(), DrawClass::Translucent] {
            self.pipelines.make(gpu, loaded.key_for(class, false));
        }
        let handle = MaterialHandle(self.list.len() as u32);
        self.list.push(loaded);
        self.named.insert(key, handle);
        handle
    }

    /// Makes the pipelines of all materials among `pipelines`.
    pub(crate) fn make_pipelines(&self, gpu: &Gpu, pipelines: &mut Pipelines) {
        for material in &self.list {
            for class in [material.class(), DrawClass::Translucent] {
                pipelines.make(gpu, material.key_for(class, false));
            }
        }
    }

    /// Makes the pipelines that draw edges alone.
    pub(crate) fn make_wireframe(&mut self, gpu: &Gpu) {
        for material in &self.list {
            self.pipelines.make(gpu, material.key_for(material.class(), true));
            self.pipelines.make(gpu, material.key_for(DrawClass::Translucent, true));
        }
    }

    fn upload(&mut self, gpu: &Gpu, name: &str, described: &Described, content: &Vfs) -> LoadedMaterial {
        let material = &described.material;
        let base = self.map(gpu, material.base_texture.as_ref(), content, |textures| &textures.white);
        let base = if described.placeholder && matches!(material.shader, Shader::Lit | Shader::Water) {
            self.textures.checker.clone()
        } else {
            base
        };
        let sky = (material.shader == Shader::Sky)
            .then(|| self.skies.of_material(gpu, &self.layouts.sky, name, material, content));
        let texels = (!described.placeholder).then(|| {
            let own = material.base_texture.is_some().then_some(base.size);
            material.map_size.or(own).map_or(UNKNOWN_SIZE, |size| size.map(|side| side as f32))
        });
        let key = PipelineKey {
            shader: material.shader,
            blending: material.blending,
            two_sided: material.two_sided,
            wireframe: false,
        };
        let bind_group = self.bind(gpu, name, material, &base, content);
        LoadedMaterial { key, bind_group, texels, sky, depths: (material.fog_color, material.fog_distance) }
    }

    /// A texture that a material names, or what stands for it.
    fn map(
        &mut self,
        gpu: &Gpu,
        name: Option<&TextureName>,
        content: &Vfs,
        otherwise: fn(&TextureStore) -> &Arc<LoadedTexture>,
    ) -> Arc<LoadedTexture> {
        let named = name.and_then(|name| self.textures.get(gpu, name, content));
        named.unwrap_or_else(|| otherwise(&self.textures).clone())
    }

    fn bind(
        &mut self,
        gpu: &Gpu,
        name: &str,
        material: &Material,
        base: &Arc<LoadedTexture>,
        content: &Vfs,
    ) -> BindGroup {
        let packed = material.packed_map.as_ref();
        let mut map = |own: Option<&TextureName>| self.map(gpu, own, content, |textures| &textures.white);
        let roughness = map(material.roughness_map.as_ref().or(packed));
        let metalness = map(material.metalness_map.as_ref().or(packed));
        let occlusion = map(material.occlusion_map.as_ref().or(packed));
        let emissive = map(material.emissive_map.as_ref());
        let detail = map(material.detail_map.as_ref());
        let second = map(material.base_texture_2.as_ref());
        let (blend, height) = (map(material.blend_map.as_ref()), map(material.height_map.as_ref()));
        let mut normals = |own: Option<&TextureName>| self.map(gpu, own, content, |textures| &textures.flat);
        let (normal, second_normal) = (normals(material.normal_map.as_ref()), normals(material.normal_map_2.as_ref()));
        let uniform = gpu.device().create_buffer_init(&BufferInitDescriptor {
            label: Some(name),
            contents: bytemuck::bytes_of(&MaterialUniform::new(material)),
            usage: BufferUsages::UNIFORM,
        });
        let first = [base, &normal, &roughness, &metalness, &occlusion, &emissive, &detail];
        let maps = first.into_iter().chain([&second, &second_normal, &blend, &height]);
        let mut entries = vec![
            BindGroupEntry { binding: 0, resource: uniform.as_entire_binding() },
            BindGroupEntry { binding: 1, resource: BindingResource::Sampler(self.samplers.of(base.flags)) },
        ];
        entries.extend(
            maps.zip(2..)
                .map(|(map, binding)| BindGroupEntry { binding, resource: BindingResource::TextureView(&map.view) }),
        );
        gpu.device().create_bind_group(&BindGroupDescriptor {
            label: Some(name),
            layout: &self.layouts.material,
            entries: &entries,
        })
    }
}

impl Samplers {
    fn new(gpu: &Gpu, anisotropy: u16) -> Self {
        let sampler = |label: &str, address: AddressMode, filter: FilterMode, anisotropy_clamp: u16| {
            gpu.device().create_sampler(&SamplerDescriptor {
                label: Some(label),
                address_mode_u: address,
                address_mode_v: address,
                mag_filter: filter,
                min_filter: FilterMode::Linear,
                mipmap_filter: wgpu::MipmapFilterMode::Linear,
                anisotropy_clamp,
                ..SamplerDescriptor::default()
            })
        };
        // Mesa's software driver walks all texels under a slanted pixel: minutes for a texture that repeats very often.
        let anisotropy = if gpu.is_software() { 1 } else { anisotropy.clamp(1, 16) };
        Self {
            repeated: sampler("repeated", AddressMode::Repeat, FilterMode::Linear, anisotropy),
            clamped: sampler("clamped", AddressMode::ClampToEdge, FilterMode::Linear, anisotropy),
            squares: sampler("squares", AddressMode::Repeat, FilterMode::Nearest, 1),
        }
    }

    fn of(&self, flags: TextureFlags) -> &Sampler {
        if flags.contains(TextureFlags::POINT) {
            &self.squares
        } else if flags.contains(TextureFlags::CLAMP) {
            &self.clamped
        } else {
            &self.repeated
        }
    }
}
