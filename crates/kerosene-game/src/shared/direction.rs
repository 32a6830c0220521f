//! Ways that keys describe with angles.

use kerosene_math::{Aabb, Angles, Vec3};

/// The unit vector that a key such as `movedir` means: it holds pitch, yaw and roll, as in Source and Quake.
///
/// A component close to zero is zero, so that a door along an axis stays on it.
pub(crate) fn direction(angles: Vec3) -> Vec3 {
    tidy(Angles::new(angles.x, angles.y, angles.z).forward())
}

/// The same vector with zeros for what is close to zero.
pub(crate) fn tidy(vector: Vec3) -> Vec3 {
    Vec3::from(vector.to_array().map(|part| if part.abs() < 1e-6 { 0.0 } else { part }))
}

/// How far brushes go to be out of the way along a direction, all but a lip; never less than 0.
pub(crate) fn travel(bounds: Aabb, direction: Vec3, lip: f32) -> f32 {
    let extent = (bounds.size() * direction).abs();
    (extent.x + extent.y + extent.z - lip).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn angles_point_along_axes_exactly() {
        assert_eq!(direction(Vec3::new(0.0, 90.0, 0.0)), Vec3::Y);
        assert_eq!(direction(Vec3::new(-90.0, 0.0, 0.0)), Vec3::Z);
        assert_eq!(direction(Vec3::new(90.0, 0.0, 0.0)), Vec3::NEG_Z);
    }

    #[test]
    fn brushes_travel_by_their_extent_less_the_lip() {
        let bounds = Aabb::new(Vec3::new(-8.0, 0.0, 0.0), Vec3::new(8.0, 64.0, 96.0));
        assert_eq!(travel(bounds, Vec3::NEG_Y, 8.0), 56.0);
        assert_eq!(travel(bounds, Vec3::X, 20.0), 0.0);
    }
}
