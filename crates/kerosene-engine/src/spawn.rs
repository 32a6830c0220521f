//! Where players come into a level.

use crate::{level::Level, players::Player};
use kerosene_bsp::{Contents, TraceRequest};
use kerosene_entity::{EntityId, EntityWorld};
use kerosene_math::{Angles, Vec3};
use kerosene_physics::{CollisionWorld, Hull};

/// Classes that mark spawn points, the preferred first. Those after the first are the multiplayer starts of Quake's
/// and Source's families and serve further players, or all of them in a level without the first.
const SPAWN_CLASSES: &[&str] = &[
    "info_player_start",
    "info_player_coop",
    "info_coop_spawn",
    "info_player_start2",
    "info_player_deathmatch",
    "info_player_teamspawn",
    "testplayerstart",
];

/// Heights above (and below) a spawn point that are tried, in units, until a standing player fits. Quake's points
/// are 24 units above the feet, and a point that touches the floor needs a little lift.
const LIFTS: &[f32] = &[0.0, 1.0, -8.0, -16.0, -24.0, 8.0, 18.0, 36.0];

/// A place to come in at.
#[derive(Debug, Clone, PartialEq)]
pub struct SpawnPoint {
    /// Class of the entity that marks it.
    pub class: &'static str,
    /// Where the feet go.
    pub origin: Vec3,
    /// Where to look.
    pub view: Angles,
}

/// The spawn points of a level, the preferred first, otherwise in the order of the map's `entities`.
pub(crate) fn spawn_points(world: &EntityWorld, entities: &[EntityId]) -> Vec<SpawnPoint> {
    let of_class = |class: &'static str| {
        let is_marked = |entity| world.is_active(entity) && world.class_name(entity).eq_ignore_ascii_case(class);
        let marked = entities.iter().filter(move |&&entity| is_marked(entity));
        marked.map(move |&entity| SpawnPoint { class, origin: world.origin(entity), view: world.angles(entity) })
    };
    SPAWN_CLASSES.iter().flat_map(|class| of_class(class)).collect()
}

/// Chooses the spawn point for a player among others: the first at which a standing player fits and nobody else
/// stands; else the first at which a player fits; else the first.
///
/// Gives the point and where exactly the feet go.
pub(crate) fn choose<'a, 'p, W: CollisionWorld + ?Sized>(
    points: &(impl Iterator<Item = &'a SpawnPoint> + Clone),
    world: &W,
    others: &(impl Iterator<Item = &'p Player> + Clone),
) -> Option<(&'a SpawnPoint, Vec3)> {
    let fitting = |point: &'a SpawnPoint| free_place(world, point.origin).map(|origin| (point, origin));
    let is_alone = |&(_, origin): &(_, Vec3)| !others.clone().any(|other| overlaps(origin, other));
    let alone = points.clone().filter_map(fitting).find(is_alone);
    let first = || points.clone().next().map(|point| (point, point.origin));
    alone.or_else(|| points.clone().find_map(fitting)).or_else(first)
}

/// What keeps a player from standing at a spawn point, in words; `None` where one fits.
pub(crate) fn obstacle(point: &SpawnPoint, level: &Level) -> Option<String> {
    if free_place(&level.world, point.origin).is_some() {
        return None;
    }
    let model = level.world.trace(&standing_at(point.origin)).model;
    let entity = model.and_then(|model| level.world.entity(model));
    Some(entity.map_or("the world".to_owned(), |entity| format!("a `{}`", level.entities.class_name(entity))))
}

/// Whether a player with this hull fits at a place.
pub(crate) fn fits<W: CollisionWorld + ?Sized>(world: &W, origin: Vec3, hull: Hull) -> bool {
    !world.trace(&TraceRequest::at(origin, hull.shape(), Contents::MASK_PLAYER_SOLID)).start_solid
}

/// The nearest height at which a standing player fits.
fn free_place<W: CollisionWorld + ?Sized>(world: &W, origin: Vec3) -> Option<Vec3> {
    LIFTS.iter().map(|lift| origin + Vec3::Z * *lift).find(|&at| fits(world, at, Hull::STANDING))
}

/// The question whether something is where a standing player would be.
fn standing_at(at: Vec3) -> TraceRequest {
    TraceRequest::at(at, Hull::STANDING.shape(), Contents::MASK_PLAYER_SOLID)
}

/// Whether a standing player at `origin` would overlap another player.
fn overlaps(origin: Vec3, other: &Player) -> bool {
    let (mine, theirs) = (Hull::STANDING, other.state.hull());
    let at = other.state.origin;
    (origin + mine.mins).cmplt(at + theirs.maxs).all() && (at + theirs.mins).cmplt(origin + mine.maxs).all()
}
