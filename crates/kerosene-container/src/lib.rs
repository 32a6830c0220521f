//! The container that the engine's files lie in: named sections behind a table that says how long each is and what its
//! bytes hash to. Saves, demos and resources (textures, materials, models, sounds) are sections in it; what is in a section
//! is the business of the crate that names it.
//!
//! Everything is little-endian.
//!
//! | what | how |
//! |---|---|
//! | magic | four bytes, the kind of file: `KSAV`, `KDEM` |
//! | version | `u32` |
//! | sections | `u32`, at most 64 |
//! | table | for each section: tag of four bytes, `u64` length, `u64` XXH3 of its bytes |
//! | hash of the table | `u64`, the XXH3 of all before it |
//! | sections | one after the other, nothing between them and nothing after the last |
//!
//! The table is believed only where its own hash matches, so a file that was cut off, lengthened or damaged is told
//! from one that was never such a file, and damage is told by the section that it is in. A section with hashes of its
//! own can be looked into although it is damaged, to say more exactly where.
//!
//! [`SectionReader`] takes numbers, texts and counts from a section that nobody vouches for: what is missing or too much is
//! an error with its place, and no memory is taken for a count that the rest of the section could not hold.
//!
//! # Deliberately absent
//!
//! No compression (a section may be a compressed block, and archives compress whole files), no files, no knowledge of any
//! section, no alignment of sections: what is read in place lies in `.kbsp`, which has a layout of its own.

mod builder;
mod container;
mod error;
mod reader;
mod tag;

pub use builder::ContainerBuilder;
pub use container::Container;
pub use error::ContainerError;
pub use reader::{SectionReader, put_text};
pub use tag::Tag;

/// Most sections that a file may have.
const MAX_SECTIONS: usize = 64;
/// Magic, version and number of sections.
const HEAD_BYTES: usize = 12;
/// A row of the table.
const ROW_BYTES: usize = 20;
