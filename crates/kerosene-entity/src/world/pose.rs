//! Where entities are, and their switches.

use super::EntityWorld;
use crate::EntityId;
use crate::components::{BrushModel, Flags, Pose, Switches};
use kerosene_math::{Aabb, Angles, Vec3};

impl EntityWorld {
    /// Where an entity is and which way it faces; the origin of the world for nobody.
    pub fn pose(&self, entity: EntityId) -> Pose {
        self.get(entity).unwrap_or_default()
    }

    /// Position in units.
    pub fn origin(&self, entity: EntityId) -> Vec3 {
        self.pose(entity).origin
    }

    /// Pitch, yaw and roll in degrees.
    pub fn angles(&self, entity: EntityId) -> Angles {
        self.pose(entity).angles()
    }

    /// Moves an entity, and with it all that is parented to it. What is itself parented keeps its new place relative
    /// to its parent.
    pub fn set_pose(&mut self, entity: EntityId, pose: Pose) {
        if self.row(entity).is_some() {
            self.world.insert(entity, pose);
            self.keep_local_pose(entity, pose);
            self.carry_children(entity);
        }
    }

    /// Moves an entity without turning it.
    pub fn set_origin(&mut self, entity: EntityId, origin: Vec3) {
        let pose = Pose { origin, ..self.pose(entity) };
        self.set_pose(entity, pose);
    }

    /// Turns an entity where it is.
    pub fn set_angles(&mut self, entity: EntityId, angles: Angles) {
        let pose = Pose::new(self.origin(entity), angles);
        self.set_pose(entity, pose);
    }

    /// What is switched on and off about an entity.
    pub fn flags(&self, entity: EntityId) -> Flags {
        self.get::<Switches>(entity).unwrap_or_default().flags
    }

    /// Changes what is switched on and off.
    pub fn change_flags(&mut self, entity: EntityId, change: impl FnOnce(&mut Flags)) {
        if let Some(mut switches) = self.get_mut::<Switches>(entity) {
            change(&mut switches.flags);
        }
    }

    /// Whether an entity is there and not switched off.
    pub fn is_enabled(&self, entity: EntityId) -> bool {
        self.is_active(entity) && !self.flags(entity).contains(Flags::DISABLED)
    }

    /// The bits of the key `spawnflags`.
    pub fn spawn_flags(&self, entity: EntityId) -> u32 {
        self.get::<Switches>(entity).unwrap_or_default().spawn_flags
    }

    /// The box of an entity's brushes about its position, unturned; `None` for one without.
    pub fn brush_bounds(&self, entity: EntityId) -> Option<Aabb> {
        self.get::<BrushModel>(entity).map(BrushModel::bounds)
    }
}
