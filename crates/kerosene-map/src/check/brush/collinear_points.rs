//! A side whose points lie on one line spans no plane.

use super::super::lint::{Lint, Subject, retain_counted};
use super::super::shape::SideShape;
use crate::model::Map;
use crate::report::Reporter;
use kerosene_diagnostics::codes;
use kerosene_math::exact::ExactPlane;

pub(in super::super) const LINT: Lint = Lint { code: codes::COLLINEAR_POINTS, check, repair: Some(repair) };

fn check(subject: &Subject<'_>, reporter: &mut Reporter) {
    for view in subject.brushes() {
        for (side, shape) in view.brush.sides.iter().zip(&view.shape.sides) {
            if let SideShape::NoPlane(why) = shape {
                let fix = "give the side three points that are not in line, or delete it";
                reporter.report_with_fix(LINT.code, view.side_place(side), why.clone(), fix);
            }
        }
    }
}

/// Deletes such sides: they take no part in the shape.
fn repair(map: &mut Map) -> usize {
    let brushes = map.entities.iter_mut().flat_map(|entity| &mut entity.brushes);
    brushes.map(|brush| retain_counted(&mut brush.sides, |side| ExactPlane::from_points(side.points).is_ok())).sum()
}
