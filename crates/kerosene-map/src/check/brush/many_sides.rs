//! A brush with so many sides that it is better built from several.

use super::super::lint::{Lint, Subject};
use crate::report::Reporter;
use kerosene_diagnostics::codes;

pub(in super::super) const LINT: Lint = Lint { code: codes::MANY_SIDES, check, repair: None };

/// More than a cylinder of 64 segments with its caps.
const MANY: usize = 66;

fn check(subject: &Subject<'_>, reporter: &mut Reporter) {
    for view in subject.brushes().filter(|view| view.brush.sides.len() > MANY) {
        let message =
            format!("brush has {} sides: each trace that meets it pays for all of them", view.brush.sides.len());
        reporter.report_with_fix(LINT.code, view.place, message, "build it from several brushes");
    }
}
