//! Two sides of a brush on one plane: only one of them can be seen.

use super::super::lint::{Lint, Subject, retain_counted};
use super::super::shape::SideShape;
use crate::model::{Brush, Map};
use crate::report::Reporter;
use kerosene_diagnostics::codes;
use kerosene_math::exact::ExactPlane;

pub(in super::super) const LINT: Lint = Lint { code: codes::DUPLICATE_PLANE, check, repair: Some(repair) };

fn check(subject: &Subject<'_>, reporter: &mut Reporter) {
    for view in subject.brushes() {
        for (side, shape) in view.brush.sides.iter().zip(&view.shape.sides) {
            if matches!(shape, SideShape::Repeats) {
                let message = "side lies on the same plane as another of its brush".to_owned();
                reporter.report_with_fix(LINT.code, view.side_place(side), message, "delete one of the two sides");
            }
        }
    }
}

/// Keeps the first side of each plane, as the compiler does.
fn repair(map: &mut Map) -> usize {
    map.entities.iter_mut().flat_map(|entity| &mut entity.brushes).map(delete_repeats).sum()
}

fn delete_repeats(brush: &mut Brush) -> usize {
    let mut planes: Vec<ExactPlane> = Vec::new();
    retain_counted(&mut brush.sides, |side| {
        let Ok(plane) = ExactPlane::from_points(side.points) else { return true };
        let is_new = !planes.iter().any(|other| other.is_same(&plane));
        planes.push(plane);
        is_new
    })
}
