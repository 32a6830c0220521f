//! Writing an archive.

use super::{
    ContentHash, EncodedContent, MAX_ENTRIES, VaultError,
    layout::{ContentRecord, EntryRecord, HEADER_LEN, Header, align},
    names::Names,
};
use crate::VirtualPath;
use std::{
    collections::BTreeMap,
    io::{Seek, SeekFrom, Write},
};

/// Writes an archive in one pass: contents as they come, the index at the end. Names come in ascending order of their
/// bytes, so that equal files give equal archives.
///
/// ```
/// use kerosene_vfs::{Vault, VaultWriter, vault::EncodedContent};
///
/// let mut writer = VaultWriter::new(std::io::Cursor::new(Vec::new()))?;
/// let brick = EncodedContent::new(b"brick".into(), 0)?;
/// writer.add("materials/a.kmat", &brick)?;
/// writer.add("materials/b.kmat", &brick)?; // kept once
/// let bytes = writer.finish()?.into_inner();
///
/// let vault = Vault::from_bytes(bytes)?;
/// assert_eq!(vault.len(), 2);
/// # Ok::<(), kerosene_vfs::VaultError>(())
/// ```
#[derive(Debug)]
pub struct VaultWriter<W> {
    out: W,
    end: u64,
    contents: Vec<ContentRecord>,
    by_hash: BTreeMap<ContentHash, u32>,
    names: Names,
}

impl<W: Write + Seek> VaultWriter<W> {
    /// Begins an archive at the start of `out`.
    ///
    /// # Errors
    /// What `out` says.
    pub fn new(mut out: W) -> Result<Self, VaultError> {
        out.seek(SeekFrom::Start(0))?;
        out.write_all(&[0; HEADER_LEN])?;
        Ok(Self {
            out,
            end: HEADER_LEN as u64,
            contents: Vec::new(),
            by_hash: BTreeMap::new(),
            names: Names::default(),
        })
    }

    /// Adds a file under a virtual path.
    ///
    /// # Errors
    /// A name that is no virtual path in its normal form, does not come after the one before it, or is a folder of it;
    /// more than [`MAX_ENTRIES`] files; what the output says. Nothing was added then, but after an error of the output
    /// the archive is lost.
    pub fn add(&mut self, name: &str, content: &EncodedContent<'_>) -> Result<(), VaultError> {
        self.check_name(name)?;
        let name_end = u32::try_from(self.names.text.len() + name.len()).map_err(|_| VaultError::TooMany)?;
        if self.names.entries.len() >= MAX_ENTRIES as usize {
            return Err(VaultError::TooMany);
        }
        let content = match self.by_hash.get(&content.hash) {
            Some(known) => *known,
            None => self.write_content(content)?,
        };
        self.names.entries.push(EntryRecord { name_end, content });
        self.names.text.push_str(name);
        Ok(())
    }

    /// Writes index and header, and gives the output back. A file is not synchronised with its disk by this.
    ///
    /// # Errors
    /// What the output says.
    pub fn finish(mut self) -> Result<W, VaultError> {
        let index_offset = self.end;
        let mut index = Vec::new();
        self.contents.iter().for_each(|content| index.extend_from_slice(&content.to_bytes()));
        self.names.entries.iter().for_each(|entry| index.extend_from_slice(&entry.to_bytes()));
        index.extend_from_slice(self.names.text.as_bytes());
        let header = Header {
            entries: self.names.entries.len() as u32,
            contents: self.contents.len() as u32,
            names_len: self.names.text.len() as u64,
            index_offset,
            file_len: index_offset + index.len() as u64,
        };
        self.out.write_all(&index)?;
        self.out.seek(SeekFrom::Start(0))?;
        self.out.write_all(&header.to_bytes(&index))?;
        self.out.flush()?;
        Ok(self.out)
    }

    fn check_name(&self, name: &str) -> Result<(), VaultError> {
        let normal = VirtualPath::new(name)?;
        if normal.as_str() != name || normal.is_root() {
            return Err(VaultError::NotNormal { name: name.to_owned(), normal: normal.to_string() });
        }
        let previous = self.names.last();
        if name <= previous {
            return Err(VaultError::Order { name: name.to_owned(), previous: previous.to_owned() });
        }
        // Other names may stand between a file `a` and one below it (`a-b` before `a/b`).
        let folders = name.match_indices('/').map(|(at, _)| &name[..at]);
        for folder in folders {
            if self.names.position(folder).is_ok() {
                return Err(VaultError::FileIsFolder { file: folder.to_owned(), below: name.to_owned() });
            }
        }
        Ok(())
    }

    /// Writes a content that is not there yet, and says which it is.
    fn write_content(&mut self, content: &EncodedContent<'_>) -> Result<u32, VaultError> {
        let offset = align(self.end);
        let padding = [0; super::CONTENT_ALIGNMENT as usize];
        self.out.write_all(&padding[..(offset - self.end) as usize])?;
        self.out.write_all(&content.stored)?;
        self.end = offset + content.stored_len();
        let number = self.contents.len() as u32;
        self.contents.push(ContentRecord {
            hash: content.hash,
            offset,
            stored: content.stored_len(),
            len: content.len,
            encoding: content.encoding,
        });
        self.by_hash.insert(content.hash, number);
        Ok(number)
    }
}
