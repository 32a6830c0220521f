//! What stands, moves, floats and shines in a picture: gathered on the CPU, uploaded, drawn within the renderer's pass.
//!
//! # Order of a picture
//!
//! [`Things::prepare`] takes a frame before any pass begins: it chooses lights and levels of detail, poses skeletons, sorts
//! what is translucent, and uploads what has changed. [`Things::record_shadows`] draws the shadow maps. Within the pass that
//! draws the level, [`Things::record_opaque`] comes with what is opaque (models, then decals, which lie on it), and
//! [`Things::record_translucent`] between the level's own translucent surfaces, from back to front, part by part.
//! [`Things::record_lines`] comes last.
//!
//! # Trade-offs
//!
//! Everything is gathered anew for each picture into memory that is kept: a frame that only moves the camera allocates
//! nothing here. Skeletons are posed on the CPU, since their bones hang on each other and are few, and bent on the GPU, since
//! vertices do not and are many.

pub(crate) mod buffer;
pub(crate) mod pipelines;
mod prepare;
mod record;
#[cfg(test)]
mod tests;

use crate::ambient::LevelLight;
use crate::debug_lines::LineList;
use crate::decals::DecalList;
use crate::frame::DebugLine;
use crate::lights::{Freshness, HoledCasters, LevelCasters, LevelShadows, LightSystem, ShadowPass};
use crate::material::{Layouts, MaterialStore};
use crate::model::{Gathered, ModelHandle, ModelStore, read};
use crate::probes::ProbeSites;
use crate::quads::QuadList;
use crate::surfaces::Surfaces;
use crate::world::DrawClass;
use crate::{Gpu, RenderError, RenderSettings, ShaderError};
use buffer::GrowingBuffer;
use kerosene_bsp::BspFile;
use kerosene_vfs::Vfs;
use pipelines::Pipelines;
use wgpu::{
    BindGroup, BindGroupDescriptor, BindGroupEntry, BindGroupLayout, BindGroupLayoutDescriptor, BindGroupLayoutEntry,
    BindingType, BufferBindingType, BufferUsages, Device, ShaderStages,
};

/// What stands, moves, floats and shines.
#[derive(Debug)]
pub(crate) struct Things {
    lights: LightSystem,
    pipelines: Pipelines,
    shadow_pass: ShadowPass,
    models: ModelStore,
    surfaces: Surfaces,
    sites: ProbeSites,
    light: LevelLight,
    casters: Option<LevelCasters>,
    gathered: Gathered,
    quads: QuadList,
    decals: DecalList,
    lines: LineList,
    /// Lines beside those of the frame, which the renderer fills in before each picture.
    pub(crate) outlines: Vec<DebugLine>,
    /// Whether decals are others than those that were uploaded.
    decals_changed: bool,
    level_shadows: LevelShadows,
    freshness: Freshness,
    buffers: Buffers,
}

/// What things need of a level.
#[derive(Debug)]
pub(crate) struct LevelThings {
    sites: ProbeSites,
    light: LevelLight,
    surfaces: Surfaces,
    casters: LevelCasters,
}

impl LevelThings {
    /// What of a map things need, and where its probes stand; `opaque` says of a texinfo whether its material lets no light
    /// through, and `holed` is what lets some through.
    pub(crate) fn new(
        gpu: &Gpu,
        map: &BspFile,
        sites: ProbeSites,
        holed: HoledCasters,
        opaque: impl Fn(u32) -> bool,
    ) -> Self {
        let surfaces = Surfaces::new(map, opaque);
        let casters = LevelCasters::new(gpu.device(), gpu.queue(), &surfaces, holed);
        Self { sites, light: LevelLight::new(map), surfaces, casters }
    }
}

/// What things are drawn with.
#[derive(Debug)]
pub(crate) struct ThingShaders {
    pipelines: Pipelines,
    shadow_pass: ShadowPass,
}

/// What is written for each picture.
#[derive(Debug)]
struct Buffers {
    instances: GrowingBuffer,
    places: GrowingBuffer,
    bones: GrowingBuffer,
    bones_layout: BindGroupLayout,
    bones_group: BindGroup,
    quads: GrowingBuffer,
    decals: GrowingBuffer,
    lines: GrowingBuffer,
}

impl Buffers {
    fn new(device: &Device) -> Self {
        let vertices = |label| GrowingBuffer::new(device, label, BufferUsages::VERTEX);
        let bones = GrowingBuffer::new(device, "bones", BufferUsages::STORAGE);
        let bones_layout = device.create_bind_group_layout(&BindGroupLayoutDescriptor {
            label: Some("bones"),
            entries: &[BindGroupLayoutEntry {
                binding: 0,
                visibility: ShaderStages::VERTEX,
                ty: BindingType::Buffer {
                    ty: BufferBindingType::Storage { read_only: true },
                    has_dynamic_offset: false,
                    min_binding_size: None,
                },
                count: None,
            }],
        });
        let bones_group = bones_group(device, &bones_layout, &bones);
        Self {
            instances: vertices("instances"),
            places: vertices("places of the level's parts"),
            bones,
            bones_layout,
            bones_group,
            quads: vertices("sprites, particles, beams"),
            decals: vertices("decals"),
            lines: vertices("debug lines"),
        }
    }
}

fn bones_group(device: &Device, layout: &BindGroupLayout, bones: &GrowingBuffer) -> BindGroup {
    device.create_bind_group(&BindGroupDescriptor {
        label: Some("bones"),
        layout,
        entries: &[BindGroupEntry { binding: 0, resource: bones.get().as_entire_binding() }],
    })
}

impl Things {
    /// Nothing yet.
    ///
    /// # Errors
    /// A shader that the GPU's compiler refuses.
    pub(crate) fn new(device: &Device, settings: &RenderSettings, layouts: &Layouts) -> Result<Self, ShaderError> {
        let lights = LightSystem::new(device, &layouts.lights, settings.shadow_size);
        let buffers = Buffers::new(device);
        Ok(Self {
            pipelines: Pipelines::new(device, settings.sample_count(), layouts, &buffers.bones_layout)?,
            shadow_pass: ShadowPass::new(device, layouts, &buffers.bones_layout)?,
            lights,
            buffers,
            models: ModelStore::default(),
            surfaces: Surfaces::default(),
            sites: ProbeSites::default(),
            light: LevelLight::default(),
            casters: None,
            gathered: Gathered::default(),
            quads: QuadList::default(),
            decals: DecalList::default(),
            lines: LineList::default(),
            outlines: Vec::new(),
            decals_changed: false,
            level_shadows: LevelShadows::default(),
            freshness: Freshness::default(),
        })
    }

    /// Takes what things need of a level.
    pub(crate) fn take_level(&mut self, level: LevelThings) {
        (self.sites, self.light, self.surfaces) = (level.sites, level.light, level.surfaces);
        self.casters = Some(level.casters);
        self.decals.clear();
        self.freshness.clear();
    }

    /// Forgets the level and all models.
    pub(crate) fn unload_level(&mut self) {
        self.surfaces = Surfaces::default();
        self.light = LevelLight::default();
        self.casters = None;
        self.decals.clear();
        self.freshness.clear();
        self.models.clear();
    }

    /// Compiles the shaders again.
    ///
    /// # Errors
    /// A shader that the GPU's compiler refuses.
    pub(crate) fn shaders_anew(
        &self,
        device: &Device,
        samples: u32,
        layouts: &Layouts,
    ) -> Result<ThingShaders, ShaderError> {
        let bones = &self.buffers.bones_layout;
        let pipelines = Pipelines::new(device, samples, layouts, bones)?;
        Ok(ThingShaders { pipelines, shadow_pass: ShadowPass::new(device, layouts, bones)? })
    }

    /// Draws with these from now on.
    pub(crate) fn take_shaders(&mut self, shaders: ThingShaders) {
        (self.pipelines, self.shadow_pass) = (shaders.pipelines, shaders.shadow_pass);
        self.freshness.clear();
    }

    /// How many moving lights the picture has, and how many shadow maps are drawn for it.
    pub(crate) fn lights(&self) -> [u32; 2] {
        [self.lights.count() as u32, self.freshness.stale()]
    }

    /// What lit shaders read: group 3.
    pub(crate) fn group(&self) -> &BindGroup {
        &self.lights.group
    }

    /// Loads a model, unless it is there.
    ///
    /// # Errors
    /// [`RenderError::Model`] where its file is missing or damaged.
    pub(crate) fn clip(&self, model: ModelHandle, name: &str) -> Option<u16> {
        let clips = &self.models.get(model)?.shape.clips;
        clips.iter().position(|clip| clip.name.eq_ignore_ascii_case(name)).and_then(|place| u16::try_from(place).ok())
    }

    pub(crate) fn model(
        &mut self,
        gpu: &Gpu,
        path: &str,
        content: &Vfs,
        materials: &mut MaterialStore,
    ) -> Result<ModelHandle, RenderError> {
        if let Some(known) = self.models.known(path) {
            return Ok(known);
        }
        let model = read(path, content)?;
        Ok(self.models.insert(gpu, path, model, |name| {
            let handle = materials.load(gpu, name, crate::material::Use::default(), content);
            let seen_through = materials.get(handle).is_some_and(|found| found.class() == DrawClass::Translucent);
            (handle, seen_through)
        }))
    }
}
