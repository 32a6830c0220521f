//! Values of keys as text, both ways.

use super::{Acoustics, MaterialContents, MaterialRole, MaterialSurface, Packing, Shader};
use crate::notes::numbers;
use crate::surface::{BANDS, SurfaceTable};
use bitflags::Flags;
use kerosene_kv::{Pair, Value, ValueError};
use std::ops::RangeInclusive;

/// The word for no flag at all.
const NO_FLAGS: &str = "none";

/// A number within a range; `expected` says the range in a message.
pub(super) fn number(pair: &Pair<'_>, range: RangeInclusive<f32>, expected: &'static str) -> Result<f32, ValueError> {
    let [value] = numbers(pair, range, expected)?;
    Ok(value)
}

/// Numbers with blanks between them.
pub(super) fn join(numbers: &[f32]) -> String {
    // Adding 0 turns -0 into 0, which reads the same.
    numbers.iter().map(|number| (number + 0.0).to_string()).collect::<Vec<_>>().join(" ")
}

/// A colour: three numbers from 0 to 1, or, in Source's ways of writing, `[0.5 1 0]` and `{128 255 0}`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Color(pub [f32; 3]);

impl Value for Color {
    const EXPECTED: &'static str = "a colour: three numbers from 0 to 1, or {255 128 0}";

    fn from_text(text: &str) -> Option<Self> {
        let text = text.trim();
        let inside = |open, close| text.strip_prefix(open)?.strip_suffix(close);
        if let Some(bytes) = inside('{', '}') {
            let bytes: [u8; 3] = Value::from_text(bytes)?;
            return Some(Self(bytes.map(crate::srgb_to_linear)));
        }
        let values: [f32; 3] = Value::from_text(inside('[', ']').unwrap_or(text))?;
        values.iter().all(|value| (0.0..=1.0).contains(value)).then_some(Self(values))
    }
}

/// Implements reading one of a few words.
macro_rules! words {
    ($($kind:ty, $expected:literal;)*) => {$(
        impl Value for $kind {
            const EXPECTED: &'static str = $expected;

            fn from_text(text: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|value| value.name().eq_ignore_ascii_case(text.trim()))
            }
        }
    )*};
}

words! {
    Shader, "lit, unlit, sky, water or ui";
    Packing, "orm, mra or rma";
    MaterialRole, "structural, detail, volume, hint or origin";
}

impl Value for MaterialContents {
    const EXPECTED: &'static str = "names of contents, such as solid, grate, water, playerclip, or none";

    fn from_text(text: &str) -> Option<Self> {
        flags(text)
    }
}

impl Value for MaterialSurface {
    const EXPECTED: &'static str = "names of surface flags, such as nodraw, slick, nolight, or none";

    fn from_text(text: &str) -> Option<Self> {
        flags(text)
    }
}

/// Flags by their names: without case, underlines may be left out.
fn flags<F: Flags>(text: &str) -> Option<F> {
    if text.trim().eq_ignore_ascii_case(NO_FLAGS) {
        return Some(F::empty());
    }
    let mut found = F::empty();
    for word in text.split_ascii_whitespace() {
        let flag = F::FLAGS.iter().find(|flag| spelled(flag.name(), word))?;
        found.insert(F::from_bits_retain(flag.value().bits()));
    }
    (!found.is_empty()).then_some(found)
}

fn spelled(name: &str, word: &str) -> bool {
    let letters = |text: &str| text.replace('_', "").to_ascii_lowercase();
    letters(name) == letters(word)
}

/// The names of flags.
pub(super) fn flag_names<F: Flags>(flags: &F) -> String {
    let names: Vec<_> = flags.iter_names().map(|(name, _)| name.replace('_', "").to_ascii_lowercase()).collect();
    if names.is_empty() { NO_FLAGS.to_owned() } else { names.join(" ") }
}

/// The name of a surface property, in lower case.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct SurfaceName(pub String);

impl Value for SurfaceName {
    const EXPECTED: &'static str = "the name of a surface property, such as metal";

    fn from_text(text: &str) -> Option<Self> {
        let name = text.trim().to_ascii_lowercase();
        SurfaceTable::is_name(&name).then_some(Self(name))
    }
}

impl Value for Acoustics {
    const EXPECTED: &'static str = "four numbers from 0 to 1, or the name of a surface property";

    fn from_text(text: &str) -> Option<Self> {
        if let Some(absorption) = <[f32; BANDS]>::from_text(text) {
            return absorption.iter().all(|part| (0.0..=1.0).contains(part)).then_some(Self::Absorption(absorption));
        }
        // A name that is a number is surely a list that is too short.
        let name = SurfaceName::from_text(text).filter(|name| f32::from_text(&name.0).is_none());
        name.map(|name| Self::Surface(name.0))
    }
}

impl Acoustics {
    /// The text that reads as it.
    pub(super) fn to_text(&self) -> String {
        match self {
            Self::Absorption(absorption) => join(absorption),
            Self::Surface(name) => name.clone(),
        }
    }
}
