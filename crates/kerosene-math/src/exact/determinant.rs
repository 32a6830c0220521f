//! Meeting points of three planes and their sides, by Cramer's rule in integers.

use super::coefficients::{Coefficients, split_big};
use super::dyadic::Scaled;
use super::{Side, Tier};
use core::ops::{Add, Mul, Sub};
use glam::DVec3;
use num_bigint::BigInt;
use num_traits::{Signed, Zero};

/// A meeting point in homogeneous coordinates: `numerator / denominator`.
struct Homogeneous<T> {
    numerator: [T; 3],
    /// Determinant of the three normals; zero when the planes do not meet in one point.
    denominator: T,
}

/// Solves the three planes `n . x = d` by Cramer's rule, with the cross products of the normals as minors.
fn solve<T>(planes: &[[T; 4]; 3]) -> Homogeneous<T>
where
    T: Add<Output = T> + Sub<Output = T>,
    for<'a> &'a T: Mul<&'a T, Output = T>,
{
    let minor = |p: &[T; 4], q: &[T; 4], i: usize, j: usize| &p[i] * &q[j] - &p[j] * &q[i];
    let cross = |p: &[T; 4], q: &[T; 4]| [minor(p, q, 1, 2), minor(p, q, 2, 0), minor(p, q, 0, 1)];
    let [first, second, third] = planes;
    let crosses = [cross(second, third), cross(third, first), cross(first, second)];
    let component = |i: usize| &first[3] * &crosses[0][i] + &second[3] * &crosses[1][i] + &third[3] * &crosses[2][i];
    let denominator = &first[0] * &crosses[0][0] + &first[1] * &crosses[0][1] + &first[2] * &crosses[0][2];
    Homogeneous { numerator: [component(0), component(1), component(2)], denominator }
}

impl<T> Homogeneous<T>
where
    T: Add<Output = T> + Sub<Output = T>,
    for<'a> &'a T: Mul<&'a T, Output = T>,
{
    /// A number with the sign of the point's distance to `plane`, times the sign of the denominator.
    fn distance(&self, plane: &[T; 4]) -> T {
        let [x, y, z] = &self.numerator;
        &plane[0] * x + &plane[1] * y + &plane[2] * z - &plane[3] * &self.denominator
    }
}

/// The scale that makes all the planes' coefficients integers.
fn common_scale<const N: usize>(planes: [&Coefficients; N]) -> u32 {
    planes.iter().map(|plane| plane.scale).max().unwrap_or(0)
}

/// Whether determinants over these planes, at a scale, stay within `i128`, by the lengths of normals and distances.
///
/// Each term of a determinant of four planes is a product of one distance and three components of normals,
/// each of another plane; a full expansion has 24 terms, so five bits beyond the longest term hold every
/// intermediate sum.
fn fits_wide<const N: usize>(planes: [&Coefficients; N], scale: u32) -> bool {
    let bits = planes.map(|plane| plane.bits_at(scale));
    let normals: u32 = bits.iter().map(|(normal, _)| normal).sum();
    let excess = bits.iter().map(|(normal, dist)| dist.saturating_sub(*normal)).max().unwrap_or(0);
    normals + excess + 5 <= 126
}

/// The side of `plane` on which the meeting point of `planes` lies, exactly; `On` where there is none.
#[cold]
#[inline(never)]
pub(super) fn side(planes: [&Coefficients; 3], plane: &Coefficients) -> (Side, Tier) {
    let [a, b, c] = planes;
    let all = [a, b, c, plane];
    let scale = common_scale(all);
    if fits_wide(all, scale)
        && let [Some(a), Some(b), Some(c), Some(plane)] = all.map(|plane| plane.wide_at(scale))
    {
        let point = solve(&[a, b, c]);
        let sign = point.distance(&plane).signum() * point.denominator.signum();
        return (Side::from(sign.cmp(&0)), Tier::Wide);
    }
    let point = solve(&planes.map(|plane| plane.big_at(scale)));
    let sign = point.distance(&plane.big_at(scale)).signum() * point.denominator.signum();
    (Side::from(sign.cmp(&BigInt::ZERO)), Tier::Big)
}

/// The meeting point of three planes, each coordinate within `2^-50` of its own magnitude; `None` where
/// they do not meet in one point. Coordinates beyond the range of `f64` are infinite.
#[cold]
#[inline(never)]
pub(super) fn position(planes: [&Coefficients; 3]) -> Option<DVec3> {
    let scale = common_scale(planes);
    let down = -i32::try_from(scale).ok()?;
    if fits_wide(planes, scale)
        && let [Some(a), Some(b), Some(c)] = planes.map(|plane| plane.wide_at(scale))
    {
        let point = solve(&[a, b, c]);
        let denominator = point.denominator;
        // Two conversions and a division, each correctly rounded.
        let coordinate = |numerator: i128| libm::ldexp(numerator as f64 / denominator as f64, down);
        return (denominator != 0).then(|| DVec3::from_array(point.numerator.map(coordinate)));
    }
    let point = solve(&planes.map(|plane| plane.big_at(scale)));
    if point.denominator.is_zero() {
        return None;
    }
    let (denominator, denominator_exponent) = split_big(&point.denominator);
    Some(DVec3::from_array(point.numerator.map(|numerator| {
        let (numerator, exponent) = split_big(&numerator);
        libm::ldexp(numerator / denominator, exponent.saturating_sub(denominator_exponent).saturating_add(down))
    })))
}

/// The side of `plane` on which the point `scaled / 2^scale` lies, exactly.
pub(super) fn side_of_scaled_point(plane: &Coefficients, scaled: &Scaled<3>) -> Side {
    let scale = plane.scale.max(scaled.scale);
    let up = scale - scaled.scale;
    let (normal, dist) = plane.bits_at(scale);
    // Two bits beyond the longest product hold the sum of four.
    if (normal + scaled.bits + up).max(dist) + 2 <= 126
        && let Some([a, b, c, d]) = plane.wide_at(scale)
    {
        let [x, y, z] = scaled.wide().map(|value| value << up);
        return Side::from((a * x + b * y + c * z - d).cmp(&0));
    }
    let [a, b, c, d] = plane.big_at(scale);
    let [x, y, z] = scaled.big().map(|value| value << up);
    Side::from((a * x + b * y + c * z - d).cmp(&BigInt::ZERO))
}
