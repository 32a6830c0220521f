//! A small seeded generator of random numbers.

use bytemuck::{Pod, Zeroable};
use core::ops::Range;

/// PCG32 (the XSH-RR 64/32 member): O'Neill, "PCG: A family of simple fast space-efficient statistically good
/// algorithms for random number generation", 2014.
///
/// The same seed and stream give the same numbers everywhere and for ever. The state is two plain integers, so that a
/// generator can be part of a snapshot or a saved game. Not for secrets.
///
/// ```
/// use kerosene_math::Pcg32;
/// let mut random = Pcg32::new(7, 0);
/// let mut again = random;
/// assert_eq!(random.next_u32(), again.next_u32());
/// assert!(random.below(6).is_some_and(|face| face < 6));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Pod, Zeroable)]
#[repr(C)]
pub struct Pcg32 {
    state: u64,
    /// Odd; chooses the stream.
    increment: u64,
}

impl Pcg32 {
    /// The generator with this seed; different streams (below 2^63) are independent sequences.
    #[must_use]
    pub const fn new(seed: u64, stream: u64) -> Self {
        let increment = (stream << 1) | 1;
        let state = Self::step(increment.wrapping_add(seed), increment);
        Self { state, increment }
    }

    /// A linear congruential step.
    const fn step(state: u64, increment: u64) -> u64 {
        state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(increment)
    }

    /// A number from all of `u32`.
    ///
    /// ```
    /// // The first numbers of the author's demonstration program.
    /// let mut random = kerosene_math::Pcg32::new(42, 54);
    /// assert_eq!([(); 3].map(|()| random.next_u32()), [0xa15c02b7, 0x7b47f409, 0xba1d3330]);
    /// ```
    pub const fn next_u32(&mut self) -> u32 {
        let state = self.state;
        self.state = Self::step(state, self.increment);
        let shifted = (((state >> 18) ^ state) >> 27) as u32;
        shifted.rotate_right((state >> 59) as u32)
    }

    /// A number from all of `u64`.
    ///
    /// ```
    /// assert_eq!(kerosene_math::Pcg32::new(42, 54).next_u64(), 0xa15c02b7_7b47f409);
    /// ```
    pub const fn next_u64(&mut self) -> u64 {
        let high = self.next_u32() as u64;
        (high << 32) | self.next_u32() as u64
    }

    /// A number from 0 up to `bound` (excluded), each equally likely; `None` when `bound` is 0.
    ///
    /// Lemire's method ("Fast random integer generation in an interval", 2019): the high half of a product, with the
    /// few low halves rejected that would favour some results.
    ///
    /// ```
    /// let mut random = kerosene_math::Pcg32::new(1, 2);
    /// assert!(random.below(10).unwrap() < 10);
    /// assert_eq!(random.below(0), None);
    /// ```
    pub const fn below(&mut self, bound: u32) -> Option<u32> {
        if bound == 0 {
            return None;
        }
        let threshold = bound.wrapping_neg() % bound;
        loop {
            let product = self.next_u32() as u64 * bound as u64;
            if product as u32 >= threshold {
                return Some((product >> 32) as u32);
            }
        }
    }

    /// A number in `range`, each equally likely; `None` when it is empty.
    ///
    /// ```
    /// let mut random = kerosene_math::Pcg32::new(1, 2);
    /// assert!((-5..5).contains(&random.range(-5..5).unwrap()));
    /// ```
    pub const fn range(&mut self, range: Range<i32>) -> Option<i32> {
        if range.start >= range.end {
            return None;
        }
        match self.below(range.end.wrapping_sub(range.start) as u32) {
            Some(offset) => Some(range.start.wrapping_add_unsigned(offset)),
            None => None,
        }
    }

    /// A multiple of 2^-24 from 0 up to 1 (excluded).
    ///
    /// ```
    /// assert!((0.0..1.0).contains(&kerosene_math::Pcg32::new(1, 2).next_f32()));
    /// ```
    pub const fn next_f32(&mut self) -> f32 {
        (self.next_u32() >> 8) as f32 * (1.0 / (1 << 24) as f32)
    }

    /// A multiple of 2^-53 from 0 up to 1 (excluded).
    ///
    /// ```
    /// assert!((0.0..1.0).contains(&kerosene_math::Pcg32::new(1, 2).next_f64()));
    /// ```
    pub const fn next_f64(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 * (1.0 / (1_u64 << 53) as f64)
    }

    /// A number from `low` to `high` (which rounding may reach).
    ///
    /// ```
    /// assert!((2.0..=3.0).contains(&kerosene_math::Pcg32::new(1, 2).between(2.0, 3.0)));
    /// ```
    pub const fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.next_f32()
    }
}
