//! The pull downwards.
//!
//! Half of a tick's gravity is applied before the move and half after it. The place after `n` ticks is then exactly
//! that of the parabola, `v t - g t^2 / 2` with `t = n dt`, whatever the tick rate: this is the velocity Verlet scheme
//! (Swope, Andersen, Berens and Wilson 1982), which is exact under a constant force.

use crate::mover::Mover;
use crate::world::CollisionWorld;

impl<W: CollisionWorld + ?Sized> Mover<'_, W> {
    /// Applies half of a tick's gravity, times `share`.
    pub(crate) fn half_gravity(&mut self, share: f32) {
        self.state.velocity.z -= self.parameters.gravity * self.seconds * 0.5 * share;
    }
}
