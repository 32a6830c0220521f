//! What movement needs to know of the world.

use kerosene_bsp::{Contents, Trace, TraceRequest};
use kerosene_math::Vec3;

/// A world that a player collides with: the compiled map with its doors and lifts, or a few boxes in a test.
///
/// The answers must be pure: the same question about the same world gives the same bits. Movement asks only for
/// [`TraceShape::Box`](kerosene_bsp::TraceShape::Box) sweeps, with solid masks and with [`Contents::LADDER`].
pub trait CollisionWorld {
    /// Sweeps a shape and reports the first thing of the request's mask that it meets.
    ///
    /// The end must be clear of what was hit (pulled back by a small distance), and a sweep with `start == end` must
    /// report [`Trace::start_solid`] where the shape overlaps something. Touching is not overlapping.
    fn trace(&self, request: &TraceRequest) -> Trace;

    /// Everything that fills `point`, as a union: solid, liquids, ladders, triggers.
    fn point_contents(&self, point: Vec3) -> Contents;

    /// How a model moved in the last tick, at a place on it: what who stands there goes along with.
    ///
    /// The world itself (model 0) is never asked about. Worlds in which nothing moves need not answer.
    fn ground_motion(&self, model: u32, point: Vec3) -> GroundMotion {
        let _ = (model, point);
        GroundMotion::STILL
    }
}

/// How the ground at one place moves.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct GroundMotion {
    /// Velocity of the model itself, units per second. Who stands on it is carried by whatever moves the model
    /// ([`crate::pusher`]), not by [`crate::player_move`].
    pub carried: Vec3,
    /// Velocity of the surface along a model that does not itself move so, units per second: a conveyor belt.
    /// [`crate::player_move`] moves who stands on it.
    pub conveyor: Vec3,
}

impl GroundMotion {
    /// Not at all.
    pub const STILL: Self = Self { carried: Vec3::ZERO, conveyor: Vec3::ZERO };

    /// What a velocity relative to the ground lacks of one in the world.
    #[must_use]
    pub fn total(&self) -> Vec3 {
        self.carried + self.conveyor
    }
}

impl<W: CollisionWorld + ?Sized> CollisionWorld for &W {
    fn trace(&self, request: &TraceRequest) -> Trace {
        (**self).trace(request)
    }

    fn point_contents(&self, point: Vec3) -> Contents {
        (**self).point_contents(point)
    }

    fn ground_motion(&self, model: u32, point: Vec3) -> GroundMotion {
        (**self).ground_motion(model, point)
    }
}
