//! Values as text: points, planes and texture axes.

use crate::model::{TextureAxis, TextureUnits};
use crate::number::{Number, Triple};
use kerosene_math::{DVec2, DVec3};
use std::fmt;

/// World units per texel where a side does not say.
pub(super) const DEFAULT_SCALE: f64 = 0.25;
/// World units per luxel where a side does not say.
pub(crate) const DEFAULT_LIGHTMAP_SCALE: f64 = 16.0;

/// `(x y z) (x y z) (x y z)`
pub(super) struct Plane<'a>(pub(super) &'a [DVec3; 3]);

impl fmt::Display for Plane<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c] = self.0;
        write!(f, "({}) ({}) ({})", Triple(*a), Triple(*b), Triple(*c))
    }
}

/// `[x y z shift] scale`
pub(super) struct Axis<'a>(pub(super) &'a TextureAxis);

impl fmt::Display for Axis<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TextureAxis { direction, shift, scale } = self.0;
        write!(f, "[{} {}] {}", Triple(*direction), Number(*shift), Number(*scale))
    }
}

/// A finite number.
pub(crate) fn parse_number(text: &str) -> Option<f64> {
    text.trim().parse().ok().filter(|number: &f64| number.is_finite())
}

/// Exactly three finite numbers.
pub(crate) fn parse_triple(text: &str) -> Option<DVec3> {
    let [x, y, z] = parse_numbers(text)?;
    Some(DVec3::new(x, y, z))
}

/// Exactly two finite numbers.
pub(super) fn parse_pair(text: &str) -> Option<DVec2> {
    let [x, y] = parse_numbers(text)?;
    Some(DVec2::new(x, y))
}

/// What the axes of a side count.
pub(super) fn parse_texture_units(text: &str) -> Option<TextureUnits> {
    [TextureUnits::Texels, TextureUnits::Repeats].into_iter().find(|units| texture_units_name(*units) == text.trim())
}

/// The word for what the axes of a side count.
pub(super) fn texture_units_name(units: TextureUnits) -> &'static str {
    match units {
        TextureUnits::Texels => "texels",
        TextureUnits::Repeats => "repeats",
    }
}

/// Three points in parentheses.
pub(crate) fn parse_plane(text: &str) -> Option<[DVec3; 3]> {
    let (first, rest) = bracketed(text, '(', ')')?;
    let (second, rest) = bracketed(rest, '(', ')')?;
    let (third, rest) = bracketed(rest, '(', ')')?;
    if !rest.trim().is_empty() {
        return None;
    }
    Some([parse_triple(first)?, parse_triple(second)?, parse_triple(third)?])
}

/// Direction and shift in brackets, then a scale, which may be missing but is not 0.
pub(crate) fn parse_axis(text: &str) -> Option<TextureAxis> {
    let (inside, rest) = bracketed(text, '[', ']')?;
    let [x, y, z, shift] = parse_numbers(inside)?;
    let scale = if rest.trim().is_empty() { DEFAULT_SCALE } else { parse_number(rest)? };
    (scale != 0.0).then_some(TextureAxis { direction: DVec3::new(x, y, z), shift, scale })
}

/// Whole numbers, as many as there are.
pub(super) fn parse_indices(text: &str) -> Option<Vec<u32>> {
    text.split_ascii_whitespace().map(|word| word.parse().ok()).collect()
}

fn parse_numbers<const N: usize>(text: &str) -> Option<[f64; N]> {
    let mut words = text.split_ascii_whitespace();
    let mut numbers = [0.0; N];
    for number in &mut numbers {
        *number = parse_number(words.next()?)?;
    }
    words.next().is_none().then_some(numbers)
}

/// What stands between the first two brackets, and what follows.
fn bracketed(text: &str, open: char, close: char) -> Option<(&str, &str)> {
    text.trim_start().strip_prefix(open)?.split_once(close)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn planes_and_axes_are_read_with_any_blanks_and_nothing_else() {
        let points = [DVec3::ZERO, DVec3::X, DVec3::new(0.5, -1.0, 2.0)];
        assert_eq!(parse_plane(&Plane(&points).to_string()), Some(points));
        assert_eq!(parse_plane("( 0 0 0 )(1 0 0) (0.5 -1 2 ) "), Some(points));
        for bad in
            ["", "(0 0 0) (1 0 0)", "(0 0 0) (1 0 0) (0 1)", "(0 0 0) (1 0 0) (0 1 0) x", "(0 0 inf) (1 0 0) (0 1 0)"]
        {
            assert_eq!(parse_plane(bad), None, "{bad}");
        }
        let axis = TextureAxis { direction: DVec3::X, shift: 3.5, scale: 2.0 };
        assert_eq!(parse_axis(&Axis(&axis).to_string()), Some(axis));
        assert_eq!(parse_axis("[1 0 0 3.5]"), Some(TextureAxis { scale: DEFAULT_SCALE, ..axis }));
        for bad in ["1 0 0 3.5", "[1 0 0] 1", "[1 0 0 0] 0", "[1 0 0 0] x"] {
            assert_eq!(parse_axis(bad), None, "{bad}");
        }
    }
}
