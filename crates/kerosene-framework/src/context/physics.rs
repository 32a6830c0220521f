//! What moves by physics, and rays.

use super::Context;
use crate::scene::{Ray, RayHit};
use kerosene_entity::{EntityId, PushKind, Request};
use kerosene_math::Vec3;

impl Context<'_> {
    /// Changes the velocity of the entity by an impulse over its mass, in kilogram units a second. False if physics does not
    /// move it. What is pushed moves so from the next step of physics on.
    pub fn apply_impulse(&mut self, impulse: Vec3) -> bool {
        self.apply_impulse_to(self.owner(), impulse)
    }

    /// As [`apply_impulse`](Self::apply_impulse) for any entity.
    pub fn apply_impulse_to(&mut self, who: EntityId, impulse: Vec3) -> bool {
        let body = self.scene.body(self.world, who).filter(|body| body.mass > 0.0 && impulse.is_finite());
        let Some(body) = body else { return false };
        self.push(who, impulse / body.mass, PushKind::Add)
    }

    /// Gives the entity a velocity in units a second in place of the one that it has; gravity and collision go on. False if
    /// physics does not move it.
    pub fn set_velocity(&mut self, velocity: Vec3) -> bool {
        let owner = self.owner();
        let moves = self.scene.body(self.world, owner).is_some() && velocity.is_finite();
        moves && self.push(owner, velocity, PushKind::Replace)
    }

    fn push(&mut self, who: EntityId, velocity: Vec3, how: PushKind) -> bool {
        let owner = self.owner();
        self.world.request(Some(owner), Request::Push { who, velocity, how });
        true
    }

    /// The velocity of the entity in units a second: of its body, else of its motion; zero for what stands still.
    #[must_use]
    pub fn velocity(&self) -> Vec3 {
        let body = self.scene.body(self.world, self.owner()).map(|body| body.velocity);
        body.or_else(|| self.world.motion(self.owner()).map(|motion| motion.linear)).unwrap_or_default()
    }

    /// The first solid thing within so many units the way that the entity faces, from where it is, itself passed over.
    /// Triggers are passed through.
    #[must_use]
    pub fn raycast_in_place(&self, distance: f32) -> Option<RayHit> {
        self.raycast(self.world_position(), self.forward(), distance)
    }

    /// The first solid thing within so many units from a place in a direction, the entity itself passed over.
    #[must_use]
    pub fn raycast(&self, origin: Vec3, direction: Vec3, distance: f32) -> Option<RayHit> {
        let direction = direction.try_normalize()?;
        let sound = origin.is_finite() && distance.is_finite() && distance > 0.0;
        let ray = Ray { origin, direction, distance, ignore: Some(self.owner()) };
        sound.then(|| self.scene.raycast(self.world, &ray))?
    }

    /// Whether nothing solid stands between the entity's eyes and another's, within so many units.
    #[must_use]
    pub fn can_see(&self, other: EntityId, distance: f32) -> bool {
        let (from, to) = (self.scene.eye(self.world, self.owner()), self.scene.eye(self.world, other));
        let way = to - from;
        let length = way.length();
        if !self.world.is_active(other) || length > distance {
            return false;
        }
        self.raycast(from, way, length).is_none_or(|hit| hit.entity == Some(other))
    }
}
