//! The index of an archive: which names there are, and where their contents lie.

use super::{
    ContentHash, Damage, Encoding, VaultError,
    layout::{CONTENT_LEN, ContentRecord, ENTRY_LEN, EntryRecord, HEADER_LEN, Header, align},
    names::Names,
};
use crate::{EntryKind, READ_LIMIT, VirtualPath};
use std::collections::BTreeMap;

/// A file of an archive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VaultEntry<'a> {
    /// Its virtual path.
    pub name: &'a str,
    /// Hash of its content; equal files have one content.
    pub hash: ContentHash,
    /// Its bytes.
    pub len: u64,
    /// Bytes that its content takes in the archive.
    pub stored: u64,
    /// How its content is stored.
    pub encoding: Encoding,
}

/// The tables of an archive, checked.
#[derive(Debug, Clone)]
pub(super) struct Index {
    contents: Vec<ContentRecord>,
    names: Names,
}

impl Index {
    /// Reads and checks the tables.
    pub(super) fn parse(archive: &[u8]) -> Result<Self, VaultError> {
        let header = Header::parse(archive)?;
        // The header's sizes have been held against the archive's length.
        let tables = &archive[header.index_offset as usize..];
        let (contents, rest) = tables.split_at(header.contents as usize * CONTENT_LEN);
        let (entries, names) = rest.split_at(header.entries as usize * ENTRY_LEN);
        let entries_offset = header.index_offset + contents.len() as u64;
        let contents = parse_contents(contents, header.index_offset)?;
        let entries: Vec<_> = entries.as_chunks::<ENTRY_LEN>().0.iter().map(EntryRecord::parse).collect();
        check_entries(&entries, names, contents.len(), entries_offset)?;
        // Each name is text by itself and together they are all the bytes, so they are text as a whole.
        let Ok(text) = String::from_utf8(names.to_vec()) else {
            return Err(VaultError::Damaged { damage: Damage::EntryName(0), offset: entries_offset });
        };
        Ok(Self { contents, names: Names { entries, text } })
    }

    pub(super) fn len(&self) -> usize {
        self.names.entries.len()
    }

    pub(super) fn entries(&self) -> impl ExactSizeIterator<Item = VaultEntry<'_>> {
        (0..self.names.entries.len()).map(|at| {
            let content = self.content(at);
            VaultEntry {
                name: self.names.name(at),
                hash: content.hash,
                len: content.len,
                stored: content.stored,
                encoding: content.encoding,
            }
        })
    }

    /// The content of the file of that name.
    pub(super) fn find(&self, name: &str) -> Option<&ContentRecord> {
        self.names.position(name).ok().map(|at| self.content(at))
    }

    /// Each content once, with the first name that has it.
    pub(super) fn contents(&self) -> impl Iterator<Item = (&str, &ContentRecord)> {
        let mut first = vec![None; self.contents.len()];
        for (at, entry) in self.names.entries.iter().enumerate().rev() {
            first[entry.content as usize] = Some(at);
        }
        self.contents.iter().zip(first).map(|(content, at)| (at.map_or("", |at| self.names.name(at)), content))
    }

    /// The places between contents that fill up to where the next may begin: from and to.
    pub(super) fn gaps(&self) -> impl Iterator<Item = (u64, u64)> {
        let ends = self.contents.iter().map(|content| content.offset + content.stored);
        ends.zip(self.contents.iter().skip(1).map(|content| content.offset))
    }

    /// Names directly below `directory`; `None` where no file lies below it.
    pub(super) fn list(&self, directory: &VirtualPath) -> Option<BTreeMap<String, EntryKind>> {
        let prefix = if directory.is_root() { String::new() } else { format!("{directory}/") };
        let start = self.names.position(&prefix).unwrap_or_else(|at| at);
        let below = (start..self.names.entries.len()).map_while(|at| self.names.name(at).strip_prefix(&*prefix));
        let mut listed = BTreeMap::new();
        for rest in below {
            match rest.split_once('/') {
                Some((folder, _)) => listed.insert(folder.to_owned(), EntryKind::Directory),
                None => listed.insert(rest.to_owned(), EntryKind::File),
            };
        }
        (!listed.is_empty() || directory.is_root()).then_some(listed)
    }

    fn content(&self, at: usize) -> &ContentRecord {
        &self.contents[self.names.entries[at].content as usize]
    }
}

/// Contents lie one after the other between header and index.
fn parse_contents(table: &[u8], index_offset: u64) -> Result<Vec<ContentRecord>, VaultError> {
    let mut end = HEADER_LEN as u64;
    let mut contents = Vec::with_capacity(table.len() / CONTENT_LEN);
    for (number, record) in (0_u32..).zip(table.as_chunks::<CONTENT_LEN>().0) {
        let offset = index_offset + u64::from(number) * CONTENT_LEN as u64;
        let damaged = |damage: fn(u32) -> Damage| VaultError::Damaged { damage: damage(number), offset };
        let content = ContentRecord::parse(record).ok_or_else(|| damaged(Damage::ContentEncoding))?;
        let stored_end = content.offset.checked_add(content.stored).filter(|end| *end <= index_offset);
        if content.offset != align(end) {
            return Err(damaged(Damage::ContentPlace));
        }
        end = stored_end.ok_or_else(|| damaged(Damage::ContentPlace))?;
        let stored_as_it_is = content.encoding == Encoding::Stored;
        if content.len > READ_LIMIT || stored_as_it_is && content.len != content.stored {
            return Err(damaged(Damage::ContentSize));
        }
        contents.push(content);
    }
    Ok(contents)
}

/// Names follow each other, are in normal form and ascend; contents exist.
fn check_entries(entries: &[EntryRecord], names: &[u8], contents: usize, offset: u64) -> Result<(), VaultError> {
    let (mut start, mut previous) = (0, "");
    for (number, entry) in (0_u32..).zip(entries) {
        let offset = offset + u64::from(number) * ENTRY_LEN as u64;
        let damaged = |damage: fn(u32) -> Damage| VaultError::Damaged { damage: damage(number), offset };
        let end = entry.name_end as usize;
        let last = number as usize + 1 == entries.len();
        if entry.content as usize >= contents || last && end != names.len() {
            return Err(damaged(Damage::EntryPlace));
        }
        let name = names.get(start..end).ok_or_else(|| damaged(Damage::EntryPlace))?;
        let name = std::str::from_utf8(name).ok().filter(|name| VirtualPath::is_normal(name));
        let name = name.ok_or_else(|| damaged(Damage::EntryName))?;
        if name <= previous {
            return Err(damaged(Damage::EntryOrder));
        }
        (start, previous) = (end, name);
    }
    if entries.is_empty() && !names.is_empty() {
        return Err(VaultError::Damaged { damage: Damage::IndexSize, offset });
    }
    Ok(())
}
