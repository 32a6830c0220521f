//! Levels of detail.

use crate::simplify::{Seams, Simplifier};
use crate::weld::Face;
use kerosene_asset::Vertices;
use kerosene_math::Aabb;

/// Models of fewer triangles have no coarser level: what is drawn with one call costs its call.
pub(crate) const FEWEST: usize = 64;
/// Most levels, the finest one among them.
const MOST: usize = 5;
/// Coarser levels are of no use once they are this far off, in parts of the model's size.
const MAX_ERROR: f32 = 0.05;
/// A level is worth its indices if it has at most so many parts of the triangles of the one before.
const LEAST_GAIN: f64 = 0.8;

/// A level in the making.
pub(crate) struct Made {
    /// How far its surface lies from the vertices of the finest one, in units.
    pub(crate) error: f32,
    pub(crate) faces: Vec<Face>,
}

/// The faces, and coarser levels of about half as many each.
pub(crate) fn make(vertices: &Vertices, faces: Vec<Face>, coarser: bool) -> Vec<Made> {
    let mut levels = vec![Made { error: 0.0, faces }];
    if !coarser || levels[0].faces.len() < FEWEST {
        return levels;
    }
    let finest = &levels[0].faces;
    // Hard edges stay as they are where that leaves anything to be simplified.
    let made = [Seams::All, Seams::WithoutNormals].into_iter().map(|seams| reduced(vertices, finest, seams));
    let made = made.into_iter().find(|made| !made.is_empty()).unwrap_or_default();
    levels.extend(made);
    levels
}

/// Coarser levels than the finest.
fn reduced(vertices: &Vertices, finest: &[Face], seams: Seams) -> Vec<Made> {
    let size = Aabb::from_points(vertices.positions.iter().copied()).size().max_element();
    let mut simplifier = Simplifier::new(vertices, finest, f64::from(size * MAX_ERROR), seams);
    let mut levels = Vec::new();
    let (mut before, mut error): (usize, f32) = (finest.len(), 0.0);
    while levels.len() + 1 < MOST && before >= FEWEST {
        simplifier.reduce(before / 2);
        let faces = simplifier.faces();
        error = error.max(simplifier.error() as f32);
        if faces.is_empty() || faces.len() as f64 > before as f64 * LEAST_GAIN || error > size * MAX_ERROR {
            break;
        }
        before = faces.len();
        levels.push(Made { error, faces });
    }
    levels
}
