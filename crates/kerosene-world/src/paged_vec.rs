//! A growable array in pages.

use std::fmt;
use std::iter::FusedIterator;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

use bytemuck::Pod;

use crate::pages::{PAGE_SIZE, Page, PageStore, Tree};

/// A growable array whose clones cost nothing: they share its pages, and a write copies the page it hits.
///
/// It is what a world's own data lies in, offered for data that is to be kept, compared and restored
/// together with a world: `clone` is a snapshot and assignment restores it, both in constant time and
/// without the heap; [`hash`](PagedVec::hash) and [`differing`](PagedVec::differing) look only at pages that
/// changed. Elements are plain bytes ([`Pod`]), at most a page each. A page holds as many as fit, rounded
/// down to a power of two.
///
/// ```
/// use kerosene_world::{PageStore, PagedVec};
///
/// let store = PageStore::new();
/// let mut scores: PagedVec<u32> = PagedVec::new_in(&store);
/// scores.extend([3, 4, 5]);
/// let before = scores.clone();
/// scores[1] = 40;
/// assert_eq!(scores.iter().collect::<Vec<_>>(), [&3, &40, &5]);
/// assert_eq!(before[1], 4);
/// assert_eq!(scores.differing(&before), [1]);
/// ```
#[derive(Clone)]
pub struct PagedVec<T> {
    store: PageStore,
    tree: Tree,
    length: u32,
    elements: PhantomData<T>,
}

impl<T: Pod> PagedVec<T> {
    /// Elements in a page, as a power of two.
    const SHIFT: u32 = {
        assert!(size_of::<T>() > 0 && size_of::<T>() <= PAGE_SIZE, "an element takes 1 to 4096 bytes");
        (PAGE_SIZE / size_of::<T>()).ilog2()
    };

    /// Elements in a page.
    pub const PER_PAGE: usize = 1 << Self::SHIFT;

    /// An empty array that will take its pages from the store.
    #[must_use]
    pub fn new_in(store: &PageStore) -> PagedVec<T> {
        PagedVec { store: store.clone(), tree: Tree::new(), length: 0, elements: PhantomData }
    }

    /// The store that pages come from.
    #[must_use]
    pub fn store(&self) -> &PageStore {
        &self.store
    }

    /// How many elements there are.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.length as usize
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// The element, if the index is below the length.
    #[must_use]
    #[inline]
    pub fn get(&self, index: usize) -> Option<&T> {
        if index >= self.len() {
            return None;
        }
        Some(&elements(self.tree.read(page_of::<T>(index)))[index % Self::PER_PAGE])
    }

    /// The element to be changed, if the index is below the length. Its page is copied if it is shared, whether
    /// it is then changed or not.
    #[must_use]
    #[inline]
    pub fn get_mut(&mut self, index: usize) -> Option<&mut T> {
        if index >= self.len() {
            return None;
        }
        Some(&mut elements_mut(self.tree.write(&self.store, page_of::<T>(index)))[index % Self::PER_PAGE])
    }

    /// Puts a value in the element's place, if the index is below the length, and copies a shared page only
    /// if the value differs. False if the index is not.
    pub fn set(&mut self, index: usize, value: T) -> bool {
        let Some(old) = self.get(index) else { return false };
        if bytemuck::bytes_of(old) != bytemuck::bytes_of(&value)
            && let Some(place) = self.get_mut(index)
        {
            *place = value;
        }
        true
    }

    /// Adds an element at the end.
    ///
    /// # Panics
    /// If there are 2³² − 1 elements already.
    #[inline]
    pub fn push(&mut self, value: T) {
        let index = self.len();
        assert!(self.length < u32::MAX, "a paged array is full");
        self.length += 1;
        elements_mut(self.tree.write(&self.store, page_of::<T>(index)))[index % Self::PER_PAGE] = value;
    }

    /// Takes the last element off.
    pub fn pop(&mut self) -> Option<T> {
        let value = *self.get(self.len().checked_sub(1)?)?;
        self.truncate(self.len() - 1);
        Some(value)
    }

    /// Puts the last element in the place of this one, which is returned.
    pub fn swap_remove(&mut self, index: usize) -> Option<T> {
        let value = *self.get(index)?;
        let last = self.pop()?;
        self.set(index, last);
        Some(value)
    }

    /// Exchanges two elements. False if one of them is not there.
    pub fn swap(&mut self, a: usize, b: usize) -> bool {
        let (Some(at_a), Some(at_b)) = (self.get(a).copied(), self.get(b).copied()) else { return false };
        self.set(a, at_b) && self.set(b, at_a)
    }

    /// Shortens the array to that many elements, if it is longer. What is cut off is overwritten with zeros,
    /// so that equal arrays have equal pages.
    pub fn truncate(&mut self, length: usize) {
        if length >= self.len() {
            return;
        }
        let old = self.len();
        self.length = length as u32;
        let kept = length % Self::PER_PAGE;
        let mut page = page_of::<T>(length);
        if kept > 0 {
            let end = if page_of::<T>(old) == page { old % Self::PER_PAGE } else { Self::PER_PAGE };
            elements_mut(self.tree.write(&self.store, page))[kept..end].fill(T::zeroed());
            page += 1;
        }
        for cleared in page..old.div_ceil(Self::PER_PAGE) as u32 {
            self.tree.clear(&self.store, cleared);
        }
    }

    /// Makes the array that long: cuts it off, or adds copies of the value.
    ///
    /// # Panics
    /// If the length is above 2³² − 1.
    pub fn resize(&mut self, length: usize, value: T) {
        self.truncate(length);
        if length > self.len() && bytemuck::bytes_of(&value).iter().all(|byte| *byte == 0) {
            // What lies behind the end is zero already.
            assert!(u32::try_from(length).is_ok(), "a paged array is full");
            self.length = length as u32;
        }
        for _ in self.len()..length {
            self.push(value);
        }
    }

    /// Removes everything and gives the pages back that nobody shares.
    pub fn clear(&mut self) {
        self.tree = Tree::new();
        self.length = 0;
    }

    /// Goes through the elements in order.
    #[must_use]
    pub fn iter(&self) -> Iter<'_, T> {
        Iter { vec: self, page: [].iter(), next_page: 0, left: self.len() }
    }

    /// The elements in order, page by page.
    pub fn chunks(&self) -> impl Iterator<Item = &[T]> + '_ {
        let pages = self.len().div_ceil(Self::PER_PAGE);
        (0..pages).map(|page| self.chunk(page as u32))
    }

    /// A hash of length and content, the same for equal arrays whatever happened to them. Pages that were not
    /// written since the last time are not read again.
    #[must_use]
    pub fn hash(&self) -> u64 {
        self.tree.hash() ^ u64::from(self.length).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// The indices, in order, of elements that differ or that only one of the arrays has. Pages that the arrays
    /// share are passed over.
    #[must_use]
    pub fn differing(&self, other: &PagedVec<T>) -> Vec<usize> {
        self.differing_with_pages(other).0
    }

    /// As [`PagedVec::differing`], with the number of pages that were compared.
    pub(crate) fn differing_with_pages(&self, other: &PagedVec<T>) -> (Vec<usize>, usize) {
        let (mut indices, mut pages) = (Vec::new(), 0);
        let shorter = self.len().min(other.len());
        self.tree.differing(&other.tree, &mut |page| {
            pages += 1;
            let first = page as usize * Self::PER_PAGE;
            let pairs = elements::<T>(self.tree.read(page)).iter().zip(elements::<T>(other.tree.read(page)));
            for (offset, (a, b)) in pairs.enumerate().take(shorter.saturating_sub(first)) {
                if bytemuck::bytes_of(a) != bytemuck::bytes_of(b) {
                    indices.push(first + offset);
                }
            }
        });
        indices.extend(shorter..self.len().max(other.len()));
        (indices, pages)
    }

    /// Elements that lie in one page, as far as they are there.
    pub(crate) fn slice(&self, start: usize, length: usize) -> &[T] {
        let offset = start % Self::PER_PAGE;
        let chunk = self.chunk(page_of::<T>(start));
        let end = (offset + length).min(chunk.len());
        &chunk[offset.min(end)..end]
    }

    /// The elements of one page.
    fn chunk(&self, page: u32) -> &[T] {
        let first = page as usize * Self::PER_PAGE;
        let count = self.len().saturating_sub(first).min(Self::PER_PAGE);
        &elements(self.tree.read(page))[..count]
    }
}

/// The page that an element lies in.
#[inline]
fn page_of<T: Pod>(index: usize) -> u32 {
    (index >> PagedVec::<T>::SHIFT) as u32
}

/// A page seen as elements.
#[inline]
fn elements<T: Pod>(page: &Page) -> &[T] {
    bytemuck::cast_slice(&page.bytes()[..size_of::<T>() << PagedVec::<T>::SHIFT])
}

/// A page seen as elements to be changed.
#[inline]
fn elements_mut<T: Pod>(page: &mut Page) -> &mut [T] {
    bytemuck::cast_slice_mut(&mut page.bytes_mut()[..size_of::<T>() << PagedVec::<T>::SHIFT])
}

impl<T: Pod> Index<usize> for PagedVec<T> {
    type Output = T;

    /// # Panics
    /// If the index is not below the length.
    #[inline]
    fn index(&self, index: usize) -> &T {
        match self.get(index) {
            Some(element) => element,
            None => out_of_range(index, self.len()),
        }
    }
}

impl<T: Pod> IndexMut<usize> for PagedVec<T> {
    /// # Panics
    /// If the index is not below the length.
    #[inline]
    fn index_mut(&mut self, index: usize) -> &mut T {
        let length = self.len();
        match self.get_mut(index) {
            Some(element) => element,
            None => out_of_range(index, length),
        }
    }
}

#[cold]
fn out_of_range(index: usize, length: usize) -> ! {
    panic!("index {index} of a paged array of {length}")
}

impl<T: Pod> Extend<T> for PagedVec<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, values: I) {
        for value in values {
            self.push(value);
        }
    }
}

/// Equal when the elements are, byte for byte. Shared pages are not compared.
impl<T: Pod> PartialEq for PagedVec<T> {
    fn eq(&self, other: &PagedVec<T>) -> bool {
        let mut equal = self.length == other.length;
        if equal {
            self.tree.differing(&other.tree, &mut |_| equal = false);
        }
        equal
    }
}

impl<T: Pod> Eq for PagedVec<T> {}

impl<T: Pod + fmt::Debug> fmt::Debug for PagedVec<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_list().entries(self).finish()
    }
}

impl<'a, T: Pod> IntoIterator for &'a PagedVec<T> {
    type Item = &'a T;
    type IntoIter = Iter<'a, T>;

    fn into_iter(self) -> Iter<'a, T> {
        self.iter()
    }
}

/// The elements of a [`PagedVec`], in order.
#[derive(Clone)]
pub struct Iter<'a, T> {
    vec: &'a PagedVec<T>,
    page: std::slice::Iter<'a, T>,
    next_page: u32,
    left: usize,
}

impl<T> fmt::Debug for Iter<'_, T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Iter").field("left", &self.left).finish_non_exhaustive()
    }
}

impl<'a, T: Pod> Iterator for Iter<'a, T> {
    type Item = &'a T;

    #[inline]
    fn next(&mut self) -> Option<&'a T> {
        if self.left == 0 {
            return None;
        }
        self.left -= 1;
        if let Some(element) = self.page.next() {
            return Some(element);
        }
        self.page = self.vec.chunk(self.next_page).iter();
        self.next_page += 1;
        self.page.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl<T: Pod> ExactSizeIterator for Iter<'_, T> {}
impl<T: Pod> FusedIterator for Iter<'_, T> {}
