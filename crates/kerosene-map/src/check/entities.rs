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

/// Classes that mark where a player begins, as the engine knows them.
const PLAYER_STARTS: [&str; 7] = [
    "info_player_start",
    "info_player_start2",
    "info_player_coop",
    "info_player_deathmatch",
    "info_player_teamspawn",
    "info_coop_spawn",
    "testplayerstart",
];

/// Whether an entity says where a player begins: without one, a map cannot be walked.
///
/// ```
/// use kerosene_map::{Entity, Map, has_player_start};
///
/// let mut map = Map::default();
/// assert!(!has_player_start(&map));
/// let keys = vec![("classname".to_owned(), "info_player_start".to_owned())];
/// map.entities.push(Entity { keys, ..Entity::default() });
/// assert!(has_player_start(&map));
/// ```
pub fn has_player_start(map: &Map) -> bool {
    let is_start = |entity: &Entity| PLAYER_STARTS.iter().any(|class| entity.class_name().eq_ignore_ascii_case(class));
    map.entities.iter().any(is_start)
}

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
    if !has_player_start(map) {
        let message = "the map has no player start".to_owned();
        let fix = "place an info_player_start";
        reporter.report_with_fix(codes::NO_PLAYER_START, Place::default(), message, fix);
    }
}
