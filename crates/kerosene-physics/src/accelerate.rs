//! What speeds a player up.

use crate::wish::Wish;
use kerosene_math::Vec3;

/// The velocity after `seconds` of acceleration on the ground or in water.
///
/// Only the speed *along the wished direction* is compared with the wish (Quake, id Software 1996): whatever one has
/// across it is neither counted nor taken away.
pub(crate) fn accelerated(velocity: Vec3, wish: Wish, acceleration: f32, seconds: f32) -> Vec3 {
    push(velocity, wish, wish.speed, acceleration, seconds)
}

/// The velocity after `seconds` of acceleration in the air.
///
/// The wish counts for at most `max_wish_speed` when it is compared with the speed along it, but in full for the
/// rate. Turning while strafing therefore gains speed: a push of `a` across a velocity `v` gives `sqrt(v^2 + a^2)`.
pub(crate) fn air_accelerated(
    velocity: Vec3,
    wish: Wish,
    acceleration: f32,
    max_wish_speed: f32,
    seconds: f32,
) -> Vec3 {
    push(velocity, wish, wish.speed.min(max_wish_speed), acceleration, seconds)
}

/// Adds speed along the wish, at the rate the wish asks for, until the speed along it is `target`.
fn push(velocity: Vec3, wish: Wish, target: f32, acceleration: f32, seconds: f32) -> Vec3 {
    let missing = target - velocity.dot(wish.direction);
    if missing <= 0.0 {
        return velocity;
    }
    velocity + wish.direction * (acceleration * wish.speed * seconds).min(missing)
}
