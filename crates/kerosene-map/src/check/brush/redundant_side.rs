//! A side that the others cut away.

use super::super::lint::{Lint, Subject};
use super::super::shape::{BrushShape, SideShape};
use crate::model::{Brush, Map};
use crate::report::Reporter;
use kerosene_diagnostics::codes;

pub(in super::super) const LINT: Lint = Lint { code: codes::REDUNDANT_SIDE, check, repair: Some(repair) };

fn check(subject: &Subject<'_>, reporter: &mut Reporter) {
    for view in subject.brushes().filter(|view| view.shape.is_solid()) {
        for (side, shape) in view.brush.sides.iter().zip(&view.shape.sides) {
            if matches!(shape, SideShape::CutAway) {
                let message = "the other sides of the brush cut this one away".to_owned();
                reporter.report_with_fix(LINT.code, view.side_place(side), message, "delete the side");
            }
        }
    }
}

/// Deletes such sides: the shape is the same without them.
fn repair(map: &mut Map) -> usize {
    map.entities.iter_mut().flat_map(|entity| &mut entity.brushes).map(delete_cut_away).sum()
}

fn delete_cut_away(brush: &mut Brush) -> usize {
    let shape = BrushShape::new(brush);
    if !shape.is_solid() {
        return 0;
    }
    let before = brush.sides.len();
    let mut shapes = shape.sides.iter();
    brush.sides.retain(|_| !matches!(shapes.next(), Some(SideShape::CutAway)));
    before - brush.sides.len()
}
