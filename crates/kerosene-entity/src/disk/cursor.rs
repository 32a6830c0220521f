//! Going through bytes that nobody vouches for.

use super::read::{SaveError, SaveProblem};

/// What is left of the bytes, and where it begins.
#[derive(Debug, Clone)]
pub(super) struct Cursor<'a> {
    bytes: &'a [u8],
    offset: usize,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, offset: 0 }
    }

    pub(super) fn error(&self, problem: SaveProblem) -> SaveError {
        SaveError { offset: self.offset, problem }
    }

    pub(super) fn left(&self) -> usize {
        self.bytes.len() - self.offset
    }

    pub(super) fn take(&mut self, count: usize, what: &'static str) -> Result<&'a [u8], SaveError> {
        let end = self.offset.checked_add(count).filter(|&end| end <= self.bytes.len());
        let Some(end) = end else { return Err(self.error(SaveProblem::Truncated(what))) };
        let taken = &self.bytes[self.offset..end];
        self.offset = end;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self, what: &'static str) -> Result<[u8; N], SaveError> {
        Ok(self.take(N, what)?.first_chunk().copied().unwrap_or([0; N]))
    }

    pub(super) fn u8(&mut self, what: &'static str) -> Result<u8, SaveError> {
        Ok(self.array::<1>(what)?[0])
    }

    pub(super) fn u32(&mut self, what: &'static str) -> Result<u32, SaveError> {
        self.array(what).map(u32::from_le_bytes)
    }

    pub(super) fn u64(&mut self, what: &'static str) -> Result<u64, SaveError> {
        self.array(what).map(u64::from_le_bytes)
    }

    /// A count of things that take at least so many bytes each: more than the rest could hold is a lie, and no memory
    /// is taken for it.
    pub(super) fn count(&mut self, each: usize, what: &'static str) -> Result<usize, SaveError> {
        let count = self.u32(what)? as usize;
        if count > self.left() / each {
            return Err(self.error(SaveProblem::Truncated(what)));
        }
        Ok(count)
    }
}
