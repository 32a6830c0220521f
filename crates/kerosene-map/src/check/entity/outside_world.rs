//! An entity beyond the extent of a level.

use super::super::lint::{Lint, Subject};
use super::parse_vector;
use crate::limits::WORLD_LIMIT;
use crate::report::{Place, Reporter};
use kerosene_diagnostics::codes;

pub(in super::super) const LINT: Lint = Lint { code: codes::ENTITY_OUTSIDE_WORLD, check, repair: None };

fn check(subject: &Subject<'_>, reporter: &mut Reporter) {
    for entity in &subject.map.entities {
        let Some(origin) = entity.get("origin").and_then(parse_vector) else { continue };
        if origin.iter().any(|coordinate| coordinate.abs() > WORLD_LIMIT) {
            let [x, y, z] = origin;
            let class = entity.class_name();
            let message = format!("`{class}` stands at {x} {y} {z}: a level ends at {WORLD_LIMIT}");
            reporter.report_with_fix(LINT.code, Place::entity(entity), message, "move it into the map, or delete it");
        }
    }
}
