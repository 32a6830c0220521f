//! Fixed-point numbers.

use std::fmt;
use std::str::FromStr;

/// A number in 32.32 fixed point: 2⁻³² steps from −2³¹ to just below 2³¹. The same on every machine, always.
///
/// ```
/// use kerosene_world::Fixed;
///
/// let third = Fixed::from_f64(0.25);
/// assert_eq!(third.to_string(), "0.25");
/// assert_eq!("-1.5".parse::<Fixed>()?.to_bits(), -(3 << 31));
/// # Ok::<(), kerosene_world::ParseFixedError>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fixed(i64);

/// Steps in one.
const ONE: i64 = 1 << 32;

impl Fixed {
    /// The number of that many steps of 2⁻³².
    #[must_use]
    pub const fn from_bits(bits: i64) -> Fixed {
        Fixed(bits)
    }

    /// How many steps of 2⁻³² the number is.
    #[must_use]
    pub const fn to_bits(self) -> i64 {
        self.0
    }

    /// A whole number.
    #[must_use]
    pub const fn from_int(value: i32) -> Fixed {
        Fixed(value as i64 * ONE)
    }

    /// The nearest number below or at the value; the nearest end of the range outside it, 0 for NaN.
    #[must_use]
    pub fn from_f64(value: f64) -> Fixed {
        Fixed((value * ONE as f64).floor() as i64)
    }

    /// The nearest `f64`.
    #[must_use]
    pub fn to_f64(self) -> f64 {
        self.0 as f64 / ONE as f64
    }
}

/// In decimal, with as many digits as tell the number from its neighbours.
impl fmt::Display for Fixed {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let magnitude = self.0.unsigned_abs();
        if self.0 < 0 {
            formatter.write_str("-")?;
        }
        write!(formatter, "{}", magnitude >> 32)?;
        let fraction = magnitude & (ONE as u64 - 1);
        if fraction == 0 {
            return Ok(());
        }
        // Ten digits are finer than 2⁻³², so one of these comes back as the same number.
        for digits in 1..=10_u32 {
            let scale = 10_u64.pow(digits);
            let decimal = nearest_decimal(fraction, scale);
            if decimal < scale && nearest_fraction(decimal, scale) == fraction {
                return write!(formatter, ".{decimal:0width$}", width = digits as usize);
            }
        }
        Ok(())
    }
}

/// The fraction (in steps) in units of 1/scale, to the nearest.
fn nearest_decimal(fraction: u64, scale: u64) -> u64 {
    ((u128::from(fraction) * u128::from(scale) + (1 << 31)) >> 32) as u64
}

/// Units of 1/scale in steps, to the nearest.
fn nearest_fraction(decimal: u64, scale: u64) -> u64 {
    let (decimal, scale) = (u128::from(decimal), u128::from(scale));
    (((decimal << 32) + scale / 2) / scale) as u64
}

/// Text that is no fixed-point number.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} is no fixed-point number: one is written in decimal, as in -1.25, from -2147483648 to just below 2147483648"
)]
pub struct ParseFixedError(String);

impl FromStr for Fixed {
    type Err = ParseFixedError;

    fn from_str(text: &str) -> Result<Fixed, ParseFixedError> {
        parse(text).ok_or_else(|| ParseFixedError(text.chars().take(40).collect()))
    }
}

/// Digits behind the point beyond these change nothing and are passed over.
const MOST_DIGITS: usize = 18;

fn parse(text: &str) -> Option<Fixed> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
    let all_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !all_digits(whole) || !all_digits(fraction) {
        return None;
    }
    let fraction = &fraction[..fraction.len().min(MOST_DIGITS)];
    let steps = nearest_fraction(fraction.parse().ok()?, 10_u64.pow(fraction.len() as u32));
    let magnitude = (i128::from(whole.parse::<u32>().ok()?) << 32) + i128::from(steps);
    i64::try_from(if negative { -magnitude } else { magnitude }).ok().map(Fixed)
}
