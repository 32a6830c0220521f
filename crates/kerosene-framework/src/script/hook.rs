//! The moments of a script's life.

use crate::events::Event;
use crate::handle::{TimerId, TweenId};
use kerosene_entity::EntityId;
use kerosene_world::TextId;

/// A moment at which a script is called, with what comes with it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Hook {
    /// It is bound to its entity; its fields hold what it was written with.
    Awake,
    /// Its fields hold what the mapper wrote.
    Start,
    /// A tick, after entities and movers: seconds.
    Update(f32),
    /// A tick, before players and movers move: seconds.
    PhysicsUpdate(f32),
    /// Somebody enters the entity's volume.
    TriggerEnter(EntityId),
    /// Somebody leaves it.
    TriggerExit(EntityId),
    /// Something that it subscribed to.
    Event(Event),
    /// A task of it is due.
    Timer {
        /// The timer.
        timer: TimerId,
        /// Name of the task.
        task: TextId,
    },
    /// A tween of it is done that names a task.
    TweenDone {
        /// The tween.
        tween: TweenId,
        /// Name of the task.
        task: TextId,
    },
    /// It or its entity goes.
    Destroy,
}

bitflags::bitflags! {
    /// Hooks that a script has.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
    pub struct Hooks: u16 {
        /// [`Hook::Awake`].
        const AWAKE = 1;
        /// [`Hook::Start`].
        const START = 1 << 1;
        /// [`Hook::Update`].
        const UPDATE = 1 << 2;
        /// [`Hook::PhysicsUpdate`].
        const PHYSICS_UPDATE = 1 << 3;
        /// [`Hook::TriggerEnter`].
        const TRIGGER_ENTER = 1 << 4;
        /// [`Hook::TriggerExit`].
        const TRIGGER_EXIT = 1 << 5;
        /// [`Hook::Event`].
        const EVENT = 1 << 6;
        /// [`Hook::Timer`].
        const TIMER = 1 << 7;
        /// [`Hook::TweenDone`].
        const TWEEN_DONE = 1 << 8;
        /// [`Hook::Destroy`].
        const DESTROY = 1 << 9;
    }
}

impl Hook {
    /// Which one it is.
    #[must_use]
    #[inline]
    pub const fn kind(&self) -> Hooks {
        match self {
            Self::Awake => Hooks::AWAKE,
            Self::Start => Hooks::START,
            Self::Update(_) => Hooks::UPDATE,
            Self::PhysicsUpdate(_) => Hooks::PHYSICS_UPDATE,
            Self::TriggerEnter(_) => Hooks::TRIGGER_ENTER,
            Self::TriggerExit(_) => Hooks::TRIGGER_EXIT,
            Self::Event(_) => Hooks::EVENT,
            Self::Timer { .. } => Hooks::TIMER,
            Self::TweenDone { .. } => Hooks::TWEEN_DONE,
            Self::Destroy => Hooks::DESTROY,
        }
    }

    /// Its name in scripts, `on_update`.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Awake => "on_awake",
            Self::Start => "on_start",
            Self::Update(_) => "on_update",
            Self::PhysicsUpdate(_) => "on_physics_update",
            Self::TriggerEnter(_) => "on_trigger_enter",
            Self::TriggerExit(_) => "on_trigger_exit",
            Self::Event(_) => "on_event",
            Self::Timer { .. } => "on_timer",
            Self::TweenDone { .. } => "on_tween_done",
            Self::Destroy => "on_destroy",
        }
    }
}
