//! What the player wants: input turned into a direction and a speed.

use crate::command::Buttons;
use crate::mover::Mover;
use crate::world::CollisionWorld;
use kerosene_math::{Angles, Vec3};

/// A wished velocity, taken apart because acceleration needs both parts.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Wish {
    /// Unit direction, or zero where nothing is wished.
    pub(crate) direction: Vec3,
    /// Units per second, >= 0.
    pub(crate) speed: f32,
}

impl Wish {
    /// Takes a wished velocity apart.
    pub(crate) fn of_velocity(velocity: Vec3) -> Self {
        let speed = velocity.length();
        if speed > 0.0 && speed.is_finite() {
            Self { direction: velocity / speed, speed }
        } else {
            Self { direction: Vec3::ZERO, speed: 0.0 }
        }
    }
}

impl<W: CollisionWorld + ?Sized> Mover<'_, W> {
    /// The most speed that input can wish for.
    pub(crate) fn wish_speed_limit(&self) -> f32 {
        if self.command.buttons.contains(Buttons::WALK) {
            self.parameters.walk_speed.min(self.parameters.max_speed)
        } else {
            self.parameters.max_speed
        }
    }

    /// Forward, right and up with the view's pitch left out: how a walking player's keys map to the world.
    pub(crate) fn level_vectors(&self) -> [Vec3; 3] {
        Angles::new(0.0, self.command.view.yaw, 0.0).vectors()
    }

    /// What is wished of the level directions, whatever the pitch: on the ground and in the air.
    ///
    /// Diagonals are no faster than one key alone. A ducked player wishes for less while on the ground.
    pub(crate) fn level_wish(&self) -> Wish {
        let [forward, right, _] = self.level_vectors();
        let wish = forward * self.command.forward + right * self.command.side;
        let crawls = self.state.on_ground.is_some() && self.state.duck.has_ducked_hull();
        let scale = if crawls { self.parameters.duck_speed_scale } else { 1.0 };
        Wish::of_velocity(wish.clamp_length_max(1.0) * (self.wish_speed_limit() * scale))
    }

    /// What is wished of all three directions of the view, as a share of full speed, at most 1 long.
    pub(crate) fn view_wish(&self) -> Vec3 {
        let [forward, right, _] = self.command.view.vectors();
        let wish = forward * self.command.forward + right * self.command.side + Vec3::Z * self.command.up;
        wish.clamp_length_max(1.0)
    }
}
