//! Shakes of the view.

use kerosene_entity::ShakeRequest;
use kerosene_math::{Angles, Vec3, deterministic};

/// Most shakes at once.
const MOST: usize = 16;

/// The shakes that are felt.
#[derive(Debug, Default)]
pub(crate) struct Shakes {
    list: Vec<(ShakeRequest, f32, f64)>,
}

impl Shakes {
    /// A shake begins, so many units away from the eye. One of no strength ends all others, as Source has it.
    pub(crate) fn begin(&mut self, shake: ShakeRequest, distance: f32, now: f64) {
        if shake.amplitude <= 0.0 {
            self.list.clear();
            return;
        }
        let near = if shake.radius > 0.0 { 1.0 - (distance / shake.radius).min(1.0) } else { 1.0 };
        self.list.retain(|(other, _, began)| now - began < f64::from(other.duration));
        if near > 0.0 && self.list.len() < MOST {
            self.list.push((shake, near, now));
        }
    }

    /// How far the view is out of its place, and turned.
    pub(crate) fn offset(&self, on_ground: bool, now: f64) -> (Vec3, Angles) {
        let (mut place, mut turn) = (Vec3::ZERO, Angles::ZERO);
        for (shake, near, began) in &self.list {
            let (since, duration) = (now - began, f64::from(shake.duration));
            if !(0.0..duration).contains(&since) || !(on_ground || shake.in_air) {
                continue;
            }
            let left = (1.0 - since / duration) as f32;
            let strength = shake.amplitude * near * left * left;
            // Three frequencies that never meet again, so that nobody sees a circle.
            let wave = |factor: f64| {
                let turns = since * f64::from(shake.frequency) * factor;
                deterministic::sin_cos_degrees(turns.fract() * 360.0).0 as f32
            };
            let waves = Vec3::new(wave(1.0), wave(1.37), wave(1.73));
            place += waves * strength * 0.5;
            turn.roll += wave(0.83) * strength * 0.25 + shake.angles.roll * left;
            turn.pitch += shake.angles.pitch * left;
            turn.yaw += shake.angles.yaw * left;
        }
        (place, turn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shake(amplitude: f32, radius: f32) -> ShakeRequest {
        ShakeRequest { amplitude, frequency: 5.0, duration: 2.0, radius, in_air: false, angles: Angles::ZERO }
    }

    #[test]
    fn it_is_felt_near_on_the_ground_and_while_it_lasts() {
        let mut shakes = Shakes::default();
        shakes.begin(shake(8.0, 100.0), 200.0, 0.0);
        assert_eq!(shakes.offset(true, 0.13).0, Vec3::ZERO, "too far away");
        shakes.begin(shake(8.0, 100.0), 50.0, 0.0);
        assert_ne!(shakes.offset(true, 0.13).0, Vec3::ZERO);
        assert_eq!(shakes.offset(false, 0.13).0, Vec3::ZERO, "in the air");
        assert_eq!(shakes.offset(true, 2.1).0, Vec3::ZERO, "over");
        shakes.begin(shake(0.0, 0.0), 0.0, 0.1);
        assert_eq!(shakes.offset(true, 0.13).0, Vec3::ZERO, "stopped");
    }
}
