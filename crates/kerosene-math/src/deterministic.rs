//! Transcendental functions with the same bits on every machine.
//!
//! IEEE 754 fixes the result of `+ - * /`, `sqrt`, conversions and remainders to the bit, and Rust keeps to it. It
//! does not fix sines or powers: `std` calls the platform's C library for those, whose results differ in the last
//! bits between systems and their versions, which is enough to make a replay diverge or a compiled map differ. The
//! functions here come from the `libm` crate, which is written in Rust (a translation of musl's and CORE-MATH's
//! algorithms), does only operations that IEEE 754 fixes, and so gives the same bits wherever it runs, as long as its
//! version is pinned. Tests hold some results to the bit; when an update of `libm` changes one, replays and compiled
//! maps made before it are no longer reproducible, and that is a change to announce.
//!
//! All functions take `f32` or `f64` (a sealed trait bounds them, so that they cannot be shadowed by methods of
//! `std`). Angles are in radians. Errors are below one unit in the last place for nearly all arguments. Arguments
//! outside a function's domain give NaN. `sqrt` is not here: `std`'s is correctly rounded by definition.

use sealed::Real;

macro_rules! functions {
    ($($(#[$documentation:meta])* $name:ident($($argument:ident),+): $single:ident, $double:ident, $example:literal;)+) => {
        mod sealed {
            /// The float types that the functions take: `f32` and `f64`.
            pub trait Real: Copy {
                $(fn $name($($argument: Self),+) -> Self;)+
            }

            impl Real for f32 {
                $(
                    #[inline]
                    fn $name($($argument: Self),+) -> Self {
                        libm::$single($($argument),+)
                    }
                )+
            }

            impl Real for f64 {
                $(
                    #[inline]
                    fn $name($($argument: Self),+) -> Self {
                        libm::$double($($argument),+)
                    }
                )+
            }
        }

        $(
            $(#[$documentation])*
            ///
            /// ```
            #[doc = concat!("use kerosene_math::deterministic::", stringify!($name), ";")]
            #[doc = $example]
            /// ```
            #[inline]
            #[must_use]
            pub fn $name<T: Real>($($argument: T),+) -> T {
                T::$name($($argument),+)
            }
        )+
    };
}

functions! {
    /// The sine of an angle in radians.
    sin(x): sinf, sin, "assert_eq!(sin(0.5_f64), 0.479425538604203);";
    /// The cosine of an angle in radians.
    cos(x): cosf, cos, "assert_eq!(cos(0.0_f32), 1.0);";
    /// The tangent of an angle in radians.
    tan(x): tanf, tan, "assert_eq!(tan(0.0_f32), 0.0);";
    /// The angle in radians, from -pi/2 to pi/2, with the sine `x` (-1 to 1).
    asin(x): asinf, asin, "assert_eq!(asin(1.0_f64), core::f64::consts::FRAC_PI_2);";
    /// The angle in radians, from 0 to pi, with the cosine `x` (-1 to 1).
    acos(x): acosf, acos, "assert_eq!(acos(-1.0_f64), core::f64::consts::PI);";
    /// The angle in radians, from -pi/2 to pi/2, with the tangent `x`.
    atan(x): atanf, atan, "assert_eq!(atan(1.0_f64), core::f64::consts::FRAC_PI_4);";
    /// The angle in radians, from -pi to pi, of the vector `(x, y)` from the x axis.
    atan2(y, x): atan2f, atan2, "assert_eq!(atan2(1.0_f64, 0.0), core::f64::consts::FRAC_PI_2);";
    /// The hyperbolic sine.
    sinh(x): sinhf, sinh, "assert_eq!(sinh(0.0_f64), 0.0);";
    /// The hyperbolic cosine.
    cosh(x): coshf, cosh, "assert_eq!(cosh(0.0_f64), 1.0);";
    /// The hyperbolic tangent.
    tanh(x): tanhf, tanh, "assert_eq!(tanh(100.0_f32), 1.0);";
    /// Euler's number to the power of `x`.
    exp(x): expf, exp, "assert_eq!(exp(0.0_f64), 1.0);";
    /// Two to the power of `x`.
    exp2(x): exp2f, exp2, "assert_eq!(exp2(-3.0_f32), 0.125);";
    /// `exp(x) - 1`, precise near zero.
    exp_m1(x): expm1f, expm1, "assert_eq!(exp_m1(1e-300_f64), 1e-300);";
    /// The natural logarithm of `x` (0 or more).
    ln(x): logf, log, "assert_eq!(ln(1.0_f32), 0.0);";
    /// `ln(1 + x)`, precise near zero.
    ln_1p(x): log1pf, log1p, "assert_eq!(ln_1p(1e-300_f64), 1e-300);";
    /// The logarithm to base two of `x` (0 or more).
    log2(x): log2f, log2, "assert_eq!(log2(1024.0_f32), 10.0);";
    /// The logarithm to base ten of `x` (0 or more).
    log10(x): log10f, log10, "assert_eq!(log10(1000.0_f64), 3.0);";
    /// `x` to the power of `y`.
    pow(x, y): powf, pow, "assert_eq!(pow(2.0_f64, 0.5), core::f64::consts::SQRT_2);";
    /// The cube root.
    cbrt(x): cbrtf, cbrt, "assert_eq!(cbrt(-27.0_f32), -3.0);";
    /// The length of the vector `(x, y)`, without overflow on the way.
    hypot(x, y): hypotf, hypot, "assert_eq!(hypot(3.0_f64, 4.0), 5.0);";
}

/// The sine and the cosine of an angle in radians.
///
/// ```
/// use kerosene_math::deterministic::sin_cos;
/// assert_eq!(sin_cos(0.0_f32), (0.0, 1.0));
/// ```
#[inline]
#[must_use]
pub fn sin_cos<T: Real>(x: T) -> (T, T) {
    (T::sin(x), T::cos(x))
}

/// The sine and the cosine of an angle in degrees, exact at multiples of 90.
///
/// The angle is reduced while it is still in degrees, where a quarter turn is a whole number: what looks or turns
/// along an axis does so exactly.
///
/// ```
/// use kerosene_math::deterministic::sin_cos_degrees;
/// assert_eq!(sin_cos_degrees(-270.0), (1.0, 0.0));
/// assert!((sin_cos_degrees(150.0).0 - 0.5).abs() < 1e-15);
/// ```
#[must_use]
pub fn sin_cos_degrees(degrees: f64) -> (f64, f64) {
    let turn = degrees % 360.0;
    let quarter = (turn / 90.0).round();
    let (sin, cos) = sin_cos((turn - quarter * 90.0).to_radians());
    // Subtracting from zero, unlike negating, keeps zeros positive.
    match (quarter as i32).rem_euclid(4) {
        0 => (sin, cos),
        1 => (cos, 0.0 - sin),
        2 => (0.0 - sin, 0.0 - cos),
        _ => (0.0 - cos, sin),
    }
}
