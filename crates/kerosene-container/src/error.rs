//! What can be wrong with a container.

use crate::Tag;

/// Why a container cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ContainerError {
    /// It is something else.
    #[error("it does not begin with {expected}, so it is no such file")]
    Magic {
        /// What it would begin with.
        expected: Tag,
    },
    /// It is of another version.
    #[error("it is of version {found}, and this engine reads version {known}: update the engine")]
    Version {
        /// Its version.
        found: u32,
        /// The one that is read.
        known: u32,
    },
    /// It ends in its table, or its table was changed.
    #[error("it is damaged: its table of sections is cut off or changed")]
    Table,
    /// The sections are shorter or longer than the table says.
    #[error("it is damaged: it has {found} bytes, and its table says {expected}")]
    Length {
        /// Its length.
        found: u64,
        /// What the table says.
        expected: u64,
    },
    /// A section was changed.
    #[error("section {tag} is damaged: its bytes from {start} to {end} do not match their hash")]
    Damaged {
        /// The section.
        tag: Tag,
        /// Where it begins in the file.
        start: usize,
        /// Where it ends.
        end: usize,
    },
    /// A section is not there.
    #[error("it has no section {tag}")]
    Missing {
        /// The section.
        tag: Tag,
    },
    /// A section holds what it cannot hold.
    #[error("section {tag}, byte {offset}: {what}")]
    Content {
        /// The section.
        tag: Tag,
        /// The offset in it.
        offset: usize,
        /// What is wrong there.
        what: String,
    },
}
