//! A class that needs a body, and has none.

use super::super::lint::{Lint, Subject, retain_counted};
use super::plain_class;
use crate::model::{Entity, Map};
use crate::report::{Place, Reporter};
use kerosene_diagnostics::codes;

pub(in super::super) const LINT: Lint = Lint { code: codes::EMPTY_BRUSH_ENTITY, check, repair: Some(repair) };

/// Classes that are nothing without a body, `func_` taken off; besides these every `trigger_`.
const BODIES: [&str; 14] = [
    "door",
    "door_rotating",
    "door_secret",
    "button",
    "rotating",
    "movelinear",
    "platform",
    "tracktrain",
    "breakable",
    "brush",
    "wall_toggle",
    "illusionary",
    "ladder",
    "detail",
];

/// Triggers that are points all the same.
const POINTS: [&str; 4] = ["trigger_relay", "trigger_counter", "trigger_auto", "trigger_changetarget"];

fn check(subject: &Subject<'_>, reporter: &mut Reporter) {
    for entity in subject.map.entities.iter().filter(|entity| lacks_body(entity)) {
        let message = format!("`{}` has no brushes", entity.class_name());
        let fix = "delete the entity, or give it a brush";
        reporter.report_with_fix(LINT.code, Place::entity(entity), message, fix);
    }
}

fn repair(map: &mut Map) -> usize {
    retain_counted(&mut map.entities, |entity| !lacks_body(entity))
}

fn lacks_body(entity: &Entity) -> bool {
    let class = plain_class(entity);
    let needs_body = BODIES.contains(&&*class) || (class.starts_with("trigger_") && !POINTS.contains(&&*class));
    needs_body && entity.brushes.is_empty() && entity.meshes.is_empty() && entity.get("model").is_none()
}
