//! The reference count of one block of page memory.
//!
//! The protocol is that of `Arc` (Boehm, "Atomic reference counting", WG21 N2145, 2006, and the fences
//! argued for there): taking a further reference needs no order, since the taker already holds one;
//! giving one up releases everything read through it; whoever finds the count at one, or brings it to
//! zero, acquires all that, and may then change or reuse the memory.
//!
//! `rivals/tests/loom.rs` compiles this very file against loom's atomics and tries every interleaving.

use super::sync::{AtomicU32, Ordering, fence};

/// More references than this to one block are a fault in the program: the count could overflow.
const LIMIT: u32 = u32::MAX / 2;

/// A count of the references to one block.
#[derive(Debug, Default)]
#[repr(transparent)]
pub(crate) struct Count(AtomicU32);

impl Count {
    /// The block is new: its one reference is the caller's.
    pub(crate) fn start(&self) {
        self.0.store(1, Ordering::Relaxed);
    }

    /// One reference more. The caller holds one already.
    #[inline]
    pub(crate) fn share(&self) {
        let before = self.0.fetch_add(1, Ordering::Relaxed);
        assert!(before < LIMIT, "a page has more than {LIMIT} references");
    }

    /// One reference less. True when it was the last: the block is the caller's to reuse.
    #[inline]
    pub(crate) fn release(&self) -> bool {
        if self.0.fetch_sub(1, Ordering::Release) != 1 {
            return false;
        }
        fence(Ordering::Acquire);
        true
    }

    /// Whether the caller's reference is the only one, so that it may write.
    #[inline]
    pub(crate) fn is_unique(&self) -> bool {
        self.0.load(Ordering::Acquire) == 1
    }
}
