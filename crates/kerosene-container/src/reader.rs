//! Going through the bytes of a section that nobody vouches for.

use crate::{ContainerError, Tag};

/// What is left of a section. Every verb takes from its front, or says where there was too little.
///
/// ```
/// use kerosene_container::{SectionReader, Tag};
///
/// let mut reader = SectionReader::new(Tag(*b"BODY"), &[7, 0, 0, 0, 2, 0, 0, 0, b'h', b'i']);
/// assert_eq!(reader.u32("a number")?, 7);
/// assert_eq!(reader.text(16, "a greeting")?, "hi");
/// assert!(reader.u32("more").is_err());
/// # Ok::<(), kerosene_container::ContainerError>(())
/// ```
#[derive(Debug, Clone)]
pub struct SectionReader<'a> {
    tag: Tag,
    bytes: &'a [u8],
    offset: usize,
}

impl<'a> SectionReader<'a> {
    /// A reader of bytes that are known under a tag in errors.
    #[must_use]
    pub const fn new(tag: Tag, bytes: &'a [u8]) -> Self {
        Self { tag, bytes, offset: 0 }
    }

    /// An error at this place.
    #[must_use]
    pub fn error(&self, what: impl Into<String>) -> ContainerError {
        ContainerError::Content { tag: self.tag, offset: self.offset, what: what.into() }
    }

    /// Bytes not yet taken.
    #[must_use]
    pub const fn left(&self) -> usize {
        self.bytes.len() - self.offset
    }

    /// So many bytes.
    ///
    /// # Errors
    /// There are fewer.
    pub fn take(&mut self, count: usize, what: &str) -> Result<&'a [u8], ContainerError> {
        let end = self.offset.checked_add(count);
        let Some(taken) = end.and_then(|end| self.bytes.get(self.offset..end)) else {
            return Err(self.error(format!("it ends in the middle of {what}")));
        };
        self.offset += count;
        Ok(taken)
    }

    /// An array of bytes.
    ///
    /// # Errors
    /// There are fewer.
    pub fn array<const N: usize>(&mut self, what: &str) -> Result<[u8; N], ContainerError> {
        Ok(self.take(N, what)?.first_chunk().copied().unwrap_or([0; N]))
    }

    /// A byte.
    ///
    /// # Errors
    /// There is none.
    pub fn u8(&mut self, what: &str) -> Result<u8, ContainerError> {
        self.array::<1>(what).map(|[byte]| byte)
    }

    /// A number of 32 bits.
    ///
    /// # Errors
    /// There are fewer bytes.
    pub fn u32(&mut self, what: &str) -> Result<u32, ContainerError> {
        self.array(what).map(u32::from_le_bytes)
    }

    /// A number of 64 bits.
    ///
    /// # Errors
    /// There are fewer bytes.
    pub fn u64(&mut self, what: &str) -> Result<u64, ContainerError> {
        self.array(what).map(u64::from_le_bytes)
    }

    /// A number that is finite.
    ///
    /// # Errors
    /// There are fewer bytes, or it is not finite.
    pub fn f32(&mut self, what: &str) -> Result<f32, ContainerError> {
        let at = self.clone();
        let number = f32::from_bits(self.u32(what)?);
        if number.is_finite() { Ok(number) } else { Err(at.error(format!("{what} is no finite number"))) }
    }

    /// A number of 64 bits that leaves room to count on from: a tick, a time in nanoseconds.
    ///
    /// # Errors
    /// There are fewer bytes, or it is beyond 2^61.
    pub fn counter(&mut self, what: &str) -> Result<u64, ContainerError> {
        let at = self.clone();
        let number = self.u64(what)?;
        if number <= 1 << 61 { Ok(number) } else { Err(at.error(format!("{what} is beyond counting"))) }
    }

    /// A count, `u32`, of things that take at least so many bytes each: more than the rest could hold is a lie, and no
    /// memory is taken for it.
    ///
    /// # Errors
    /// There are fewer bytes than that.
    pub fn count(&mut self, each: usize, what: &str) -> Result<usize, ContainerError> {
        let at = self.clone();
        let count = self.u32(what)? as usize;
        let holds = self.left() / each.max(1);
        if count <= holds { Ok(count) } else { Err(at.error(format!("{what} are {count}, more than fit"))) }
    }

    /// A text: its length, `u32`, and so many bytes of UTF-8.
    ///
    /// # Errors
    /// There are fewer bytes, it is longer than allowed, or no text.
    pub fn text(&mut self, most: usize, what: &str) -> Result<&'a str, ContainerError> {
        let at = self.clone();
        let length = self.count(1, what)?;
        if length > most {
            return Err(at.error(format!("{what} is longer than {most} bytes")));
        }
        core::str::from_utf8(self.take(length, what)?).map_err(|_| at.error(format!("{what} is no text")))
    }

    /// Makes sure that nothing is left.
    ///
    /// # Errors
    /// Something is.
    pub fn end(&self) -> Result<(), ContainerError> {
        if self.left() == 0 { Ok(()) } else { Err(self.error(format!("{} bytes follow its end", self.left()))) }
    }
}

/// Appends a text as [`SectionReader::text`] reads it.
///
/// ```
/// use kerosene_container::{SectionReader, Tag, put_text};
///
/// let mut bytes = Vec::new();
/// put_text(&mut bytes, "brick");
/// assert_eq!(SectionReader::new(Tag(*b"NAME"), &bytes).text(16, "a name")?, "brick");
/// # Ok::<(), kerosene_container::ContainerError>(())
/// ```
pub fn put_text(out: &mut Vec<u8>, text: &str) {
    out.extend_from_slice(&(text.len() as u32).to_le_bytes());
    out.extend_from_slice(text.as_bytes());
}
