//! The container that saves and demos lie in: named sections behind a table that says how long each is and what its
//! bytes hash to.
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

mod reader;
mod save_info;

pub use reader::SectionReader;
pub use save_info::{SAVE_MAGIC, SAVE_VERSION, SaveInfo, tags};

use std::fmt;
use xxhash_rust::xxh3::xxh3_64;

/// Most sections that a file may have.
const MAX_SECTIONS: usize = 64;
/// Magic, version and number of sections.
const HEAD_BYTES: usize = 12;
/// A row of the table.
const ROW_BYTES: usize = 20;

/// The name of a section: four bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tag(pub [u8; 4]);

impl fmt::Display for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.escape_ascii().fmt(f)
    }
}

impl fmt::Debug for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

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

/// A container to be written.
///
/// ```
/// use kerosene_entity::{Container, ContainerBuilder, Tag};
///
/// let bytes = ContainerBuilder::new(Tag(*b"TEST"), 1).section(Tag(*b"BODY"), vec![1, 2, 3]).to_bytes();
/// let read = Container::parse(&bytes, Tag(*b"TEST"), 1)?;
/// assert_eq!(read.section(Tag(*b"BODY"))?, [1, 2, 3]);
/// assert!(Container::parse(&bytes[..bytes.len() - 1], Tag(*b"TEST"), 1).is_err());
/// # Ok::<(), kerosene_entity::ContainerError>(())
/// ```
#[derive(Debug, Clone)]
pub struct ContainerBuilder {
    magic: Tag,
    version: u32,
    sections: Vec<(Tag, Vec<u8>)>,
}

impl ContainerBuilder {
    /// A container without sections.
    #[must_use]
    pub const fn new(magic: Tag, version: u32) -> Self {
        Self { magic, version, sections: Vec::new() }
    }

    /// With one more section. Tags differ, and there are at most 64.
    #[must_use]
    pub fn section(mut self, tag: Tag, bytes: Vec<u8>) -> Self {
        debug_assert!(self.sections.iter().all(|(other, _)| *other != tag) && self.sections.len() < MAX_SECTIONS);
        self.sections.push((tag, bytes));
        self
    }

    /// The file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let content: usize = self.sections.iter().map(|(_, bytes)| bytes.len()).sum();
        let mut out = Vec::with_capacity(HEAD_BYTES + ROW_BYTES * self.sections.len() + 8 + content);
        out.extend_from_slice(&self.magic.0);
        out.extend_from_slice(&self.version.to_le_bytes());
        out.extend_from_slice(&(self.sections.len() as u32).to_le_bytes());
        for (tag, bytes) in &self.sections {
            out.extend_from_slice(&tag.0);
            out.extend_from_slice(&(bytes.len() as u64).to_le_bytes());
            out.extend_from_slice(&xxh3_64(bytes).to_le_bytes());
        }
        let hash = xxh3_64(&out);
        out.extend_from_slice(&hash.to_le_bytes());
        for (_, bytes) in &self.sections {
            out.extend_from_slice(bytes);
        }
        out
    }
}

/// A container that was read: its table is sound, its sections are looked at one by one.
#[derive(Debug, Clone)]
pub struct Container<'a> {
    sections: Vec<Section<'a>>,
}

#[derive(Debug, Clone)]
struct Section<'a> {
    tag: Tag,
    start: usize,
    hash: u64,
    bytes: &'a [u8],
}

impl<'a> Container<'a> {
    /// Reads the table of a file of a kind and version.
    ///
    /// # Errors
    /// [`ContainerError`] for what is no such file, of another version, cut off, lengthened, or damaged in its table.
    pub fn parse(bytes: &'a [u8], magic: Tag, version: u32) -> Result<Self, ContainerError> {
        if !bytes.starts_with(&magic.0) {
            return Err(ContainerError::Magic { expected: magic });
        }
        let word = |at: usize| bytes.get(at..).and_then(|rest| rest.first_chunk()).copied().map(u32::from_le_bytes);
        let found = word(4).ok_or(ContainerError::Table)?;
        if found != version {
            return Err(ContainerError::Version { found, known: version });
        }
        let count = word(8).ok_or(ContainerError::Table)? as usize;
        if count > MAX_SECTIONS {
            return Err(ContainerError::Table);
        }
        let end = HEAD_BYTES + ROW_BYTES * count;
        let (table, rest) = bytes.split_at_checked(end).ok_or(ContainerError::Table)?;
        let (hash, content) = rest.split_first_chunk::<8>().ok_or(ContainerError::Table)?;
        if xxh3_64(table) != u64::from_le_bytes(*hash) {
            return Err(ContainerError::Table);
        }
        Self::lay_out(&table[HEAD_BYTES..], end + 8, content)
    }

    /// Cuts the content into the sections of the table.
    fn lay_out(table: &[u8], mut start: usize, mut content: &'a [u8]) -> Result<Self, ContainerError> {
        let found = start as u64 + content.len() as u64;
        let rows = || {
            table.chunks_exact(ROW_BYTES).filter_map(|row| {
                let (tag, rest) = row.split_first_chunk::<4>()?;
                let (length, hash) = rest.split_first_chunk::<8>()?;
                Some((Tag(*tag), u64::from_le_bytes(*length), u64::from_le_bytes(*hash.first_chunk()?)))
            })
        };
        let expected = rows().fold(start as u64, |end, (_, length, _)| end.saturating_add(length));
        if expected != found {
            return Err(ContainerError::Length { found, expected });
        }
        let mut sections: Vec<Section<'a>> = Vec::with_capacity(table.len() / ROW_BYTES);
        for (tag, length, hash) in rows() {
            let Some((bytes, rest)) = content.split_at_checked(usize::try_from(length).unwrap_or(usize::MAX)) else {
                return Err(ContainerError::Length { found, expected });
            };
            if sections.iter().any(|section| section.tag == tag) {
                return Err(ContainerError::Table);
            }
            sections.push(Section { tag, start, hash, bytes });
            (start, content) = (start + bytes.len(), rest);
        }
        Ok(Self { sections })
    }

    /// The tags and lengths of the sections, in the order of the file.
    pub fn sections(&self) -> impl Iterator<Item = (Tag, usize)> + '_ {
        self.sections.iter().map(|section| (section.tag, section.bytes.len()))
    }

    /// The bytes of a section, which are what was written.
    ///
    /// # Errors
    /// It is not there, or damaged.
    pub fn section(&self, tag: Tag) -> Result<&'a [u8], ContainerError> {
        let section = self.find(tag)?;
        if xxh3_64(section.bytes) != section.hash {
            let (start, end) = (section.start, section.start + section.bytes.len());
            return Err(ContainerError::Damaged { tag, start, end });
        }
        Ok(section.bytes)
    }

    /// The bytes of a section that carries hashes of its own, and may be damaged.
    ///
    /// # Errors
    /// It is not there.
    pub fn unchecked(&self, tag: Tag) -> Result<&'a [u8], ContainerError> {
        self.find(tag).map(|section| section.bytes)
    }

    /// A reader of a section.
    ///
    /// # Errors
    /// As [`section`](Self::section).
    pub fn reader(&self, tag: Tag) -> Result<SectionReader<'a>, ContainerError> {
        Ok(SectionReader::new(tag, self.section(tag)?))
    }

    /// Checks every section.
    ///
    /// # Errors
    /// The first one that is damaged.
    pub fn check(&self) -> Result<(), ContainerError> {
        self.sections.iter().try_for_each(|section| self.section(section.tag).map(drop))
    }

    fn find(&self, tag: Tag) -> Result<&Section<'a>, ContainerError> {
        self.sections.iter().find(|section| section.tag == tag).ok_or(ContainerError::Missing { tag })
    }
}
