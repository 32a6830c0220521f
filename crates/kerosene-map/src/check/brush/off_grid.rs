//! Corners between the units of the grid.
//!
//! Exact geometry has no trouble with them. People have: neighbours that should touch seldom do.

use super::super::lint::{BrushView, Lint, Subject};
use crate::report::Reporter;
use kerosene_diagnostics::codes;
use kerosene_math::DVec3;

pub(in super::super) const LINT: Lint = Lint { code: codes::OFF_GRID, check, repair: None };

/// Coordinates this near to a whole number are on the grid, in units: corners of slanted sides are rounded.
const NEAR: f64 = 1e-6;

fn check(subject: &Subject<'_>, reporter: &mut Reporter) {
    for view in subject.brushes().filter(|view| view.shape.is_solid()) {
        if let Some(corner) = corner_off_grid(&view) {
            let message =
                format!("brush has a corner at {:.3} {:.3} {:.3}, off the grid", corner.x, corner.y, corner.z);
            reporter.report_with_fix(LINT.code, view.place, message, "snap the brush's corners to whole units");
        }
    }
}

fn corner_off_grid(view: &BrushView<'_>) -> Option<DVec3> {
    let mut corners = view.shape.faces().flat_map(|(_, corners, _)| corners.iter().copied());
    corners.find(|corner| (*corner - corner.round()).abs().max_element() > NEAR)
}
