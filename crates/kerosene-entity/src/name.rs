//! Names: as people spell them, and as they compare.

use bytemuck::{Pod, Zeroable};
use kerosene_world::TextId;

/// A name of an entity, input, output or key: compared without regard to ASCII case, shown as it was written.
///
/// Comparing is comparing two numbers: a world counts the different names that it has met.
#[derive(Debug, Clone, Copy, Default, Pod, Zeroable)]
#[repr(C)]
pub struct Name {
    /// Bits of the text's id.
    spelling: u64,
    pub(crate) symbol: Symbol,
    padding: u32,
}

/// A name in lower case, as a number: its place in the world's list of names. 0 is the empty name.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Pod, Zeroable)]
#[repr(transparent)]
pub(crate) struct Symbol(pub(crate) u32);

impl Symbol {
    /// The place in the list.
    #[inline]
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

impl Name {
    pub(crate) fn new(spelling: TextId, symbol: Symbol) -> Self {
        Self { spelling: spelling.to_bits(), symbol, padding: 0 }
    }

    /// The text as it was written.
    pub fn spelling(self) -> TextId {
        TextId::from_bits(self.spelling)
    }

    /// Whether it is the empty name.
    pub fn is_empty(self) -> bool {
        self.symbol == Symbol::default()
    }
}

impl PartialEq for Name {
    fn eq(&self, other: &Self) -> bool {
        self.symbol == other.symbol
    }
}

impl Eq for Name {}

/// Text in lower case, without the heap where it is short.
#[derive(Debug)]
pub(crate) enum Folded {
    Short([u8; 64], usize),
    Long(String),
}

impl Folded {
    pub(crate) fn new(text: &str) -> Self {
        let mut short = [0; 64];
        match short.get_mut(..text.len()) {
            Some(place) => {
                place.copy_from_slice(text.as_bytes());
                place.make_ascii_lowercase();
                Self::Short(short, text.len())
            }
            None => Self::Long(text.to_ascii_lowercase()),
        }
    }

    pub(crate) fn as_str(&self) -> &str {
        match self {
            // Changing the case of ASCII letters keeps UTF-8 what it is.
            Self::Short(bytes, length) => std::str::from_utf8(&bytes[..*length]).unwrap_or_default(),
            Self::Long(text) => text,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_any_length_is_folded() {
        assert_eq!(Folded::new("Door_\u{c4}1").as_str(), "door_\u{c4}1");
        assert_eq!(Folded::new(&"AB".repeat(60)).as_str(), "ab".repeat(60));
    }
}
