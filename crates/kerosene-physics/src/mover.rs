//! One move in progress: the inputs, the state being changed, and the questions asked of the world.

use crate::command::PlayerCommand;
use crate::events::{MoveEvents, Touched};
use crate::hull::Hull;
use crate::parameters::MoveParameters;
use crate::state::PlayerState;
use crate::world::{CollisionWorld, GroundMotion};
use core::cell::Cell;
use kerosene_bsp::{Contents, Trace, TraceRequest};
use kerosene_math::Vec3;

/// The working set of one [`player_move`](crate::player_move); each mechanism adds its part in a file of its own.
pub(crate) struct Mover<'a, W: ?Sized> {
    pub(crate) world: &'a W,
    pub(crate) parameters: &'a MoveParameters,
    pub(crate) command: PlayerCommand,
    pub(crate) state: &'a mut PlayerState,
    pub(crate) events: MoveEvents,
    /// What slides ran into; they are worked out on the side, so that it is noted through a shared reference.
    pub(crate) touched: Cell<Touched>,
    /// Length of the tick, in nanoseconds.
    pub(crate) interval_ns: u64,
    /// The same, in seconds.
    pub(crate) seconds: f32,
}

/// A place and a velocity that are being worked out before they become the player's.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Motion {
    pub(crate) origin: Vec3,
    pub(crate) velocity: Vec3,
}

impl<W: CollisionWorld + ?Sized> Mover<'_, W> {
    /// Sweeps the player's present hull through what is solid to players.
    pub(crate) fn sweep(&self, start: Vec3, end: Vec3) -> Trace {
        self.sweep_mask(start, end, Contents::MASK_PLAYER_SOLID)
    }

    /// Sweeps the player's present hull through the contents of `mask`.
    pub(crate) fn sweep_mask(&self, start: Vec3, end: Vec3, mask: Contents) -> Trace {
        self.world.trace(&TraceRequest { start, end, shape: self.state.hull().shape(), mask })
    }

    /// Whether `hull` overlaps nothing solid at `origin`.
    pub(crate) fn is_free(&self, origin: Vec3, hull: Hull) -> bool {
        let request =
            TraceRequest { start: origin, end: origin, shape: hull.shape(), mask: Contents::MASK_PLAYER_SOLID };
        !self.world.trace(&request).start_solid
    }

    /// Notes what a sweep ran into.
    pub(crate) fn note_touch(&self, model: Option<u32>) {
        let mut touched = self.touched.get();
        touched.add(model);
        self.touched.set(touched);
    }

    /// How the ground that a trace met moves where the player's feet are.
    pub(crate) fn motion_of(&self, model: Option<u32>) -> GroundMotion {
        match model {
            None | Some(0) => GroundMotion::STILL,
            Some(model) => self.world.ground_motion(model, self.state.origin),
        }
    }

    /// The player's place and velocity, to be worked on.
    pub(crate) fn motion(&self) -> Motion {
        Motion { origin: self.state.origin, velocity: self.state.velocity }
    }

    /// Makes a worked-out place and velocity the player's.
    pub(crate) fn adopt(&mut self, motion: Motion) {
        self.state.origin = motion.origin;
        self.state.velocity = motion.velocity;
    }

    /// The velocity with each axis within the limit, and at rest on an axis that is not a number.
    pub(crate) fn bounded(&self, velocity: Vec3) -> Vec3 {
        let limit = self.parameters.max_velocity.max(0.0);
        let axis = |speed: f32| if speed.is_nan() { 0.0 } else { speed.clamp(-limit, limit) };
        Vec3::new(axis(velocity.x), axis(velocity.y), axis(velocity.z))
    }
}
