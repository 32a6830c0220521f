//! From a compiled map to a level on the GPU. Nothing in here is a renderer's, so that any thread may do it while pictures are
//! drawn; what comes of it is the same on each.

use super::level::Level;
use super::load::{LevelReport, STOCK_SKY};
use crate::Gpu;
use crate::error::RenderError;
use crate::material::{LoadedMaterial, MaterialHandle, MaterialStore, SkyId, Use};
use crate::probes::ProbeSites;
use crate::things::LevelThings;
use crate::world::{DrawClass, Surface, WorldMesh};
use kerosene_asset::Shader;
use kerosene_bsp::records::TexInfoRecord;
use kerosene_bsp::{BspFile, SurfaceFlags, parse_entities};
use kerosene_vfs::Vfs;
use std::sync::atomic::{AtomicBool, Ordering};

/// What placeholders count as their picture's size in texels: their checker's own, so that it shows the map's scale.
const PLACEHOLDER_TEXELS: [f32; 2] = [64.0; 2];

/// What a level is made of.
pub(super) struct LevelMaker<'a> {
    pub(super) gpu: &'a Gpu,
    /// To be filled with the level's own.
    pub(super) materials: MaterialStore,
    pub(super) map: &'a BspFile,
    pub(super) content: &'a Vfs,
    /// Whether somebody still waits for it.
    pub(super) wanted: &'a AtomicBool,
}

/// A level as a renderer takes it.
pub(super) struct MadeLevel {
    pub(super) materials: MaterialStore,
    pub(super) level: Level,
    pub(super) things: LevelThings,
    pub(super) report: LevelReport,
}

impl LevelMaker<'_> {
    /// Makes it; `None` where nobody waits for it any more.
    ///
    /// # Errors
    /// [`RenderError::TooLarge`].
    pub(super) fn make(mut self) -> Result<Option<MadeLevel>, RenderError> {
        let Some(surfaces) = self.surfaces() else { return Ok(None) };
        let map = self.map;
        let mut mesh = WorldMesh::new(map, |texinfo| surfaces.get(texinfo as usize).copied().flatten());
        if !self.is_wanted() {
            return Ok(None);
        }
        let sites = ProbeSites::of_map(map, mesh.tree());
        mesh.take_probes(&sites);
        let waters = self.waters(&surfaces);
        let sky = self.sky(&surfaces);
        let report = LevelReport {
            triangles: mesh.triangles(),
            materials: map.texdata().len(),
            batches: mesh.batches(),
            faults: self.materials.take_faults(),
        };
        let level = Level::new(self.gpu, &self.materials.layouts.object, mesh, sites.clone(), sky, waters)?;
        if !self.is_wanted() {
            return Ok(None);
        }
        let has_holes = |material| self.materials.get(material).is_some_and(LoadedMaterial::has_holes);
        // What has holes casts the shadow of what is left of it.
        let opaque = |texinfo: u32| {
            let surface = surfaces.get(texinfo as usize).copied().flatten();
            surface.is_none_or(|surface| {
                surface.class == DrawClass::Opaque && !has_holes(MaterialHandle(surface.material))
            })
        };
        let things = LevelThings::new(self.gpu, map, sites, level.holed(has_holes), opaque);
        Ok(Some(MadeLevel { materials: self.materials, level, things, report }))
    }

    fn is_wanted(&self) -> bool {
        self.wanted.load(Ordering::Relaxed)
    }

    /// How each texinfo's surfaces are drawn.
    fn surfaces(&mut self) -> Option<Vec<Option<Surface>>> {
        let map = self.map;
        map.texinfos().iter().map(|texinfo| self.is_wanted().then(|| self.surface(texinfo))).collect()
    }

    fn surface(&mut self, texinfo: &TexInfoRecord) -> Option<Surface> {
        let flags = SurfaceFlags::from_bits_retain(texinfo.flags);
        if !is_drawn(flags) {
            return None;
        }
        let name = self.map.material(texinfo.texdata).unwrap_or_default();
        let handle = self.materials.load(self.gpu, name, Use::of_face(flags), self.content);
        let material = self.materials.get(handle)?;
        let data = self.map.texdata()[texinfo.texdata as usize];
        let known = (data.width > 0 && data.height > 0).then_some([data.width as f32, data.height as f32]);
        let texels = material.texels.map_or(PLACEHOLDER_TEXELS, |own| known.unwrap_or(own));
        Some(Surface { material: handle.0, class: material.class(), texels })
    }

    /// The material of each body of water: that of a surface which its leaves show from within.
    fn waters(&self, surfaces: &[Option<Surface>]) -> Vec<Option<MaterialHandle>> {
        let map = self.map;
        let mut waters = vec![None; map.waters().len()];
        for leaf in map.leaves().iter().filter(|leaf| leaf.water > 0) {
            let faces = &map.leaf_faces()[leaf.first_face as usize..][..leaf.face_count as usize];
            let handles = faces.iter().filter_map(|face| {
                let handle = MaterialHandle(surfaces[map.faces()[*face as usize].texinfo as usize]?.material);
                self.materials.get(handle).filter(|material| material.key.shader == Shader::Water).map(|_| handle)
            });
            if let Some(water) = waters.get_mut(leaf.water as usize - 1) {
                *water = water.or(handles.into_iter().next());
            }
        }
        waters
    }

    /// The sky that the map names, or else that of the first sky material with one, or else the one of colours.
    fn sky(&mut self, surfaces: &[Option<Surface>]) -> SkyId {
        let entities = parse_entities(self.map.entities()).unwrap_or_default();
        let name = entities.first().and_then(|world| world.get("skyname"));
        let name = name.filter(|name| !name.is_empty() && !name.eq_ignore_ascii_case(STOCK_SKY));
        let materials = &mut self.materials;
        if let Some(name) = name
            && let Some(sky) = materials.skies.load(self.gpu, &materials.layouts.sky, name, self.content)
        {
            return sky;
        }
        let skies =
            surfaces.iter().flatten().filter_map(|surface| materials.get(MaterialHandle(surface.material))?.sky);
        skies.into_iter().find(|sky| *sky != SkyId::GRADIENT).unwrap_or(SkyId::GRADIENT)
    }
}

/// Whether faces with these flags are drawn at all.
fn is_drawn(flags: SurfaceFlags) -> bool {
    let unseen = SurfaceFlags::NODRAW | SurfaceFlags::HINT | SurfaceFlags::SKIP | SurfaceFlags::TRIGGER;
    flags.contains(SurfaceFlags::SKY) || !flags.intersects(unseen)
}
