//! What scripts ask of the world around the entities: the seam to collision and to what moves by physics.

use kerosene_entity::{EntityId, EntityWorld};
use kerosene_math::Vec3;

/// A question for what lies in a straight line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ray {
    /// Where it begins, in units.
    pub origin: Vec3,
    /// Which way; of length 1.
    pub direction: Vec3,
    /// How far, in units.
    pub distance: f32,
    /// Whom it passes through: who asks.
    pub ignore: Option<EntityId>,
}

/// What a ray hits first.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct RayHit {
    /// The entity; `None` for the world.
    pub entity: Option<EntityId>,
    /// Where, in units.
    pub point: Vec3,
    /// Which way the surface faces.
    pub normal: Vec3,
    /// How far it is, in units.
    pub distance: f32,
}

/// Something that moves by physics.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Body {
    /// Units a second.
    pub velocity: Vec3,
    /// In kilograms.
    pub mass: f32,
}

/// The world around the entities. Whoever runs scripts has one; all is read.
pub trait Scene {
    /// The first solid thing in the way of a ray: triggers are passed through.
    fn raycast(&self, world: &EntityWorld, ray: &Ray) -> Option<RayHit>;

    /// The body of an entity that physics moves.
    fn body(&self, world: &EntityWorld, entity: EntityId) -> Option<Body>;

    /// Whether an entity is a player.
    fn is_player(&self, world: &EntityWorld, entity: EntityId) -> bool;

    /// Where an entity looks from, in units: its eyes, else its middle.
    fn eye(&self, world: &EntityWorld, entity: EntityId) -> Vec3 {
        world.origin(entity)
    }
}

/// A world without anything in it, for tests and tools.
#[derive(Debug, Clone, Copy, Default)]
pub struct EmptyScene;

impl Scene for EmptyScene {
    fn raycast(&self, _: &EntityWorld, _: &Ray) -> Option<RayHit> {
        None
    }

    fn body(&self, _: &EntityWorld, _: EntityId) -> Option<Body> {
        None
    }

    fn is_player(&self, world: &EntityWorld, entity: EntityId) -> bool {
        world.player() == Some(entity)
    }
}
