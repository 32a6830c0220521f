//! Thinks: what an entity does by itself when its time comes.

use super::EntityWorld;
use crate::class::ClassId;
use crate::components::Think;
use crate::time::Due;
use crate::{EntityId, Time};

impl EntityWorld {
    /// Lets an entity think at a moment, in place of whatever was set before. One that has passed is at the next
    /// occasion.
    pub fn think_at(&mut self, entity: EntityId, time: Time) {
        self.set_think(entity, Due::at(time));
    }

    /// Lets an entity think so many seconds from now.
    pub fn think_after(&mut self, entity: EntityId, seconds: f32) {
        let time = self.time().after(seconds);
        self.set_think(entity, Due::at(time));
    }

    /// Lets an entity think no more.
    pub fn think_never(&mut self, entity: EntityId) {
        self.set_think(entity, Due::NEVER);
    }

    /// When an entity thinks next.
    pub fn next_think(&self, entity: EntityId) -> Option<Time> {
        self.get::<Think>(entity)?.next.time()
    }

    fn set_think(&mut self, entity: EntityId, next: Due) {
        if self.is_active(entity) {
            self.world.insert(entity, Think { next });
        }
    }

    /// Runs every think that is due, in slot order. A think is over before its handler runs, so a handler that wants
    /// to go on asks again; what it asks for by now comes in the next tick.
    pub fn run_thinks(&mut self) {
        let now = self.time();
        let mut thinkers = std::mem::take(&mut self.scratch.thinkers);
        thinkers.clear();
        let all = self.world.query::<(EntityId, Think)>();
        thinkers.extend(all.filter(|(_, think)| think.next.has_come(now)).map(|(entity, _)| entity));
        for &entity in &thinkers {
            // An earlier think may have removed this entity or put its think off.
            if self.is_active(entity) && self.is_due(entity, now) {
                self.think(entity);
            }
        }
        self.scratch.thinkers = thinkers;
    }

    fn is_due(&self, entity: EntityId, now: Time) -> bool {
        self.get::<Think>(entity).is_some_and(|think| think.next.has_come(now))
    }

    fn think(&mut self, entity: EntityId) {
        self.world.insert(entity, Think { next: Due::NEVER });
        let Some(row) = self.row(entity) else { return };
        if let Some(think) = self.registry.known(ClassId(row.class)).def.handlers.think {
            think(self, entity);
        }
    }
}
