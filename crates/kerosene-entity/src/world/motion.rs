//! Movers: what a class asks for, and what it is told.

use super::EntityWorld;
use crate::EntityId;
use crate::class::ClassId;
use crate::components::{Motion, Pose};
use kerosene_math::Vec3;

impl EntityWorld {
    /// Sends an entity to a pose (in its parent's frame, for one that has a parent) at a speed in units a second, or
    /// degrees a second where it only turns. The engine moves it and calls the class's handler when it is there, or
    /// when something is in its way.
    pub fn move_to(&mut self, entity: EntityId, destination: Pose, speed: f32) {
        let motion = Motion::between(self.local_pose(entity), destination, speed, self.time());
        self.set_motion(entity, motion);
    }

    /// Sends an entity to a pose in so many seconds.
    pub fn move_in(&mut self, entity: EntityId, destination: Pose, seconds: f32) {
        let motion = Motion::lasting(self.local_pose(entity), destination, seconds, self.time());
        self.set_motion(entity, motion);
    }

    /// Lets an entity move on and on, in units and degrees a second.
    pub fn move_endlessly(&mut self, entity: EntityId, linear: Vec3, angular: Vec3) {
        self.set_motion(entity, Motion::endless(linear, angular));
    }

    /// How an entity moves; `None` for one at rest.
    pub fn motion(&self, entity: EntityId) -> Option<Motion> {
        self.get(entity)
    }

    /// Lets an entity move so.
    pub fn set_motion(&mut self, entity: EntityId, motion: Motion) {
        if self.is_active(entity) {
            self.world.insert(entity, motion);
        }
    }

    /// Stops an entity where it is. Its handler is not called.
    pub fn stop_motion(&mut self, entity: EntityId) {
        self.world.take::<Motion>(entity);
    }

    /// For the engine: an entity has arrived. It is put exactly at its destination, its motion is over, and its class
    /// is told.
    pub fn finish_motion(&mut self, entity: EntityId) {
        let Some(motion) = self.world.take::<Motion>(entity) else { return };
        if motion.finish.time().is_some() {
            self.set_local_pose(entity, motion.destination());
        }
        self.move_done(entity);
    }

    /// Tells the class of an entity that its motion is done.
    pub fn move_done(&mut self, entity: EntityId) {
        let Some(row) = self.row(entity).filter(|row| row.is_active()) else { return };
        if let Some(done) = self.registry.known(ClassId(row.class)).def.handlers.move_done {
            done(self, entity);
        }
    }

    /// Tells the class of a mover that something is in its way. False where the class does not care.
    pub fn blocked(&mut self, entity: EntityId, by: EntityId) -> bool {
        let Some(row) = self.row(entity).filter(|row| row.is_active()) else { return false };
        let Some(blocked) = self.registry.known(ClassId(row.class)).def.handlers.blocked else { return false };
        blocked(self, entity, by);
        true
    }
}
