//! An open archive.

use super::{
    ContentHash, Damage, EncodedContent, Encoding, VaultEntry, VaultError,
    content::{decompress, hash_of_frame},
    index::Index,
    layout::ContentRecord,
};
use crate::{EntryKind, VirtualPath};
use std::{borrow::Cow, collections::BTreeMap, fs::File, io, path::Path, sync::Arc};

/// The bytes of an archive.
#[derive(Debug, Clone)]
enum Bytes {
    Memory(Arc<Cow<'static, [u8]>>),
    Mapped(Arc<memmap2::Mmap>),
}

impl Bytes {
    fn get(&self) -> &[u8] {
        match self {
            Self::Memory(bytes) => bytes,
            Self::Mapped(map) => map,
        }
    }
}

/// An open archive, read-only; clones share the file.
///
/// ```
/// use kerosene_vfs::{Vault, VaultWriter, vault::EncodedContent};
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("game.vault");
/// let mut writer = VaultWriter::new(std::fs::File::create(&path)?)?;
/// writer.add("cfg/default.cfg", &EncodedContent::new(b"sv_gravity 800".into(), 12)?)?;
/// writer.finish()?;
///
/// let vault = Vault::open(&path)?;
/// assert_eq!(vault.read("cfg/default.cfg")?.as_deref(), Some(&b"sv_gravity 800"[..]));
/// assert_eq!(vault.read("cfg/none.cfg")?, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Vault {
    bytes: Bytes,
    index: Arc<Index>,
}

impl Vault {
    /// Maps an archive into memory and checks its index; contents are checked when they are read.
    ///
    /// # Errors
    /// What the operating system says; [`VaultError::NotAVault`], [`VaultError::Newer`], [`VaultError::Damaged`].
    pub fn open(path: impl AsRef<Path>) -> Result<Self, VaultError> {
        let path = path.as_ref();
        // Opening a pipe would wait for somebody who writes into it.
        if !std::fs::metadata(path)?.is_file() {
            return Err(VaultError::Io(io::Error::new(
                io::ErrorKind::InvalidInput,
                "an archive is a file, and this is none",
            )));
        }
        let file = File::open(path)?;
        if file.metadata()?.len() == 0 {
            return Err(VaultError::NotAVault);
        }
        #[allow(unsafe_code, reason = "mapping a file; see the comment")]
        // SAFETY: the map is only read, as plain bytes. Kerosene's tools replace archives by renaming and never write
        // into one that is there, so the bytes stay as they were opened; if another program changes them all the same, a
        // content does not match its hash and is refused.
        let map = unsafe { memmap2::Mmap::map(&file)? };
        let index = Index::parse(&map)?;
        Ok(Self { bytes: Bytes::Mapped(Arc::new(map)), index: Arc::new(index) })
    }

    /// An archive in memory, or one that is part of the program.
    ///
    /// # Errors
    /// As [`Vault::open`].
    ///
    /// ```
    /// use kerosene_vfs::{Vault, VaultError};
    ///
    /// assert!(matches!(Vault::from_bytes(b"PACK"), Err(VaultError::NotAVault)));
    /// ```
    pub fn from_bytes(bytes: impl Into<Cow<'static, [u8]>>) -> Result<Self, VaultError> {
        let bytes = bytes.into();
        let index = Arc::new(Index::parse(&bytes)?);
        Ok(Self { bytes: Bytes::Memory(Arc::new(bytes)), index })
    }

    /// Number of files.
    #[must_use]
    pub fn len(&self) -> usize {
        self.index.len()
    }

    /// Whether there is no file in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.index.len() == 0
    }

    /// Its files, in ascending order of their names' bytes.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = VaultEntry<'_>> {
        self.index.entries()
    }

    /// Whether a file of that virtual path is in it.
    #[must_use]
    pub fn contains(&self, name: &str) -> bool {
        self.index.find(name).is_some()
    }

    /// Bytes of a file.
    #[must_use]
    pub fn size_of(&self, name: &str) -> Option<u64> {
        self.index.find(name).map(|content| content.len)
    }

    /// The file of that virtual path in its normal form, checked against its hash; `None` where there is none. What is
    /// stored as it is stays where it is mapped.
    ///
    /// # Errors
    /// [`VaultError::Content`] where it is not the content that was packed.
    pub fn read(&self, name: &str) -> Result<Option<Cow<'_, [u8]>>, VaultError> {
        self.index.find(name).map(|content| self.content(name, content)).transpose()
    }

    /// The content of a file as it is stored, to be put into another archive without compressing it again; `None` where there
    /// is no such file. It is not checked: whoever takes it knows that the archive is whole.
    ///
    /// ```
    /// use kerosene_vfs::{Vault, VaultWriter, vault::EncodedContent};
    ///
    /// let mut writer = VaultWriter::new(std::io::Cursor::new(Vec::new()))?;
    /// writer.add("a.txt", &EncodedContent::new(vec![7; 4096].into(), 12)?)?;
    /// let vault = Vault::from_bytes(writer.finish()?.into_inner())?;
    /// let mut copy = VaultWriter::new(std::io::Cursor::new(Vec::new()))?;
    /// copy.add("b.txt", &vault.encoded("a.txt").expect("it was added"))?;
    /// let copy = Vault::from_bytes(copy.finish()?.into_inner())?;
    /// assert_eq!(copy.read("b.txt")?.expect("it was copied").len(), 4096);
    /// # Ok::<(), kerosene_vfs::VaultError>(())
    /// ```
    #[must_use]
    pub fn encoded(&self, name: &str) -> Option<EncodedContent<'_>> {
        let content = self.index.find(name)?;
        let ContentRecord { hash, len, encoding, .. } = *content;
        Some(EncodedContent { hash, len, encoding, stored: Cow::Borrowed(self.stored(content)) })
    }

    /// Reads every content once and compares it with its hash; the names of those that are damaged. It takes little memory,
    /// however large a content is.
    ///
    /// ```
    /// # use kerosene_vfs::VaultWriter;
    /// let empty = VaultWriter::new(std::io::Cursor::new(Vec::new()))?.finish()?.into_inner();
    /// let vault = kerosene_vfs::Vault::from_bytes(empty)?;
    /// assert_eq!(vault.damaged().count(), 0);
    /// # Ok::<(), kerosene_vfs::VaultError>(())
    /// ```
    pub fn damaged(&self) -> impl Iterator<Item = (&str, ContentHash)> {
        self.index.contents().filter(|(_, content)| !self.is_whole(content)).map(|(name, content)| (name, content.hash))
    }

    /// Whether the bytes between contents are what they should be, which no hash covers and no reader looks at.
    ///
    /// # Errors
    /// [`VaultError::Damaged`] with the first byte that is not zero.
    ///
    /// ```
    /// # use kerosene_vfs::VaultWriter;
    /// let empty = VaultWriter::new(std::io::Cursor::new(Vec::new()))?.finish()?.into_inner();
    /// assert!(kerosene_vfs::Vault::from_bytes(empty)?.check_padding().is_ok());
    /// # Ok::<(), kerosene_vfs::VaultError>(())
    /// ```
    pub fn check_padding(&self) -> Result<(), VaultError> {
        let gaps = self.index.gaps();
        let filled = gaps.into_iter().find_map(|(start, end)| {
            let gap = &self.bytes.get()[start as usize..end as usize];
            gap.iter().position(|byte| *byte != 0).map(|at| start + at as u64)
        });
        filled.map_or(Ok(()), |offset| Err(VaultError::Damaged { damage: Damage::Padding, offset }))
    }

    /// Names directly below a folder; `None` where no file lies below it.
    pub(crate) fn list(&self, directory: &VirtualPath) -> Option<BTreeMap<String, EntryKind>> {
        self.index.list(directory)
    }

    /// The bytes that stand for a content: its place was held against the archive's length when it was opened.
    fn stored(&self, content: &ContentRecord) -> &[u8] {
        &self.bytes.get()[content.offset as usize..(content.offset + content.stored) as usize]
    }

    fn is_whole(&self, content: &ContentRecord) -> bool {
        let stored = self.stored(content);
        match content.encoding {
            Encoding::Stored => ContentHash::of(stored) == content.hash,
            Encoding::Zstd => hash_of_frame(stored, content.len) == Some(content.hash),
        }
    }

    fn content(&self, name: &str, content: &ContentRecord) -> Result<Cow<'_, [u8]>, VaultError> {
        let stored = self.stored(content);
        let bytes = match content.encoding {
            Encoding::Stored => Some(Cow::Borrowed(stored)),
            Encoding::Zstd => decompress(stored, content.len)?.map(Cow::Owned),
        };
        bytes
            .filter(|bytes| ContentHash::of(bytes) == content.hash)
            .ok_or_else(|| VaultError::Content { name: name.to_owned(), hash: content.hash })
    }
}
