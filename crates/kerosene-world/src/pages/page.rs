//! One page: the unit of sharing and copying.

/// Bytes in a page: what common processors and operating systems hand out at once.
pub const PAGE_SIZE: usize = 4096;

/// One page of memory. A page that was never written reads as zeros.
#[repr(C, align(4096))]
pub(crate) struct Page([u8; PAGE_SIZE]);

/// What a page reads as before its first write. Trees hold nothing in such places.
pub(crate) static ZERO: Page = Page([0; PAGE_SIZE]);

impl Page {
    /// The page's bytes.
    #[inline]
    pub(crate) fn bytes(&self) -> &[u8; PAGE_SIZE] {
        &self.0
    }

    /// The page's bytes, to be changed.
    #[inline]
    pub(crate) fn bytes_mut(&mut self) -> &mut [u8; PAGE_SIZE] {
        &mut self.0
    }

    /// A hash of the content; 0 for a page of zeros, which equals one that was never written.
    pub(crate) fn content_hash(&self) -> u64 {
        if self.0 == ZERO.0 { 0 } else { xxhash_rust::xxh3::xxh3_64(&self.0).max(1) }
    }
}
