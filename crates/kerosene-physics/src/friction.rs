//! What slows a player down.

use kerosene_math::Vec3;

/// Below this speed, in units per second, friction stops a player outright.
const REST_SPEED: f32 = 0.1;

/// The velocity after `seconds` of friction, an explicit step of `dv/dt = -friction * max(v, stop_speed)`.
///
/// Above `stop_speed` the speed decays geometrically, `v' = v * (1 - friction * seconds)`; below it, it falls by a
/// constant amount per tick, so that a player comes to rest in finite time (Quake's rule, id Software 1996).
pub(crate) fn with_friction(velocity: Vec3, friction: f32, stop_speed: f32, seconds: f32) -> Vec3 {
    let speed = velocity.length();
    if speed < REST_SPEED {
        return Vec3::ZERO;
    }
    let drop = speed.max(stop_speed) * friction * seconds;
    velocity * ((speed - drop).max(0.0) / speed)
}
