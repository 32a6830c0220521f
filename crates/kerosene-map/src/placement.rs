//! Puts objects of one map into another: turned, moved, their textures with them.

use crate::kmap::text::parse_triple;
use crate::model::{Brush, Entity, Mesh, TextureAxis};
use kerosene_math::deterministic::{atan2, sin_cos_degrees};
use kerosene_math::{DVec3, format_float};

/// Keys with pitch, yaw and roll.
const ANGLES: &[&str] = &["angles", "movedir", "pushdir", "gibdir", "launchdirection"];
/// Keys with a point, or with several and commas between.
const POINTS: &[&str] = &[
    "origin",
    "basisorigin",
    "point0",
    "point1",
    "axis",
    "hingeaxis",
    "slideaxis",
    "springaxis",
    "lowerleft",
    "lowerright",
    "upperleft",
    "upperright",
    "position0",
    "position1",
];
/// Keys with a direction.
const DIRECTIONS: &[&str] = &["basisu", "basisv", "basisnormal"];
/// Below this the yaw of a direction that looks straight up or down says nothing.
const GIMBAL: f64 = 1e-9;

/// A scaling and a turn by Euler angles about a pivot, and a move of that pivot.
#[derive(Debug, Clone)]
pub(crate) struct Placement {
    /// Pitch, yaw and roll in degrees.
    angles: [f64; 3],
    /// Where forward, left and up come to lie.
    axes: [DVec3; 3],
    pivot: DVec3,
    origin: DVec3,
    /// Along each axis before the turn; negative mirrors.
    scale: DVec3,
}

impl Placement {
    /// Turns about `pivot` by pitch (down positive), yaw and roll in degrees, and brings it to `origin`.
    pub(crate) fn new(angles: DVec3, pivot: DVec3, origin: DVec3) -> Self {
        let angles = angles.to_array();
        Self { angles, axes: axes(angles), pivot, origin, scale: DVec3::ONE }
    }

    /// The same after growing by `scale` along each axis, none of them 0.
    pub(crate) fn scaled(self, scale: DVec3) -> Self {
        Self { scale, ..self }
    }

    fn mirrors(&self) -> bool {
        self.scale.to_array().iter().filter(|factor| **factor < 0.0).count() % 2 == 1
    }

    fn direction(&self, direction: DVec3) -> DVec3 {
        let [forward, left, up] = self.axes;
        forward * direction.x + left * direction.y + up * direction.z
    }

    fn point(&self, point: DVec3) -> DVec3 {
        self.direction((point - self.pivot) * self.scale) + self.origin
    }

    /// Moves a brush, its textures locked to it.
    pub(crate) fn brush(&self, brush: &mut Brush) {
        for side in &mut brush.sides {
            side.points = side.points.map(|point| self.point(point));
            side.u_axis = self.axis(&side.u_axis);
            side.v_axis = self.axis(&side.v_axis);
            if self.mirrors() {
                side.points.reverse();
            }
        }
    }

    /// Moves a mesh, its textures locked to it.
    pub(crate) fn mesh(&self, mesh: &mut Mesh) {
        mesh.vertices.iter_mut().for_each(|vertex| *vertex = self.point(*vertex));
        mesh.normals.iter_mut().for_each(|normal| *normal = self.direction(self.unscaled(*normal).0));
        for face in &mut mesh.faces {
            face.u_axis = self.axis(&face.u_axis);
            face.v_axis = self.axis(&face.v_axis);
            if self.mirrors() {
                face.indices.reverse();
            }
        }
    }

    /// The axis that gives each moved point the texel that it had.
    fn axis(&self, axis: &TextureAxis) -> TextureAxis {
        let (unscaled, length) = self.unscaled(axis.direction);
        let (direction, scale) = (self.direction(unscaled), axis.scale / length);
        // The pivot keeps its texel, and everything else follows from the direction.
        let before = axis.direction.dot(self.pivot) / axis.scale;
        let after = direction.dot(self.origin) / scale;
        TextureAxis { direction, shift: axis.shift + before - after, scale }
    }

    /// What stands on surfaces as `covector` did, a normal or the gradient of a texture, before the turn: a unit vector
    /// and the length that it lost or gained.
    fn unscaled(&self, covector: DVec3) -> (DVec3, f64) {
        if self.scale == DVec3::ONE {
            return (covector, 1.0);
        }
        let shrunk = covector / self.scale;
        let (before, after) = (covector.length(), shrunk.length());
        if before == 0.0 || after == 0.0 { (covector, 1.0) } else { (shrunk * (before / after), after / before) }
    }

    /// Moves what an entity's keys say of places and directions.
    pub(crate) fn keys(&self, entity: &mut Entity) {
        let is = |names: &[&str], key: &str| names.iter().any(|name| name.eq_ignore_ascii_case(key));
        for (key, value) in &mut entity.keys {
            let moved = if is(POINTS, key) {
                each(value, |point| self.point(point).to_array())
            } else if is(DIRECTIONS, key) {
                each(value, |direction| self.direction(direction).to_array())
            } else if is(ANGLES, key) {
                each(value, |angles| self.turned(angles.to_array()))
            } else {
                None
            };
            if let Some(moved) = moved {
                *value = moved;
            }
        }
    }

    /// The angles of what had `angles` before the turn.
    fn turned(&self, angles: [f64; 3]) -> [f64; 3] {
        let [pitch, yaw, roll] = self.angles;
        // The commonest turn is exact without going through a matrix.
        if pitch == 0.0 && roll == 0.0 {
            let sum = angles[1] + yaw;
            let turned = if yaw == 0.0 { angles[1] } else { sum.rem_euclid(360.0) };
            return [angles[0], turned, angles[2]];
        }
        let [forward, left, up] = axes(angles).map(|axis| self.direction(axis));
        let level = (forward.x * forward.x + forward.y * forward.y).sqrt();
        let pitch = atan2(-forward.z, level);
        let (yaw, roll) = if level > GIMBAL {
            (atan2(forward.y, forward.x), atan2(left.z, up.z))
        } else {
            (atan2(-left.x, left.y), 0.0)
        };
        [pitch, yaw, roll].map(|angle| tidy(angle.to_degrees()))
    }
}

/// Where forward, left and up lie after a turn by pitch, yaw and roll: Source's order, roll first.
fn axes([pitch, yaw, roll]: [f64; 3]) -> [DVec3; 3] {
    let ((sp, cp), (sy, cy), (sr, cr)) = (sin_cos_degrees(pitch), sin_cos_degrees(yaw), sin_cos_degrees(roll));
    [
        DVec3::new(cp * cy, cp * sy, -sp),
        DVec3::new(sr * sp * cy - cr * sy, sr * sp * sy + cr * cy, sr * cp),
        DVec3::new(cr * sp * cy + sr * sy, cr * sp * sy - sr * cy, cr * cp),
    ]
}

/// Each of the triples, which have commas between, as text; `None` where one of them is none.
fn each(value: &str, mut change: impl FnMut(DVec3) -> [f64; 3]) -> Option<String> {
    let changed: Option<Vec<String>> = value
        .split(',')
        .map(|triple| Some(change(parse_triple(triple)?).map(|number| format_float(number + 0.0)).join(" ")))
        .collect();
    Some(changed?.join(", "))
}

/// Without the last digits, which are the arithmetic's and not the author's.
fn tidy(value: f64) -> f64 {
    (value * 1e9).round() / 1e9
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entity(keys: &[(&str, &str)]) -> Entity {
        let keys = keys.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
        Entity { keys, ..Entity::default() }
    }

    #[test]
    fn quarter_turns_are_exact() {
        let placement = Placement::new(DVec3::new(0.0, 90.0, 0.0), DVec3::ZERO, DVec3::new(100.0, 0.0, 8.0));
        assert_eq!(placement.point(DVec3::new(1.0, 2.0, 3.0)), DVec3::new(98.0, 1.0, 11.0));
        let pitched = Placement::new(DVec3::new(90.0, 0.0, 0.0), DVec3::ZERO, DVec3::ZERO);
        assert_eq!(pitched.direction(DVec3::X), DVec3::NEG_Z);
        let rolled = Placement::new(DVec3::new(0.0, 0.0, 90.0), DVec3::ZERO, DVec3::ZERO);
        assert_eq!(rolled.direction(DVec3::Y), DVec3::Z);
    }

    #[test]
    fn textures_stay_where_they_were_on_the_surface() {
        let axis = TextureAxis { direction: DVec3::new(0.6, 0.8, 0.0), shift: 12.5, scale: 0.25 };
        let placement =
            Placement::new(DVec3::new(15.0, 33.0, -71.0), DVec3::new(3.0, 4.0, 5.0), DVec3::new(512.0, -7.0, 1.0));
        let texel = |axis: &TextureAxis, point: DVec3| point.dot(axis.direction) / axis.scale + axis.shift;
        let placements = [placement.clone(), placement.scaled(DVec3::new(2.0, -0.5, 3.0))];
        let points = [DVec3::ZERO, DVec3::new(64.0, -32.0, 16.0), DVec3::new(-999.0, 5.0, 0.25)];
        for (placement, point) in placements.iter().flat_map(|placement| points.map(|point| (placement, point))) {
            let (before, after) = (texel(&axis, point), texel(&placement.axis(&axis), placement.point(point)));
            assert!((before - after).abs() < 1e-8, "{before} {after}");
        }
    }

    #[test]
    fn a_mirrored_brush_still_looks_outward() {
        let points = [DVec3::ZERO, DVec3::Y, DVec3::X];
        let normal = |[a, b, c]: [DVec3; 3]| (a - b).cross(c - b).normalize();
        let side = crate::model::Side::new(1, points, "a", [DVec3::X, DVec3::Y]);
        let mut brush = Brush { sides: vec![side], ..Brush::default() };
        let before = normal(points);
        let mirrored = Placement::new(DVec3::ZERO, DVec3::ZERO, DVec3::Z).scaled(DVec3::new(2.0, -3.0, 1.0));
        mirrored.brush(&mut brush);
        assert_eq!(normal(brush.sides[0].points), before);
        assert_eq!(brush.sides[0].points[0], DVec3::new(2.0, 0.0, 1.0));
    }

    #[test]
    fn angles_compose_as_the_matrices_do() {
        for (turn, angles) in [
            ([0.0, 45.0, 0.0], [10.0, 350.0, 5.0]),
            ([90.0, 0.0, 0.0], [0.0, 0.0, 0.0]),
            ([30.0, 200.0, -60.0], [-20.0, 77.0, 130.0]),
        ] {
            let placement = Placement::new(DVec3::from_array(turn), DVec3::ZERO, DVec3::ZERO);
            let both = axes(placement.turned(angles));
            for (direct, turned) in both.iter().zip(axes(angles).map(|axis| placement.direction(axis))) {
                assert!(direct.distance(turned) < 1e-8, "{turn:?} {angles:?}");
            }
        }
    }

    #[test]
    fn keys_with_places_move_and_others_do_not() {
        let placement = Placement::new(DVec3::new(0.0, -90.0, 0.0), DVec3::ZERO, DVec3::new(0.0, 0.0, 10.0));
        let mut moved = entity(&[
            ("Origin", "1 0 0"),
            ("angles", "0 45 0"),
            ("axis", "1 0 0, 2 0 0"),
            ("BasisU", "1 0 0"),
            ("speed", "1 0 0"),
            ("point0", "nowhere"),
        ]);
        placement.keys(&mut moved);
        let values: Vec<&str> = moved.keys.iter().map(|(_, value)| value.as_str()).collect();
        assert_eq!(values, ["0 -1 10", "0 315 0", "0 -1 10, 0 -2 10", "0 -1 0", "1 0 0", "nowhere"]);
    }
}
