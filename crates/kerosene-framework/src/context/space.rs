//! Where things are and which way they face.
//!
//! Angles are pitch, yaw and roll in degrees: x is forward, y left, z up, and a positive pitch looks down. What is parented is
//! moved in the world, and its place in its parent's frame follows; parents count exactly, whichever way they are turned.

use super::Context;
use crate::curve::delta_angle;
use kerosene_entity::{EntityId, Pose};
use kerosene_math::{Angles, Vec3};

impl Context<'_> {
    /// Moves the entity along the world's axes, in units.
    pub fn translate(&mut self, by: Vec3) {
        let owner = self.owner();
        let pose = self.world.pose(owner);
        self.world.set_pose(owner, Pose { origin: pose.origin + by, angles: pose.angles });
    }

    /// Adds to the entity's angles in its parent's frame, in degrees.
    pub fn rotate(&mut self, by: Angles) {
        let owner = self.owner();
        let local = self.world.local_pose(owner);
        let Angles { pitch, yaw, roll } = local.angles();
        let angles = Angles::new(pitch + by.pitch, yaw + by.yaw, roll + by.roll);
        self.world.set_local_pose(owner, Pose::new(local.origin, angles));
    }

    /// Moves the entity the way that it faces: x along its forward direction, y to its left, z straight up in the world.
    pub fn move_facing(&mut self, by: Vec3) {
        let facing = self.world.angles(self.owner()).to_mat3();
        self.translate(facing.x_axis * by.x + facing.y_axis * by.y + Vec3::Z * by.z);
    }

    /// Turns the entity so that its forward direction meets a point. It keeps its roll.
    pub fn look_at(&mut self, point: Vec3) {
        let owner = self.owner();
        let Pose { origin, .. } = self.world.pose(owner);
        if let Some(way) = (point - origin).try_normalize() {
            let roll = self.world.angles(owner).roll;
            self.world.set_angles(owner, Angles { roll, ..Angles::facing(way) });
        }
    }

    /// As [`look_at`](Self::look_at) for another entity.
    pub fn look_at_entity(&mut self, other: EntityId) {
        let point = self.world.origin(other);
        self.look_at(point);
    }

    /// Turns the entity towards another about the vertical only: for what stays upright.
    pub fn look_at_flat(&mut self, other: EntityId) {
        let point = self.world.origin(other);
        self.turn_towards(point, 360.0);
    }

    /// Turns the entity about the vertical towards a point, by at most so many degrees; gives the angle that is left. For a
    /// speed, ask for `speed * dt`.
    pub fn turn_towards(&mut self, point: Vec3, most: f32) -> f32 {
        let owner = self.owner();
        let pose = self.world.pose(owner);
        let way = (point - pose.origin).truncate();
        if way.length_squared() < 1e-12 {
            return 0.0;
        }
        let angles = pose.angles();
        let wanted = Angles::facing(way.extend(0.0)).yaw;
        let turn = delta_angle(angles.yaw, wanted);
        let made = turn.clamp(0.0 - most.max(0.0), most.max(0.0));
        self.world.set_angles(owner, Angles { yaw: angles.yaw + made, ..angles });
        turn.abs() - made.abs()
    }

    /// Where the entity is in the world, in units, whatever it is parented to.
    #[must_use]
    pub fn world_position(&self) -> Vec3 {
        self.world.origin(self.owner())
    }

    /// Where another entity is in the world.
    #[must_use]
    pub fn world_position_of(&self, other: EntityId) -> Vec3 {
        self.world.origin(other)
    }

    /// The way that the entity faces, of length 1.
    #[must_use]
    pub fn forward(&self) -> Vec3 {
        self.world.angles(self.owner()).to_mat3().x_axis
    }

    /// How far another entity is, in units; infinitely far for one that is not there.
    #[must_use]
    pub fn distance_to(&self, other: EntityId) -> f32 {
        self.way_to(other).map_or(f32::INFINITY, Vec3::length)
    }

    /// How far another entity is, whatever its height.
    #[must_use]
    pub fn flat_distance_to(&self, other: EntityId) -> f32 {
        self.way_to(other).map_or(f32::INFINITY, |way| way.truncate().length())
    }

    fn way_to(&self, other: EntityId) -> Option<Vec3> {
        let there = self.world.is_active(other);
        there.then(|| self.world.origin(other) - self.world.origin(self.owner()))
    }

    /// The entity of a name, else the first player. It looks through the level where the name is no entity's: keep what it
    /// gives.
    #[must_use]
    pub fn find_player(&self, name: &str) -> Option<EntityId> {
        let named = self.world.find_by_name(name).next();
        named.or_else(|| self.world.entities().find(|&entity| self.scene.is_player(self.world, entity)))
    }

    /// Whether an entity has that name or is a player; it looks at nothing else.
    #[must_use]
    pub fn is_player(&self, other: EntityId, name: &str) -> bool {
        let named = !name.is_empty() && self.world.name_of(other).eq_ignore_ascii_case(name);
        self.world.is_active(other) && (named || self.scene.is_player(self.world, other))
    }
}
