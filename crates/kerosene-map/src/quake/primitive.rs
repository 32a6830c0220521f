//! Brush primitives: sides whose texture lies by a matrix instead of shift, rotation and scale.
//!
//! The matrix maps two axes of the face's own plane to repeats of the texture. They are found as GtkRadiant's
//! `ComputeAxisBase` (Spog and TTimo, 1999) finds them, by turning the world's Y and -Z so that X becomes the normal.
//! With the angles' sines and cosines taken from the normal itself no transcendental function is needed.

use super::scanner::{Failure, Scanner};
use super::side::TextureNumbers;
use crate::model::TextureAxis;
use kerosene_math::DVec3;

/// Components of a unit normal below this count as 0, as in the editor, so that axial faces get axial axes.
const NORMAL_DUST: f64 = 1e-6;

/// How far apart the three points are by which a plane with coefficients is told.
const PLANE_STEP: f64 = 256.0;

/// Two rows: what u and v take of either axis, and the shift.
pub(super) type Matrix = [[f64; 3]; 2];

/// Reads `( ( a b c ) ( d e f ) )`.
pub(super) fn matrix(scanner: &mut Scanner<'_>, replaced: &mut u32) -> Result<Matrix, Failure> {
    scanner.expect(b'(', "`(`, the matrix of a texture")?;
    let mut rows = [[0.0; 3]; 2];
    for (index, row) in rows.iter_mut().enumerate() {
        scanner.expect(b'(', "`(`, a row of the matrix of a texture")?;
        let mut numbers = TextureNumbers { scanner, replaced: 0 };
        let identity = |column| if column == index { DEFAULT_REPEATS } else { 0.0 };
        *row = [numbers.number(identity(0))?, numbers.number(identity(1))?, numbers.number(0.0)?];
        *replaced += numbers.replaced;
        scanner.expect(b')', "`)`, the end of a row")?;
    }
    scanner.expect(b')', "`)`, the end of the matrix")?;
    Ok(rows)
}

/// Repeats in a unit where a matrix does not say: a texture of 128 texels at a texel a unit.
const DEFAULT_REPEATS: f64 = 1.0 / 128.0;

/// The texture axes, in repeats, of a side through `points`.
pub(super) fn axes(matrix: &Matrix, points: &[DVec3; 3]) -> (TextureAxis, TextureAxis) {
    let (along, down) = face_axes((points[0] - points[1]).cross(points[2] - points[1]));
    let [u, v] = matrix.map(|[x, y, shift]| {
        let direction = along * x + down * y;
        let length = direction.length();
        // A row of nothing but zeros paints the same texel everywhere; one beyond all numbers is damage.
        if length.is_normal() && (1.0 / length).is_normal() {
            TextureAxis { direction: direction / length, shift, scale: 1.0 / length }
        } else {
            TextureAxis { direction: DVec3::ZERO, shift, scale: 1.0 }
        }
    });
    (u, v)
}

/// The axes that the matrix counts along, of unit length.
fn face_axes(normal: DVec3) -> (DVec3, DVec3) {
    let normal = normal.normalize_or_zero();
    let normal = normal.map(|component| if component.abs() < NORMAL_DUST { 0.0 } else { component });
    let level = normal.truncate().length();
    let yaw = if level > 0.0 { normal.truncate() / level } else { kerosene_math::DVec2::X };
    let length = normal.length();
    let (sin_pitch, cos_pitch) = if length > 0.0 { (normal.z / length, level / length) } else { (0.0, 1.0) };
    (DVec3::new(-yaw.y, yaw.x, 0.0), DVec3::new(sin_pitch * yaw.x, sin_pitch * yaw.y, -cos_pitch))
}

/// Reads `( a b c d )`, a plane with the normal `(a b c)` out of the brush and `a x + b y + c z + d = 0`, as three
/// points on it; points that are no plane's where the normal is zero.
pub(super) fn plane(scanner: &mut Scanner<'_>) -> Result<[DVec3; 3], Failure> {
    scanner.expect(b'(', "`(`, the plane of a side, or `}`, the end of the brush")?;
    let expected = "a number of a plane";
    let normal = DVec3::new(scanner.number(expected)?, scanner.number(expected)?, scanner.number(expected)?);
    let offset = scanner.number(expected)?;
    scanner.expect(b')', "`)`, the end of a plane")?;
    Ok(points_on(normal, offset))
}

/// Solved for the largest component of the normal, so that axial planes stay exact.
fn points_on(normal: DVec3, offset: f64) -> [DVec3; 3] {
    let size = normal.abs();
    let main = if size.z >= size.x && size.z >= size.y {
        2
    } else if size.x >= size.y {
        0
    } else {
        1
    };
    let [first, second] = [(main + 1) % 3, (main + 2) % 3];
    if normal[main] == 0.0 {
        return [DVec3::ZERO; 3];
    }
    let point = |x: f64, y: f64| {
        let mut point = DVec3::ZERO;
        (point[first], point[second]) = (x, y);
        point[main] = -(normal[first] * x + normal[second] * y + offset) / normal[main];
        point
    };
    let points = [point(PLANE_STEP, 0.0), point(0.0, 0.0), point(0.0, PLANE_STEP)];
    // Their normal points along the positive axis; the plane's may point the other way.
    if normal[main] > 0.0 { points } else { [points[2], points[1], points[0]] }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::disallowed_methods, reason = "the editor's own formula, to compare with")]

    use super::*;

    /// What the editor computes, with its angles.
    fn by_angles(normal: DVec3) -> (DVec3, DVec3) {
        let pitch = -normal.z.atan2(normal.truncate().length());
        let yaw = normal.y.atan2(normal.x);
        let along = DVec3::new(-yaw.sin(), yaw.cos(), 0.0);
        (along, DVec3::new(-pitch.sin() * yaw.cos(), -pitch.sin() * yaw.sin(), -pitch.cos()))
    }

    #[test]
    fn face_axes_are_those_of_the_editor() {
        let directions = [-1.0, -0.3, 0.0, 0.7, 1.0];
        for at in 0..125 {
            let [x, y, z] = [at / 25, at / 5 % 5, at % 5].map(|index| directions[index]);
            let normal = DVec3::new(x, y, z).normalize_or(DVec3::Z);
            let ((along, down), (old_along, old_down)) = (face_axes(normal * 17.0), by_angles(normal));
            assert!(along.distance(old_along) < 1e-12 && down.distance(old_down) < 1e-12, "{normal}");
        }
    }

    #[test]
    fn a_matrix_maps_points_to_repeats() {
        // The wall that faces X: y goes right, z goes up.
        let points = [DVec3::new(8.0, 1.0, 0.0), DVec3::new(8.0, 0.0, 0.0), DVec3::new(8.0, 0.0, 1.0)];
        assert_eq!((points[0] - points[1]).cross(points[2] - points[1]), DVec3::X);
        let (u, v) = axes(&[[0.25, 0.0, 3.0], [0.0, 0.5, -1.0]], &points);
        let at = DVec3::new(8.0, 16.0, 32.0);
        let read = |axis: &TextureAxis| at.dot(axis.direction) / axis.scale + axis.shift;
        assert_eq!((read(&u), read(&v)), (0.25 * 16.0 + 3.0, 0.5 * -32.0 - 1.0));
        let (flat, _) = axes(&[[0.0; 3]; 2], &points);
        assert_eq!((flat.direction, flat.scale), (DVec3::ZERO, 1.0));
    }

    #[test]
    fn planes_with_coefficients_keep_their_side() {
        for normal in [DVec3::X, DVec3::NEG_Y, DVec3::NEG_Z, DVec3::new(0.6, 0.0, -0.8), DVec3::new(-0.5, 0.7, 0.2)] {
            let points = points_on(normal, -64.0);
            let found = (points[0] - points[1]).cross(points[2] - points[1]).normalize();
            assert!(found.distance(normal.normalize()) < 1e-12, "{normal}");
            assert!(points.iter().all(|point| (point.dot(normal) - 64.0).abs() < 1e-9));
        }
        assert_eq!(points_on(DVec3::NEG_Z, -64.0).map(|point| point.z), [-64.0; 3]);
    }
}
