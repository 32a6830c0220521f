//! Step 4 of a tick: who touches what.
//!
//! A player touches a trigger while its box overlaps the trigger's *brushes*: an edge cut off a block is no part of it,
//! and a turned volume is as it is drawn. One that went through between two ticks counts as well, for one tick. A
//! solid brush entity is touched by who runs into it, stands on it or is pushed by it. An entity without brushes whose
//! class has a key `touch_size` is a box of that size around its origin; one whose class has `touch_mins` and
//! `touch_maxs` is the box of these corners about it.
//!
//! The pairs of this tick are compared with those of the last one: what is new starts, what is still there stays, what
//! is gone ends. Handlers run player by player in the order of ids: ends first, then starts and stays, each in the
//! order of slots.

use crate::{conventions, engine::Engine, level::Level, players::Player};
use core::hash::Hasher;
use kerosene_bsp::{Contents, TraceRequest};
use kerosene_entity::{EntityId, EntityWorld, Flags, KdefClass, TouchPhase, Value};
use kerosene_math::{Aabb, Vec3};
use kerosene_physics::PlayerFlags;

/// Key of entities without brushes: the side of the box in which they are touched, in units.
const TOUCH_SIZE: &str = "touch_size";
/// Keys of entities without brushes: the corners of that box about the entity, in units.
const TOUCH_CORNERS: [&str; 2] = ["touch_mins", "touch_maxs"];

/// Whether entities of a class are touched within a box.
pub(crate) fn has_touch_box(class: &KdefClass) -> bool {
    class.key(TOUCH_SIZE).is_some() || TOUCH_CORNERS.iter().all(|key| class.key(key).is_some())
}

/// A player and what it touches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Pair {
    player: EntityId,
    other: EntityId,
}

/// Who touches what.
#[derive(Debug, Clone, Default)]
pub(crate) struct Touches {
    /// Grouped by players; in each group in the order of slots.
    pairs: Vec<Pair>,
    /// Memory to work in: the pairs to be, and what a query met.
    next: Vec<Pair>,
    met: Vec<u32>,
    /// The boxes of this tick's entities without brushes.
    boxes: Vec<(EntityId, Aabb)>,
}

impl Touches {
    pub(crate) fn clear(&mut self) {
        self.pairs.clear();
    }

    /// Every pair as handles: the player, and what it touches.
    pub(crate) fn pairs(&self) -> impl ExactSizeIterator<Item = [EntityId; 2]> + '_ {
        self.pairs.iter().map(|pair| [pair.player, pair.other])
    }

    /// Those pairs again, in the same order.
    pub(crate) fn of_pairs(pairs: impl Iterator<Item = [EntityId; 2]>) -> Self {
        Self { pairs: pairs.map(|[player, other]| Pair { player, other }).collect(), ..Self::default() }
    }

    /// Feeds every pair to a hasher.
    pub(crate) fn hash_into<H: Hasher>(&self, hasher: &mut H) {
        hasher.write(&(self.pairs.len() as u64).to_le_bytes());
        for pair in &self.pairs {
            hasher.write(&pair.player.to_bits().to_le_bytes());
            hasher.write(&pair.other.to_bits().to_le_bytes());
        }
    }
}

impl Engine {
    /// Runs touch and use handlers.
    pub(crate) fn touch_and_use(&mut self) {
        self.find_touches();
        self.tell_touches();
        self.use_things();
    }

    /// Works out who touches what now.
    fn find_touches(&mut self) {
        let Some(level) = &mut self.level else { return };
        level.world.follow(&level.entities);
        let Touches { pairs, next, met, boxes } = &mut self.touches;
        next.clear();
        boxes.clear();
        let of_classes = self.box_classes.iter().flat_map(|&class| level.entities.of_class(class));
        boxes.extend(of_classes.filter_map(|entity| Some((entity, touch_box(&level.entities, entity)?))));
        for (index, player) in self.players.as_slice().iter().enumerate() {
            let first = next.len();
            if player.can_touch() {
                met.clear();
                meet_triggers(level, player, met, |other| pairs.contains(&Pair { player: player.entity, other }));
                met.extend(player.events.touched.as_slice());
                met.extend(self.movers.pusher_of(index));
                let models = met.iter().filter_map(|&model| level.world.entity(model));
                let near = boxes.iter().filter(|(_, bounds)| bounds.intersects(&player.bounds()));
                let others = models.chain(near.map(|&(entity, _)| entity));
                next.extend(others.map(|other| Pair { player: player.entity, other }));
            }
            next[first..].sort_unstable_by_key(|pair| pair.other.slot());
        }
        next.dedup();
    }

    /// Runs the handlers, and keeps the pairs for the next tick.
    fn tell_touches(&mut self) {
        let seconds = self.clock.rate().interval().as_secs_f32();
        let Some(level) = &mut self.level else { return };
        let Touches { pairs, next, .. } = &mut self.touches;
        for player in self.players.as_slice() {
            let of_player = |pair: &&Pair| pair.player == player.entity;
            for pair in pairs.iter().filter(of_player).filter(|pair| !next.contains(pair)) {
                tell(level, pair, TouchPhase::End, seconds);
            }
            for pair in next.iter().filter(of_player) {
                let phase = if pairs.contains(pair) { TouchPhase::Stay } else { TouchPhase::Start };
                tell(level, pair, phase, seconds);
            }
        }
        // Those who are gone touch nothing any more.
        for pair in pairs.iter().filter(|pair| self.players.of_entity(pair.player).is_none()) {
            tell(level, pair, TouchPhase::End, seconds);
        }
        std::mem::swap(pairs, next);
    }
}

/// The box in which an entity without brushes is touched, where it has one and is switched on.
fn touch_box(entities: &EntityWorld, entity: EntityId) -> Option<Aabb> {
    if entities.brush_bounds(entity).is_some() || !entities.is_enabled(entity) {
        return None;
    }
    let origin = entities.origin(entity);
    if let Some(size) = entities.float_field(entity, TOUCH_SIZE) {
        return (size.is_finite() && size > 0.0).then(|| Aabb::around(origin, Vec3::splat(size)));
    }
    let [Some(mins), Some(maxs)] = TOUCH_CORNERS.map(|key| entities.field(entity, key).and_then(Value::vector)) else {
        return None;
    };
    let sound = mins.is_finite() && maxs.is_finite() && mins.cmple(maxs).all();
    sound.then(|| Aabb::new(mins, maxs).translated(origin))
}

impl Player {
    /// The box that collides, where it is.
    pub(crate) fn bounds(&self) -> Aabb {
        let hull = self.state.hull();
        Aabb::new(self.state.origin + hull.mins, self.state.origin + hull.maxs)
    }

    /// Whether the level notices the player: not one that is dead or flies through everything.
    pub(crate) fn can_touch(&self) -> bool {
        self.condition.is_alive() && !self.state.flags.contains(PlayerFlags::NOCLIP) && self.state.origin.is_finite()
    }
}

/// Adds the names of the triggers that a player is in or went through, but for those that are switched off.
fn meet_triggers(level: &Level, player: &Player, met: &mut Vec<u32>, was_in: impl Fn(EntityId) -> bool) {
    let (from, to) = (player.previous_origin, player.state.origin);
    let at_end = TraceRequest::at(to, player.state.hull().shape(), Contents::TRIGGER);
    let world = &level.world;
    world.collision.models_met(&at_end, &world.models, met);
    let inside = met.len();
    // What it was in and has left shows on the way as well, but is left.
    world.collision.models_met(&TraceRequest { start: from, ..at_end }, &world.models, met);
    let mut kept = 0;
    for at in 0..met.len() {
        let entity = world.parts[met[at] as usize].entity;
        let passed = at < inside || !was_in(entity);
        if passed && !level.entities.flags(entity).contains(Flags::DISABLED) {
            met[kept] = world.models()[met[at] as usize].id;
            kept += 1;
        }
    }
    met.truncate(kept);
}

/// Tells the class of what is touched, or lets a trigger without code do what its keys say.
fn tell(level: &mut Level, pair: &Pair, phase: TouchPhase, seconds: f32) {
    let Level { entities, framework, .. } = level;
    if phase != TouchPhase::Stay {
        framework.touch(entities, pair.other, pair.player, phase == TouchPhase::Start);
    }
    if !entities.touch(pair.other, pair.player, phase) && entities.is_active(pair.other) {
        conventions::act(entities, pair.other, pair.player, phase, seconds);
    }
}
