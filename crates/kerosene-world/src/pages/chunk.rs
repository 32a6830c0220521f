//! A chunk: an aligned stretch of pages that begins with the counts of everything in it.
//!
//! A chunk is aligned to its size, so the address of anything inside leads to its head by clearing the
//! low bits: a page needs no header of its own and stays a power of two, and a count costs one addition.

use std::ptr::NonNull;

use super::count::Count;
use super::node::NODE_SIZE;
use super::page::PAGE_SIZE;
use super::store::Inner;

/// Bytes in a chunk: the size of a large page of common processors. Miri takes its time for each byte.
pub(super) const CHUNK_SIZE: usize = if cfg!(miri) { 1 << 16 } else { 1 << 21 };

/// Pages of a chunk, those of its head among them.
const PAGES: usize = CHUNK_SIZE / PAGE_SIZE;

/// Nodes that a page has room for.
const NODES_PER_PAGE: usize = PAGE_SIZE / NODE_SIZE;

/// What a chunk begins with.
#[repr(C)]
pub(super) struct Head {
    /// The store that the chunk belongs to. Set before the first block is handed out, and valid as long
    /// as one block is in use.
    pub(super) store: NonNull<Inner>,
    /// One count for each place where a block may begin: those of all pages' beginnings, then those of the places where
    /// a page's second node begins, and so on. A node's children are often neighbours, and so are their counts.
    counts: [[Count; PAGES]; NODES_PER_PAGE],
}

/// Pages of a chunk that its head takes.
pub(super) const HEAD_PAGES: usize = size_of::<Head>().div_ceil(PAGE_SIZE);

/// Pages of a chunk that can be handed out.
pub(super) const USABLE_PAGES: usize = PAGES - HEAD_PAGES;

/// Makes zeroed memory a chunk.
///
/// # Safety
/// `chunk` is the start of `CHUNK_SIZE` zeroed bytes, aligned to as many, that nobody else uses.
pub(super) unsafe fn begin(chunk: NonNull<u8>, store: NonNull<Inner>) {
    // SAFETY: the memory is the caller's, large and aligned enough for a head. The counts are left as
    // they are: zero is a valid count, and each is set when its block is handed out.
    unsafe { (&raw mut (*chunk.cast::<Head>().as_ptr()).store).write(store) }
}

/// The head of the chunk that a block lies in.
///
/// # Safety
/// `block` was handed out by a store and is in use for as long as the result is.
#[inline]
pub(super) unsafe fn head<'a>(block: NonNull<u8>) -> &'a Head {
    let head = block.as_ptr().map_addr(|address| address & !(CHUNK_SIZE - 1));
    // SAFETY: every block lies in a chunk, a chunk is aligned to its size and begins with a head that
    // `begin` made. The head changes through atomics only from then on. The address keeps the
    // provenance of the mapping, from which the block's was derived.
    unsafe { &*head.cast::<Head>() }
}

/// The count of a block.
///
/// # Safety
/// As for [`head`].
#[inline]
pub(super) unsafe fn count<'a>(block: NonNull<u8>) -> &'a Count {
    let offset = block.addr().get() & (CHUNK_SIZE - 1);
    // SAFETY: as the caller promises.
    let head = unsafe { head(block) };
    &head.counts[offset % PAGE_SIZE / NODE_SIZE][offset / PAGE_SIZE % PAGES]
}
