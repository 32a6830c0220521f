//! A copy-on-write tree of pages.

use std::ptr::NonNull;
use std::sync::atomic::{AtomicU64, Ordering};

use super::chunk::count;
use super::node::{FANOUT, FANOUT_BITS, Node};
use super::page::{Page, ZERO};
use super::store::{PageStore, free_node, free_page};

/// Pages numbered from 0, of which those never written take no memory and read as zeros.
///
/// A clone shares everything and costs one reference. The first write to a shared page copies that page
/// and the nodes on the way to it (path copying: Driscoll, Sarnak, Sleator and Tarjan, "Making data
/// structures persistent", 1989). Invariant: what can be reached from two trees is never written, and a
/// block whose count is one, in a node whose count is one, and so on up to the root, belongs to one tree.
#[derive(Debug)]
pub(crate) struct Tree {
    root: Option<NonNull<u8>>,
    /// Levels of nodes above the pages: with none, the root is page 0 itself.
    levels: u32,
    /// The hash of everything; 0 where it is not known.
    hash: AtomicU64,
}

// SAFETY: pages and nodes are memory of a store, kept by counts that are atomic; what two trees share is
// only read (the hashes in nodes are atomics), and what one tree writes nobody else can reach.
unsafe impl Send for Tree {}
// SAFETY: as above; through a shared reference a tree is only read.
unsafe impl Sync for Tree {}

impl Tree {
    /// A tree in which every page is zero.
    pub(crate) const fn new() -> Tree {
        Tree { root: None, levels: 0, hash: AtomicU64::new(0) }
    }

    /// The page; zeros where nothing was written.
    #[inline]
    pub(crate) fn read(&self, page: u32) -> &Page {
        match self.find(page) {
            // SAFETY: a page that can be reached from this tree is kept by it, and is not written while
            // the tree is borrowed.
            Some(found) => unsafe { found.cast::<Page>().as_ref() },
            None => &ZERO,
        }
    }

    /// Whether writing to the page would copy nothing.
    #[inline]
    pub(crate) fn owns(&self, page: u32) -> bool {
        if !self.reaches(page) {
            return false;
        }
        let Some(mut at) = self.root else { return false };
        for level in (0..self.levels).rev() {
            // SAFETY: blocks on the way are kept by the tree; above the lowest level they are nodes.
            let (unique, child) =
                unsafe { (count(at).is_unique(), at.cast::<Node>().as_ref().child(digit(page, level))) };
            let Some(child) = child.filter(|_| unique) else { return false };
            at = child;
        }
        // SAFETY: the block is kept by the tree.
        unsafe { count(at) }.is_unique()
    }

    /// The page, to be written; copied first if anybody else can see it. New memory comes from `store`.
    #[inline]
    pub(crate) fn write(&mut self, store: &PageStore, page: u32) -> &mut Page {
        while !self.reaches(page) {
            self.grow(store);
        }
        *self.hash.get_mut() = 0;
        let mut level = self.levels;
        let mut at = own(store, self.root, level);
        self.root = Some(at);
        while level > 0 {
            level -= 1;
            // SAFETY: above the lowest level blocks are nodes, and `own` made this one ours alone.
            let node = unsafe { at.cast::<Node>().as_mut() };
            let index = digit(page, level);
            let child = own(store, node.child(index), level);
            node.set_child(index, Some(child));
            at = child;
        }
        // SAFETY: at the lowest level blocks are pages, and `own` made this one ours alone.
        unsafe { at.cast::<Page>().as_mut() }
    }

    /// Fills a page with zeros, without taking memory for one that is zero already.
    pub(crate) fn clear(&mut self, store: &PageStore, page: u32) {
        if self.find(page).is_some() {
            self.write(store, page).bytes_mut().fill(0);
        }
    }

    /// A hash of the content. It depends on which bytes differ from zero and what they are, on nothing
    /// else: not on depth, on sharing, or on pages that were written and are zero again.
    pub(crate) fn hash(&self) -> u64 {
        let known = self.hash.load(Ordering::Relaxed);
        if known != 0 {
            return known;
        }
        let hash = self.root.map_or(0, |root| hash_below(root, self.levels, 0));
        self.hash.store(hash, Ordering::Relaxed);
        hash
    }

    /// Calls `visit` with each page, in order, whose content differs. What is shared is passed over
    /// without a look inside.
    pub(crate) fn differing(&self, other: &Tree, visit: &mut dyn FnMut(u32)) {
        let levels = self.levels.max(other.levels);
        differing_below((self.root, self.levels), (other.root, other.levels), levels, 0, visit);
    }

    fn reaches(&self, page: u32) -> bool {
        u64::from(page) >> (FANOUT_BITS * self.levels) == 0
    }

    #[inline]
    fn find(&self, page: u32) -> Option<NonNull<u8>> {
        if !self.reaches(page) {
            return None;
        }
        let mut at = self.root?;
        let mut level = self.levels;
        while level > 0 {
            level -= 1;
            // SAFETY: above the lowest level blocks are nodes, kept by the tree.
            at = unsafe { at.cast::<Node>().as_ref() }.child(digit(page, level))?;
        }
        Some(at)
    }

    /// One level more above the root.
    fn grow(&mut self, store: &PageStore) {
        if let Some(root) = self.root {
            let above = store.empty_node();
            // SAFETY: a new node is ours alone; the tree's reference to the root becomes the node's.
            unsafe { above.cast::<Node>().as_mut() }.set_child(0, Some(root));
            self.root = Some(above);
        }
        self.levels += 1;
    }
}

/// The child to take at a level on the way to a page.
#[inline]
fn digit(page: u32, level: u32) -> usize {
    (u64::from(page) >> (FANOUT_BITS * level)) as usize & (FANOUT - 1)
}

/// The block if it is the caller's alone, else a copy of it, or an empty one where there is none.
/// The caller's reference to the block goes over to the result.
#[inline]
fn own(store: &PageStore, block: Option<NonNull<u8>>, levels: u32) -> NonNull<u8> {
    match block {
        // SAFETY: the caller holds a reference.
        Some(block) if unsafe { count(block) }.is_unique() => block,
        Some(block) => copy(store, block, levels),
        None if levels == 0 => store.zeroed_page(),
        None => store.empty_node(),
    }
}

#[cold]
#[inline(never)]
fn copy(store: &PageStore, block: NonNull<u8>, levels: u32) -> NonNull<u8> {
    let copy = if levels == 0 {
        // SAFETY: we hold a reference to the block, and at the lowest level it is a page.
        unsafe { store.copied_page(block) }
    } else {
        // SAFETY: as above, and here it is a node.
        let node = unsafe { block.cast::<Node>().as_ref() };
        for child in node.children() {
            // SAFETY: the node, which we keep, keeps its children.
            unsafe { count(child) }.share();
        }
        store.stored_node(node.duplicate())
    };
    // SAFETY: this gives up the reference that the caller passed on.
    unsafe { release(block, levels) };
    copy
}

/// Gives up one reference to a block, and what it held if that was the last. Recursion goes as deep as a
/// tree, at most seven levels.
///
/// # Safety
/// The caller holds the reference and does not use it afterwards; the block stands `levels` levels above
/// the pages.
unsafe fn release(block: NonNull<u8>, levels: u32) {
    // SAFETY: the caller's reference keeps the block until here.
    if !unsafe { count(block) }.release() {
        return;
    }
    if levels == 0 {
        // SAFETY: the last reference was just given up.
        unsafe { free_page(block) };
        return;
    }
    // SAFETY: nobody else can reach the node any more, and its memory is still there.
    for child in unsafe { block.cast::<Node>().as_ref() }.children() {
        // SAFETY: the node's reference to the child goes with the node.
        unsafe { release(child, levels - 1) };
    }
    // SAFETY: the last reference was given up, and those to the children too.
    unsafe { free_node(block) };
}

/// The sum over the pages below of a mix of content and number; pages of zeros add nothing.
fn hash_below(block: NonNull<u8>, levels: u32, first: u64) -> u64 {
    if levels == 0 {
        // SAFETY: reached from a borrowed tree; at the lowest level blocks are pages.
        let hash = unsafe { block.cast::<Page>().as_ref() }.content_hash();
        return if hash == 0 { 0 } else { mix(hash, first) };
    }
    // SAFETY: as above; here it is a node.
    let node = unsafe { block.cast::<Node>().as_ref() };
    let mut sum = 0_u64;
    for index in 0..FANOUT {
        let Some(child) = node.child(index) else { continue };
        let hash = node.known_hash(index).unwrap_or_else(|| {
            let hash = hash_below(child, levels - 1, (first << FANOUT_BITS) | index as u64);
            node.keep_hash(index, hash);
            hash
        });
        sum = sum.wrapping_add(hash);
    }
    sum
}

/// A bijection of the hash for each page number (the finaliser of SplitMix64: Steele, Lea and Flood,
/// "Fast splittable pseudorandom number generators", 2014).
fn mix(hash: u64, page: u64) -> u64 {
    let mut z = hash ^ page.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A block and how many levels it stands above the pages.
type Subtree = (Option<NonNull<u8>>, u32);

fn differing_below(a: Subtree, b: Subtree, levels: u32, first: u64, visit: &mut dyn FnMut(u32)) {
    if a == b {
        return;
    }
    if levels == 0 {
        // SAFETY: reached from borrowed trees; at the lowest level blocks are pages.
        let page = |at: Option<NonNull<u8>>| at.map_or(&ZERO, |at| unsafe { at.cast::<Page>().as_ref() });
        if page(a.0).bytes() != page(b.0).bytes() {
            visit(first as u32);
        }
        return;
    }
    for index in 0..FANOUT {
        let number = (first << FANOUT_BITS) | index as u64;
        differing_below(subtree(a, levels, index), subtree(b, levels, index), levels - 1, number, visit);
    }
}

/// The child of a subtree seen from a level that it may not reach: then it is the first child itself.
fn subtree((block, own_levels): Subtree, levels: u32, index: usize) -> Subtree {
    let Some(at) = block else { return (None, 0) };
    if own_levels < levels {
        return if index == 0 { (block, own_levels) } else { (None, 0) };
    }
    // SAFETY: reached from a borrowed tree, above the lowest level: a node.
    match unsafe { at.cast::<Node>().as_ref() }.child(index) {
        Some(child) => (Some(child), levels - 1),
        None => (None, 0),
    }
}

impl Clone for Tree {
    fn clone(&self) -> Tree {
        if let Some(root) = self.root {
            // SAFETY: the tree holds a reference to its root.
            unsafe { count(root) }.share();
        }
        Tree { root: self.root, levels: self.levels, hash: AtomicU64::new(self.hash.load(Ordering::Relaxed)) }
    }
}

impl Drop for Tree {
    fn drop(&mut self) {
        if let Some(root) = self.root.take() {
            // SAFETY: the tree's reference to its root ends here.
            unsafe { release(root, self.levels) };
        }
    }
}
