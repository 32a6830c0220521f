//! Which entities occupy space, and where.
//!
//! The flood starts from things that a player could meet. Logic, paths and bare positions may lie anywhere,
//! even in the void, and must not make a sealed map leak.

use crate::options::WORLD_LIMIT;
use kerosene_map::{Entity, Map};
use kerosene_math::DVec3;

/// Point classes that occupy no space, by how their name begins.
const ELSEWHERE: &[&str] = &[
    "logic_",
    "math_",
    "filter_",
    "path_",
    "point_",
    "info_null",
    "info_notnull",
    "info_target",
    "info_landmark",
    "info_intermission",
    "trigger_",
    "target_",
    "env_fade",
    "env_shake",
    "light_environment",
    "misc_teleporttrain",
    "func_",
    "phys_",
    "game_",
    "_",
];

/// Point classes whose being in solid is surely a mistake.
const MUST_BE_FREE: &[&str] = &["info_player", "monster_", "npc_", "prop_"];

/// A point entity that the flood starts from.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Standing {
    /// Index of the entity in the map.
    pub entity: usize,
    /// Where it is.
    pub origin: DVec3,
    /// Whether it is where a player begins.
    pub is_start: bool,
    /// Whether a person would want to know that it is in solid.
    pub must_be_free: bool,
}

/// All point entities of `map` that occupy space, in map order.
pub(crate) fn standing_entities(map: &Map) -> Vec<Standing> {
    let points = map.entities.iter().enumerate().skip(1).filter(|(_, entity)| is_point(entity));
    points.filter_map(|(index, entity)| standing(index, entity)).collect()
}

fn standing(index: usize, entity: &Entity) -> Option<Standing> {
    let class = entity.class_name().to_ascii_lowercase();
    let starts_with_any = |prefixes: &[&str]| prefixes.iter().any(|prefix| class.starts_with(prefix));
    if class.is_empty() || starts_with_any(ELSEWHERE) {
        return None;
    }
    Some(Standing {
        entity: index,
        origin: place(entity.get("origin")?)?,
        is_start: class.starts_with("info_player") && class != "info_player_deathmatch",
        must_be_free: starts_with_any(MUST_BE_FREE),
    })
}

/// The point entities whose origin says no place in the world, and what it says.
pub(crate) fn misplaced_entities(map: &Map) -> impl Iterator<Item = (&Entity, &str)> {
    let points = map.entities.iter().skip(1).filter(|entity| is_point(entity));
    let origins = points.filter_map(|entity| Some((entity, entity.get("origin")?)));
    origins.filter(|(_, origin)| place(origin).is_none())
}

/// Whether an entity is a point, without a body.
fn is_point(entity: &Entity) -> bool {
    entity.brushes.is_empty() && entity.meshes.is_empty()
}

/// A point that a world can have.
fn place(text: &str) -> Option<DVec3> {
    parse_vector(text).filter(|point| point.abs().max_element() <= WORLD_LIMIT)
}

/// Three finite numbers.
pub(crate) fn parse_vector(text: &str) -> Option<DVec3> {
    let mut numbers = text.split_whitespace().map(str::parse::<f64>);
    let mut next = || numbers.next()?.ok().filter(|number| number.is_finite());
    Some(DVec3::new(next()?, next()?, next()?))
}
