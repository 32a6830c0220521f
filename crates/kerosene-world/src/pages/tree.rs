//! A copy-on-write tree of pages.

use std::ptr::{NonNull, null_mut};
use std::sync::atomic::{AtomicPtr, AtomicU64, Ordering};

use super::chunk::count;
use super::node::{FANOUT, FANOUT_BITS, Node};
use super::page::{Page, ZERO};
use super::store::{PageStore, Returned};

/// Pages numbered from 0, of which those never written take no memory and read as zeros.
///
/// A clone shares everything and costs one reference. The first write to a shared page copies that page
/// and the nodes on the way to it (path copying: Driscoll, Sarnak, Sleator and Tarjan, "Making data
/// structures persistent", 1989). Invariant: what can be reached from two trees is never written, and a
/// block whose count is one, in a node whose count is one, and so on up to the root, belongs to one tree.
#[derive(Debug)]
pub(crate) struct Tree {
    root: Option<NonNull<u8>>,
    /// Bits of a page's number that the nodes tell apart, as many for each level of them: with none, the root is page 0
    /// itself.
    bits: u32,
    /// The number of the page that was written last.
    last_number: u32,
    /// That page, as long as it can be written again without a look at the way to it: that way is this tree's alone and
    /// no hash on it is known. Null when a clone or a hash has ended that.
    last: AtomicPtr<u8>,
    /// The hash of everything; 0 where it is not known.
    hash: AtomicU64,
}

// SAFETY: pages and nodes are memory of a store, kept by counts that are atomic; what two trees share is
// only read (the hashes in nodes are atomics), and what one tree writes nobody else can reach.
unsafe impl Send for Tree {}
// SAFETY: as above; through a shared reference a tree is only read.
unsafe impl Sync for Tree {}

/// Bits of a page's number that so many levels of nodes tell apart.
const BITS_OF_ONE: u32 = FANOUT_BITS;
const BITS_OF_TWO: u32 = 2 * FANOUT_BITS;
const BITS_OF_THREE: u32 = 3 * FANOUT_BITS;

impl Tree {
    /// A tree in which every page is zero.
    pub(crate) const fn new() -> Tree {
        Tree { root: None, bits: 0, last_number: 0, last: AtomicPtr::new(null_mut()), hash: AtomicU64::new(0) }
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

    /// The page, to be read now and perhaps written later.
    #[inline]
    pub(crate) fn seek(&mut self, page: u32) -> Seat<'_> {
        Seat { found: self.find(page), tree: self, page }
    }

    /// Whether writing to the page would copy nothing.
    #[inline]
    pub(crate) fn owns(&self, page: u32) -> bool {
        if self.last(page).is_some() {
            return true;
        }
        if !self.reaches(page) {
            return false;
        }
        let Some(mut at) = self.root else { return false };
        let mut bits = self.bits;
        while bits > 0 {
            bits -= FANOUT_BITS;
            // SAFETY: blocks on the way are kept by the tree; above the lowest level they are nodes.
            let (unique, child) =
                unsafe { (count(at).is_unique(), at.cast::<Node>().as_ref().child(digit(page, bits))) };
            let Some(child) = child.filter(|_| unique) else { return false };
            at = child;
        }
        // SAFETY: the block is kept by the tree.
        unsafe { count(at) }.is_unique()
    }

    /// The page, to be written; copied first if anybody else can see it. New memory comes from `store`.
    #[inline]
    pub(crate) fn write(&mut self, store: &PageStore, page: u32) -> &mut Page {
        let at = self.own_page(store, page);
        // SAFETY: the page is this tree's alone, and the tree is borrowed for as long as the result.
        unsafe { at.cast::<Page>().as_mut() }
    }

    /// A page that is this tree's alone, as is the way to it, on which no hash is known.
    #[inline]
    fn own_page(&mut self, store: &PageStore, page: u32) -> NonNull<u8> {
        match self.last(page) {
            Some(last) => last,
            None => self.own_from_root(store, page),
        }
    }

    /// As [`Tree::own_page`], by the way that leads there from the root.
    #[inline(never)]
    fn own_from_root(&mut self, store: &PageStore, page: u32) -> NonNull<u8> {
        if !self.reaches(page) {
            self.grow_to(store, page);
        }
        *self.hash.get_mut() = 0;
        let mut bits = self.bits;
        let mut at = own(store, self.root, bits);
        self.root = Some(at);
        while bits > 0 {
            bits -= FANOUT_BITS;
            // SAFETY: above the lowest level blocks are nodes, and `own` made this one ours alone.
            let node = unsafe { at.cast::<Node>().as_mut() };
            let index = digit(page, bits);
            at = match node.child(index) {
                // SAFETY: the node, which is ours, holds a reference.
                Some(child) if unsafe { count(child) }.is_unique() => {
                    node.forget_hash(index);
                    child
                }
                child => {
                    let own = renewed(store, child, bits / FANOUT_BITS);
                    node.set_child(index, Some(own));
                    own
                }
            };
        }
        self.last_number = page;
        *self.last.get_mut() = at.as_ptr();
        at
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
        self.last.store(null_mut(), Ordering::Relaxed);
        let hash = self.root.map_or(0, |root| hash_below(root, self.levels(), 0));
        self.hash.store(hash, Ordering::Relaxed);
        hash
    }

    /// Calls `visit` with each page, in order, whose content differs. What is shared is passed over
    /// without a look inside.
    pub(crate) fn differing(&self, other: &Tree, visit: &mut dyn FnMut(u32)) {
        let levels = self.levels().max(other.levels());
        differing_below((self.root, self.levels()), (other.root, other.levels()), levels, 0, visit);
    }

    /// Levels of nodes above the pages.
    fn levels(&self) -> u32 {
        self.bits / FANOUT_BITS
    }

    #[inline]
    fn reaches(&self, page: u32) -> bool {
        u64::from(page) >> self.bits == 0
    }

    /// The page that was written last, if it is this one and can be written as it is.
    #[inline]
    fn last(&self, page: u32) -> Option<NonNull<u8>> {
        if page == self.last_number { NonNull::new(self.last.load(Ordering::Relaxed)) } else { None }
    }

    #[inline]
    fn find(&self, page: u32) -> Option<NonNull<u8>> {
        if !self.reaches(page) {
            return None;
        }
        let at = self.root?;
        // SAFETY: above the lowest level blocks are nodes, kept by the tree.
        let below = |at: NonNull<u8>, bits| unsafe { at.cast::<Node>().as_ref() }.child(digit(page, bits));
        // The usual depths without a loop: nothing is done more often.
        match self.bits {
            0 => Some(at),
            BITS_OF_ONE => below(at, 0),
            BITS_OF_TWO => below(below(at, BITS_OF_ONE)?, 0),
            BITS_OF_THREE => below(below(below(at, BITS_OF_TWO)?, BITS_OF_ONE)?, 0),
            bits => (0..bits / FANOUT_BITS).rev().try_fold(at, |at, level| below(at, level * FANOUT_BITS)),
        }
    }

    /// As many levels more above the root as the page needs.
    #[cold]
    #[inline(never)]
    fn grow_to(&mut self, store: &PageStore, page: u32) {
        while !self.reaches(page) {
            if let Some(root) = self.root {
                let above = store.empty_node();
                // SAFETY: a new node is ours alone; the tree's reference to the root becomes the node's.
                unsafe { above.cast::<Node>().as_mut() }.set_child(0, Some(root));
                self.root = Some(above);
            }
            self.bits += FANOUT_BITS;
        }
    }
}

/// A page that was found, with the right to write it.
#[derive(Debug)]
pub(crate) struct Seat<'t> {
    tree: &'t mut Tree,
    page: u32,
    found: Option<NonNull<u8>>,
}

// SAFETY: the pointer is into the tree that is borrowed, and a tree may go to another thread and be read from several.
unsafe impl Send for Seat<'_> {}
// SAFETY: as above.
unsafe impl Sync for Seat<'_> {}

impl Seat<'_> {
    /// The page; zeros where nothing was written.
    #[inline]
    pub(crate) fn read(&self) -> &Page {
        match self.found {
            // SAFETY: found in the tree, which has been borrowed since and so still has it as it was.
            Some(found) => unsafe { found.cast::<Page>().as_ref() },
            None => &ZERO,
        }
    }

    /// The page, to be written, as [`Tree::write`] gives it.
    #[inline]
    pub(crate) fn write(&mut self, store: &PageStore) -> &mut Page {
        let own = self.tree.own_page(store, self.page);
        self.found = Some(own);
        // SAFETY: the page is the tree's alone, and the tree is borrowed for as long as the result.
        unsafe { own.cast::<Page>().as_mut() }
    }
}

/// The child to take on the way to a page, above that many bits of its number.
#[inline]
fn digit(page: u32, bits: u32) -> usize {
    (page >> bits) as usize & (FANOUT - 1)
}

/// The block if it is the caller's alone, else what [`renewed`] makes of it. The caller's reference to the block goes
/// over to the result.
#[inline]
fn own(store: &PageStore, block: Option<NonNull<u8>>, bits: u32) -> NonNull<u8> {
    match block {
        // SAFETY: the caller holds a reference.
        Some(block) if unsafe { count(block) }.is_unique() => block,
        block => renewed(store, block, bits / FANOUT_BITS),
    }
}

/// A copy of a block, or an empty one where there is none: a page if no levels are left below it, else a node.
#[cold]
#[inline(never)]
fn renewed(store: &PageStore, block: Option<NonNull<u8>>, levels: u32) -> NonNull<u8> {
    match block {
        Some(block) => copy(store, block, levels),
        None if levels == 0 => store.zeroed_page(),
        None => store.empty_node(),
    }
}

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
    unsafe { release(block, levels, &mut Returned::new()) };
    copy
}

/// Gives up one reference to a block, and what it held if that was the last. Recursion goes as deep as a
/// tree, at most seven levels.
///
/// # Safety
/// The caller holds the reference and does not use it afterwards; the block stands `levels` levels above
/// the pages.
unsafe fn release(block: NonNull<u8>, levels: u32, returned: &mut Returned) {
    // SAFETY: the caller's reference keeps the block until here.
    if !unsafe { count(block) }.release() {
        return;
    }
    if levels == 0 {
        // SAFETY: the last reference was just given up.
        unsafe { returned.page(block) };
        return;
    }
    // SAFETY: nobody else can reach the node any more, and its memory is still there.
    for child in unsafe { block.cast::<Node>().as_ref() }.children() {
        // SAFETY: the node's reference to the child goes with the node.
        unsafe { release(child, levels - 1, returned) };
    }
    // SAFETY: the last reference was given up, and those to the children too.
    unsafe { returned.node(block) };
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
        self.last.store(null_mut(), Ordering::Relaxed);
        let hash = AtomicU64::new(self.hash.load(Ordering::Relaxed));
        Tree { root: self.root, bits: self.bits, last_number: 0, last: AtomicPtr::new(null_mut()), hash }
    }
}

impl Drop for Tree {
    fn drop(&mut self) {
        if let Some(root) = self.root.take() {
            // SAFETY: the tree's reference to its root ends here.
            unsafe { release(root, self.levels(), &mut Returned::new()) };
        }
    }
}
