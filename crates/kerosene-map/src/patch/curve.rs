//! Quadratic curves: points, directions and how finely they are cut.

use super::cell::FINEST;
use std::ops::{Add, Mul, Sub};

/// The point at `t` of the curve with these control points. Reversing the curve gives the same bits at `1 - t`,
/// where `t` is a fraction of a power of two.
pub(super) fn point<V>([first, middle, last]: [V; 3], t: f64) -> V
where
    V: Add<Output = V> + Mul<f64, Output = V>,
{
    let s = 1.0 - t;
    (first * (s * s) + last * (t * t)) + middle * (2.0 * s * t)
}

/// The derivative by `t`.
pub(super) fn derivative<V>([first, middle, last]: [V; 3], t: f64) -> V
where
    V: Add<Output = V> + Sub<Output = V> + Mul<f64, Output = V> + Copy,
{
    ((middle - first) * (1.0 - t) + (last - middle) * t) * 2.0
}

/// The second derivative, the same all along the curve and in both directions.
pub(super) fn second_derivative<V>([first, middle, last]: [V; 3]) -> V
where
    V: Add<Output = V> + Sub<Output = V> + Mul<f64, Output = V>,
{
    ((first + last) - middle * 2.0) * 2.0
}

/// The smallest power of two, up to [`FINEST`], that brings `length` below `tolerance` when `length` falls with its square.
pub(super) fn pieces(length: f64, tolerance: f64) -> u32 {
    let mut pieces = 1;
    while pieces < FINEST && length > tolerance * f64::from(pieces * pieces) {
        pieces *= 2;
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;
    use kerosene_math::DVec3;

    #[test]
    fn a_curve_and_its_reverse_have_the_same_bits() {
        let points = [DVec3::new(0.1, 7.3, -1e-3), DVec3::new(1e5, 0.7, 3.3), DVec3::new(-17.77, 1.0 / 3.0, 1e-9)];
        let reversed = [points[2], points[1], points[0]];
        for k in 0..=FINEST {
            let t = f64::from(k) / f64::from(FINEST);
            let (there, back) = (point(points, t), point(reversed, 1.0 - t));
            assert_eq!(there.to_array().map(f64::to_bits), back.to_array().map(f64::to_bits));
        }
        assert_eq!((point(points, 0.0), point(points, 1.0)), (points[0], points[2]));
    }

    #[test]
    fn pieces_are_as_few_as_the_tolerance_allows() {
        for (length, tolerance, expected) in
            [(0.0, 1.0, 1), (1.0, 1.0, 1), (1.01, 1.0, 2), (16.5, 1.0, 8), (1e9, 1.0, FINEST)]
        {
            assert_eq!(pieces(length, tolerance), expected);
        }
    }
}
