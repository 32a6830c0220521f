//! Triangles with shared vertices and smooth normals from a whole patch.

use super::cell::{Cell, FINEST, Place};
use super::{Patch, split};
use kerosene_math::{DVec2, DVec3};
use std::collections::BTreeMap;

/// A tessellated patch.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct PatchMesh {
    /// Positions in world units.
    pub(crate) positions: Vec<DVec3>,
    /// Texture coordinates in repeats, one for each position.
    pub(crate) textures: Vec<DVec2>,
    /// Unit normals, one for each position.
    pub(crate) normals: Vec<DVec3>,
    /// Clockwise seen from the front; none is without area.
    pub(crate) triangles: Vec<[u32; 3]>,
    /// Whether the tolerance is met everywhere; not where the finest cut is too coarse.
    pub(crate) within_tolerance: bool,
}

/// The patch would need more vertices than it may.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct TooManyVertices;

/// Makes triangles of `patch`, none further from the surface than `tolerance` units.
pub(crate) fn tessellate(patch: &Patch, tolerance: f64, vertex_limit: usize) -> Result<PatchMesh, TooManyVertices> {
    let mut builder = Builder::default();
    builder.mesh.within_tolerance = true;
    let [columns, rows] = patch.cells();
    for row in 0..rows {
        for column in 0..columns {
            let cell = patch.cell(column, row);
            let (cut, suffices) = cell.cut(tolerance);
            builder.mesh.within_tolerance &= suffices;
            let corner = [column * FINEST, row * FINEST];
            split::triangles(&cell, cut, tolerance, |triangle| {
                builder.add(&cell, corner, triangle);
                builder.mesh.positions.len() <= vertex_limit
            });
            if builder.mesh.positions.len() > vertex_limit {
                return Err(TooManyVertices);
            }
        }
    }
    Ok(builder.finish())
}

#[derive(Debug, Default)]
struct Builder {
    mesh: PatchMesh,
    by_place: BTreeMap<Place, u32>,
    /// The cell, by its corner, whose normal was last counted at each vertex.
    faced_by: Vec<Option<Place>>,
    /// Sum of the unit normals of all cells and rims that meet in a position: a patch is smooth throughout, also
    /// where its ends meet.
    facings: BTreeMap<[u64; 3], DVec3>,
}

impl Builder {
    fn add(&mut self, cell: &Cell, corner: Place, triangle: split::Triangle) {
        let indices = triangle.map(|place| self.vertex(cell, corner, place));
        let [a, b, c] = indices.map(|index| self.mesh.positions[index as usize]);
        // What is pinched to a line or a point has no face.
        if (a - b).cross(c - b) != DVec3::ZERO {
            self.mesh.triangles.push(indices);
        }
    }

    fn vertex(&mut self, cell: &Cell, corner: Place, place: Place) -> u32 {
        let in_patch = [corner[0] + place[0], corner[1] + place[1]];
        let index = *self.by_place.entry(in_patch).or_insert_with(|| {
            let point = cell.point(place);
            self.mesh.positions.push(point.position);
            self.mesh.textures.push(point.texture);
            self.faced_by.push(None);
            self.mesh.positions.len() as u32 - 1
        });
        // Once for each cell that meets here.
        let at = index as usize;
        if self.faced_by[at].replace(corner) != Some(corner) {
            let facing = cell.facing(place).normalize_or_zero();
            *self.facings.entry(bits(self.mesh.positions[at])).or_default() += facing;
        }
        index
    }

    /// Normals, and no vertices but those of triangles.
    fn finish(self) -> PatchMesh {
        let Self { mut mesh, facings, .. } = self;
        let mut from_faces = vec![DVec3::ZERO; mesh.positions.len()];
        for triangle in &mesh.triangles {
            let [a, b, c] = triangle.map(|index| mesh.positions[index as usize]);
            let normal = (a - b).cross(c - b).normalize_or_zero();
            triangle.iter().for_each(|index| from_faces[*index as usize] += normal);
        }
        let normal = |(position, from_faces): (&DVec3, &DVec3)| {
            let smooth = facings.get(&bits(*position)).copied().unwrap_or_default();
            [smooth, *from_faces].into_iter().find_map(DVec3::try_normalize).unwrap_or(DVec3::Z)
        };
        mesh.normals = mesh.positions.iter().zip(&from_faces).map(normal).collect();
        drop_unused(&mut mesh);
        mesh
    }
}

fn drop_unused(mesh: &mut PatchMesh) {
    let mut new_index: Vec<Option<u32>> = vec![None; mesh.positions.len()];
    let mut kept: Vec<usize> = Vec::new();
    for index in mesh.triangles.iter_mut().flatten() {
        let old = *index as usize;
        *index = *new_index[old].get_or_insert_with(|| {
            kept.push(old);
            kept.len() as u32 - 1
        });
    }
    mesh.positions = kept.iter().map(|old| mesh.positions[*old]).collect();
    mesh.textures = kept.iter().map(|old| mesh.textures[*old]).collect();
    mesh.normals = kept.iter().map(|old| mesh.normals[*old]).collect();
}

/// A position as a key; both zeros are one.
fn bits(position: DVec3) -> [u64; 3] {
    position.to_array().map(|coordinate| (coordinate + 0.0).to_bits())
}
