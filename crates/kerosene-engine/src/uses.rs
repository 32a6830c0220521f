//! The use key.
//!
//! A press uses what the player looks at within `sv_use_range` units: first what a ray from the eye meets, then, where
//! that is nothing to use, what is nearest to the middle of the view among all that can be used, is near the eye and
//! is not behind a wall. That is how a lever the size of a thumb can be used without aiming.

use crate::{engine::Engine, level::Level, players::Player};
use kerosene_bsp::{Contents, TraceRequest, TraceShape};
use kerosene_entity::EntityId;
use kerosene_math::Vec3;
use kerosene_physics::{Buttons, CollisionWorld};

/// Smallest cosine between the view and what is used without being looked at: within 37 degrees.
const MIN_COSINE: f32 = 0.8;

impl Engine {
    /// Lets players use things who have just pressed the key.
    pub(crate) fn use_things(&mut self) {
        let range = self.use_range();
        let Some(level) = &mut self.level else { return };
        for player in self.players.as_slice() {
            let presses = player.pressed.contains(Buttons::USE) && player.can_touch();
            if let Some(used) = presses.then(|| find(level, player, range)).flatten() {
                level.entities.use_entity(used, player.entity);
            }
        }
    }

    /// The entity that a player looks at, as far as it sees: a brush entity that a ray from the eye meets, or the
    /// entity nearest to the ray. What `!picker` means in the console.
    pub(crate) fn looked_at(&self, player: &Player) -> Option<EntityId> {
        let level = self.level.as_ref()?;
        let (eye, forward) = (player.state.eye(), player.view.forward());
        let trace = look(level, eye, forward * PICK_RANGE);
        let met = trace.model.and_then(|model| level.world.entity(model));
        met.or_else(|| {
            let reach = eye.distance(trace.end) + PICK_RADIUS;
            nearest_to_ray(level, player.entity, eye, forward, reach)
        })
    }
}

/// How far `!picker` sees, in units.
const PICK_RANGE: f32 = 8192.0;

/// How far from the ray a point entity may be, in units.
const PICK_RADIUS: f32 = 32.0;

/// What a player would use.
fn find(level: &Level, player: &Player, range: f32) -> Option<EntityId> {
    let (eye, forward) = (player.state.eye(), player.view.forward());
    let trace = look(level, eye, forward * range);
    let met = trace.model.and_then(|model| level.world.entity(model));
    met.filter(|&entity| level.entities.is_usable(entity)).or_else(|| find_near(level, eye, forward, range))
}

/// The nearest thing to the middle of the view that can be used.
fn find_near(level: &Level, eye: Vec3, forward: Vec3, range: f32) -> Option<EntityId> {
    let mut best: Option<(f32, EntityId)> = None;
    for entity in level.entities.entities().filter(|&entity| level.entities.is_usable(entity)) {
        let place = level.nearest_place(entity, eye);
        let way = place - eye;
        let cosine = if way == Vec3::ZERO { 1.0 } else { way.normalize_or_zero().dot(forward) };
        let is_better = best.is_none_or(|(least, _)| cosine > least);
        if way.length() <= range && cosine >= MIN_COSINE && is_better && is_open(level, entity, eye, place) {
            best = Some((cosine, entity));
        }
    }
    best.map(|(_, entity)| entity)
}

/// Whether a ray from the eye to a place of an entity meets nothing solid before it, or only the entity.
fn is_open(level: &Level, entity: EntityId, eye: Vec3, place: Vec3) -> bool {
    let trace = look(level, eye, place - eye);
    !trace.hit() || trace.model.and_then(|model| level.world.entity(model)) == Some(entity)
}

fn look(level: &Level, eye: Vec3, way: Vec3) -> kerosene_bsp::Trace {
    let mask = Contents::MASK_PLAYER_SOLID;
    level.world.trace(&TraceRequest { start: eye, end: eye + way, shape: TraceShape::Point, mask })
}

/// The entity whose middle is nearest to a ray, ahead and within reach.
fn nearest_to_ray(level: &Level, own: EntityId, eye: Vec3, forward: Vec3, reach: f32) -> Option<EntityId> {
    let mut best: Option<(f32, EntityId)> = None;
    for entity in level.entities.entities().filter(|&entity| entity != own) {
        let way = level.middle_of(entity) - eye;
        let along = way.dot(forward);
        let aside = (way - forward * along).length();
        let is_near = (0.0..=reach).contains(&along) && aside <= PICK_RADIUS;
        if is_near && best.is_none_or(|(least, _)| aside < least) {
            best = Some((aside, entity));
        }
    }
    best.map(|(_, entity)| entity)
}
