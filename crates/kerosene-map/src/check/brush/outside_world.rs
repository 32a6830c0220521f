//! A brush beyond the extent of a level.

use super::super::lint::{Lint, Subject};
use super::super::shape::reach;
use crate::limits::WORLD_LIMIT;
use crate::report::Reporter;
use kerosene_diagnostics::codes;

pub(in super::super) const LINT: Lint = Lint { code: codes::OUTSIDE_WORLD, check, repair: None };

fn check(subject: &Subject<'_>, reporter: &mut Reporter) {
    for view in subject.brushes().filter(|view| view.shape.is_solid()) {
        let reach = reach(&view.shape.bounds);
        if reach > WORLD_LIMIT {
            let message = format!("brush reaches {reach} units from the origin: a level ends at {WORLD_LIMIT}");
            reporter.report_with_fix(LINT.code, view.place, message, "move the map towards the origin");
        }
    }
}
