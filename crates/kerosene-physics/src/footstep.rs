//! Counting steps.

use crate::events::Footstep;
use crate::mover::Mover;
use crate::world::CollisionWorld;
use kerosene_math::Vec3;

impl<W: CollisionWorld + ?Sized> Mover<'_, W> {
    /// Adds the ground covered since `before` to the stride, and reports a foot put down when it is full.
    pub(crate) fn count_steps(&mut self, before: Vec3) {
        let speed = self.state.velocity.with_z(0.0).length();
        let Some(ground) = self.state.on_ground else { return };
        if speed < self.parameters.footstep_min_speed {
            self.state.stride = 0.0;
            return;
        }
        self.state.stride += (self.state.origin - before).with_z(0.0).length();
        if self.state.stride >= self.parameters.footstep_stride {
            // What is over counts for the next one, so that the mean is the stride at every speed and tick rate.
            self.state.stride %= self.parameters.footstep_stride;
            self.events.footstep = Some(Footstep { texinfo: ground.texinfo, model: ground.model, speed });
        }
    }
}
