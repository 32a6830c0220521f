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
}

impl<W: CollisionWorld + ?Sized> CollisionWorld for &W {
    fn trace(&self, request: &TraceRequest) -> Trace {
        (**self).trace(request)
    }

    fn point_contents(&self, point: Vec3) -> Contents {
        (**self).point_contents(point)
    }
}
