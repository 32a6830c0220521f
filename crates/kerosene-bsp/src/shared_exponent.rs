//! Light in 32 bits: three fractions of nine bits under one exponent of five, as GPUs read it (RGB9E5).
//!
//! The lowest nine bits are red, then green and blue, and the exponent is on top. A fraction of 512ths is multiplied with
//! two to the power of the exponent less 15. Every pattern of bits is a colour: light is never negative, infinite or not a number.

use kerosene_math::Vec3;

/// Bits of a fraction.
const FRACTION_BITS: i32 = 9;
/// What is added to an exponent to make it positive.
const BIAS: i32 = 15;
/// The greatest light that there is: 511/512 times two to the power of 16.
pub const MAX_LIGHT: f32 = 65_408.0;

/// Linear light as 32 bits, each part right to half of a 512th of the power of two above the greatest. What is negative or
/// not a number is none, what is too bright [`MAX_LIGHT`].
///
/// ```
/// use kerosene_bsp::shared_exponent::{pack, unpack};
/// use kerosene_math::Vec3;
///
/// assert_eq!(unpack(pack(Vec3::new(1.0, 0.5, 0.0))), Vec3::new(1.0, 0.5, 0.0));
/// ```
#[must_use]
pub fn pack(light: Vec3) -> u32 {
    // What is not a number stays so here, is passed over by `max`, and is 0 as a whole number.
    let parts = light.to_array().map(|part| part.clamp(0.0, MAX_LIGHT));
    let greatest = parts.into_iter().fold(0.0_f32, f32::max);
    let log = (greatest.to_bits() >> 23) as i32 - 127;
    let mut exponent = (log + 1 + BIAS).max(0);
    if (greatest / unit(exponent) + 0.5) as u32 >> FRACTION_BITS != 0 {
        exponent += 1;
    }
    let [red, green, blue] = parts.map(|part| (part / unit(exponent) + 0.5) as u32);
    red | green << 9 | blue << 18 | (exponent as u32) << 27
}

/// The linear light that 32 bits stand for.
#[must_use]
pub fn unpack(packed: u32) -> Vec3 {
    let unit = unit((packed >> 27) as i32);
    Vec3::from_array([0, 9, 18].map(|shift| (packed >> shift & 511) as f32)) * unit
}

/// A 512th under an exponent of 0 to 32.
fn unit(exponent: i32) -> f32 {
    f32::from_bits(((exponent - BIAS - FRACTION_BITS + 127) as u32) << 23)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kerosene_math::Pcg32;

    #[test]
    fn light_comes_back_as_exactly_as_its_bits_allow() {
        let mut random = Pcg32::new(5, 1);
        for step in 0..4000 {
            let scale = f32::from_bits((127 - 14 + step % 30) << 23);
            let light = Vec3::from_array([(); 3].map(|()| random.next_f32() * scale));
            let back = unpack(pack(light));
            // Half of a 512th of the power of two above; what is rounded up to one has the next power above it.
            let greatest = light.max_element();
            assert!(
                (back - light).abs().max_element() <= (greatest * 1.001 / 512.0).max(f32::from_bits(102 << 23)),
                "{light} {back}"
            );
        }
    }

    #[test]
    fn every_pattern_is_a_colour_and_comes_back_as_the_same_light() {
        let mut random = Pcg32::new(9, 1);
        let patterns = (0..4000).map(|_| random.next_u32()).chain([0, u32::MAX, 1, 1 << 27, 511 << 9]);
        for pattern in patterns {
            let light = unpack(pattern);
            assert!(light.is_finite() && light.min_element() >= 0.0 && light.max_element() <= MAX_LIGHT);
            assert_eq!(unpack(pack(light)), light, "{pattern:#x}");
        }
    }

    #[test]
    fn what_is_no_light_is_the_nearest_that_is() {
        assert_eq!(unpack(pack(Vec3::new(-1.0, f32::NAN, 0.0))), Vec3::ZERO);
        assert_eq!(unpack(pack(Vec3::new(f32::INFINITY, 1e9, 0.0))), Vec3::new(MAX_LIGHT, MAX_LIGHT, 0.0));
        // Rounding up to a power of two takes the next exponent.
        assert_eq!(unpack(pack(Vec3::splat(0.999_99))), Vec3::ONE);
    }
}
