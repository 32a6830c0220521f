//! What a class does: plain functions over the entity world.

use crate::value::Value;
use crate::{EntityId, EntityWorld, Name};
use kerosene_math::Vec3;

/// Runs once for an entity of a fresh map, when every entity of the map exists; or at once for one spawned later.
pub type SpawnHandler = fn(&mut EntityWorld, EntityId);
/// Runs when the entity's [`Think`](crate::Think) is due.
pub type ThinkHandler = fn(&mut EntityWorld, EntityId);
/// Runs after a restore, instead of the spawn handler: for what lives outside the entity, such as a looping sound.
pub type RestoreHandler = fn(&mut EntityWorld, EntityId);
/// Runs when the engine has brought a mover to its destination.
pub type MoveDoneHandler = fn(&mut EntityWorld, EntityId);
/// Runs when an animation that is not looped has ended.
pub type AnimationDoneHandler = fn(&mut EntityWorld, EntityId);
/// Runs when something stands in a mover's way: the mover, then the other.
pub type BlockedHandler = fn(&mut EntityWorld, EntityId, EntityId);
/// Runs when something enters, stays in or leaves the entity's volume.
pub type TouchHandler = fn(&mut EntityWorld, EntityId, &Touch);
/// Runs when the entity is used: the entity, then who uses it.
pub type UseHandler = fn(&mut EntityWorld, EntityId, EntityId);
/// Runs when the entity is hurt.
pub type DamageHandler = fn(&mut EntityWorld, EntityId, &Damage);
/// Runs when an input arrives.
pub type InputHandler = fn(&mut EntityWorld, EntityId, &InputEvent);

/// An input as it arrives at an entity.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct InputEvent {
    /// Name of the input, for handlers that serve several.
    pub input: Name,
    /// The value, already of the kind that the input declares; [`Value::None`] where none came along.
    pub value: Value,
    /// Who set the chain of outputs off.
    pub activator: Option<EntityId>,
    /// Who fired the output.
    pub caller: Option<EntityId>,
}

/// What happens between an entity and its volume.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TouchPhase {
    /// The other came in this tick.
    Start,
    /// The other is still there.
    Stay,
    /// The other left, or is no more.
    End,
}

/// A touch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Touch {
    /// Who touches.
    pub other: EntityId,
    /// Whether it comes, stays or goes.
    pub phase: TouchPhase,
}

bitflags::bitflags! {
    /// What kind of harm it is; Source's bits, so that maps' `damagetype` keys read as they are.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
    pub struct DamageKind: u32 {
        /// Crushed by something that moves.
        const CRUSH = 1;
        /// Shot.
        const BULLET = 1 << 1;
        /// Cut.
        const SLASH = 1 << 2;
        /// Burnt.
        const BURN = 1 << 3;
        /// Frozen.
        const FREEZE = 1 << 4;
        /// Fallen.
        const FALL = 1 << 5;
        /// Caught in an explosion.
        const BLAST = 1 << 6;
        /// Struck.
        const CLUB = 1 << 7;
        /// Electrocuted.
        const SHOCK = 1 << 8;
        /// Drowned.
        const DROWN = 1 << 14;
        /// Poisoned.
        const POISON = 1 << 17;
        /// Dissolved by radiation.
        const RADIATION = 1 << 18;
        /// Eaten by acid.
        const ACID = 1 << 20;
        const _ = !0;
    }
}

/// Harm done to an entity.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Damage {
    /// Points of health.
    pub amount: f32,
    /// What kind of harm it is.
    pub kind: DamageKind,
    /// Who is to blame.
    pub attacker: Option<EntityId>,
    /// What did it: the rocket, the door.
    pub inflictor: Option<EntityId>,
    /// Where, in units.
    pub position: Option<Vec3>,
    /// Which way it pushes, in units a second; zero for not at all.
    pub force: Vec3,
}

impl Damage {
    /// Harm of an amount and a kind, done by nobody in particular.
    pub fn new(amount: f32, kind: DamageKind) -> Self {
        Self { amount, kind, attacker: None, inflictor: None, position: None, force: Vec3::ZERO }
    }

    /// The same with whom to blame and what did it.
    #[must_use]
    pub fn by(mut self, attacker: Option<EntityId>, inflictor: Option<EntityId>) -> Self {
        self.attacker = attacker;
        self.inflictor = inflictor;
        self
    }
}
