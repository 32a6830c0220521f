//! Meeting points of three planes and their sides, by Cramer's rule in integers.
//!
//! The same generic code runs on three kinds of integers, the shortest that hold the results: `i128`, `Fixed` on the
//! stack, and integers of any length for coordinates with hundreds of binary places.

use super::coefficients::{Coefficients, split_big};
use super::dyadic::Scaled;
use super::fixed::{self, Fixed};
use super::{Side, Tier};
use core::cmp::Ordering;
use core::ops::{Add, Mul, Sub};
use glam::DVec3;
use num_bigint::BigInt;

/// What is asked of a determinant.
trait Integer: Sized + Add<Output = Self> + Sub<Output = Self> {
    /// Compares with zero.
    fn sign(&self) -> Ordering;

    /// A float and a power of two whose product is the value, with a relative error of at most 2^-52.
    fn split(&self) -> (f64, i32);
}

impl Integer for i128 {
    fn sign(&self) -> Ordering {
        self.cmp(&0)
    }

    fn split(&self) -> (f64, i32) {
        (*self as f64, 0)
    }
}

impl Integer for Fixed {
    fn sign(&self) -> Ordering {
        self.sign()
    }

    fn split(&self) -> (f64, i32) {
        self.split()
    }
}

impl Integer for BigInt {
    fn sign(&self) -> Ordering {
        self.cmp(&Self::ZERO)
    }

    fn split(&self) -> (f64, i32) {
        split_big(self)
    }
}

/// A meeting point in homogeneous coordinates: `numerator / denominator`.
struct Homogeneous<T> {
    numerator: [T; 3],
    /// Determinant of the three normals; zero when the planes do not meet in one point.
    denominator: T,
}

/// Solves the three planes `n . x = d` by Cramer's rule, with the cross products of the normals as minors.
fn solve<T>(planes: &[[T; 4]; 3]) -> Homogeneous<T>
where
    T: Integer,
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
    T: Integer,
    for<'a> &'a T: Mul<&'a T, Output = T>,
{
    /// The side of `plane` on which the point lies; `On` where there is no point.
    fn side(&self, plane: &[T; 4]) -> Side {
        let [x, y, z] = &self.numerator;
        let distance = &plane[0] * x + &plane[1] * y + &plane[2] * z - &plane[3] * &self.denominator;
        match self.denominator.sign() {
            Ordering::Greater => Side::from(distance.sign()),
            Ordering::Less => Side::from(distance.sign()).flipped(),
            Ordering::Equal => Side::On,
        }
    }

    /// The point over `2^scale`: each coordinate has two rounded integers and a rounded division behind it. `None`
    /// where there is no point.
    fn position(&self, scale: u32) -> Option<DVec3> {
        if self.denominator.sign() == Ordering::Equal {
            return None;
        }
        let (denominator, down) = self.denominator.split();
        let down = down.saturating_add(i32::try_from(scale).ok()?);
        Some(DVec3::from_array([0, 1, 2].map(|i| {
            let (numerator, up) = self.numerator[i].split();
            libm::ldexp(numerator / denominator, up.saturating_sub(down))
        })))
    }
}

/// The scale that makes all the planes' coefficients integers.
fn common_scale<const N: usize>(planes: [&Coefficients; N]) -> u32 {
    planes.iter().map(|plane| plane.scale).max().unwrap_or(0)
}

/// A bound on the bit lengths in determinants over these planes at a scale, from lengths of normals and distances.
///
/// Each term of a determinant of four planes is a product of one distance and three components of normals, each of
/// another plane; a full expansion has 24 terms, so five bits beyond the longest term hold every intermediate sum,
/// and one more a sign.
fn determinant_bits<const N: usize>(planes: [&Coefficients; N], scale: u32) -> u32 {
    let bits = planes.map(|plane| plane.bits_at(scale));
    let normals = bits.iter().fold(0_u32, |sum, (normal, _)| sum.saturating_add(*normal));
    let excess = bits.iter().map(|(normal, dist)| dist.saturating_sub(*normal)).max().unwrap_or(0);
    normals.saturating_add(excess).saturating_add(6)
}

/// The side of `plane` on which the meeting point of `planes` lies, exactly; `On` where there is none.
#[cold]
#[inline(never)]
pub(super) fn side(planes: [&Coefficients; 3], plane: &Coefficients) -> (Side, Tier) {
    let [a, b, c] = planes;
    let all = [a, b, c, plane];
    let scale = common_scale(all);
    let bits = determinant_bits(all, scale);
    if bits <= 127
        && let [Some(a), Some(b), Some(c), Some(plane)] = all.map(|plane| plane.wide_at(scale))
    {
        return (solve(&[a, b, c]).side(&plane), Tier::Wide);
    }
    if bits <= fixed::MAX_BITS {
        return (solve(&planes.map(|plane| plane.fixed_at(scale))).side(&plane.fixed_at(scale)), Tier::Fixed);
    }
    (solve(&planes.map(|plane| plane.big_at(scale))).side(&plane.big_at(scale)), Tier::Big)
}

/// The meeting point of three planes, each coordinate within `2^-50` of its own magnitude; `None` where they do not
/// meet in one point. Coordinates beyond the range of `f64` are infinite.
#[cold]
#[inline(never)]
pub(super) fn position(planes: [&Coefficients; 3]) -> Option<DVec3> {
    let scale = common_scale(planes);
    let bits = determinant_bits(planes, scale);
    if bits <= 127
        && let [Some(a), Some(b), Some(c)] = planes.map(|plane| plane.wide_at(scale))
    {
        return solve(&[a, b, c]).position(scale);
    }
    if bits <= fixed::MAX_BITS {
        return solve(&planes.map(|plane| plane.fixed_at(scale))).position(scale);
    }
    solve(&planes.map(|plane| plane.big_at(scale))).position(scale)
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
