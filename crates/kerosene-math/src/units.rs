//! What numbers mean: lengths, axes and the size of the world.
//!
//! One unit is one inch. The coordinate system is right-handed: X points forward, Y left, Z up. Angles are in
//! degrees: pitch (looking down is positive), yaw (counter-clockwise as seen from above), roll (clockwise as seen
//! from behind, looking forward); see [`crate::Angles`].

use crate::{DAabb, DVec3, Vec3};

/// The world reaches from minus to plus this many units on each axis.
pub const WORLD_LIMIT: f64 = 16_384.0;

/// Units in a metre: one unit is exactly 0.0254 m.
pub const UNITS_PER_METRE: f64 = 1.0 / METRES_PER_UNIT;

/// Metres in a unit.
pub const METRES_PER_UNIT: f64 = 0.0254;

/// The direction that an entity with all angles zero faces.
pub const FORWARD: Vec3 = Vec3::X;

/// Left of [`FORWARD`].
pub const LEFT: Vec3 = Vec3::Y;

/// Against gravity.
pub const UP: Vec3 = Vec3::Z;

/// The box that holds the world.
///
/// ```
/// use kerosene_math::{DVec3, units};
/// assert!(units::world_bounds().contains(DVec3::splat(units::WORLD_LIMIT)));
/// assert!(!units::world_bounds().contains(DVec3::splat(units::WORLD_LIMIT + 1.0)));
/// ```
#[must_use]
pub const fn world_bounds() -> DAabb {
    DAabb::new(DVec3::splat(-WORLD_LIMIT), DVec3::splat(WORLD_LIMIT))
}
