//! The view sways as one walks.

use kerosene_engine::Player;
use kerosene_math::{Vec3, deterministic};

/// Units of ground for a whole sway: two steps.
const STRIDE: f32 = 150.0;

/// How far the view sways at full speed, in units.
const HEIGHT: f32 = 1.5;

/// Speed at which it sways fully, in units a second.
const FULL_SPEED: f32 = 320.0;

/// How quickly the sway comes and goes, per second.
const RATE: f32 = 6.0;

/// Where in a sway one is.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Bob {
    /// Share of a sway that is done, 0 to 1.
    phase: f32,
    /// How strong it is now, 0 to 1.
    strength: f32,
}

impl Bob {
    /// Some time passes for a player; with `on` false the view comes to rest.
    pub(crate) fn advance(&mut self, player: &Player, seconds: f32, on: bool) {
        let walks = on && player.state.on_ground.is_some() && player.condition.is_alive();
        let speed = if walks { player.state.velocity.truncate().length() } else { 0.0 };
        let wanted = (speed / FULL_SPEED).min(1.0);
        self.strength += (wanted - self.strength) * (seconds * RATE).min(1.0);
        self.phase = (self.phase + speed * seconds / STRIDE).fract();
    }

    /// How far the view is out of its place.
    pub(crate) fn offset(&self) -> Vec3 {
        // Twice up and down for each sway: one for each foot.
        let (sin, _) = deterministic::sin_cos_degrees(f64::from(self.phase) * 720.0);
        Vec3::Z * (sin as f32 * HEIGHT * self.strength)
    }
}
