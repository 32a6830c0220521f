//! The integer coefficients of a plane, in lowest terms.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};

/// Coefficients `[a, b, c, d]` of the oriented plane `a x + b y + c z = d`, without a common divisor.
///
/// Equal planes of equal orientation have equal coefficients, and `Small` is used whenever they fit,
/// so that the derived equality and hash are those of the planes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Coefficients {
    /// All within plus and minus `i64::MAX`.
    Small([i64; 4]),
    /// At least one beyond that.
    Big(Box<[BigInt; 4]>),
}

impl Coefficients {
    /// Brings coefficients to lowest terms; `None` when the normal is zero.
    ///
    /// The plane is `values[0..3] * 2^scale . x = values[3]`; values stay below 2^127 in magnitude.
    pub(super) fn from_wide([a, b, c, d]: [i128; 4], scale: u32) -> Option<Self> {
        if (a, b, c) == (0, 0, 0) {
            return None;
        }
        // Shifting d down before shifting the normal up keeps the numbers short. Whatever scale is left
        // then meets an odd d, so that it adds no common divisor.
        let shed = scale.min(d.trailing_zeros());
        let (d, scale) = (d >> shed, scale - shed);
        let divisor = [b, c, d].iter().fold(a.unsigned_abs(), |divisor, value| gcd(divisor, value.unsigned_abs()));
        let divisor = divisor as i128;
        let [a, b, c, d] = [a / divisor, b / divisor, c / divisor, d / divisor];
        let small = (small(a, scale), small(b, scale), small(c, scale), small(d, 0));
        if let (Some(a), Some(b), Some(c), Some(d)) = small {
            return Some(Self::Small([a, b, c, d]));
        }
        let normal = [a, b, c].map(|value| BigInt::from(value) << scale);
        let [a, b, c] = normal;
        Some(Self::Big(Box::new([a, b, c, BigInt::from(d)])))
    }

    /// Brings coefficients of any length to lowest terms; `None` when the normal is zero.
    pub(super) fn from_big(values: [BigInt; 4]) -> Option<Self> {
        if values[..3].iter().all(Zero::is_zero) {
            return None;
        }
        let mut divisor = BigInt::ZERO;
        for value in &values {
            divisor = if divisor.is_zero() { value.abs() } else { divisor.gcd(&(value % &divisor)) };
            if divisor.is_one() {
                break;
            }
        }
        let values = if divisor.is_one() { values } else { values.map(|value| value / &divisor) };
        let mut small = [0; 4];
        for (small, value) in small.iter_mut().zip(&values) {
            match value.to_i64() {
                Some(value) if value != i64::MIN => *small = value,
                _ => return Some(Self::Big(Box::new(values))),
            }
        }
        Some(Self::Small(small))
    }

    /// The coefficients of the same plane facing the other way.
    pub(super) fn negated(&self) -> Self {
        match self {
            Self::Small(values) => Self::Small(values.map(|value| -value)),
            Self::Big(values) => {
                let [a, b, c, d] = &**values;
                Self::Big(Box::new([-a, -b, -c, -d]))
            }
        }
    }

    /// The coefficients as integers of any length.
    pub(super) fn to_big(&self) -> [BigInt; 4] {
        match self {
            Self::Small(values) => values.map(BigInt::from),
            Self::Big(values) => (**values).clone(),
        }
    }

    /// The coefficients, where they fit in 64 bits.
    pub(super) fn to_wide(&self) -> Option<[i128; 4]> {
        match self {
            Self::Small(values) => Some(values.map(i128::from)),
            Self::Big(_) => None,
        }
    }

    /// Bit lengths of the normal's longest component and of `d`.
    pub(super) fn bits(&self) -> (u32, u32) {
        let bits: [u32; 4] = match self {
            Self::Small(values) => values.map(|value| 64 - value.unsigned_abs().leading_zeros()),
            Self::Big(values) => [0, 1, 2, 3].map(|i| u32::try_from(values[i].bits()).unwrap_or(u32::MAX)),
        };
        (bits[0].max(bits[1]).max(bits[2]), bits[3])
    }
}

/// `value << shift` where it stays within plus and minus `i64::MAX`.
fn small(value: i128, shift: u32) -> Option<i64> {
    let bits = 128 - value.unsigned_abs().leading_zeros();
    if value == 0 {
        Some(0)
    } else if bits + shift > 63 {
        None
    } else {
        i64::try_from(value << shift).ok()
    }
}

/// The greatest common divisor, by Stein's binary algorithm (1967); `gcd(0, b)` is `b`.
fn gcd(mut a: u128, mut b: u128) -> u128 {
    if a == 0 || b == 0 {
        return a | b;
    }
    let twos = (a | b).trailing_zeros();
    a >>= a.trailing_zeros();
    while b != 0 {
        b >>= b.trailing_zeros();
        if a > b {
            core::mem::swap(&mut a, &mut b);
        }
        b -= a;
    }
    a << twos
}

/// A float and a power of two whose product is `value`, with a relative error of at most 2^-52.
pub(super) fn split_big(value: &BigInt) -> (f64, i32) {
    let bits = value.bits();
    let shift = bits.saturating_sub(64);
    let leading = (value.magnitude() >> shift).to_u64().unwrap_or(u64::MAX) as f64;
    let exponent = i32::try_from(shift).unwrap_or(i32::MAX);
    (if value.is_negative() { -leading } else { leading }, exponent)
}
