//! Flying through the air.

use crate::accelerate::air_accelerated;
use crate::mover::Mover;
use crate::world::CollisionWorld;

impl<W: CollisionWorld + ?Sized> Mover<'_, W> {
    /// Air acceleration between the halves of gravity. Steep ramps only deflect: that is surfing.
    pub(crate) fn air_move(&mut self) {
        let falling_before = -self.state.velocity.z;
        self.half_gravity(1.0);
        self.state.velocity = air_accelerated(
            self.state.velocity,
            self.level_wish(),
            self.parameters.air_accelerate,
            self.parameters.air_max_wish_speed,
            self.seconds,
        );
        let slide = self.slide(self.motion());
        self.adopt(slide.motion);
        self.half_gravity(1.0);
        let fall_seconds = slide.first_contact.unwrap_or(self.seconds);
        self.state.fall_speed = (falling_before + self.parameters.gravity * fall_seconds).max(0.0);
    }
}
