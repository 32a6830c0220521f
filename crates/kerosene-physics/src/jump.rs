//! Jumping off the ground.

use crate::command::Buttons;
use crate::mover::Mover;
use crate::parameters::MoveParameters;
use crate::world::CollisionWorld;

/// The speed that carries a jump to `sv_jump_height` under `sv_gravity`: `sqrt(2 g h)`.
pub(crate) fn jump_speed(parameters: &MoveParameters) -> f32 {
    (2.0 * parameters.gravity * parameters.jump_height).max(0.0).sqrt()
}

impl<W: CollisionWorld + ?Sized> Mover<'_, W> {
    /// Jumps if the button went down while on the ground.
    ///
    /// This comes before friction: a player who jumps in the tick after landing loses no speed to the ground, and
    /// nothing caps the speed of one who jumps again and again. Movement by such jumps is a skill of the tradition.
    /// What the player stands on gives its velocity along: a jump on a train lands on the train.
    pub(crate) fn try_jump(&mut self) {
        if !self.pressed(Buttons::JUMP) || self.state.on_ground.is_none() {
            return;
        }
        self.state.velocity.z = jump_speed(self.parameters);
        self.leave_ground();
        self.events.jumped = true;
    }
}
