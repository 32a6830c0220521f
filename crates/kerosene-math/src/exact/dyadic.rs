//! Finite floats as integers times powers of two, which is what they are.

use num_bigint::BigInt;

/// A finite float taken apart: `mantissa * 2^exponent` with an odd mantissa, or zero (`0 * 2^0`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Dyadic {
    /// Below 2^53 in magnitude.
    pub(super) mantissa: i64,
    /// -1074 to 1023.
    pub(super) exponent: i32,
}

impl Dyadic {
    /// Takes apart a finite `value`.
    pub(super) fn new(value: f64) -> Self {
        let bits = value.to_bits();
        let stored_exponent = ((bits >> 52) & 0x7ff) as i32;
        let fraction = (bits & ((1 << 52) - 1)) as i64;
        let (magnitude, exponent) = match stored_exponent {
            0 => (fraction, -1074),
            _ => (fraction | (1 << 52), stored_exponent - 1075),
        };
        if magnitude == 0 {
            return Self { mantissa: 0, exponent: 0 };
        }
        let zeros = magnitude.trailing_zeros();
        let odd = magnitude >> zeros;
        Self { mantissa: if value.is_sign_negative() { -odd } else { odd }, exponent: exponent + zeros as i32 }
    }

    /// Bit length of `value * 2^scale`, for a scale that makes it an integer.
    fn bits(self, scale: u32) -> u32 {
        match self.mantissa {
            0 => 0,
            mantissa => {
                (64 - mantissa.unsigned_abs().leading_zeros()).wrapping_add_signed(self.exponent + scale as i32)
            }
        }
    }
}

/// Numbers brought to one scale: each is an integer over `2^scale`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scaled<const N: usize> {
    values: [Dyadic; N],
    /// The least scale (0 or more) that makes all of them integers.
    pub(super) scale: u32,
    /// The greatest bit length of those integers.
    pub(super) bits: u32,
}

impl<const N: usize> Scaled<N> {
    /// Brings finite `values` to their least common scale.
    pub(super) fn new(values: [f64; N]) -> Self {
        let values = values.map(Dyadic::new);
        let scale = values.iter().map(|value| value.exponent).min().map_or(0, |least| least.min(0).unsigned_abs());
        let bits = values.iter().map(|value| value.bits(scale)).max().unwrap_or(0);
        Self { values, scale, bits }
    }

    /// The integers; `bits` must not exceed 126.
    pub(super) fn wide(&self) -> [i128; N] {
        self.values.map(|value| match value.mantissa {
            0 => 0,
            mantissa => i128::from(mantissa) << (value.exponent + self.scale as i32),
        })
    }

    /// The integers, of any length.
    pub(super) fn big(&self) -> [BigInt; N] {
        self.values.map(|value| BigInt::from(value.mantissa) << (value.exponent + self.scale as i32).max(0) as u32)
    }
}
