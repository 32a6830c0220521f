//! Header and records as bytes.

use super::{ContentHash, Damage, Encoding, VaultError};

/// Version of the archives that are written.
pub const VAULT_VERSION: u32 = 1;

/// Most files of an archive.
pub const MAX_ENTRIES: u32 = 1 << 20;

/// Contents begin at multiples of this, in bytes.
pub const CONTENT_ALIGNMENT: u64 = 16;

pub(super) const MAGIC: [u8; 4] = *b"KVLT";
pub(super) const HEADER_LEN: usize = 64;
/// Bytes of the header that its hash covers.
const HASHED_LEN: usize = 48;
pub(super) const CONTENT_LEN: usize = 64;
pub(super) const ENTRY_LEN: usize = 8;

/// Sizes and places of an archive's parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Header {
    pub(super) entries: u32,
    pub(super) contents: u32,
    pub(super) names_len: u64,
    pub(super) index_offset: u64,
    pub(super) file_len: u64,
}

impl Header {
    /// The header with the hash over it and the index.
    pub(super) fn to_bytes(self, index: &[u8]) -> [u8; HEADER_LEN] {
        let mut bytes = [0; HEADER_LEN];
        bytes[0..4].copy_from_slice(&MAGIC);
        bytes[4..8].copy_from_slice(&VAULT_VERSION.to_le_bytes());
        bytes[8..12].copy_from_slice(&self.entries.to_le_bytes());
        bytes[12..16].copy_from_slice(&self.contents.to_le_bytes());
        bytes[16..24].copy_from_slice(&self.names_len.to_le_bytes());
        bytes[24..32].copy_from_slice(&self.index_offset.to_le_bytes());
        bytes[32..40].copy_from_slice(&self.file_len.to_le_bytes());
        let hash = index_hash(&bytes, index);
        bytes[HASHED_LEN..].copy_from_slice(&hash);
        bytes
    }

    /// The header of an archive whose index is whole.
    pub(super) fn parse(archive: &[u8]) -> Result<Self, VaultError> {
        let damaged = |damage, offset| VaultError::Damaged { damage, offset };
        if !archive.starts_with(&MAGIC) {
            return Err(VaultError::NotAVault);
        }
        let Some(bytes) = archive.first_chunk::<HEADER_LEN>() else {
            return Err(damaged(Damage::ShortHeader, archive.len() as u64));
        };
        let found = u32_at(bytes, 4);
        if found != VAULT_VERSION {
            return Err(VaultError::Newer { found });
        }
        let header = Self {
            entries: u32_at(bytes, 8),
            contents: u32_at(bytes, 12),
            names_len: u64_at(bytes, 16),
            index_offset: u64_at(bytes, 24),
            file_len: u64_at(bytes, 32),
        };
        if header.file_len != archive.len() as u64 {
            return Err(damaged(Damage::Length { expected: header.file_len }, 32));
        }
        let index = header.index_len().and_then(|len| {
            let start = usize::try_from(header.index_offset).ok().filter(|start| *start >= HEADER_LEN)?;
            archive.get(start..).filter(|index| index.len() as u64 == len)
        });
        let Some(index) = index else { return Err(damaged(Damage::IndexSize, 24)) };
        if index_hash(bytes, index) != bytes[HASHED_LEN..] {
            return Err(damaged(Damage::IndexHash, HASHED_LEN as u64));
        }
        Ok(header)
    }

    /// Bytes of the index; `None` where the counts cannot be meant.
    fn index_len(&self) -> Option<u64> {
        if self.entries > MAX_ENTRIES || self.contents > self.entries {
            return None;
        }
        let tables = u64::from(self.contents) * CONTENT_LEN as u64 + u64::from(self.entries) * ENTRY_LEN as u64;
        tables.checked_add(self.names_len)
    }
}

/// Where a content lies and what it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ContentRecord {
    pub(super) hash: ContentHash,
    pub(super) offset: u64,
    pub(super) stored: u64,
    pub(super) len: u64,
    pub(super) encoding: Encoding,
}

impl ContentRecord {
    pub(super) fn to_bytes(self) -> [u8; CONTENT_LEN] {
        let mut bytes = [0; CONTENT_LEN];
        bytes[0..32].copy_from_slice(&self.hash.0);
        bytes[32..40].copy_from_slice(&self.offset.to_le_bytes());
        bytes[40..48].copy_from_slice(&self.stored.to_le_bytes());
        bytes[48..56].copy_from_slice(&self.len.to_le_bytes());
        bytes[56..60].copy_from_slice(&self.encoding.code().to_le_bytes());
        bytes
    }

    /// `None` for an unknown encoding.
    pub(super) fn parse(bytes: &[u8; CONTENT_LEN]) -> Option<Self> {
        let encoding = Encoding::from_code(u32_at(bytes, 56))?;
        let mut hash = [0; 32];
        hash.copy_from_slice(&bytes[0..32]);
        let (offset, stored, len) = (u64_at(bytes, 32), u64_at(bytes, 40), u64_at(bytes, 48));
        Some(Self { hash: ContentHash(hash), offset, stored, len, encoding })
    }
}

/// Where a name ends, and which content it has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct EntryRecord {
    pub(super) name_end: u32,
    pub(super) content: u32,
}

impl EntryRecord {
    pub(super) fn to_bytes(self) -> [u8; ENTRY_LEN] {
        let mut bytes = [0; ENTRY_LEN];
        bytes[0..4].copy_from_slice(&self.name_end.to_le_bytes());
        bytes[4..8].copy_from_slice(&self.content.to_le_bytes());
        bytes
    }

    pub(super) fn parse(bytes: &[u8; ENTRY_LEN]) -> Self {
        Self { name_end: u32_at(bytes, 0), content: u32_at(bytes, 4) }
    }
}

/// Offset at or after `offset` where a content may begin.
pub(super) const fn align(offset: u64) -> u64 {
    offset.next_multiple_of(CONTENT_ALIGNMENT)
}

fn index_hash(header: &[u8; HEADER_LEN], index: &[u8]) -> [u8; 16] {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&header[..HASHED_LEN]);
    hasher.update(index);
    let mut hash = [0; 16];
    hash.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
    hash
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    let mut number = [0; 4];
    number.copy_from_slice(&bytes[at..at + 4]);
    u32::from_le_bytes(number)
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    let mut number = [0; 8];
    number.copy_from_slice(&bytes[at..at + 8]);
    u64::from_le_bytes(number)
}
