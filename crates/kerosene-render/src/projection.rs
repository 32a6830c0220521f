//! From the level to the picture: the camera's matrix and the cone of what it sees.

use crate::frame::Camera;
use kerosene_math::{Mat4, Vec3, Vec4, deterministic};

/// Height of a screen whose width the field of view is given for.
const SCREEN_HEIGHT: f32 = 3.0 / 4.0;

/// A camera's view of a picture of a certain shape.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Projection {
    /// From the level to clip space. Depth is reversed: 1 at [`Camera::near`], falling to 0 without a far end.
    pub matrix: Mat4,
    /// Place of the camera.
    pub origin: Vec3,
    /// Unit vector ahead.
    pub forward: Vec3,
    /// From the middle of the picture at distance 1 to its right edge.
    pub right: Vec3,
    /// From the middle of the picture at distance 1 to its upper edge.
    pub up: Vec3,
}

impl Projection {
    /// What `camera` sees in a picture of `size` pixels.
    ///
    /// ```
    /// use kerosene_math::{Vec3, Vec4};
    /// use kerosene_render::{Camera, Projection};
    ///
    /// let projection = Projection::new(&Camera::default(), [400, 300]);
    /// // A quarter turn: what is as far to the left as ahead is at the picture's left edge.
    /// let clip = projection.matrix * Vec4::new(10.0, 10.0, 0.0, 1.0);
    /// assert!((clip.x / clip.w + 1.0).abs() < 1e-5 && clip.z / clip.w > 0.0);
    /// ```
    #[must_use]
    pub fn new(camera: &Camera, size: [u32; 2]) -> Self {
        let [forward, right, up] = camera.angles.vectors();
        let half = camera.fov.clamp(1.0, 170.0).to_radians() * 0.5;
        let height = deterministic::tan(half) * SCREEN_HEIGHT;
        let width = height * size[0].max(1) as f32 / size[1].max(1) as f32;
        Self::along(camera.origin, forward, right * width, up * height, camera.near)
    }

    /// What is seen from a place, by the unit vector ahead and those to the right and the upper edge at distance 1.
    pub(crate) fn along(origin: Vec3, forward: Vec3, right: Vec3, up: Vec3, near: f32) -> Self {
        let row = |direction: Vec3| direction.extend(-direction.dot(origin));
        let (across, upright) = (right / right.length_squared(), up / up.length_squared());
        let rows = [row(across), row(upright), Vec4::new(0.0, 0.0, 0.0, near.max(0.01)), row(forward)];
        let matrix = Mat4::from_cols(rows[0], rows[1], rows[2], rows[3]).transpose();
        Self { matrix, origin, forward, right, up }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use kerosene_math::Angles;

    #[test]
    fn depth_is_one_at_the_near_plane_and_falls_to_nothing() {
        let camera =
            Camera { origin: Vec3::new(5.0, 6.0, 7.0), angles: Angles::new(10.0, 130.0, 0.0), ..Camera::default() };
        let projection = Projection::new(&camera, [1280, 720]);
        let depth = |far: f32| {
            let clip = projection.matrix * (projection.origin + projection.forward * far).extend(1.0);
            assert!((clip.x / clip.w).abs() < 1e-3 && (clip.y / clip.w).abs() < 1e-3);
            clip.z / clip.w
        };
        assert!((depth(camera.near) - 1.0).abs() < 1e-4);
        assert!(depth(100.0) > depth(101.0) && depth(1e6) > 0.0);
    }

    #[test]
    fn wider_screens_show_more_and_no_less_height() {
        let (narrow, wide) =
            (Projection::new(&Camera::default(), [400, 300]), Projection::new(&Camera::default(), [800, 300]));
        assert_eq!(narrow.up, wide.up);
        assert_eq!(narrow.right * 2.0, wide.right);
    }
}
