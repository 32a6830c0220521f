//! Faces of brushes, cut exactly.

use crate::model::Brush;
use kerosene_math::DVec3;
use kerosene_math::exact::{ExactPlane, ExactWinding};

/// The box that faces are cut from, in units: far beyond any level.
const BOX_LIMIT: f64 = 524_288.0;

/// The corners of the face of side `at`, clockwise seen from outside; `None` where the other sides leave nothing of it.
pub(crate) fn corners(brush: &Brush, at: usize) -> Option<Vec<DVec3>> {
    let own = ExactPlane::from_points(brush.sides.get(at)?.points).ok()?;
    let mut planes = Vec::with_capacity(2 * (6 + brush.sides.len()));
    for axis in 0..3 {
        let (high, low) = (ExactPlane::axial(axis, BOX_LIMIT), ExactPlane::axial(axis, -BOX_LIMIT));
        planes.extend([high.clone(), high.flipped(), low.flipped(), low]);
    }
    let plane = planes.len() as u32;
    planes.extend([own.clone(), own.flipped()]);
    let first = planes.len() as u32;
    for (index, side) in brush.sides.iter().enumerate() {
        let Ok(other) = ExactPlane::from_points(side.points) else { continue };
        if index != at && !other.is_same(&own) {
            planes.extend([other.clone(), other.flipped()]);
        }
    }
    let mut winding = ExactWinding::base(&planes, plane, &[0, 2, 4, 6, 8, 10]);
    let mut others = (first..planes.len() as u32).step_by(2);
    others.all(|other| winding.clip_back(&planes, other)).then(|| winding.positions().collect())
}
