//! Movers with two ends: doors, buttons, platforms.
//!
//! *Home* is where the mover is when nobody has done anything, *away* is the other end. The engine moves it; what is kept
//! here is where it goes and when exactly it is there. Times are counted from the exact moments of arriving and turning
//! back, not from the ticks that notice them, so a mover keeps its timetable at any tick rate. A mover that was held up
//! is late, and counts from the tick in which it came.

use kerosene_entity::{Due, EntityId, EntityWorld, Motion, Pose, PoseAngles};
use kerosene_math::Vec3;
use kerosene_world::{Component, FieldKind, FieldType};

/// Where a mover is on its way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Phase {
    /// At rest where it began.
    #[default]
    Home,
    /// On its way to the other end.
    Leaving,
    /// At rest at the other end.
    Away,
    /// On its way back.
    Returning,
}

impl FieldType for Phase {
    const KIND: FieldKind = FieldKind::Int;

    fn load(bytes: &[u8]) -> Self {
        match i64::load(bytes) {
            1 => Self::Leaving,
            2 => Self::Away,
            3 => Self::Returning,
            _ => Self::Home,
        }
    }

    fn store(&self, bytes: &mut [u8]) {
        (*self as i64).store(bytes);
    }
}

impl Phase {
    /// Whether the mover is at the other end or on its way there.
    pub(crate) fn is_outward(self) -> bool {
        matches!(self, Self::Leaving | Self::Away)
    }

    /// Whether it moves.
    pub(crate) fn is_moving(self) -> bool {
        matches!(self, Self::Leaving | Self::Returning)
    }
}

/// The state of a mover with two ends. Poses are in the parent's frame.
#[derive(Component, Debug, Clone, Copy, PartialEq, Default)]
#[component(name = "two_way")]
pub(crate) struct TwoWay {
    /// Position of the one end.
    #[field(key = "")]
    home: Vec3,
    /// Angles of the one end.
    #[field(key = "")]
    home_angles: PoseAngles,
    /// Position of the other end.
    #[field(key = "")]
    away: Vec3,
    /// Angles of the other end.
    #[field(key = "")]
    away_angles: PoseAngles,
    /// Where it is on its way.
    #[field(key = "")]
    pub(crate) phase: Phase,
    /// When it arrives, or arrived; never for one that was held up.
    #[field(key = "")]
    due: Due,
    /// When it goes back by itself.
    #[field(key = "")]
    back: Due,
    /// Whether somebody stands in its way.
    #[field(key = "")]
    held: bool,
    /// Who set it going.
    #[field(key = "")]
    pub(crate) activator: Option<EntityId>,
}

impl TwoWay {
    /// A mover at rest between two ends.
    pub(crate) fn between(home: Pose, away: Pose, phase: Phase) -> Self {
        Self {
            home: home.origin,
            home_angles: home.angles,
            away: away.origin,
            away_angles: away.angles,
            phase,
            ..Self::default()
        }
    }

    /// The one end.
    pub(crate) fn home(self) -> Pose {
        Pose { origin: self.home, angles: self.home_angles }
    }

    /// The other end.
    pub(crate) fn away(self) -> Pose {
        Pose { origin: self.away, angles: self.away_angles }
    }
}

/// Puts a mover to rest at one of its ends, as a level begins.
pub(crate) fn settle(world: &mut EntityWorld, mover: EntityId, home: Pose, away: Pose, phase: Phase) {
    let state = TwoWay::between(home, away, phase);
    world.insert(mover, state);
    world.set_local_pose(mover, if phase == Phase::Away { away } else { home });
}

/// Where a mover is on its way.
pub(crate) fn phase(world: &EntityWorld, mover: EntityId) -> Phase {
    world.get::<TwoWay>(mover).unwrap_or_default().phase
}

/// Sends a mover to the other end or back, from where it is, at a speed in units a second, or degrees a second for one
/// that only turns. A mover that goes back by itself starts at the moment that was set for it.
pub(crate) fn depart(world: &mut EntityWorld, mover: EntityId, outward: bool, speed: f32) {
    let now = world.time();
    let from = world.local_pose(mover);
    let Some(mut state) = world.get_mut::<TwoWay>(mover) else { return };
    let start = state.back.time().filter(|&back| !outward && back <= now).unwrap_or(now);
    let to = if outward { state.away() } else { state.home() };
    let motion = Motion::between(from, to, speed, start);
    state.phase = if outward { Phase::Leaving } else { Phase::Returning };
    state.due = motion.finish;
    state.back = Due::NEVER;
    state.held = false;
    drop(state);
    world.think_never(mover);
    world.set_motion(mover, motion);
}

/// Changes the other end, for the next departure.
pub(crate) fn redirect(world: &mut EntityWorld, mover: EntityId, away: Pose) {
    if let Some(mut state) = world.get_mut::<TwoWay>(mover) {
        state.away = away.origin;
        state.away_angles = away.angles;
    }
}

/// Notes who sets a mover going.
pub(crate) fn set_activator(world: &mut EntityWorld, mover: EntityId, activator: Option<EntityId>) {
    if let Some(mut state) = world.get_mut::<TwoWay>(mover) {
        state.activator = activator;
    }
}

/// The mover has arrived: which end it is at.
pub(crate) fn arrive(world: &mut EntityWorld, mover: EntityId) -> Phase {
    let now = world.time();
    let Some(mut state) = world.get_mut::<TwoWay>(mover) else { return Phase::Home };
    state.phase = if state.phase.is_outward() { Phase::Away } else { Phase::Home };
    state.due = Due::at(state.due.time().unwrap_or(now));
    state.held = false;
    state.phase
}

/// Lets a mover that has just arrived think so many seconds after it did.
pub(crate) fn return_after(world: &mut EntityWorld, mover: EntityId, seconds: f32) {
    let now = world.time();
    let Some(mut state) = world.get_mut::<TwoWay>(mover) else { return };
    let moment = state.due.time().unwrap_or(now).after(seconds);
    state.back = Due::at(moment);
    drop(state);
    world.think_at(mover, moment);
}

/// Lets a mover that waits to go back do so in so many seconds from now.
pub(crate) fn return_from_now(world: &mut EntityWorld, mover: EntityId, seconds: f32) {
    let moment = world.time().after(seconds);
    let Some(mut state) = world.get_mut::<TwoWay>(mover).filter(|state| state.back.time().is_some()) else { return };
    state.back = Due::at(moment);
    drop(state);
    world.think_at(mover, moment);
}

/// Somebody is in a mover's way, and it is late for it. True in the first tick of it.
pub(crate) fn hold_up(world: &mut EntityWorld, mover: EntityId) -> bool {
    if let Some(mut state) = world.get_mut::<TwoWay>(mover) {
        state.due = Due::NEVER;
    }
    meet(world, mover)
}

/// Somebody is in a mover's way, which goes on all the same. True in the first tick of it.
pub(crate) fn meet(world: &mut EntityWorld, mover: EntityId) -> bool {
    world.get_mut::<TwoWay>(mover).is_some_and(|mut state| !std::mem::replace(&mut state.held, true))
}
