//! What an explosion does to those around it.

use crate::engine::Engine;
use kerosene_bsp::{Contents, TraceRequest, TraceShape};
use kerosene_entity::{Damage, DamageKind, EntityId};
use kerosene_math::Vec3;
use kerosene_physics::CollisionWorld;

/// Velocity that a point of damage pushes a player by, in units per second.
const PUSH_PER_POINT: f32 = 4.0;

impl Engine {
    /// Hurts players and entities around an entity: `magnitude` points in the middle, falling evenly to nothing at
    /// `radius` units, and only what the middle sees.
    pub(crate) fn explode(&mut self, inflictor: Option<EntityId>, magnitude: f32, radius: f32) {
        let Some(level) = &self.level else { return };
        let Some(middle) = inflictor.map(|entity| level.middle_of(entity)) else { return };
        let damage_at = |place: Vec3| {
            let share = 1.0 - middle.distance(place) / radius.max(1.0);
            let amount = magnitude * share;
            (amount > 0.0 && self.sees(middle, place)).then(|| {
                let away = (place - middle).normalize_or_zero();
                let force = away * amount * PUSH_PER_POINT;
                Damage { position: Some(middle), force, ..Damage::new(amount, DamageKind::BLAST) }
                    .by(inflictor, inflictor)
            })
        };
        let players: Vec<_> = self
            .players
            .as_slice()
            .iter()
            .filter_map(|player| Some((player.id, damage_at(player.state.eye())?)))
            .collect();
        let others: Vec<_> = level
            .entities
            .entities()
            .filter(|&entity| Some(entity) != inflictor && self.players.of_entity(entity).is_none())
            .filter_map(|entity| Some((entity, damage_at(level.middle_of(entity))?)))
            .collect();
        for (player, damage) in players {
            self.damage_player(player, &damage);
        }
        let Some(level) = &mut self.level else { return };
        for (entity, damage) in others {
            level.entities.damage(entity, &damage);
        }
    }

    /// Whether nothing solid of the map is between two places; brush entities do not hide anything, since they may be
    /// what is looked at.
    fn sees(&self, from: Vec3, to: Vec3) -> bool {
        let Some(level) = &self.level else { return false };
        let request = TraceRequest { start: from, end: to, shape: TraceShape::Point, mask: Contents::SOLID };
        let trace = level.world.trace(&request);
        !trace.hit() || trace.model.is_some_and(|model| model != 0)
    }
}
