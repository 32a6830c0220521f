//! Faces of brushes, cut exactly.

use crate::model::Brush;
use kerosene_math::DVec3;
use kerosene_math::exact::{ExactPlane, ExactWinding};

/// The box that faces are cut from, in units: far beyond any level.
const BOX_LIMIT: f64 = 524_288.0;
/// Planes in the list before those of the sides: the six of the box, in pairs.
const BOX_PLANES: u32 = 12;

/// Planes that bound a brush, ready to cut each other's faces.
pub(crate) struct FaceCutter {
    /// The box, then the sides, each with its inverse.
    planes: Vec<ExactPlane>,
}

impl FaceCutter {
    /// The planes must differ from each other, or their faces are cut away.
    pub(crate) fn new<'a>(sides: impl Iterator<Item = &'a ExactPlane>) -> Self {
        let mut planes = Vec::new();
        for axis in 0..3 {
            let (high, low) = (ExactPlane::axial(axis, BOX_LIMIT), ExactPlane::axial(axis, -BOX_LIMIT));
            planes.extend([high.clone(), high.flipped(), low.flipped(), low]);
        }
        planes.extend(sides.flat_map(|plane| [plane.clone(), plane.flipped()]));
        Self { planes }
    }

    /// The face on the plane at `at`; `None` where the others leave nothing of it.
    pub(crate) fn face(&self, at: usize) -> Option<ExactWinding> {
        let plane = BOX_PLANES + 2 * at as u32;
        let mut winding = ExactWinding::base(&self.planes, plane, &[0, 2, 4, 6, 8, 10]);
        let mut others = (BOX_PLANES..self.planes.len() as u32).step_by(2).filter(|other| *other != plane);
        others.all(|other| winding.clip_back(&self.planes, other)).then_some(winding)
    }
}

/// The corners of the face of side `at`, clockwise seen from outside; `None` where the other sides leave nothing of it.
pub(crate) fn corners(brush: &Brush, at: usize) -> Option<Vec<DVec3>> {
    let own = ExactPlane::from_points(brush.sides.get(at)?.points).ok()?;
    let others = brush.sides.iter().enumerate().filter(|(index, _)| *index != at);
    let others = others.filter_map(|(_, side)| ExactPlane::from_points(side.points).ok());
    let planes: Vec<ExactPlane> = others.filter(|other| !other.is_same(&own)).collect();
    let face = FaceCutter::new(std::iter::once(&own).chain(&planes)).face(0)?;
    Some(face.positions().collect())
}
