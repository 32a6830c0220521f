//! From a compiled map to a level on the GPU.

use super::Renderer;
use super::level::Level;
use crate::error::RenderError;
use crate::material::{LoadedMaterial, MaterialHandle, SkyId, Use};
use crate::probes::{ProbeProgress, ProbeSites};
use crate::world::{DrawClass, Surface, WorldMesh};
use kerosene_asset::Shader;
use kerosene_bsp::{BspFile, SurfaceFlags, parse_entities};
use kerosene_vfs::Vfs;

/// What placeholders count as their picture's size in texels: their checker's own, so that it shows the map's scale.
const PLACEHOLDER_TEXELS: [f32; 2] = [64.0; 2];

/// What came of loading a level.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LevelReport {
    /// Triangles, brush models included.
    pub triangles: usize,
    /// Materials that its faces name.
    pub materials: usize,
    /// Draw calls of the whole world: one for each section and material.
    pub batches: usize,
    /// What could not be read, in words, for the console: a placeholder stands for it.
    pub faults: Vec<String>,
}

impl Renderer {
    /// Loads a level in place of the one before, whose handles of materials, models and skies are good no longer.
    ///
    /// # Errors
    /// [`RenderError::TooLarge`] for more geometry than the GPU takes. What is missing is no error: see [`LevelReport`].
    pub fn load_level(&mut self, map: &BspFile, content: &Vfs) -> Result<LevelReport, RenderError> {
        self.unload_level();
        let surfaces = self.load_surfaces(map, content);
        let mut mesh = WorldMesh::new(map, |texinfo| surfaces.get(texinfo as usize).copied().flatten());
        let sites = ProbeSites::of_map(map, mesh.tree());
        mesh.take_probes(&sites);
        let waters = self.waters(map, &surfaces);
        let sky = self.level_sky(map, &surfaces, content);
        let report = LevelReport {
            triangles: mesh.triangles(),
            materials: map.texdata().len(),
            batches: mesh.batches(),
            faults: self.materials.take_faults(),
        };
        let level = Level::new(&self.gpu, &self.materials.layouts.object, mesh, sites.clone(), sky, waters)?;
        let holed = level.holed(|material| self.materials.get(material).is_some_and(LoadedMaterial::has_holes));
        // What has holes casts the shadow of what is left of it.
        let opaque = |texinfo: u32| {
            let surface = surfaces.get(texinfo as usize).copied().flatten();
            surface.is_none_or(|surface| {
                let material = self.materials.get(MaterialHandle(surface.material));
                surface.class == DrawClass::Opaque && !material.is_some_and(LoadedMaterial::has_holes)
            })
        };
        self.things.load_level(&self.gpu, map, sites.clone(), holed, opaque);
        self.level = Some(level);
        self.place_probes(&sites);
        Ok(report)
    }

    /// Forgets the level and all that was loaded for it.
    pub fn unload_level(&mut self) {
        self.level = None;
        self.probes = ProbeProgress::default();
        self.materials.clear();
        self.things.unload_level();
        self.wireframe_ready = false;
    }

    /// How each texinfo's surfaces are drawn.
    fn load_surfaces(&mut self, map: &BspFile, content: &Vfs) -> Vec<Option<Surface>> {
        let texinfos = map.texinfos().iter();
        let mut surface = |texinfo: &kerosene_bsp::records::TexInfoRecord| {
            let flags = SurfaceFlags::from_bits_retain(texinfo.flags);
            if !is_drawn(flags) {
                return None;
            }
            let name = map.material(texinfo.texdata).unwrap_or_default();
            let handle = self.materials.load(&self.gpu, name, Use::of_face(flags), content);
            let material = self.materials.get(handle)?;
            let data = map.texdata()[texinfo.texdata as usize];
            let known = (data.width > 0 && data.height > 0).then_some([data.width as f32, data.height as f32]);
            let texels = material.texels.map_or(PLACEHOLDER_TEXELS, |own| known.unwrap_or(own));
            Some(Surface { material: handle.0, class: material.class(), texels })
        };
        texinfos.map(&mut surface).collect()
    }

    /// The material of each body of water: that of a surface which its leaves show from within.
    fn waters(&self, map: &BspFile, surfaces: &[Option<Surface>]) -> Vec<Option<MaterialHandle>> {
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
    fn level_sky(&mut self, map: &BspFile, surfaces: &[Option<Surface>], content: &Vfs) -> SkyId {
        let entities = parse_entities(map.entities()).unwrap_or_default();
        let name = entities.first().and_then(|world| world.get("skyname"));
        let name = name.filter(|name| !name.is_empty() && !name.eq_ignore_ascii_case(STOCK_SKY));
        if let Some(name) = name
            && let Some(sky) = self.materials.skies.load(&self.gpu, &self.materials.layouts.sky, name, content)
        {
            return sky;
        }
        let skies =
            surfaces.iter().flatten().filter_map(|surface| self.materials.get(MaterialHandle(surface.material))?.sky);
        skies.into_iter().find(|sky| *sky != SkyId::GRADIENT).unwrap_or(SkyId::GRADIENT)
    }
}

/// The sky of a level that names none: a material of the base content without a picture, shown as a clear day of colours. Since
/// every level says so that says nothing else, sky materials of its own go before it.
pub const STOCK_SKY: &str = "dev/sky_kero";

/// Whether faces with these flags are drawn at all.
fn is_drawn(flags: SurfaceFlags) -> bool {
    let unseen = SurfaceFlags::NODRAW | SurfaceFlags::HINT | SurfaceFlags::SKIP | SurfaceFlags::TRIGGER;
    flags.contains(SurfaceFlags::SKY) || !flags.intersects(unseen)
}
