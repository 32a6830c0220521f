//! An entity of no class is nothing to the engine.

use super::super::lint::{Lint, Subject};
use crate::report::{Place, Reporter};
use kerosene_diagnostics::codes;

pub(in super::super) const LINT: Lint = Lint { code: codes::NO_CLASS_NAME, check, repair: None };

fn check(subject: &Subject<'_>, reporter: &mut Reporter) {
    for entity in subject.map.entities.iter().filter(|entity| entity.class_name().trim().is_empty()) {
        let message = format!("an entity with {} brushes has no classname", entity.brushes.len());
        let fix = "give it a classname, or delete it";
        reporter.report_with_fix(LINT.code, Place::entity(entity), message, fix);
    }
}
