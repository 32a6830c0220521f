//! Flying through everything.

use crate::mover::Mover;
use crate::world::CollisionWorld;
use kerosene_math::Vec3;

impl<W: CollisionWorld + ?Sized> Mover<'_, W> {
    /// Moves along the view at once, without acceleration, collision or gravity.
    pub(crate) fn noclip_move(&mut self) {
        let speed = self.wish_speed_limit() * self.parameters.noclip_speed_scale;
        self.state.velocity = self.bounded(self.view_wish() * speed);
        self.state.origin += self.state.velocity * self.seconds;
        self.state.on_ground = None;
        self.state.base_velocity = Vec3::ZERO;
        self.state.ladder = None;
        self.state.water_jump = None;
        self.state.fall_speed = 0.0;
        self.state.stride = 0.0;
    }
}
