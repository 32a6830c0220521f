//! Where a player begins.

use super::super::lint::{Lint, Subject};
use crate::model::{Entity, Map};
use crate::report::{Place, Reporter};
use kerosene_diagnostics::codes;

pub(in super::super) const MISSING: Lint = Lint { code: codes::NO_PLAYER_START, check: check_missing, repair: None };
pub(in super::super) const SEVERAL: Lint =
    Lint { code: codes::SEVERAL_PLAYER_STARTS, check: check_several, repair: None };

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

fn check_missing(subject: &Subject<'_>, reporter: &mut Reporter) {
    if !has_player_start(subject.map) {
        let message = "the map has no player start".to_owned();
        reporter.report_with_fix(MISSING.code, Place::default(), message, "place an info_player_start");
    }
}

/// One player begins at one place; the engine takes the first.
fn check_several(subject: &Subject<'_>, reporter: &mut Reporter) {
    let is_start = |entity: &&Entity| entity.class_name().eq_ignore_ascii_case(PLAYER_STARTS[0]);
    for entity in subject.map.entities.iter().filter(is_start).skip(1) {
        let message = "the map has another info_player_start before this one".to_owned();
        let fix = "delete all but one; further players begin at info_player_deathmatch or info_player_coop";
        reporter.report_with_fix(SEVERAL.code, Place::entity(entity), message, fix);
    }
}
