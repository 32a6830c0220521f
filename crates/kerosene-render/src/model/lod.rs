//! How finely a model is drawn.

use crate::eye::Eye;
use kerosene_math::Aabb;

/// A level of detail is fine enough where its error is at most so many pixels on the screen.
const PIXELS: f32 = 1.0;

/// The coarsest level of detail whose error is not seen, by the errors of all levels, in units of the model; `scale` is how
/// large the model stands there and `bounds` what it fills in the world.
pub(crate) fn choose(errors: &[f32], scale: f32, bounds: &Aabb, eye: &Eye) -> usize {
    // The part of it that is nearest is seen largest.
    let nearest = eye.origin.clamp(bounds.min, bounds.max);
    let distance = nearest.distance(eye.origin);
    let allowed = PIXELS * distance / (eye.pixels_per_unit() * scale.abs().max(1e-6));
    errors.iter().rposition(|error| *error <= allowed).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use crate::frame::Camera;
    use kerosene_asset::Level;
    use kerosene_math::{Pcg32, Vec3};

    #[test]
    fn the_error_on_the_screen_is_at_most_a_pixel_and_the_next_would_be_more() {
        let (errors, mut random) = ([0.0, 0.2, 0.5, 2.0], Pcg32::new(9, 0));
        let mut seen = [0; 4];
        for _ in 0..2000 {
            let fov = random.between(30.0, 110.0);
            let eye = Eye::new(&Camera { fov, ..Camera::default() }, [1920, 1080]);
            let distance = random.between(1.0, 3000.0);
            let scale = random.between(0.5, 3.0);
            let bounds = Aabb::new(Vec3::new(distance, -10.0, -10.0), Vec3::new(distance + 20.0, 10.0, 10.0));
            let level = choose(&errors, scale, &bounds, &eye);
            seen[level] += 1;
            // Straight ahead, a unit covers as many pixels as the screen's rows say.
            let pixels = |error: f32| error * scale * 540.0 / (eye.slopes.y * distance);
            assert!(pixels(errors[level]) <= 1.001);
            assert!(errors.get(level + 1).is_none_or(|error| pixels(*error) > 0.999));
        }
        assert!(seen.iter().all(|count| *count > 20), "{seen:?}");
    }

    #[test]
    fn on_a_square_screen_of_90_degrees_it_is_what_the_format_says() {
        let level = Level { error: 0.5, meshes: vec![] };
        // A screen of 4:3 that is 90 degrees high.
        let fov = 2.0 * kerosene_math::deterministic::atan(4.0_f32 / 3.0).to_degrees();
        let eye = Eye::new(&Camera { fov, ..Camera::default() }, [1080, 1080]);
        let at = |distance: f32| choose(&[0.0, 0.5], 1.0, &Aabb::around(Vec3::X * distance, Vec3::ZERO), &eye);
        let distance = level.distance(1080.0, 1.0);
        assert_eq!((at(distance - 0.5), at(distance + 0.5)), (0, 1));
    }

    #[test]
    fn around_the_eyes_it_is_as_fine_as_can_be() {
        let eye = Eye::new(&Camera::default(), [640, 480]);
        assert_eq!(choose(&[0.0, 0.1], 1.0, &Aabb::around(Vec3::ZERO, Vec3::splat(100.0)), &eye), 0);
    }
}
