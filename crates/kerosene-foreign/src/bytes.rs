//! Going through bytes that nobody vouches for.

use crate::ForeignError;

/// What is left of a file. Every verb takes from its front, or says where there was too little.
#[derive(Debug, Clone)]
pub(crate) struct Bytes<'a> {
    all: &'a [u8],
    offset: usize,
}

impl<'a> Bytes<'a> {
    /// From a place in a file on; one beyond its end is told at the first verb.
    pub(crate) const fn at(all: &'a [u8], offset: usize) -> Self {
        Self { all, offset }
    }

    pub(crate) fn error(&self, what: impl Into<String>) -> ForeignError {
        ForeignError::Damaged { offset: self.offset, what: what.into() }
    }

    pub(crate) fn skip(&mut self, count: usize) {
        self.offset = self.offset.saturating_add(count);
    }

    pub(crate) fn take(&mut self, count: usize, what: &str) -> Result<&'a [u8], ForeignError> {
        let end = self.offset.checked_add(count);
        let taken = end.and_then(|end| self.all.get(self.offset..end));
        let taken = taken.ok_or_else(|| self.error(format!("the file ends before the end of {what}")))?;
        self.offset += count;
        Ok(taken)
    }

    pub(crate) fn array<const N: usize>(&mut self, what: &str) -> Result<[u8; N], ForeignError> {
        Ok(self.take(N, what)?.first_chunk().copied().unwrap_or([0; N]))
    }

    pub(crate) fn u8(&mut self, what: &str) -> Result<u8, ForeignError> {
        self.array::<1>(what).map(|[byte]| byte)
    }

    pub(crate) fn u16(&mut self, what: &str) -> Result<u16, ForeignError> {
        self.array(what).map(u16::from_le_bytes)
    }

    pub(crate) fn u32(&mut self, what: &str) -> Result<u32, ForeignError> {
        self.array(what).map(u32::from_le_bytes)
    }

    /// A name in a field of its own: up to the first zero, what is no UTF-8 replaced.
    pub(crate) fn name(&mut self, length: usize, what: &str) -> Result<String, ForeignError> {
        let field = self.take(length, what)?;
        let name = field.split(|byte| *byte == 0).next().unwrap_or_default();
        Ok(String::from_utf8_lossy(name).into_owned())
    }

    /// Width and height, of a picture that can be.
    pub(crate) fn size(&mut self) -> Result<(u32, u32), ForeignError> {
        let at = self.clone();
        let (width, height) = (self.u32("the width")?, self.u32("the height")?);
        at.check_size(width, height)?;
        Ok((width, height))
    }

    /// Refuses sizes that no texture has, so that what follows can count pixels without care.
    pub(crate) fn check_size(&self, width: u32, height: u32) -> Result<(), ForeignError> {
        let possible = |side: u32| (1..=crate::MAX_SIDE).contains(&side);
        if possible(width) && possible(height) {
            return Ok(());
        }
        let most = crate::MAX_SIDE;
        Err(self.error(format!("a texture of {width} by {height} pixels, where each side has 1 to {most}")))
    }
}
