//! Smoothing the drawn view over steps.

use crate::mover::Mover;
use crate::world::CollisionWorld;

/// Least speed at which the view catches up, in units per second.
const LEAST_SPEED: f32 = 40.0;
/// Share of the distance that it catches up per second.
const RATE: f32 = 10.0;
/// The view never lags by more, in units.
const MOST: f32 = 36.0;

impl<W: CollisionWorld + ?Sized> Mover<'_, W> {
    /// Lets the drawn view catch up for one tick.
    pub(crate) fn decay_step_offset(&mut self) {
        let offset = self.state.step_offset.clamp(-MOST, MOST);
        let speed = (offset.abs() * RATE).max(LEAST_SPEED);
        let left = (offset.abs() - speed * self.seconds).max(0.0);
        self.state.step_offset = if left > 0.0 { left.copysign(offset) } else { 0.0 };
    }
}
