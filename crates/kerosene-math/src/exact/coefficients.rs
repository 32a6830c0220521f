//! The integer coefficients of a plane, in lowest terms.

use super::dyadic::Dyadic;
use super::fixed::Fixed;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};

/// Integer coefficients `[a, b, c, d]` of the oriented plane `a x + b y + c z = d / 2^scale`, in lowest terms: no
/// common divisor, not all of `a`, `b` and `c` even, and `d` odd unless `scale` is 0.
///
/// These are unique for an oriented plane, and `Small` is used whenever they fit, so that the derived equality and
/// hash are those of planes. Keeping the power of two out of the normal keeps determinants short: coordinates with
/// many binary places make `d` long, but not the normals of axial planes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Coefficients {
    pub(super) values: Values,
    pub(super) scale: u32,
}

/// The integers of [`Coefficients`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Values {
    /// All within plus and minus `i64::MAX`.
    Small([i64; 4]),
    /// At least one beyond that.
    Big(Box<[BigInt; 4]>),
}

impl Coefficients {
    /// The plane across `axis` (0 to 2) at `dist`, at most 2^62 in magnitude; its normal along the positive axis.
    pub(super) fn axial(axis: usize, dist: f64) -> Self {
        let Dyadic { mantissa, exponent } = Dyadic::new(dist);
        let mut values = [0, 0, 0, mantissa << exponent.max(0)];
        values[axis] = 1;
        Self { values: Values::Small(values), scale: exponent.min(0).unsigned_abs() }
    }

    /// Brings the plane `a x + b y + c z = d / 2^scale` to lowest terms; `None` when the normal is zero. The values
    /// stay below 2^127 in magnitude.
    pub(super) fn from_wide([a, b, c, d]: [i128; 4], scale: u32) -> Option<Self> {
        let normal = a | b | c;
        if normal == 0 {
            return None;
        }
        let twos = normal.trailing_zeros();
        let [a, b, c] = [a >> twos, b >> twos, c >> twos];
        let shed = (scale + twos).min(d.trailing_zeros());
        let (d, scale) = if d == 0 { (0, 0) } else { (d >> shed, scale + twos - shed) };
        let divisor = [c, d].iter().fold(gcd(a.unsigned_abs(), b.unsigned_abs()), |divisor, value| {
            if divisor == 1 { 1 } else { gcd(value.unsigned_abs(), divisor) }
        });
        let values = if divisor == 1 { [a, b, c, d] } else { [a, b, c, d].map(|value| value / divisor as i128) };
        let [a, b, c, d] = values.map(small);
        let values = match (a, b, c, d) {
            (Some(a), Some(b), Some(c), Some(d)) => Values::Small([a, b, c, d]),
            _ => Values::Big(Box::new(values.map(BigInt::from))),
        };
        Some(Self { values, scale })
    }

    /// As [`Self::from_wide`] for values of any length.
    pub(super) fn from_big([a, b, c, d]: [BigInt; 4], scale: u32) -> Option<Self> {
        let twos = [&a, &b, &c].into_iter().filter_map(BigInt::trailing_zeros).min()?;
        let twos = u32::try_from(twos).ok()?;
        let zeros = d.trailing_zeros().map_or(u32::MAX, |zeros| u32::try_from(zeros).unwrap_or(u32::MAX));
        let shed = (scale + twos).min(zeros);
        let scale = if d.is_zero() { 0 } else { scale + twos - shed };
        let mut values = [a >> twos, b >> twos, c >> twos, d >> shed];
        let divisor = values.iter().fold(BigInt::ZERO, gcd_big);
        if !divisor.is_one() {
            values = values.map(|value| value / &divisor);
        }
        let small = [0, 1, 2, 3].map(|i| values[i].to_i64().filter(|&value| value != i64::MIN));
        let values = match small {
            [Some(a), Some(b), Some(c), Some(d)] => Values::Small([a, b, c, d]),
            _ => Values::Big(Box::new(values)),
        };
        Some(Self { values, scale })
    }

    /// The coefficients of the same plane facing the other way.
    pub(super) fn negated(&self) -> Self {
        let values = match &self.values {
            Values::Small(values) => Values::Small(values.map(|value| -value)),
            Values::Big(values) => {
                let [a, b, c, d] = &**values;
                Values::Big(Box::new([-a, -b, -c, -d]))
            }
        };
        Self { values, scale: self.scale }
    }

    /// The integers of the same plane in coordinates multiplied by `2^scale`, a scale not below its own.
    pub(super) fn big_at(&self, scale: u32) -> [BigInt; 4] {
        let mut values = match &self.values {
            Values::Small(values) => values.map(BigInt::from),
            Values::Big(values) => (**values).clone(),
        };
        values[3] <<= scale - self.scale;
        values
    }

    /// As [`Self::big_at`], where the integers other than the last fit in 64 bits; the last must fit in 127.
    pub(super) fn wide_at(&self, scale: u32) -> Option<[i128; 4]> {
        match &self.values {
            Values::Small(values) => {
                let mut values = values.map(i128::from);
                // A zero may stay where the shift would be beyond the integer's length.
                values[3] = if values[3] == 0 { 0 } else { values[3] << (scale - self.scale) };
                Some(values)
            }
            Values::Big(_) => None,
        }
    }

    /// As [`Self::big_at`], where the integers fit in [`super::fixed::MAX_BITS`].
    pub(super) fn fixed_at(&self, scale: u32) -> [Fixed; 4] {
        let mut values = match &self.values {
            Values::Small(values) => values.map(Fixed::from),
            Values::Big(values) => [0, 1, 2, 3].map(|i| Fixed::from(&values[i])),
        };
        values[3] = values[3].shifted(scale - self.scale);
        values
    }

    /// Bit lengths of the normal's longest component and of `d` in coordinates multiplied by `2^scale`.
    pub(super) fn bits_at(&self, scale: u32) -> (u32, u32) {
        let [a, b, c, d]: [u32; 4] = match &self.values {
            Values::Small(values) => values.map(|value| 64 - value.unsigned_abs().leading_zeros()),
            Values::Big(values) => [0, 1, 2, 3].map(|i| u32::try_from(values[i].bits()).unwrap_or(u32::MAX)),
        };
        (a.max(b).max(c), if d == 0 { 0 } else { d + scale - self.scale })
    }
}

/// The value, where it is within plus and minus `i64::MAX`.
fn small(value: i128) -> Option<i64> {
    i64::try_from(value).ok().filter(|&value| value != i64::MIN)
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

/// The greatest common divisor of a divisor found so far (0 for none) and one more value.
fn gcd_big(divisor: BigInt, value: &BigInt) -> BigInt {
    if divisor.is_one() || value.is_zero() {
        return divisor;
    }
    if divisor.is_zero() {
        return value.abs();
    }
    let remainder = value % &divisor;
    match (divisor.to_u128(), remainder.magnitude().to_u128()) {
        (Some(divisor), Some(remainder)) => BigInt::from(gcd(divisor, remainder)),
        _ => divisor.gcd(&remainder),
    }
}

/// A float and a power of two whose product is `value`, with a relative error of at most 2^-52.
pub(super) fn split_big(value: &BigInt) -> (f64, i32) {
    let bits = value.bits();
    let shift = bits.saturating_sub(64);
    let leading = (value.magnitude() >> shift).to_u64().unwrap_or(u64::MAX) as f64;
    let exponent = i32::try_from(shift).unwrap_or(i32::MAX);
    (if value.is_negative() { -leading } else { leading }, exponent)
}
