//! Vertices of the compiled map: each exact meeting point is rounded once, here, and points that end up
//! closer than [`WELD_DISTANCE`] become one.

use crate::lookup::Lookup;
use kerosene_math::{DVec3, Vec3};
use smallvec::SmallVec;

/// Points nearer than this are the same vertex, in units.
pub(crate) const WELD_DISTANCE: f64 = 0.05;

/// Welded vertices. The first point to arrive at a place stands for all that are near it.
#[derive(Debug, Clone, Default)]
pub(crate) struct WeldTable {
    points: Vec<Vec3>,
    cells: Lookup<[i32; 3], SmallVec<[u32; 4]>>,
}

impl WeldTable {
    /// Index of the vertex at `position`.
    pub(crate) fn add(&mut self, position: DVec3) -> u32 {
        if let Some(found) = self.find(position) {
            return found;
        }
        let index = self.points.len() as u32;
        self.points.push(position.as_vec3());
        self.cells.entry(cell_of(position)).or_default().push(index);
        index
    }

    /// All vertices.
    pub(crate) fn points(&self) -> &[Vec3] {
        &self.points
    }

    /// All vertices, given up.
    pub(crate) fn into_points(self) -> Vec<Vec3> {
        self.points
    }

    /// The vertex near `position`, if there is one.
    pub(crate) fn find(&self, position: DVec3) -> Option<u32> {
        let (low, high) = (cell_of(position - WELD_DISTANCE), cell_of(position + WELD_DISTANCE));
        for x in low[0]..=high[0] {
            for y in low[1]..=high[1] {
                for z in low[2]..=high[2] {
                    let Some(cell) = self.cells.get(&[x, y, z]) else { continue };
                    let near = |&&index: &&u32| {
                        self.points[index as usize].as_dvec3().distance_squared(position)
                            < WELD_DISTANCE * WELD_DISTANCE
                    };
                    if let Some(&index) = cell.iter().find(near) {
                        return Some(index);
                    }
                }
            }
        }
        None
    }
}

fn cell_of(position: DVec3) -> [i32; 3] {
    position.floor().to_array().map(|coordinate| coordinate as i32)
}
