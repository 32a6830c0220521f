//! A face with an edge so short that emission may weld it away.

use super::super::lint::{Lint, Subject};
use crate::report::Reporter;
use kerosene_diagnostics::codes;
use kerosene_math::DVec3;

pub(in super::super) const LINT: Lint = Lint { code: codes::SMALL_FACE, check, repair: None };

/// Edges below this length are closed when vertices are welded, twice over, in units.
const SHORT: f64 = 0.1;

fn check(subject: &Subject<'_>, reporter: &mut Reporter) {
    for view in subject.brushes().filter(|view| view.shape.is_solid()) {
        for (side, corners, _) in view.shape.faces() {
            let shortest = shortest_edge(corners);
            if shortest < SHORT {
                let place = view.side_place(&view.brush.sides[side]);
                let message = format!("face has an edge of {shortest:.4} units, too short to be seen");
                reporter.report_with_fix(LINT.code, place, message, "move the corners together, or apart");
            }
        }
    }
}

fn shortest_edge(corners: &[DVec3]) -> f64 {
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).map(|(a, b)| a.distance(*b)).fold(f64::MAX, f64::min)
}
