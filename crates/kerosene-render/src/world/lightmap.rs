//! Baked light: from the map's lighting lump to an atlas for each section.

use super::Atlas;
use super::atlas::pack;
use super::vertex::{NO_STYLE, WorldVertex};
use kerosene_bsp::BspFile;
use kerosene_bsp::records::{FaceRecord, MeshRecord, NONE};

/// The lump that holds baked light: 32-bit samples of shared exponent (RGB9E5), face by face from its `lightmap_offset`,
/// row by row, one grid for each of its styles one behind the other.
///
/// No tool writes it yet. Faces without it are shaded by their normals.
pub const LIGHTING_LUMP: &str = "lighting";

/// Texels around each lightmap, so that filtering does not see its neighbour.
const PADDING: u32 = 1;

/// Longest side of a lightmap that is believed.
const LONGEST: u32 = 4096;

/// Where a face's light is in its section's atlas.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Place {
    /// Its first luxel, in texels.
    at: [u32; 2],
    /// Rows from one style to the next.
    step: u32,
    styles: [u8; 4],
    section: usize,
}

/// Baked light of a map.
#[derive(Debug)]
pub(super) struct Lightmaps {
    pub(super) atlases: Vec<Atlas>,
    faces: Vec<Option<Place>>,
    meshes: Vec<Option<Place>>,
}

/// A lightmap in the lump.
struct Grid {
    offset: u32,
    size: [u32; 2],
    styles: [u8; 4],
    section: u32,
}

impl Grid {
    fn of_face(face: &FaceRecord, section: u32) -> Self {
        Self { offset: face.lightmap_offset, size: face.lightmap_size, styles: face.light_styles, section }
    }

    fn of_mesh(mesh: &MeshRecord, section: u32) -> Self {
        Self { offset: mesh.lightmap_offset, size: mesh.lightmap_size, styles: mesh.light_styles, section }
    }

    fn style_count(&self) -> u32 {
        self.styles.iter().take_while(|style| **style != NO_STYLE).count() as u32
    }

    /// Its samples, all styles; none where it has none or the lump does not hold them.
    fn samples<'a>(&self, lump: &'a [u32]) -> Option<&'a [u32]> {
        let [width, height] = self.size;
        if self.offset == NONE || width > LONGEST || height > LONGEST {
            return None;
        }
        let count = width as usize * height as usize * self.style_count() as usize;
        lump.get(self.offset as usize..)?.get(..count).filter(|samples| !samples.is_empty())
    }
}

/// The samples of a map's lighting lump; none of a map without baked light.
pub(crate) fn lighting(map: &BspFile) -> Vec<u32> {
    map.extra_lump(LIGHTING_LUMP).map_or_else(Vec::new, |bytes| {
        bytes.as_chunks::<4>().0.iter().map(|sample| u32::from_le_bytes(*sample)).collect()
    })
}

/// The samples of a face, style by style; none where it is not lit.
pub(crate) fn face_luxels<'a>(face: &FaceRecord, lump: &'a [u32]) -> Option<&'a [u32]> {
    Grid::of_face(face, 0).samples(lump)
}

/// The samples of a mesh, style by style; none where it is not lit.
pub(crate) fn mesh_luxels<'a>(mesh: &MeshRecord, lump: &'a [u32]) -> Option<&'a [u32]> {
    Grid::of_mesh(mesh, 0).samples(lump)
}

impl Lightmaps {
    /// Packs the map's baked light. Brush models, which never stream, count as part of section 0.
    pub(super) fn new(map: &BspFile) -> Self {
        let lump = lighting(map);
        let mut lightmaps = Self {
            atlases: vec![Atlas::empty(); map.sections().len().max(1)],
            faces: vec![None; map.faces().len()],
            meshes: vec![None; map.meshes().len()],
        };
        if lump.is_empty() {
            return lightmaps;
        }
        let world = map.models().first();
        let of_world = |number: usize, first: u32, count: u32| (first..first + count).contains(&(number as u32));
        let section = |own: bool, section: u32| if own { section } else { 0 };
        let faces = map.faces().iter().enumerate().map(|(number, face)| {
            let own = world.is_some_and(|world| of_world(number, world.first_face, world.face_count));
            Grid::of_face(face, section(own, face.section))
        });
        let meshes = map.meshes().iter().enumerate().map(|(number, mesh)| {
            let own = world.is_some_and(|world| of_world(number, world.first_mesh, world.mesh_count));
            Grid::of_mesh(mesh, section(own, mesh.section))
        });
        let grids: Vec<Grid> = faces.chain(meshes).collect();
        for section in 0..lightmaps.atlases.len() {
            lightmaps.pack_section(section, &grids, &lump);
        }
        lightmaps
    }

    fn pack_section(&mut self, section: usize, grids: &[Grid], lump: &[u32]) {
        let here = grids.iter().enumerate().filter(|(_, grid)| grid.section as usize == section);
        let here: Vec<_> = here.filter_map(|(number, grid)| Some((number, grid, grid.samples(lump)?))).collect();
        if here.is_empty() {
            return;
        }
        let padded = |grid: &Grid| {
            let [width, height] = grid.size;
            [width + 2 * PADDING, (height + 2 * PADDING) * grid.style_count()]
        };
        let sizes: Vec<[u32; 2]> = here.iter().map(|(_, grid, _)| padded(grid)).collect();
        let (places, size) = pack(&sizes);
        let mut atlas = Atlas { size, texels: vec![0; size[0] as usize * size[1] as usize] };
        for ((number, grid, samples), place) in here.into_iter().zip(places) {
            let [width, height] = grid.size;
            let step = height + 2 * PADDING;
            for (style, rows) in samples.chunks_exact(width as usize * height as usize).enumerate() {
                let padded = with_edges(grid.size, rows);
                let at = [place[0], place[1] + style as u32 * step];
                atlas.put(at, [width + 2 * PADDING, step], &padded);
            }
            let at = place.map(|start| start + PADDING);
            let place = Some(Place { at, step, styles: grid.styles, section });
            match number.checked_sub(self.faces.len()) {
                None => self.faces[number] = place,
                Some(mesh) => self.meshes[mesh] = place,
            }
        }
        self.atlases[section] = atlas;
    }

    pub(super) fn of_face(&self, face: u32) -> Option<Place> {
        self.faces[face as usize]
    }

    pub(super) fn of_mesh(&self, mesh: u32) -> Option<Place> {
        self.meshes[mesh as usize]
    }

    /// Gives a corner its light; `luxel` counts from the middle of the lightmap's first luxel.
    pub(super) fn light(&self, vertex: &mut WorldVertex, place: Place, luxel: [f32; 2]) {
        let size = self.atlases[place.section].size.map(|side| side as f32);
        vertex.luxel = [0, 1].map(|axis| (place.at[axis] as f32 + luxel[axis] + 0.5) / size[axis]);
        vertex.step_and_blend[0] = place.step as f32 / size[1];
        vertex.styles = place.styles;
    }
}

/// A lightmap with its outermost luxels repeated around it.
fn with_edges([width, height]: [u32; 2], samples: &[u32]) -> Vec<u32> {
    let row = |y: u32| {
        let inside = &samples[(y * width) as usize..][..width as usize];
        let ends = (inside[0], inside[inside.len() - 1]);
        std::iter::once(ends.0).chain(inside.iter().copied()).chain(std::iter::once(ends.1))
    };
    std::iter::once(0).chain(0..height).chain(std::iter::once(height - 1)).flat_map(row).collect()
}
