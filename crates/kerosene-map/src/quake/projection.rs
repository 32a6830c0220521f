//! Texture axes of Quake's standard projection.
//!
//! A side without axes of its own is painted along the two world axes that its plane faces most,
//! turned by an angle and scaled: the rule of `TextureAxisFromPlane` in id Software's qbsp (1996).
//! A plane that faces two axes alike takes the earlier row of the table. The normal is compared
//! without making it unit length, so that such ties are exact wherever the coordinates are whole.

use crate::model::TextureAxis;
use kerosene_math::DVec3;
use kerosene_math::deterministic::sin_cos;

/// What a standard side says about its texture.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StandardProjection {
    /// Texels.
    pub(crate) shift: [f64; 2],
    /// Degrees.
    pub(crate) rotation: f64,
    /// World units per texel; 0 stands for 1.
    pub(crate) scale: [f64; 2],
}

/// Facing direction, u, v; in this order of precedence.
const FACINGS: [[DVec3; 3]; 6] = [
    [DVec3::Z, DVec3::X, DVec3::NEG_Y],
    [DVec3::NEG_Z, DVec3::X, DVec3::NEG_Y],
    [DVec3::X, DVec3::Y, DVec3::NEG_Z],
    [DVec3::NEG_X, DVec3::Y, DVec3::NEG_Z],
    [DVec3::Y, DVec3::X, DVec3::NEG_Z],
    [DVec3::NEG_Y, DVec3::X, DVec3::NEG_Z],
];

impl StandardProjection {
    /// The axes on a side through `points`.
    pub(crate) fn axes(&self, points: &[DVec3; 3]) -> (TextureAxis, TextureAxis) {
        let normal = (points[0] - points[1]).cross(points[2] - points[1]);
        let (u, v) = paraxial_axes(normal);
        let (u, v) = rotate(u, v, self.rotation);
        let axis = |direction, index: usize| TextureAxis {
            direction,
            shift: self.shift[index],
            scale: scale_or_one(self.scale[index]),
        };
        (axis(u, 0), axis(v, 1))
    }
}

/// A scale of 0 is how old editors write "as it is".
pub(crate) fn scale_or_one(scale: f64) -> f64 {
    if scale == 0.0 { 1.0 } else { scale }
}

fn paraxial_axes(normal: DVec3) -> (DVec3, DVec3) {
    let mut best = 0.0;
    let mut chosen = &FACINGS[0];
    for facing in &FACINGS {
        let along = normal.dot(facing[0]);
        if along > best {
            best = along;
            chosen = facing;
        }
    }
    (chosen[1], chosen[2])
}

/// Turns both axes by `degrees` within the plane of the two world axes that they lie on.
fn rotate(u: DVec3, v: DVec3, degrees: f64) -> (DVec3, DVec3) {
    let (sin, cos) = sin_cos_degrees(degrees);
    let (s, t) = (axis_index(u), axis_index(v));
    let turn = |axis: DVec3| {
        let mut turned = axis;
        turned[s] = cos * axis[s] - sin * axis[t];
        turned[t] = sin * axis[s] + cos * axis[t];
        turned
    };
    (turn(u), turn(v))
}

fn axis_index(axis: DVec3) -> usize {
    if axis.x != 0.0 {
        0
    } else if axis.y != 0.0 {
        1
    } else {
        2
    }
}

/// Quarter turns are exact.
fn sin_cos_degrees(degrees: f64) -> (f64, f64) {
    match degrees.rem_euclid(360.0) {
        0.0 => (0.0, 1.0),
        90.0 => (1.0, 0.0),
        180.0 => (0.0, -1.0),
        270.0 => (-1.0, 0.0),
        other => sin_cos(other.to_radians()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three points of the plane through the origin with this normal, in the order of a map.
    fn points(normal: DVec3) -> [DVec3; 3] {
        let side = if normal.x.abs() < 0.5 { DVec3::X } else { DVec3::Y };
        let first = normal.cross(side);
        let second = normal.cross(first);
        [first, DVec3::ZERO, second]
    }

    fn axes(normal: DVec3, rotation: f64) -> (DVec3, DVec3) {
        let projection = StandardProjection { shift: [0.0; 2], rotation, scale: [0.0, 2.0] };
        let (u, v) = projection.axes(&points(normal));
        assert_eq!((u.scale, v.scale), (1.0, 2.0));
        (u.direction, v.direction)
    }

    #[test]
    fn every_facing_has_its_axes() {
        for [normal, u, v] in FACINGS {
            assert_eq!(axes(normal, 0.0), (u, v), "{normal}");
        }
    }

    #[test]
    fn a_plane_that_faces_two_axes_alike_takes_the_earlier_one() {
        assert_eq!(axes(DVec3::new(1.0, 0.0, 1.0), 0.0), (DVec3::X, DVec3::NEG_Y));
        assert_eq!(axes(DVec3::new(1.0, 1.0, 0.0), 0.0), (DVec3::Y, DVec3::NEG_Z));
        assert_eq!(axes(DVec3::new(0.0, -1.0, -1.0), 0.0), (DVec3::X, DVec3::NEG_Y));
    }

    #[test]
    fn rotation_turns_within_the_plane_of_the_axes() {
        assert_eq!(axes(DVec3::Z, 90.0), (DVec3::Y, DVec3::X));
        assert_eq!(axes(DVec3::Z, -270.0), (DVec3::Y, DVec3::X));
        let (u, v) = axes(DVec3::X, 30.0);
        let half = 0.5;
        assert!((u - DVec3::new(0.0, half * 3.0_f64.sqrt(), half)).length() < 1e-12, "{u}");
        assert!((v - DVec3::new(0.0, half, -half * 3.0_f64.sqrt())).length() < 1e-12, "{v}");
    }
}
