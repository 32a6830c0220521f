//! One content: its hash and the bytes that stand for it in an archive.

use super::VaultError;
use crate::READ_LIMIT;
use std::{
    borrow::Cow,
    fmt,
    io::{self, Read},
};

/// Highest level of compression.
pub const MAX_LEVEL: i32 = 19;

/// Where a compressed content would save less than one byte in this many, it is stored as it is.
const WORTH_ONE_IN: usize = 16;

/// Most memory that is taken before the first byte came out of a compressed content.
const FIRST_CAPACITY: u64 = 1 << 20;

/// Bytes that are hashed at a time where a content is not kept.
const PIECE: usize = 1 << 16;

/// BLAKE3 of a content; displays as 64 hexadecimal digits.
///
/// ```
/// use kerosene_vfs::vault::ContentHash;
///
/// let hash = ContentHash::of(b"kerosene");
/// assert_eq!(hash.to_string().len(), 64);
/// assert_ne!(hash, ContentHash::of(b"Kerosene"));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ContentHash(pub [u8; 32]);

impl ContentHash {
    /// Hash of these bytes.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        Self(*blake3::hash(bytes).as_bytes())
    }
}

impl fmt::Display for ContentHash {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(formatter, "{byte:02x}"))
    }
}

/// How a content is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    /// As it is.
    Stored,
    /// One zstd frame.
    Zstd,
}

impl Encoding {
    pub(super) const fn code(self) -> u32 {
        match self {
            Self::Stored => 0,
            Self::Zstd => 1,
        }
    }

    pub(super) const fn from_code(code: u32) -> Option<Self> {
        match code {
            0 => Some(Self::Stored),
            1 => Some(Self::Zstd),
            _ => None,
        }
    }
}

/// A content that is ready to be written: hashed, and compressed where that helps. Making it is the slow part of packing
/// and needs nothing but the bytes, so it can be done for many files at once.
///
/// ```
/// use kerosene_vfs::vault::{EncodedContent, Encoding};
///
/// let walls = EncodedContent::new(vec![7; 4096].into(), 12)?;
/// assert_eq!(walls.encoding(), Encoding::Zstd);
/// assert!(walls.stored_len() < 100);
/// # Ok::<(), kerosene_vfs::VaultError>(())
/// ```
#[derive(Debug, Clone)]
pub struct EncodedContent<'a> {
    pub(super) hash: ContentHash,
    pub(super) len: u64,
    pub(super) encoding: Encoding,
    pub(super) stored: Cow<'a, [u8]>,
}

impl<'a> EncodedContent<'a> {
    /// Hashes the bytes and compresses them at a level from 1 (quick) to [`MAX_LEVEL`]; 0 stores them as they are.
    /// Other levels are taken for the nearest of these.
    ///
    /// # Errors
    /// [`VaultError::TooLarge`] for more than [`READ_LIMIT`] bytes, which nobody could read again.
    pub fn new(bytes: Cow<'a, [u8]>, level: i32) -> Result<Self, VaultError> {
        let len = bytes.len() as u64;
        if len > READ_LIMIT {
            return Err(VaultError::TooLarge { len });
        }
        let hash = ContentHash::of(&bytes);
        if let Some(compressed) = compress(&bytes, level)? {
            return Ok(Self { hash, len, encoding: Encoding::Zstd, stored: compressed.into() });
        }
        Ok(Self { hash, len, encoding: Encoding::Stored, stored: bytes })
    }

    /// The content's hash.
    #[must_use]
    pub fn hash(&self) -> ContentHash {
        self.hash
    }

    /// Whether it was compressed.
    #[must_use]
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// Bytes that it takes in an archive.
    #[must_use]
    pub fn stored_len(&self) -> u64 {
        self.stored.len() as u64
    }
}

/// The bytes as a zstd frame, where it is enough smaller.
fn compress(bytes: &[u8], level: i32) -> Result<Option<Vec<u8>>, VaultError> {
    let level = level.clamp(0, MAX_LEVEL);
    if level == 0 || bytes.is_empty() {
        return Ok(None);
    }
    let compressed = zstd::bulk::compress(bytes, level)?;
    Ok((compressed.len() <= bytes.len() - bytes.len().div_ceil(WORTH_ONE_IN)).then_some(compressed))
}

/// The content of a zstd frame that should give `len` bytes; `None` where it gives anything else.
///
/// # Errors
/// There is not the memory for it, which says nothing of the archive.
pub(super) fn decompress(stored: &[u8], len: u64) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::with_capacity(len.min(FIRST_CAPACITY) as usize);
    let Ok(decoder) = zstd::stream::read::Decoder::with_buffer(stored) else { return Ok(None) };
    match decoder.take(len + 1).read_to_end(&mut bytes) {
        Ok(_) => Ok((bytes.len() as u64 == len).then_some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::OutOfMemory => Err(error),
        Err(_) => Ok(None),
    }
}

/// The hash of what [`decompress`] would give, a piece at a time.
pub(super) fn hash_of_frame(stored: &[u8], len: u64) -> Option<ContentHash> {
    let mut decoder = zstd::stream::read::Decoder::with_buffer(stored).ok()?.take(len + 1);
    let mut hasher = blake3::Hasher::new();
    let mut piece = vec![0; PIECE];
    let mut found = 0;
    loop {
        let count = decoder.read(&mut piece).ok()?;
        if count == 0 {
            break;
        }
        hasher.update(&piece[..count]);
        found += count as u64;
    }
    (found == len).then(|| ContentHash(*hasher.finalize().as_bytes()))
}
