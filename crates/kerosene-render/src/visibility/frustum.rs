//! The cone of what a camera sees, and what lies outside it.

use crate::projection::Projection;
use kerosene_math::Vec3;

/// Units by which boxes are taken for larger than they are: more than rounding moves a vertex or a plane.
const MARGIN: f32 = 0.5;

/// One bit for each plane.
pub(super) type Planes = u8;

/// The planes that bound what a camera sees; there is no far one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Frustum {
    /// Normals inwards, not of length one, and what to add to the product so that the camera's own plane gives 0.
    planes: [(Vec3, f32); 5],
}

impl Frustum {
    /// All planes.
    pub(super) const ALL: Planes = 0b1_1111;

    /// The cone of a view.
    ///
    /// ```
    /// use kerosene_math::{Aabb, Vec3};
    /// use kerosene_render::{Camera, Projection, visibility::Frustum};
    ///
    /// let frustum = Frustum::new(&Projection::new(&Camera::default(), [400, 300]));
    /// let ahead = Aabb::around(Vec3::X * 100.0, Vec3::splat(8.0));
    /// assert!(frustum.may_see(ahead.min, ahead.max));
    /// assert!(!frustum.may_see(-ahead.max, -ahead.min));
    /// ```
    #[must_use]
    pub fn new(projection: &Projection) -> Self {
        let Projection { origin, forward, right, up, .. } = *projection;
        // Where `right` is as long as the picture is wide at distance 1, its direction is seen at `right / |right|²`.
        let side = |edge: Vec3| forward - edge / edge.length_squared();
        let normals = [side(right), side(-right), side(up), side(-up), forward];
        Self {
            planes: normals.map(|normal| (normal.normalize(), 0.0)).map(|(normal, _)| (normal, -normal.dot(origin))),
        }
    }

    /// Whether any of a box may be in the picture: false only where none is.
    #[must_use]
    pub fn may_see(&self, mins: Vec3, maxs: Vec3) -> bool {
        self.crossed(mins, maxs, Self::ALL).is_some()
    }

    /// Whether any of a ball may be in the picture: false only where none is.
    #[must_use]
    pub fn may_see_sphere(&self, center: Vec3, radius: f32) -> bool {
        self.planes.iter().all(|(normal, offset)| normal.dot(center) + offset >= -radius - MARGIN)
    }

    /// The part of a line that may be in the picture, by cutting it with each plane in turn (Cyrus and Beck, 1978); `None` where
    /// none of it is.
    #[must_use]
    pub fn clip(&self, from: Vec3, to: Vec3) -> Option<[Vec3; 2]> {
        let (mut first, mut last) = (0.0_f64, 1.0_f64);
        // An end may be as far away as coordinates go: the differences are left as they are in double precision.
        let (start, along) = (from.as_dvec3(), to.as_dvec3() - from.as_dvec3());
        for (normal, offset) in &self.planes {
            let normal = normal.as_dvec3();
            let (at, rise) = (normal.dot(start) + f64::from(*offset + MARGIN), normal.dot(along));
            let crossing = -at / rise;
            if at < 0.0 && at + rise < 0.0 {
                return None;
            } else if at < 0.0 {
                first = first.max(crossing);
            } else if at + rise < 0.0 {
                last = last.min(crossing);
            }
        }
        (first <= last).then(|| {
            let place = |part: f64| (start + along * part).as_vec3();
            [if first > 0.0 { place(first) } else { from }, if last < 1.0 { place(last) } else { to }]
        })
    }

    /// Of the planes in `of`, those that a box is not wholly inside of; none where it is outside of one.
    pub(super) fn crossed(&self, mins: Vec3, maxs: Vec3, of: Planes) -> Option<Planes> {
        let (center, half) = ((mins + maxs) * 0.5, (maxs - mins) * 0.5);
        let mut crossed = 0;
        for (bit, (normal, offset)) in self.planes.iter().enumerate() {
            if of >> bit & 1 == 0 {
                continue;
            }
            let distance = normal.dot(center) + offset;
            let reach = normal.abs().dot(half) + MARGIN;
            if distance < -reach {
                return None;
            }
            crossed |= u8::from(distance < reach) << bit;
        }
        Some(crossed)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use crate::frame::Camera;
    use kerosene_math::{Angles, Pcg32};

    /// Any point that the matrix puts into the picture is in the frustum.
    #[test]
    fn nothing_in_the_picture_is_outside() {
        let mut random = Pcg32::new(7, 1);
        let mut number = |from: f32, to: f32| from + (to - from) * (random.next_u32() as f32 / u32::MAX as f32);
        let mut seen = 0;
        for _ in 0..20_000 {
            let camera = Camera {
                origin: Vec3::new(number(-4e3, 4e3), number(-4e3, 4e3), number(-4e3, 4e3)),
                angles: Angles::new(number(-90.0, 90.0), number(-180.0, 180.0), number(-30.0, 30.0)),
                fov: number(20.0, 150.0),
                near: 2.0,
            };
            let projection = Projection::new(&camera, [640, 360]);
            let frustum = Frustum::new(&projection);
            let point = camera.origin + Vec3::new(number(-900.0, 900.0), number(-900.0, 900.0), number(-900.0, 900.0));
            let clip = projection.matrix * point.extend(1.0);
            let inside = clip.w > 0.0 && clip.x.abs() <= clip.w && clip.y.abs() <= clip.w;
            seen += u32::from(inside);
            assert!(!inside || frustum.may_see(point, point), "{camera:?} {point}");
            // Far outside of a plane it is not kept, or the cone would be of no use.
            let outside = clip.w > 0.0 && (clip.x.abs() > clip.w * 1.5 || clip.y.abs() > clip.w * 1.5) && clip.w > 50.0;
            assert!(!outside || !frustum.may_see(point, point), "{camera:?} {point}");
        }
        assert!(seen > 500);
    }
    /// A quarter of a turn wide and high, along X from the origin.
    fn ahead() -> Frustum {
        Frustum::new(&Projection::new(&Camera { fov: 90.0, ..Camera::default() }, [400, 300]))
    }

    #[test]
    fn a_line_is_cut_where_the_picture_ends() {
        let frustum = ahead();
        let [from, to] = frustum.clip(Vec3::new(100.0, -9e6, 0.0), Vec3::new(100.0, 9e6, 0.0)).unwrap();
        // At the left and the right edge, 100 units from the middle, and the margin on top of them.
        let reach = 100.0 + MARGIN * std::f32::consts::SQRT_2;
        assert!(from.abs_diff_eq(Vec3::new(100.0, -reach, 0.0), 0.1), "{from}");
        assert!(to.abs_diff_eq(Vec3::new(100.0, reach, 0.0), 0.1), "{to}");
        // Through the eye: cut there. Inside: as it is.
        let [from, to] = frustum.clip(Vec3::X * -50.0, Vec3::X * 50.0).unwrap();
        assert!(from.x.abs() <= 1.0 && to == Vec3::X * 50.0, "{from}");
        let inside = [Vec3::new(30.0, 7.0, -3.0), Vec3::new(80.0, -9.0, 12.0)];
        assert_eq!(frustum.clip(inside[0], inside[1]), Some(inside));
        // Behind the eye, and outside of two edges with nothing in between.
        assert_eq!(frustum.clip(-Vec3::X, -Vec3::X * 9.0), None);
        assert_eq!(frustum.clip(Vec3::new(1.0, 50.0, 0.0), Vec3::new(100.0, 500.0, 0.0)), None);
    }

    /// No point of a line that is in the picture is cut off, and none is left that is far out of it.
    #[test]
    fn what_of_a_line_is_in_the_picture_stays() {
        let (frustum, mut random) = (ahead(), Pcg32::new(11, 1));
        for _ in 0..4000 {
            let mut end = || Vec3::from_array([(); 3].map(|()| random.between(-300.0, 300.0)));
            let (from, to) = (end(), end());
            let kept = frustum.clip(from, to);
            for step in 0..=50 {
                let point = from.lerp(to, step as f32 / 50.0);
                let part = |part: Vec3| (part - from).length();
                let inside = frustum.planes.iter().all(|(normal, offset)| normal.dot(point) + offset >= 0.0);
                let holds = kept
                    .is_some_and(|[first, last]| part(point) >= part(first) - 0.01 && part(point) <= part(last) + 0.01);
                assert!(holds || !inside, "{from} {to} {point}");
            }
            for point in kept.into_iter().flatten() {
                assert!(frustum.may_see_sphere(point, 0.01), "{from} {to} {point}");
            }
        }
    }
}
