//! Numbers as text.

use kerosene_math::DVec3;
use std::fmt;

/// The shortest text that reads back as the same number.
pub(crate) struct Number(pub(crate) f64);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let magnitude = self.0.abs();
        let plain = magnitude == 0.0 || (1e-5..1e16).contains(&magnitude);
        if plain { write!(f, "{}", self.0) } else { write!(f, "{:e}", self.0) }
    }
}

/// Three numbers.
pub(crate) struct Triple(pub(crate) DVec3);

impl fmt::Display for Triple {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", Number(self.0.x), Number(self.0.y), Number(self.0.z))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_exact() {
        for (number, text) in [
            (0.1, "0.1"),
            (-64.0, "-64"),
            (-0.0, "-0"),
            (1e300, "1e300"),
            (5e-324, "5e-324"),
            (123_456_789.062_5, "123456789.0625"),
        ] {
            assert_eq!(Number(number).to_string(), text);
            assert_eq!(text.parse().map(f64::to_bits), Ok(number.to_bits()));
        }
    }
}
