//! Walking on the ground.

use crate::accelerate::accelerated;
use crate::friction::with_friction;
use crate::mover::{Motion, Mover};
use crate::state::Ground;
use crate::step::rise_along;
use crate::world::CollisionWorld;

impl<W: CollisionWorld + ?Sized> Mover<'_, W> {
    /// Friction, then acceleration, then the move. The order matters: friction after acceleration would take from
    /// the full speed and feel mushy.
    pub(crate) fn walk_move(&mut self, ground: Ground) {
        let level = with_friction(
            self.state.velocity.with_z(0.0),
            self.parameters.friction,
            self.parameters.stop_speed,
            self.seconds,
        );
        let level = accelerated(level, self.level_wish(), self.parameters.accelerate, self.seconds);
        // The belt moves who stands on it without being anyone's own speed.
        let belt = self.motion_of(ground.model).conveyor.with_z(0.0);
        let level = level + belt;
        // Along the slope, with the level speed kept: a slope that can be walked costs no speed.
        let velocity = level.with_z(rise_along(ground.normal, level));
        let end = self.slide_with_steps(Motion { origin: self.state.origin, velocity });
        self.adopt(Motion { velocity: end.velocity.with_z(0.0) - belt, ..end });
        self.stay_on_ground();
    }
}
