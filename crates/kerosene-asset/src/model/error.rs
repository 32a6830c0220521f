//! What can be wrong with a model.

use kerosene_container::ContainerError;

/// Why a model cannot be made or read.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ModelError {
    /// The file is no model, of another version, or damaged.
    #[error(transparent)]
    Container(#[from] ContainerError),
    /// There are too many of something, or too few.
    #[error("{found} {what}, where {least} to {most} can be")]
    Count {
        /// What is counted.
        what: &'static str,
        /// How many there are.
        found: usize,
        /// How few there can be.
        least: usize,
        /// How many there can be.
        most: usize,
    },
    /// A part says what cannot be.
    #[error("{part} {index}: {reason}")]
    Part {
        /// Which kind of part.
        part: &'static str,
        /// Which of them, counted from 0.
        index: usize,
        /// What is wrong with it.
        reason: &'static str,
    },
}

impl ModelError {
    /// Makes the error of a part where a condition does not hold.
    pub(crate) const fn unless(
        holds: bool,
        part: &'static str,
        index: usize,
        reason: &'static str,
    ) -> Result<(), Self> {
        if holds { Ok(()) } else { Err(Self::Part { part, index, reason }) }
    }

    /// Makes the error of a count that is out of range.
    pub(crate) const fn count(what: &'static str, found: usize, least: usize, most: usize) -> Result<(), Self> {
        if found >= least && found <= most { Ok(()) } else { Err(Self::Count { what, found, least, most }) }
    }
}
