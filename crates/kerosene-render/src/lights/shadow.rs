//! From where shadow maps are drawn.
//!
//! A point light draws six maps, one for each face of a cube about it. Two paraboloids would be fewer, but they bend
//! straight edges, and a rasterizer does not: a floor that is one large polygon would cast its shadow from where it is
//! not. Faces overlap by [`BORDER`] texels, so that a filter never reads past an edge.

use super::select::{ChosenLight, Cone};
use crate::projection::Projection;
use crate::visibility::Frustum;
use kerosene_math::{Aabb, Mat4, Vec3};

/// Nothing nearer to a light casts a shadow, in units: what holds a lamp does not darken it.
pub(crate) const NEAR: f32 = 4.0;
/// Texels by which a map shows more than its part, on each side.
const BORDER: f32 = 4.0;

/// A shadow map of a picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct ShadowView {
    /// From the world to the map, depth 1 at [`NEAR`] and 0 far away.
    pub(crate) matrix: Mat4,
    /// What it shows.
    pub(crate) frustum: Frustum,
    /// Where the light is and how far it reaches.
    pub(crate) origin: Vec3,
    /// See above.
    pub(crate) radius: f32,
    /// How wide what it shows is one unit away, on each side of the middle.
    pub(crate) slope: f32,
}

/// Directions of a cube's faces in the order of the maps, each with its up; right is `forward x up`.
const FACES: [[Vec3; 2]; 6] = [
    [Vec3::X, Vec3::Z],
    [Vec3::NEG_X, Vec3::Z],
    [Vec3::Y, Vec3::Z],
    [Vec3::NEG_Y, Vec3::Z],
    [Vec3::Z, Vec3::X],
    [Vec3::NEG_Z, Vec3::X],
];

/// The maps of the lights that have any, in their order. `views` keeps its memory.
pub(crate) fn views(lights: &[ChosenLight], texels: u32, views: &mut Vec<ShadowView>) {
    views.clear();
    for light in lights.iter().filter(|light| light.shadow.is_some()) {
        let wider = texels as f32 / (texels as f32 - 2.0 * BORDER);
        match light.cone {
            Some(cone) if light.faces() == 1 => views.push(spot_view(light, &cone, wider)),
            _ => views.extend(FACES.map(|[forward, up]| {
                let axes = [forward, forward.cross(up), up];
                view(light, axes, wider)
            })),
        }
    }
}

fn spot_view(light: &ChosenLight, cone: &Cone, wider: f32) -> ShadowView {
    view(light, cone.axes, cone.outer.0 / cone.outer.1 * wider)
}

fn view(light: &ChosenLight, [forward, right, up]: [Vec3; 3], slope: f32) -> ShadowView {
    let origin = light.light.origin;
    let projection = Projection::along(origin, forward, right * slope, up * slope, NEAR);
    let frustum = Frustum::new(&projection);
    ShadowView { matrix: projection.matrix, frustum, origin, radius: light.light.radius, slope }
}

impl ShadowView {
    /// Whether a box may cast a shadow on what the light reaches.
    pub(crate) fn sees(&self, bounds: &Aabb) -> bool {
        let nearest = self.origin.clamp(bounds.min, bounds.max);
        nearest.distance_squared(self.origin) <= self.radius * self.radius
            && self.frustum.may_see(bounds.min, bounds.max)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::super::select::choose;
    use super::*;
    use crate::eye::Eye;
    use crate::frame::{Camera, Light, LightShape};
    use kerosene_math::{Angles, Pcg32};

    fn views_of(shape: LightShape) -> Vec<ShadowView> {
        let light = Light { origin: Vec3::new(90.0, 5.0, 20.0), shape, color: Vec3::ONE, radius: 300.0, shadows: true };
        let eye = Eye::new(&Camera::default(), [960, 540]);
        let (mut chosen, mut all) = (Vec::new(), Vec::new());
        choose(&[light], &eye, true, &mut chosen);
        views(&chosen, 512, &mut all);
        all
    }

    /// The face that the shader reads for a direction from the light.
    fn face_of(direction: Vec3) -> usize {
        let size = direction.abs();
        let axis = if size.x >= size.y && size.x >= size.z { 0 } else { 1 + usize::from(size.z > size.y) };
        axis * 2 + usize::from(direction[axis] < 0.0)
    }

    #[test]
    fn each_direction_lies_in_its_face_with_room_for_a_filter() {
        let views = views_of(LightShape::Point);
        assert_eq!(views.len(), 6);
        let mut random = Pcg32::new(8, 0);
        for _ in 0..5000 {
            let direction = Vec3::from_array([(); 3].map(|()| random.between(-1.0, 1.0))).normalize_or(Vec3::X);
            let view = views[face_of(direction)];
            let clip = view.matrix * (view.origin + direction * 100.0).extend(1.0);
            let edge = 1.0 - 2.0 * (BORDER - 0.01) / 512.0;
            assert!(clip.w > 0.0 && (clip.x / clip.w).abs() <= edge && (clip.y / clip.w).abs() <= edge, "{direction}");
            assert!((clip.z / clip.w - NEAR / clip.w).abs() < 1e-6);
        }
    }

    #[test]
    fn a_spot_light_sees_its_cone_and_not_what_is_out_of_reach() {
        let angles = Angles::new(0.0, 90.0, 0.0);
        let views = views_of(LightShape::Spot { angles, inner: 20.0, outer: 30.0 });
        let [view] = views[..] else { panic!("{views:?}") };
        let cube = |place: Vec3| Aabb::around(view.origin + place, Vec3::splat(8.0));
        assert!(view.sees(&cube(Vec3::new(0.0, 200.0, 0.0))));
        assert!(view.sees(&cube(Vec3::new(100.0, 200.0, 0.0))));
        assert!(!view.sees(&cube(Vec3::new(200.0, 100.0, 0.0))));
        assert!(!view.sees(&cube(Vec3::new(0.0, -50.0, 0.0))));
        assert!(!view.sees(&cube(Vec3::new(0.0, 320.0, 0.0))));
    }
}
