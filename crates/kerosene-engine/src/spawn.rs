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

/// Class of the points that can be preferred, and the bit of their `spawnflags` that says so. Source's.
const PREFERRED: (&str, u32) = ("info_player_start", 1);

/// Heights above (and below) a spawn point that are tried, in units, until a standing player fits. Quake's points
/// are 24 units above the feet, and a point that touches the floor needs a little lift.
const LIFTS: &[f32] = &[0.0, 1.0, -8.0, -16.0, -24.0, 8.0, 18.0, 36.0];

/// A place to come in at.
#[derive(Debug, Clone, PartialEq)]
pub struct SpawnPoint {
    /// Class of the entity that marks it.
    pub class: &'static str,
    /// That entity; the point serves while it is switched on.
    pub entity: EntityId,
    /// Where the feet go.
    pub origin: Vec3,
    /// Where to look.
    pub view: Angles,
}

/// The spawn points of a level: those that their mapper prefers, then by class, otherwise in the order of the map's
/// `entities`.
pub(crate) fn spawn_points(world: &EntityWorld, entities: &[EntityId]) -> Vec<SpawnPoint> {
    let of_class = |class: &'static str| {
        let is_marked = |entity| world.is_active(entity) && world.class_name(entity).eq_ignore_ascii_case(class);
        let marked = entities.iter().filter(move |&&entity| is_marked(entity));
        let point =
            move |&entity| SpawnPoint { class, entity, origin: world.origin(entity), view: world.angles(entity) };
        marked.map(point)
    };
    let mut points: Vec<SpawnPoint> = SPAWN_CLASSES.iter().flat_map(|class| of_class(class)).collect();
    let (class, bit) = PREFERRED;
    points.sort_by_key(|point| point.class != class || world.spawn_flags(point.entity) & bit == 0);
    points
}

/// Chooses where a player comes in among others: of the points that are switched on, from the `nth` on and counted
/// around, the first at which a standing player fits and nobody else stands; else the first at which a player fits; else
/// the first. Where none is switched on all of them count, so that nobody is kept out.
///
/// Gives where exactly the feet go, and the way to look.
pub(crate) fn choose<'p>(
    level: &Level,
    nth: usize,
    others: &(impl Iterator<Item = &'p Player> + Clone),
) -> Option<(Vec3, Angles)> {
    let points = &level.spawn_points;
    let (before, from) = points.split_at(nth % points.len().max(1));
    let is_on = |point: &&SpawnPoint| level.entities.is_enabled(point.entity);
    let all_off = !points.iter().any(|point| is_on(&point));
    let open = from.iter().chain(before).filter(|point| all_off || is_on(point));
    let fitting = |point: &SpawnPoint| free_place(&level.world, point.origin).map(|origin| (origin, point.view));
    let is_alone = |&(origin, _): &(Vec3, Angles)| !others.clone().any(|other| overlaps(origin, other));
    let alone = open.clone().filter_map(fitting).find(is_alone);
    let first = || open.clone().next().map(|point| (point.origin, point.view));
    alone.or_else(|| open.clone().find_map(fitting)).or_else(first)
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
