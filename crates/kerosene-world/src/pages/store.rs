//! Where pages come from and go back to.

use std::ptr::NonNull;
use std::sync::atomic::{AtomicUsize, Ordering, fence};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::chunk::{self, CHUNK_SIZE, HEAD_PAGES, USABLE_PAGES};
use super::mapping::Mapping;
use super::node::{NODE_SIZE, Node};
use super::page::{PAGE_SIZE, Page};

/// A pool of pages, shared by everything whose memory is to come from the same place.
///
/// Cloning gives another handle to the same pool. Memory comes in large mappings and is reused through
/// free lists that lie in the free pages themselves, so a program that takes and gives back in turn asks
/// neither the operating system nor the heap for anything. It goes back to the system when the last
/// handle and the last page are gone; any thread may be the one.
///
/// ```
/// use kerosene_world::{PageStore, PagedVec};
///
/// let store = PageStore::new();
/// let mut numbers = PagedVec::new_in(&store);
/// numbers.push(7_u32);
/// assert!(store.usage().pages_in_use >= 1);
/// ```
#[derive(Debug)]
pub struct PageStore {
    inner: NonNull<Inner>,
}

// SAFETY: the inner part is behind a mutex and lives until the last handle and the last page are gone,
// whichever thread they are on.
unsafe impl Send for PageStore {}
// SAFETY: as above.
unsafe impl Sync for PageStore {}

/// How much memory a [`PageStore`] holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageUsage {
    /// Bytes of address space taken from the operating system, most of which may never have been touched.
    pub mapped_bytes: usize,
    /// Pages of [`PAGE_SIZE`] bytes that hold data.
    pub pages_in_use: usize,
    /// Pages cut into the nodes of the index above the data. They stay that, in use or waiting to be.
    pub node_pages: usize,
    /// Pages given back and waiting to be used again.
    pub pages_free: usize,
}

/// What a handle points to.
#[derive(Debug)]
pub(super) struct Inner {
    /// What keeps the memory alive: handles and blocks in use, together. Beside the mutex and not in it, so
    /// that nobody is still unlocking when the last one takes the pool apart.
    holds: AtomicUsize,
    pool: Mutex<Pool>,
}

/// The pool itself.
#[derive(Debug)]
struct Pool {
    mappings: Vec<Mapping>,
    /// The next chunk of the last mapping.
    next_chunk: usize,
    /// The part of the current chunk that was never handed out; zeroed.
    fresh: Option<NonNull<u8>>,
    fresh_pages: usize,
    free_pages: FreeList,
    free_nodes: FreeList,
    /// Pages cut into nodes.
    node_pages: usize,
    pages_in_use: usize,
}

// SAFETY: the pointers are to memory that the pool owns.
unsafe impl Send for Pool {}

/// Free blocks, each beginning with the address of the next.
#[derive(Debug, Default)]
struct FreeList {
    first: Option<NonNull<u8>>,
    last: Option<NonNull<u8>>,
    length: usize,
}

impl FreeList {
    fn pop(&mut self) -> Option<NonNull<u8>> {
        let block = self.first?;
        // SAFETY: a block on the list is the list's alone and begins with the next one's address.
        self.first = unsafe { block.cast::<Option<NonNull<u8>>>().read() };
        self.length -= 1;
        if self.first.is_none() {
            self.last = None;
        }
        Some(block)
    }

    /// # Safety
    /// The block is aligned, large enough for an address, and nobody uses it any more.
    unsafe fn push(&mut self, block: NonNull<u8>) {
        // SAFETY: as the caller promises.
        unsafe { block.cast::<Option<NonNull<u8>>>().write(self.first) };
        self.first = Some(block);
        self.last = self.last.or(self.first);
        self.length += 1;
    }

    /// Puts another list's blocks before its own.
    fn prepend(&mut self, other: &mut FreeList) {
        let Some(last) = other.last else { return };
        // SAFETY: the block is on the other list, hence nobody's, and large enough for an address.
        unsafe { last.cast::<Option<NonNull<u8>>>().write(self.first) };
        self.first = other.first;
        self.last = self.last.or(other.last);
        self.length += other.length;
        *other = FreeList::default();
    }
}

impl PageStore {
    /// An empty pool; the first page that is asked for brings the first mapping.
    #[must_use]
    pub fn new() -> PageStore {
        let pool = Pool {
            mappings: Vec::new(),
            next_chunk: 0,
            fresh: None,
            fresh_pages: 0,
            free_pages: FreeList::default(),
            free_nodes: FreeList::default(),
            node_pages: 0,
            pages_in_use: 0,
        };
        let inner = Box::new(Inner { holds: AtomicUsize::new(1), pool: Mutex::new(pool) });
        PageStore { inner: NonNull::from(Box::leak(inner)) }
    }

    /// How much memory the pool holds now.
    #[must_use]
    pub fn usage(&self) -> PageUsage {
        let pool = self.inner().lock();
        let mapped: usize = pool.mappings.iter().map(|mapping| mapping.chunks() * CHUNK_SIZE).sum();
        PageUsage {
            mapped_bytes: mapped,
            pages_in_use: pool.pages_in_use,
            node_pages: pool.node_pages,
            pages_free: pool.free_pages.length,
        }
    }

    fn inner(&self) -> &Inner {
        // SAFETY: a handle keeps the inner part alive.
        unsafe { self.inner.as_ref() }
    }

    /// A page of zeros with one reference.
    pub(super) fn zeroed_page(&self) -> NonNull<u8> {
        let (page, zeroed) = self.take_page();
        if !zeroed {
            // SAFETY: the page was just handed to us alone.
            unsafe { page.cast::<Page>().write_bytes(0, 1) };
        }
        page
    }

    /// A page with the content of another and one reference.
    ///
    /// # Safety
    /// The caller holds a reference to `page`, which is a page of some store.
    pub(super) unsafe fn copied_page(&self, page: NonNull<u8>) -> NonNull<u8> {
        let (copy, _) = self.take_page();
        // SAFETY: both are whole pages, they differ since one is in use and one was free, the new one is
        // ours alone and nobody writes to the old one while we hold a reference without being its only
        // holder (if we are, nobody else can reach it).
        unsafe { copy.cast::<Page>().copy_from_nonoverlapping(page.cast::<Page>(), 1) };
        copy
    }

    /// A node of no children with one reference.
    pub(super) fn empty_node(&self) -> NonNull<u8> {
        let node = self.take_node();
        // SAFETY: the node was just handed to us alone; all zeros are a node without children.
        unsafe { node.cast::<Node>().write_bytes(0, 1) };
        node
    }

    /// A node in memory of its own with one reference. References to its children are the caller's to count.
    pub(super) fn stored_node(&self, node: Node) -> NonNull<u8> {
        let place = self.take_node();
        // SAFETY: the place was just handed to us alone, aligned and large enough for a node.
        unsafe { place.cast::<Node>().write(node) };
        place
    }

    fn take_page(&self) -> (NonNull<u8>, bool) {
        let mut pool = self.inner().lock();
        let (page, zeroed) = pool.page(self.inner);
        pool.pages_in_use += 1;
        drop(pool);
        self.inner().hold();
        // SAFETY: the block is in use from here on.
        unsafe { chunk::count(page) }.start();
        (page, zeroed)
    }

    fn take_node(&self) -> NonNull<u8> {
        let mut pool = self.inner().lock();
        let node = pool.node(self.inner);
        drop(pool);
        self.inner().hold();
        // SAFETY: the block is in use from here on.
        unsafe { chunk::count(node) }.start();
        node
    }
}

/// Blocks that nobody uses any more, on their way back to the store that they came from: a tree that goes gives
/// all of its blocks back under one lock. They arrive when this is dropped.
#[derive(Debug)]
pub(super) struct Returned {
    store: Option<NonNull<Inner>>,
    pages: FreeList,
    nodes: FreeList,
}

impl Returned {
    pub(super) fn new() -> Returned {
        Returned { store: None, pages: FreeList::default(), nodes: FreeList::default() }
    }

    /// # Safety
    /// The page's last reference was just given up.
    pub(super) unsafe fn page(&mut self, page: NonNull<u8>) {
        // SAFETY: the block still holds its store, until the pool is told otherwise.
        self.turn_to(unsafe { chunk::head(page) }.store);
        // SAFETY: nobody uses the page any more, and a page is large enough for an address.
        unsafe { self.pages.push(page) };
    }

    /// # Safety
    /// The node's last reference was just given up, and those to its children are accounted for.
    pub(super) unsafe fn node(&mut self, node: NonNull<u8>) {
        // SAFETY: the block still holds its store, until the pool is told otherwise.
        self.turn_to(unsafe { chunk::head(node) }.store);
        // SAFETY: nobody uses the node any more, and a node is large enough for an address.
        unsafe { self.nodes.push(node) };
    }

    /// What comes next belongs to that store.
    fn turn_to(&mut self, store: NonNull<Inner>) {
        if self.store != Some(store) {
            self.give_back();
            self.store = Some(store);
        }
    }

    fn give_back(&mut self) {
        let Some(store) = self.store.take() else { return };
        let holds = self.pages.length + self.nodes.length;
        // SAFETY: the blocks hold the store.
        let mut pool = unsafe { store.as_ref() }.lock();
        pool.pages_in_use -= self.pages.length;
        pool.free_pages.prepend(&mut self.pages);
        pool.free_nodes.prepend(&mut self.nodes);
        drop(pool);
        // SAFETY: the blocks' holds end here.
        unsafe { let_go(store, holds) }
    }
}

impl Drop for Returned {
    fn drop(&mut self) {
        self.give_back();
    }
}

/// That many holds less, at least one. Whoever gives up the last one gives all memory back to the operating system.
///
/// # Safety
/// The caller has the holds and does not use the store through them afterwards.
unsafe fn let_go(store: NonNull<Inner>, holds: usize) {
    // SAFETY: the caller's holds keep the inner part alive up to the subtraction.
    if unsafe { store.as_ref() }.holds.fetch_sub(holds, Ordering::Release) != holds {
        return;
    }
    fence(Ordering::Acquire);
    // SAFETY: made by `Box::leak` in `PageStore::new`; holds come from holds only, so whoever gives up the
    // last one is alone.
    drop(unsafe { Box::from_raw(store.as_ptr()) });
}

impl Inner {
    /// One hold more. The caller has one already.
    fn hold(&self) {
        self.holds.fetch_add(1, Ordering::Relaxed);
    }

    fn lock(&self) -> MutexGuard<'_, Pool> {
        // The lists are whole between any two operations, and none of them can panic half way.
        self.pool.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Pool {
    /// A page, and whether it is known to be zeroed.
    fn page(&mut self, store: NonNull<Inner>) -> (NonNull<u8>, bool) {
        if let Some(page) = self.free_pages.pop() {
            return (page, false);
        }
        let page = match self.fresh {
            Some(page) if self.fresh_pages > 0 => page,
            _ => self.begin_chunk(store),
        };
        self.fresh_pages -= 1;
        // SAFETY: the page lies inside a chunk, so the address behind it is at most the chunk's end.
        self.fresh = Some(unsafe { page.add(PAGE_SIZE) });
        (page, true)
    }

    /// Starts on another chunk; returns its first page.
    fn begin_chunk(&mut self, store: NonNull<Inner>) -> NonNull<u8> {
        let chunk = match self.mappings.last().and_then(|mapping| mapping.chunk(self.next_chunk)) {
            Some(chunk) => {
                self.next_chunk += 1;
                chunk
            }
            None => self.grow(),
        };
        // SAFETY: a chunk of a mapping is zeroed, aligned and handed out once.
        unsafe { chunk::begin(chunk, store) };
        self.fresh_pages = USABLE_PAGES;
        // SAFETY: the head is smaller than the chunk.
        unsafe { chunk.add(HEAD_PAGES * PAGE_SIZE) }
    }

    /// Maps twice what there was, within limits; returns the new mapping's first chunk.
    fn grow(&mut self) -> NonNull<u8> {
        /// Mappings stop doubling at 256 MiB.
        const MOST_CHUNKS: usize = (256 << 20) / (1 << 21);
        let chunks = self.mappings.last().map_or(1, |mapping| (mapping.chunks() * 2).min(MOST_CHUNKS));
        let mapping = Mapping::new(chunks);
        let Some(chunk) = mapping.chunk(0) else { unreachable!("a mapping has a chunk") };
        self.mappings.push(mapping);
        self.next_chunk = 1;
        chunk
    }

    fn node(&mut self, store: NonNull<Inner>) -> NonNull<u8> {
        if let Some(node) = self.free_nodes.pop() {
            return node;
        }
        let (page, _) = self.page(store);
        self.node_pages += 1;
        for index in (1..PAGE_SIZE / NODE_SIZE).rev() {
            // SAFETY: the page is ours alone and is cut into parts of a node's size.
            unsafe { self.free_nodes.push(page.add(index * NODE_SIZE)) };
        }
        page
    }
}

impl Default for PageStore {
    fn default() -> PageStore {
        PageStore::new()
    }
}

impl Clone for PageStore {
    fn clone(&self) -> PageStore {
        self.inner().hold();
        PageStore { inner: self.inner }
    }
}

impl Drop for PageStore {
    fn drop(&mut self) {
        // SAFETY: the handle's hold ends here.
        unsafe { let_go(self.inner, 1) }
    }
}
