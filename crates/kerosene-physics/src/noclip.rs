//! Flying through everything.

use crate::mover::Mover;
use crate::world::CollisionWorld;

impl<W: CollisionWorld + ?Sized> Mover<'_, W> {
    /// Moves along the view at once, without acceleration, collision or gravity.
    pub(crate) fn noclip_move(&mut self) {
        let basis = self.command.view.basis();
        let wish = basis.forward * self.command.forward + basis.right * self.command.side;
        let wish = wish + kerosene_math::Vec3::Z * self.command.up;
        let speed = self.wish_speed_limit() * self.parameters.noclip_speed_scale;
        self.state.velocity = wish.clamp_length_max(1.0) * speed;
        self.state.origin += self.state.velocity * self.seconds;
    }
}
