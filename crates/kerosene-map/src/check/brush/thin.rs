//! A brush thinner than one unit: mostly a slip of the mouse.

use super::super::lint::{BrushView, Lint, Subject};
use crate::report::Reporter;
use kerosene_diagnostics::codes;

pub(in super::super) const LINT: Lint = Lint { code: codes::THIN_BRUSH, check, repair: None };

/// Thinner than this is surely not meant, in units; a unit with its last digits cut off is.
const THIN: f64 = 0.99;

fn check(subject: &Subject<'_>, reporter: &mut Reporter) {
    for view in subject.brushes().filter(|view| view.shape.is_solid()) {
        let thickness = thickness(&view);
        if thickness < THIN {
            let message = format!("brush is {thickness:.3} units thick");
            let fix = "make it thicker, or delete it if it was left over from an edit";
            reporter.report_with_fix(LINT.code, view.place, message, fix);
        }
    }
}

/// The smallest extent across any of its faces, in units.
fn thickness(view: &BrushView<'_>) -> f64 {
    let extent = |normal| {
        let corners = view.shape.faces().flat_map(|(_, corners, _)| corners.iter());
        let reaches = corners.map(|corner| corner.dot(normal));
        let (low, high) = reaches.fold((f64::MAX, f64::MIN), |(low, high), at| (low.min(at), high.max(at)));
        high - low
    };
    view.shape.faces().map(|(_, _, normal)| extent(normal)).fold(f64::MAX, f64::min)
}
