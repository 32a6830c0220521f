//! Colours as monitors take them and as light adds up.
//!
//! The transfer function of sRGB (IEC 61966-2-1, 1999), exact to the last bit on every machine: bytes go through a table,
//! and a linear value becomes the byte whose linear value is nearest by half way in between.

use kerosene_math::deterministic::pow;
use std::sync::OnceLock;

/// Linear values of the 256 bytes, ascending.
fn table() -> &'static [f32; 256] {
    static TABLE: OnceLock<[f32; 256]> = OnceLock::new();
    TABLE.get_or_init(|| std::array::from_fn(|byte| to_linear_unit(byte as f64 / 255.0) as f32))
}

/// The linear values between which the nearest byte changes: entry `b` lies half way, in sRGB, between `b` and `b + 1`.
fn borders() -> &'static [f32; 255] {
    static BORDERS: OnceLock<[f32; 255]> = OnceLock::new();
    BORDERS.get_or_init(|| std::array::from_fn(|byte| to_linear_unit((byte as f64 + 0.5) / 255.0) as f32))
}

fn to_linear_unit(value: f64) -> f64 {
    if value <= 0.040_45 { value / 12.92 } else { pow((value + 0.055) / 1.055, 2.4) }
}

/// The linear value, from 0 to 1, of a byte in sRGB.
///
/// ```
/// assert_eq!(kerosene_asset::srgb_to_linear(255), 1.0);
/// assert!((kerosene_asset::srgb_to_linear(188) - 0.5).abs() < 0.005);
/// ```
#[must_use]
pub fn srgb_to_linear(byte: u8) -> f32 {
    table()[usize::from(byte)]
}

/// The linear value of a value in sRGB, from 0 to 1, that may lie between those of bytes.
///
/// ```
/// use kerosene_asset::{srgb_to_linear, srgb_value_to_linear};
///
/// assert_eq!(srgb_value_to_linear(51.0 / 255.0), srgb_to_linear(51));
/// ```
#[must_use]
pub fn srgb_value_to_linear(value: f32) -> f32 {
    to_linear_unit(f64::from(value)) as f32
}

/// The byte in sRGB that is nearest to a linear value; what lies outside of 0 to 1 is the end that it is beyond, and what
/// is no number is 0.
///
/// ```
/// use kerosene_asset::{linear_to_srgb, srgb_to_linear};
///
/// assert!((0..=255).all(|byte| linear_to_srgb(srgb_to_linear(byte)) == byte));
/// assert_eq!((linear_to_srgb(-1.0), linear_to_srgb(7.0), linear_to_srgb(f32::NAN)), (0, 255, 0));
/// ```
#[must_use]
pub fn linear_to_srgb(value: f32) -> u8 {
    borders().partition_point(|border| *border <= value) as u8
}
