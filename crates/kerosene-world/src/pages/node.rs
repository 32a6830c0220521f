//! An inner node of a tree of pages.

use std::ptr::{NonNull, null_mut};
use std::sync::atomic::{AtomicU64, Ordering};

/// Children of a node, as a power of two.
///
/// A node that is shared is copied before a write below it, and every child then gets one reference
/// more: wide nodes make that dear, narrow ones make trees deep.
pub(super) const FANOUT_BITS: u32 = 5;

/// Children of a node.
pub(super) const FANOUT: usize = 1 << FANOUT_BITS;

/// Bytes in a node, and the grain at which counts are kept.
pub(super) const NODE_SIZE: usize = size_of::<Node>();

/// Children, each a node or (at the lowest level) a page, and what is known of their hashes.
#[repr(C)]
pub(super) struct Node {
    children: [*mut u8; FANOUT],
    /// The hash of what is below each child; 0 where it is not known. Filled in by readers too, on any
    /// thread: what is below a shared node never changes, so all would write the same.
    hashes: [AtomicU64; FANOUT],
}

impl Node {
    /// The child, where there is one.
    #[inline]
    pub(super) fn child(&self, index: usize) -> Option<NonNull<u8>> {
        NonNull::new(self.children[index])
    }

    /// Puts something in a child's place. The hash is no longer known.
    #[inline]
    pub(super) fn set_child(&mut self, index: usize, child: Option<NonNull<u8>>) {
        self.children[index] = child.map_or(null_mut(), NonNull::as_ptr);
        self.forget_hash(index);
    }

    /// The hash of what is below the child is no longer known.
    #[inline]
    pub(super) fn forget_hash(&mut self, index: usize) {
        *self.hashes[index].get_mut() = 0;
    }

    /// The children that there are.
    pub(super) fn children(&self) -> impl Iterator<Item = NonNull<u8>> + '_ {
        self.children.iter().filter_map(|child| NonNull::new(*child))
    }

    /// The hash of what is below the child, where it is known.
    pub(super) fn known_hash(&self, index: usize) -> Option<u64> {
        Some(self.hashes[index].load(Ordering::Relaxed)).filter(|hash| *hash != 0)
    }

    /// Keeps the hash of what is below the child.
    pub(super) fn keep_hash(&self, index: usize, hash: u64) {
        self.hashes[index].store(hash, Ordering::Relaxed);
    }

    /// A node with the same children, for memory of its own. It counts no references.
    pub(super) fn duplicate(&self) -> Node {
        let hashes = std::array::from_fn(|index| AtomicU64::new(self.hashes[index].load(Ordering::Relaxed)));
        Node { children: self.children, hashes }
    }
}
