//! Reading bytes in order, none twice and none that are not there.

use super::read::{BinaryError, BinaryProblem};

/// Bytes and how far they have been read.
#[derive(Debug)]
pub(super) struct Cursor<'b> {
    bytes: &'b [u8],
    offset: usize,
}

impl<'b> Cursor<'b> {
    pub(super) fn new(bytes: &'b [u8]) -> Cursor<'b> {
        Cursor { bytes, offset: 0 }
    }

    pub(super) fn offset(&self) -> usize {
        self.offset
    }

    pub(super) fn left(&self) -> usize {
        self.bytes.len() - self.offset
    }

    /// The next bytes.
    pub(super) fn take(&mut self, count: usize, what: &'static str) -> Result<&'b [u8], BinaryError> {
        if count > self.left() {
            return Err(self.error(BinaryProblem::Truncated(what)));
        }
        let taken = &self.bytes[self.offset..self.offset + count];
        self.offset += count;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self, what: &'static str) -> Result<[u8; N], BinaryError> {
        let bytes = self.take(N, what)?;
        bytes.first_chunk().copied().ok_or_else(|| self.error(BinaryProblem::Truncated(what)))
    }

    pub(super) fn u8(&mut self, what: &'static str) -> Result<u8, BinaryError> {
        self.array::<1>(what).map(|[byte]| byte)
    }

    pub(super) fn u16(&mut self, what: &'static str) -> Result<u16, BinaryError> {
        self.array(what).map(u16::from_le_bytes)
    }

    pub(super) fn u32(&mut self, what: &'static str) -> Result<u32, BinaryError> {
        self.array(what).map(u32::from_le_bytes)
    }

    pub(super) fn u64(&mut self, what: &'static str) -> Result<u64, BinaryError> {
        self.array(what).map(u64::from_le_bytes)
    }

    pub(super) fn str(&mut self, length: usize, what: &'static str) -> Result<&'b str, BinaryError> {
        let offset = self.offset;
        let bytes = self.take(length, what)?;
        std::str::from_utf8(bytes).map_err(|_| BinaryError { offset, problem: BinaryProblem::NotText(what) })
    }

    /// What is wrong here.
    pub(super) fn error(&self, problem: BinaryProblem) -> BinaryError {
        BinaryError { offset: self.offset, problem }
    }
}
