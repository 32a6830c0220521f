//! Integers of up to 1024 bits on the stack, for determinants that do not fit in 128.

use core::cmp::Ordering;
use core::ops::{Add, Mul, Sub};
use num_bigint::{BigInt, Sign};

/// 64-bit digits of a [`Fixed`].
const DIGITS: usize = 16;

/// Greatest bit length of a [`Fixed`]; callers know beforehand that all results fit.
pub(super) const MAX_BITS: u32 = 64 * DIGITS as u32;

/// A sign and a magnitude of at most [`MAX_BITS`] bits; what exceeds them is lost.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fixed {
    /// Least significant first; zero from `length` on.
    digits: [u64; DIGITS],
    /// Digits up to the last that is not zero.
    length: usize,
    /// False for zero.
    negative: bool,
}

impl Fixed {
    const ZERO: Self = Self { digits: [0; DIGITS], length: 0, negative: false };

    /// Trims leading zeros from the first `length` digits.
    fn trimmed(digits: [u64; DIGITS], mut length: usize, negative: bool) -> Self {
        length = length.min(DIGITS);
        while length > 0 && digits[length - 1] == 0 {
            length -= 1;
        }
        Self { digits, length, negative: negative && length > 0 }
    }

    /// The value times `2^shift`.
    pub(super) fn shifted(&self, shift: u32) -> Self {
        let (words, bits) = ((shift / 64) as usize, shift % 64);
        if self.length == 0 || words >= DIGITS {
            return Self::ZERO;
        }
        let mut digits = [0; DIGITS];
        let mut carry = 0;
        for (slot, &digit) in digits[words..].iter_mut().zip(&self.digits[..(self.length + 1).min(DIGITS)]) {
            *slot = (digit << bits) | carry;
            carry = if bits == 0 { 0 } else { digit >> (64 - bits) };
        }
        Self::trimmed(digits, self.length + words + 1, self.negative)
    }

    /// The sign.
    pub(super) fn sign(&self) -> Ordering {
        match (self.length, self.negative) {
            (0, _) => Ordering::Equal,
            (_, true) => Ordering::Less,
            (_, false) => Ordering::Greater,
        }
    }

    /// A float and a power of two whose product is the value, with a relative error of at most 2^-52.
    pub(super) fn split(&self) -> (f64, i32) {
        let Some(last) = self.length.checked_sub(1) else { return (0.0, 0) };
        let below = if last == 0 { 0 } else { self.digits[last - 1] };
        let leading = ((u128::from(self.digits[last]) << 64) | u128::from(below)) as f64;
        (if self.negative { -leading } else { leading }, 64 * (last as i32 - 1))
    }

    fn compare_magnitudes(&self, other: &Self) -> Ordering {
        let length = self.length.max(other.length);
        self.digits[..length].iter().rev().cmp(other.digits[..length].iter().rev())
    }

    /// The sum of two values, of which the second is negated where `negate`.
    fn sum(&self, other: &Self, negate: bool) -> Self {
        let other_negative = other.negative != negate;
        let length = self.length.max(other.length);
        if self.negative == other_negative {
            return self.combined(other, length + 1, self.negative, |a, b, carry| {
                let (sum, first) = a.overflowing_add(b);
                let (sum, second) = sum.overflowing_add(u64::from(carry));
                (sum, first | second)
            });
        }
        let subtract = |a: u64, b: u64, borrow: bool| {
            let (difference, first) = a.overflowing_sub(b);
            let (difference, second) = difference.overflowing_sub(u64::from(borrow));
            (difference, first | second)
        };
        match self.compare_magnitudes(other) {
            Ordering::Less => other.combined(self, length, other_negative, subtract),
            _ => self.combined(other, length, self.negative, subtract),
        }
    }

    /// Applies `step` to the digits of both magnitudes, least significant first, passing the carry on.
    fn combined(
        &self,
        other: &Self,
        length: usize,
        negative: bool,
        step: impl Fn(u64, u64, bool) -> (u64, bool),
    ) -> Self {
        let mut digits = [0; DIGITS];
        let mut carry = false;
        for (slot, (&a, &b)) in digits.iter_mut().zip(self.digits.iter().zip(&other.digits)).take(length) {
            (*slot, carry) = step(a, b, carry);
        }
        Self::trimmed(digits, length, negative)
    }
}

impl From<i64> for Fixed {
    fn from(value: i64) -> Self {
        let mut digits = [0; DIGITS];
        digits[0] = value.unsigned_abs();
        Self::trimmed(digits, 1, value < 0)
    }
}

impl From<&BigInt> for Fixed {
    fn from(value: &BigInt) -> Self {
        let mut digits = [0; DIGITS];
        let mut length = 0;
        for (slot, digit) in digits.iter_mut().zip(value.iter_u64_digits()) {
            *slot = digit;
            length += 1;
        }
        Self::trimmed(digits, length, value.sign() == Sign::Minus)
    }
}

impl Add for Fixed {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        self.sum(&other, false)
    }
}

impl Sub for Fixed {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self.sum(&other, true)
    }
}

impl Mul for &Fixed {
    type Output = Fixed;

    fn mul(self, other: Self) -> Fixed {
        let mut digits = [0; DIGITS];
        for (place, &a) in self.digits[..self.length].iter().enumerate() {
            let mut carry = 0;
            let mut slots = digits[place..].iter_mut();
            // In this order, the digits running out leaves the next slot in place.
            for (&b, slot) in other.digits[..other.length].iter().zip(slots.by_ref()) {
                let product = u128::from(a) * u128::from(b) + u128::from(*slot) + u128::from(carry);
                (*slot, carry) = (product as u64, (product >> 64) as u64);
            }
            // This row is the first to reach the digit beyond it.
            if let Some(slot) = slots.next() {
                *slot = carry;
            }
        }
        Fixed::trimmed(digits, self.length + other.length, self.negative != other.negative)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_traits::ToPrimitive;
    use proptest::prelude::*;

    fn big(digits: &[u64], negative: bool) -> BigInt {
        let bytes: Vec<u8> = digits.iter().flat_map(|digit| digit.to_le_bytes()).collect();
        BigInt::from_bytes_le(if negative { Sign::Minus } else { Sign::Plus }, &bytes)
    }

    fn value() -> impl Strategy<Value = BigInt> {
        let digit = prop_oneof![Just(0), Just(1), Just(u64::MAX), any::<u64>()];
        (prop::collection::vec(digit, 0..7), any::<bool>()).prop_map(|(digits, negative)| big(&digits, negative))
    }

    fn back(value: &Fixed) -> BigInt {
        big(&value.digits[..value.length], value.negative)
    }

    proptest! {
        #[test]
        fn operations_agree_with_integers_of_any_length(a in value(), b in value(), shift in 0..500_u32) {
            let (x, y) = (Fixed::from(&a), Fixed::from(&b));
            prop_assert_eq!(back(&x), a.clone());
            prop_assert_eq!(back(&(x + y)), &a + &b);
            prop_assert_eq!(back(&(x - y)), &a - &b);
            prop_assert_eq!(back(&(&x * &y)), &a * &b);
            prop_assert_eq!(back(&x.shifted(shift)), &a << shift);
            prop_assert_eq!(x.sign(), a.cmp(&BigInt::ZERO));
            prop_assert_eq!((x - x).sign(), Ordering::Equal);
            let (leading, exponent) = x.split();
            let expected = a.to_f64().unwrap_or(f64::NAN);
            prop_assert!((libm::ldexp(leading, exponent) - expected).abs() <= expected.abs() * f64::EPSILON);
        }

        #[test]
        fn short_integers_convert(a in any::<i64>()) {
            prop_assert_eq!(back(&Fixed::from(a)), BigInt::from(a));
        }
    }
}
