//! The values of one component kind, by slot.

use std::marker::PhantomData;
use std::ops::Range;

use crate::pages::{PAGE_SIZE, Seat, Tree};
use crate::{Component, PageStore};

/// Slots whose presence bits one page holds.
const BITS_PER_PAGE: u32 = (PAGE_SIZE * 8) as u32;

/// Every entity's component of one kind, at the place of its slot, and a bit for each slot that has one.
///
/// The bytes of a slot without the component are zero, so equal worlds have equal pages. The bits say nothing
/// that the slots' masks do not say; they are there so that a query can go through 64 slots at once.
#[derive(Debug, Clone)]
pub(crate) struct Column {
    pub(crate) values: Values,
    pub(crate) bits: Bits,
}

impl Column {
    /// A column of components of that many bytes, at most a page.
    pub(crate) fn new(stride: usize) -> Column {
        Column { values: Values::new(stride), bits: Bits { tree: Tree::new() } }
    }

    /// The component goes: its bytes become zero and its bit is taken.
    pub(crate) fn remove(&mut self, store: &PageStore, slot: u32) {
        if self.values.read(slot).iter().any(|byte| *byte != 0) {
            self.values.write(store, slot).fill(0);
        }
        self.bits.mark(store, slot, false);
    }
}

/// The bytes of every slot's component.
#[derive(Debug, Clone)]
pub struct Values {
    tree: Tree,
    /// Bytes of a component; 0 for a tag.
    stride: u32,
    /// Slots in a page, as a power of two.
    shift: u32,
}

impl Values {
    fn new(stride: usize) -> Values {
        Values { tree: Tree::new(), stride: stride as u32, shift: shift_of(stride) }
    }

    /// How many slots in a row lie in one page, at least: a power of two, at most 64.
    #[inline]
    pub(crate) fn run(&self) -> u32 {
        1 << self.shift.min(6)
    }

    #[inline]
    fn place(&self, slot: u32) -> (u32, Range<usize>) {
        let start = (slot & ((1 << self.shift) - 1)) as usize * self.stride as usize;
        (slot >> self.shift, start..start + self.stride as usize)
    }

    /// The bytes of a slot's component; zeros if it has none.
    #[inline]
    pub(crate) fn read(&self, slot: u32) -> &[u8] {
        self.read_run(slot, 1)
    }

    /// As [`Values::read`], for the components of a type, which tells their places beforehand.
    #[inline]
    pub(crate) fn read_as<T: Component>(&self, slot: u32) -> &[u8] {
        debug_assert_eq!(T::SIZE, self.stride as usize);
        let (page, start) = place_as::<T>(slot);
        &self.tree.read(page).bytes()[start..start + T::SIZE]
    }

    /// The bytes of the components of some slots that lie in one page.
    #[inline]
    pub(crate) fn read_run(&self, slot: u32, slots: u32) -> &[u8] {
        let (page, range) = self.place(slot);
        &self.tree.read(page).bytes()[range.start..range.start + (slots * self.stride) as usize]
    }

    /// Whether writing to the slot's component would copy nothing.
    #[inline]
    pub(crate) fn owns(&self, slot: u32) -> bool {
        self.tree.owns(self.place(slot).0)
    }

    /// The bytes of a slot's component, to be written.
    #[inline]
    pub(crate) fn write(&mut self, store: &PageStore, slot: u32) -> &mut [u8] {
        self.write_run(store, slot, 1)
    }

    /// As [`Values::read_run`], to be written.
    #[inline]
    pub(crate) fn write_run(&mut self, store: &PageStore, slot: u32, slots: u32) -> &mut [u8] {
        let (page, range) = self.place(slot);
        let end = range.start + (slots * self.stride) as usize;
        &mut self.tree.write(store, page).bytes_mut()[range.start..end]
    }

    /// A slot's component of a type, to be read now and perhaps written later.
    #[inline]
    pub(crate) fn seat_of<T: Component>(&mut self, slot: u32) -> ComponentSeat<'_, T> {
        debug_assert_eq!(T::SIZE, self.stride as usize);
        let (page, start) = place_as::<T>(slot);
        ComponentSeat { seat: self.tree.seek(page), start, component: PhantomData }
    }

    /// Equal for equal values in the same slots.
    pub(crate) fn hash(&self) -> u64 {
        self.tree.hash()
    }

    /// Calls `visit` with the first slot and the number of slots of each page that differs.
    pub(crate) fn differing(&self, other: &Values, visit: &mut dyn FnMut(u32, u32)) {
        self.tree.differing(&other.tree, &mut |page| visit(page << self.shift, 1 << self.shift));
    }
}

/// Slots in a page for components of that many bytes, as a power of two.
const fn shift_of(stride: usize) -> u32 {
    let stride = if stride == 0 { 1 } else { stride };
    (PAGE_SIZE / stride).ilog2()
}

/// The page of a slot's component of a type, and where in it the component begins.
#[inline]
fn place_as<T: Component>(slot: u32) -> (u32, usize) {
    let shift = const { shift_of(T::SIZE) };
    (slot >> shift, (slot & ((1 << shift) - 1)) as usize * T::SIZE)
}

/// Where the bytes of one slot's component are.
#[derive(Debug)]
pub(crate) struct ComponentSeat<'v, T> {
    seat: Seat<'v>,
    start: usize,
    component: PhantomData<fn() -> T>,
}

impl<T: Component> ComponentSeat<'_, T> {
    /// The bytes; zeros if the slot has no component.
    #[inline]
    pub(crate) fn read(&self) -> &[u8] {
        &self.seat.read().bytes()[self.start..self.start + T::SIZE]
    }

    /// The bytes, to be written.
    #[inline]
    pub(crate) fn write(&mut self, store: &PageStore) -> &mut [u8] {
        &mut self.seat.write(store).bytes_mut()[self.start..self.start + T::SIZE]
    }
}

/// A bit for every slot that has the component.
#[derive(Debug, Clone)]
pub struct Bits {
    tree: Tree,
}

impl Bits {
    /// Sets or takes the slot's bit.
    pub(crate) fn mark(&mut self, store: &PageStore, slot: u32, present: bool) {
        let page = self.tree.write(store, slot / BITS_PER_PAGE).bytes_mut();
        let byte = &mut page[(slot % BITS_PER_PAGE / 8) as usize];
        let bit = 1 << (slot % 8);
        *byte = if present { *byte | bit } else { *byte & !bit };
    }

    /// The bits of 64 slots, the lowest for the first, which is a multiple of 64.
    #[inline]
    pub(crate) fn word(&self, slot: u32) -> u64 {
        let page = self.tree.read(slot / BITS_PER_PAGE).bytes();
        let start = (slot % BITS_PER_PAGE / 64 * 8) as usize;
        u64::from_le_bytes(page[start..start + 8].first_chunk().copied().unwrap_or([0; 8]))
    }
}
