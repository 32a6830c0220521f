//! Checks of entities as wholes.

use crate::model::{Entity, Map};
use crate::report::{Place, Reporter};
use kerosene_diagnostics::codes;

/// Classes that are nothing without a body, `func_` taken off; besides these every `trigger_`.
const BODIES: [&str; 13] = [
    "door",
    "door_rotating",
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

pub(super) fn check_entity(entity: &Entity, reporter: &mut Reporter) {
    let class = entity.class_name().to_ascii_lowercase();
    if class.is_empty() {
        let message = format!("an entity with {} brushes has no classname", entity.brushes.len());
        let fix = "give it a classname, or delete it";
        reporter.report_with_fix(codes::NO_CLASS_NAME, Place::entity(entity), message, fix);
    }
    let ours = class.strip_prefix("func_").unwrap_or(&class);
    let needs_body = BODIES.contains(&ours) || (ours.starts_with("trigger_") && ours != "trigger_relay");
    let is_bare = entity.brushes.is_empty() && entity.meshes.is_empty() && entity.get("model").is_none();
    if needs_body && is_bare {
        let message = format!("`{class}` has no brushes");
        let fix = "delete the entity, or give it a brush";
        reporter.report_with_fix(codes::EMPTY_BRUSH_ENTITY, Place::entity(entity), message, fix);
    }
}

pub(super) fn check_player_start(map: &Map, reporter: &mut Reporter) {
    let is_start = |entity: &Entity| entity.class_name().to_ascii_lowercase().starts_with("info_player");
    if !map.entities.iter().any(is_start) {
        let message = "the map has no player start".to_owned();
        let fix = "place an info_player_start";
        reporter.report_with_fix(codes::NO_PLAYER_START, Place::default(), message, fix);
    }
}
