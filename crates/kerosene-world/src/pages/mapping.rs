//! Large stretches of memory from the operating system, outside the Rust heap.
//!
//! Under Miri, which knows no memory maps, the same stretches come from the heap; nothing above this
//! file knows the difference.

use std::ptr::NonNull;

use super::chunk::CHUNK_SIZE;

/// Memory for whole chunks, each aligned to its size. Zeroed at first.
#[derive(Debug)]
pub(super) struct Mapping {
    /// The first whole chunk.
    first: NonNull<u8>,
    chunks: usize,
    #[cfg(not(miri))]
    _map: memmap2::MmapMut,
}

// SAFETY: a mapping is memory and an address; nothing in it belongs to the thread that made it, and it
// hands out addresses only. Who may touch what lies there is the store's business.
unsafe impl Send for Mapping {}

impl Mapping {
    /// Asks the operating system for memory for that many chunks, at least one. What it refuses ends
    /// the program as any other exhausted memory does.
    #[cfg(not(miri))]
    pub(super) fn new(chunks: usize) -> Mapping {
        // One chunk more than asked for, so that whole chunks fit wherever the mapping lands. What is
        // never touched takes addresses only.
        let length = (chunks + 1) * CHUNK_SIZE;
        let mut map = memmap2::MmapMut::map_anon(length).unwrap_or_else(|_| exhausted(length));
        #[cfg(target_os = "linux")]
        if chunks >= HUGE_FROM_CHUNKS {
            // Large worlds are read at random, and small pages then cost a walk of the page table for
            // every read. Advice only: where it is refused, reads are slower and nothing else.
            let _ = map.advise(memmap2::Advice::HugePage);
        }
        let start = map.as_mut_ptr();
        // SAFETY: the offset is below one chunk and the mapping is at least one chunk longer than what
        // is used, so the result stays inside the mapping.
        let first = unsafe { start.add(start.align_offset(CHUNK_SIZE)) };
        let first = NonNull::new(first).unwrap_or_else(|| exhausted(length));
        Mapping { first, chunks, _map: map }
    }

    /// The heap's stand-in for a memory map.
    #[cfg(miri)]
    pub(super) fn new(chunks: usize) -> Mapping {
        let layout = Mapping::layout(chunks);
        // SAFETY: the layout is not empty.
        let first = unsafe { std::alloc::alloc_zeroed(layout) };
        let first = NonNull::new(first).unwrap_or_else(|| std::alloc::handle_alloc_error(layout));
        Mapping { first, chunks }
    }

    #[cfg(miri)]
    fn layout(chunks: usize) -> std::alloc::Layout {
        std::alloc::Layout::from_size_align(chunks * CHUNK_SIZE, CHUNK_SIZE).expect("a valid layout")
    }

    /// The address of each chunk.
    pub(super) fn chunk(&self, index: usize) -> Option<NonNull<u8>> {
        if index >= self.chunks {
            return None;
        }
        // SAFETY: the mapping holds `chunks` whole chunks from `first` on.
        Some(unsafe { self.first.add(index * CHUNK_SIZE) })
    }

    /// How many chunks there are.
    pub(super) fn chunks(&self) -> usize {
        self.chunks
    }
}

#[cfg(miri)]
impl Drop for Mapping {
    fn drop(&mut self) {
        // SAFETY: allocated in `new` with this very layout, and freed nowhere else.
        unsafe { std::alloc::dealloc(self.first.as_ptr(), Mapping::layout(self.chunks)) }
    }
}

/// From this many chunks on, the operating system is asked for large pages.
#[cfg(all(not(miri), target_os = "linux"))]
const HUGE_FROM_CHUNKS: usize = 4;

#[cfg(not(miri))]
fn exhausted(length: usize) -> ! {
    match std::alloc::Layout::from_size_align(length, super::page::PAGE_SIZE) {
        Ok(layout) => std::alloc::handle_alloc_error(layout),
        Err(_) => panic!("{length} bytes are more than memory can hold"),
    }
}
