//! What can be wrong with a file of another game.

use kerosene_kv::ParseError;

/// Why a file, or a part of one, is not read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ForeignError {
    /// Its first bytes are not those of the format.
    #[error("it is no {format}")]
    NotOfFormat {
        /// What it was taken for.
        format: &'static str,
    },
    /// A part is not there, or says what cannot be.
    #[error("at byte {offset}: {what}")]
    Damaged {
        /// Where in the file, in bytes.
        offset: usize,
        /// What is wrong.
        what: String,
    },
    /// It is sound and of a kind that is not read.
    #[error("{what} is not read")]
    Unsupported {
        /// What it has.
        what: String,
    },
    /// A line of a text says what cannot be.
    #[error("line {line}: {what}")]
    Line {
        /// The line, counted from 1.
        line: u32,
        /// What is wrong.
        what: String,
    },
    /// A text in `KeyValues` has a fault.
    #[error(transparent)]
    KeyValues(#[from] ParseError),
}
