//! Where a picture is seen from, as numbers that culling and clusters reckon with.

use crate::frame::Camera;
use crate::projection::Projection;
use crate::visibility::Frustum;
use kerosene_math::{Aabb, Vec2, Vec3};

/// A pair of eyes in front of a screen of a certain size.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Eye {
    /// Where it is.
    pub(crate) origin: Vec3,
    /// Unit vector ahead.
    pub(crate) forward: Vec3,
    /// Unit vector to the right.
    pub(crate) right: Vec3,
    /// Unit vector up.
    pub(crate) up: Vec3,
    /// Half the width and half the height of what is seen one unit away.
    pub(crate) slopes: Vec2,
    /// Nothing nearer is seen.
    pub(crate) near: f32,
    /// Pixels of the screen.
    pub(crate) size: Vec2,
    /// What it sees.
    pub(crate) frustum: Frustum,
}

impl Eye {
    /// The eyes of a camera in front of a screen of `size` pixels.
    pub(crate) fn new(camera: &Camera, size: [u32; 2]) -> Self {
        Self::of(&Projection::new(camera, size), camera.near, size)
    }

    /// The eyes of a projection, which see nothing nearer than `near`.
    pub(crate) fn of(projection: &Projection, near: f32, size: [u32; 2]) -> Self {
        let slopes = Vec2::new(projection.right.length(), projection.up.length());
        Self {
            origin: projection.origin,
            forward: projection.forward,
            right: projection.right / slopes.x,
            up: projection.up / slopes.y,
            slopes,
            near,
            size: Vec2::new(size[0].max(1) as f32, size[1].max(1) as f32),
            frustum: Frustum::new(projection),
        }
    }

    /// A point of the world as the eyes have it: x to the right, y up, z ahead.
    pub(crate) fn in_view(&self, point: Vec3) -> Vec3 {
        self.direction_in_view(point - self.origin)
    }

    /// A direction of the world as the eyes have it.
    pub(crate) fn direction_in_view(&self, direction: Vec3) -> Vec3 {
        Vec3::new(self.right.dot(direction), self.up.dot(direction), self.forward.dot(direction))
    }

    /// How many pixels something one unit large covers that is one unit away.
    pub(crate) fn pixels_per_unit(&self) -> f32 {
        self.size.y * 0.5 / self.slopes.y
    }

    /// Whether any of a box may be seen.
    pub(crate) fn sees_box(&self, bounds: &Aabb) -> bool {
        self.frustum.may_see(bounds.min, bounds.max)
    }

    /// Whether any of a ball may be seen.
    pub(crate) fn sees_sphere(&self, center: Vec3, radius: f32) -> bool {
        self.frustum.may_see_sphere(center, radius)
    }
}

/// The box that holds a box after it was made larger, turned and moved (Arvo, "Transforming axis-aligned bounding boxes",
/// Graphics Gems, 1990).
pub(crate) fn transformed(bounds: &Aabb, axes: [Vec3; 3], origin: Vec3, scale: f32) -> Aabb {
    let (center, half) = (bounds.center() * scale, bounds.size() * (0.5 * scale.abs()));
    let [x, y, z] = axes;
    let middle = origin + x * center.x + y * center.y + z * center.z;
    let reach = x.abs() * half.x + y.abs() * half.y + z.abs() * half.z;
    Aabb::new(middle - reach, middle + reach)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use kerosene_math::{Angles, Pcg32};

    #[test]
    fn the_screen_is_where_the_slopes_say() {
        let angles = Angles::new(20.0, 130.0, 10.0);
        let camera = Camera { origin: Vec3::new(10.0, -20.0, 64.0), angles, ..Camera::default() };
        let eye = Eye::new(&camera, [1600, 900]);
        let matrix = Projection::new(&camera, [1600, 900]).matrix;
        let corner = eye.origin + (eye.forward + eye.right * eye.slopes.x - eye.up * eye.slopes.y) * 100.0;
        let clip = matrix * corner.extend(1.0);
        assert!((clip.x / clip.w - 1.0).abs() < 1e-4 && (clip.y / clip.w + 1.0).abs() < 1e-4);
        let seen = eye.in_view(corner);
        assert!(seen.abs_diff_eq(Vec3::new(eye.slopes.x, -eye.slopes.y, 1.0) * 100.0, 1e-3));
    }

    #[test]
    fn a_transformed_box_holds_its_transformed_corners() {
        let mut random = Pcg32::new(6, 0);
        for _ in 0..200 {
            let mut number = |low: f32, high: f32| random.between(low, high);
            let low = Vec3::new(number(-9.0, 9.0), number(-9.0, 9.0), number(-9.0, 9.0));
            let bounds = Aabb::new(low, low + Vec3::new(number(0.0, 9.0), number(0.0, 9.0), number(0.0, 9.0)));
            let angles = Angles::new(number(-90.0, 90.0), number(-180.0, 180.0), number(-180.0, 180.0));
            let (turn, scale) = (angles.to_mat3(), number(0.2, 3.0));
            let origin = Vec3::new(number(-50.0, 50.0), 3.0, -7.0);
            let held = transformed(&bounds, [turn.x_axis, turn.y_axis, turn.z_axis], origin, scale);
            let corners = (0..8).map(|corner: usize| {
                let pick = |axis: usize| if corner >> axis & 1 == 0 { bounds.min[axis] } else { bounds.max[axis] };
                origin + turn * (Vec3::new(pick(0), pick(1), pick(2)) * scale)
            });
            let exact = Aabb::from_points(corners);
            assert!(held.min.abs_diff_eq(exact.min, 1e-3) && held.max.abs_diff_eq(exact.max, 1e-3));
        }
    }
}
