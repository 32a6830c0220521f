//! The bytes of a file, wherever they live, and aligned copies of parts of it.

use super::error::BspError;
use memmap2::Mmap;
use std::fs::File;
use std::path::Path;
use std::sync::Arc;

/// The bytes of a whole file: mapped, shared or built in.
#[derive(Debug)]
pub struct FileBytes(Source);

#[derive(Debug)]
enum Source {
    Mapped(Mmap),
    Shared(Arc<[u8]>),
    Owned(Vec<u8>),
    BuiltIn(&'static [u8]),
}

impl FileBytes {
    /// Maps a file into memory.
    pub(super) fn map(path: &Path) -> Result<Self, BspError> {
        Self::try_map(path).map_err(|error| BspError::Io { path: path.to_owned(), error })
    }

    #[allow(unsafe_code, reason = "mapping a file is the one thing here that the type system cannot vouch for")]
    fn try_map(path: &Path) -> std::io::Result<Self> {
        let file = File::open(path)?;
        if file.metadata()?.len() == 0 {
            return Ok(Self(Source::BuiltIn(&[]))); // an empty mapping is an error on some systems
        }
        // SAFETY: the mapping is read-only and private to this value. Our writers never change a map in place: they
        // rename a new file over the old one, which leaves an open mapping with the old bytes. All casts of the bytes
        // are to types for which every bit pattern is valid.
        let map = unsafe { Mmap::map(&file)? };
        Ok(Self(Source::Mapped(map)))
    }

    pub(super) fn as_slice(&self) -> &[u8] {
        match &self.0 {
            Source::Mapped(map) => map,
            Source::Shared(bytes) => bytes,
            Source::Owned(bytes) => bytes,
            Source::BuiltIn(bytes) => bytes,
        }
    }
}

impl From<Arc<[u8]>> for FileBytes {
    fn from(bytes: Arc<[u8]>) -> Self {
        Self(Source::Shared(bytes))
    }
}

impl From<Vec<u8>> for FileBytes {
    fn from(bytes: Vec<u8>) -> Self {
        Self(Source::Owned(bytes))
    }
}

impl From<&'static [u8]> for FileBytes {
    fn from(bytes: &'static [u8]) -> Self {
        Self(Source::BuiltIn(bytes))
    }
}

/// Bytes at an address fit for every record.
#[derive(Debug)]
pub(super) struct AlignedBytes {
    storage: Vec<u128>,
    length: usize,
}

impl AlignedBytes {
    /// `length` zero bytes; the system provides the memory when it is first written.
    pub(super) fn zeroed(length: usize) -> Self {
        Self { storage: vec![0; length.div_ceil(size_of::<u128>())], length }
    }

    pub(super) fn copy_of(bytes: &[u8]) -> Self {
        let mut copy = Self::zeroed(bytes.len());
        copy.as_mut_slice().copy_from_slice(bytes);
        copy
    }

    pub(super) fn as_slice(&self) -> &[u8] {
        &bytemuck::cast_slice(&self.storage)[..self.length]
    }

    pub(super) fn as_mut_slice(&mut self) -> &mut [u8] {
        &mut bytemuck::cast_slice_mut(&mut self.storage)[..self.length]
    }
}
