//! Cutting a line off at the edges of what is seen, so that the part of it that is inside stays.

use kerosene_math::{Angles, Vec3};

/// What is seen: a pyramid from the eye, cut off near it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ViewFrustum {
    /// Planes whose normals point inside: near, left, right, lower, upper. Each with the product of its normal and a point of it.
    planes: [(Vec3, f32); 5],
}

impl ViewFrustum {
    /// What is seen from an eye that looks along angles, with the tangents of half of the angles across and up, and so many
    /// units away from the eye.
    #[must_use]
    pub fn new(eye: Vec3, angles: Angles, half_width: f32, half_height: f32, near: f32) -> Self {
        let axes = angles.to_mat3();
        let (forward, left, up) = (axes.x_axis, axes.y_axis, axes.z_axis);
        let inward = [
            forward,
            forward * half_width - left,
            forward * half_width + left,
            forward * half_height - up,
            forward * half_height + up,
        ];
        let mut planes = inward.map(|normal| (normal, normal.dot(eye)));
        planes[0].1 += near;
        Self { planes }
    }
}

/// The part of a line that is seen, by cutting it with each plane in turn (Cyrus and Beck, 1978); `None` where nothing of it
/// is.
///
/// ```
/// use kerosene_framework::{ViewFrustum, clip_line};
/// use kerosene_math::{Angles, Vec3};
///
/// // Straight ahead along x, 45 degrees to each side.
/// let view = ViewFrustum::new(Vec3::ZERO, Angles::ZERO, 1.0, 1.0, 1.0);
/// let (from, to) = (Vec3::new(100.0, -500.0, 0.0), Vec3::new(100.0, 500.0, 0.0));
/// assert_eq!(clip_line(&view, from, to), Some((Vec3::new(100.0, -100.0, 0.0), Vec3::new(100.0, 100.0, 0.0))));
/// ```
#[must_use]
pub fn clip_line(view: &ViewFrustum, from: Vec3, to: Vec3) -> Option<(Vec3, Vec3)> {
    let (mut first, mut last) = (0.0_f32, 1.0_f32);
    for (normal, offset) in view.planes {
        let (at_from, at_to) = (normal.dot(from) - offset, normal.dot(to) - offset);
        if at_from < 0.0 && at_to < 0.0 {
            return None;
        }
        if at_from < 0.0 {
            first = first.max(at_from / (at_from - at_to));
        } else if at_to < 0.0 {
            last = last.min(at_from / (at_from - at_to));
        }
    }
    (first <= last).then(|| (from + (to - from) * first, from + (to - from) * last))
}
