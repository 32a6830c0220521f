//! Reading a container.

use crate::{ContainerError, HEAD_BYTES, MAX_SECTIONS, ROW_BYTES, SectionReader, Tag};
use xxhash_rust::xxh3::xxh3_64;

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
