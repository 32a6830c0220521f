//! Writing a container.

use crate::{HEAD_BYTES, MAX_SECTIONS, ROW_BYTES, Tag};
use xxhash_rust::xxh3::xxh3_64;

/// A container to be written.
///
/// ```
/// use kerosene_container::{Container, ContainerBuilder, Tag};
///
/// let bytes = ContainerBuilder::new(Tag(*b"TEST"), 1).section(Tag(*b"BODY"), vec![1, 2, 3]).to_bytes();
/// let read = Container::parse(&bytes, Tag(*b"TEST"), 1)?;
/// assert_eq!(read.section(Tag(*b"BODY"))?, [1, 2, 3]);
/// assert!(Container::parse(&bytes[..bytes.len() - 1], Tag(*b"TEST"), 1).is_err());
/// # Ok::<(), kerosene_container::ContainerError>(())
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
