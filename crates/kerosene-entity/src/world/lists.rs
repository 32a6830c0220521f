//! Rows of one table in many lists: the loose fields of each entity, the wires of each entity, events that are due later.
//!
//! A list keeps the order in which its rows came, and its owner keeps the first; rows that are free form a list too.
//! Nothing here allocates but the table's growth.

use super::rows::{BagRow, EventRow, Link, WireRow};
use bytemuck::Pod;
use kerosene_world::{PageStore, PagedVec};

/// A row that knows the next of its list. The default row is an empty one.
pub(crate) trait Chained: Pod + Default {
    /// The next of the same list.
    fn next(&self) -> Link;
    /// Where the next is kept.
    fn next_mut(&mut self) -> &mut Link;
}

macro_rules! chained {
    ($($row:ty),*) => {
        $(impl Chained for $row {
            #[inline]
            fn next(&self) -> Link {
                self.next
            }

            #[inline]
            fn next_mut(&mut self) -> &mut Link {
                &mut self.next
            }
        })*
    };
}

chained!(BagRow, EventRow, WireRow);

/// A table of rows in lists.
#[derive(Debug, Clone)]
pub(crate) struct Lists<R: Chained> {
    pub(crate) rows: PagedVec<R>,
    pub(crate) free: Link,
}

impl<R: Chained> Lists<R> {
    pub(crate) fn new(store: &PageStore) -> Self {
        Self { rows: PagedVec::new_in(store), free: Link::NONE }
    }

    /// Adds a row, the end of its list, to the list that begins at `first`; gives the list's first row.
    pub(crate) fn add(&mut self, first: Link, row: R) -> Link {
        let added = self.take_row(row);
        match self.iter(first).last().map(|(index, _)| index) {
            Some(last) => {
                *self.rows[last].next_mut() = added;
                first
            }
            None => added,
        }
    }

    /// Takes a row out of the list that begins at `first`; gives the list's first row.
    pub(crate) fn take_out(&mut self, first: Link, index: usize) -> Link {
        let next = self.rows[index].next();
        let before = self.iter(first).find(|(_, row)| row.next().index() == Some(index)).map(|(at, _)| at);
        if let Some(before) = before {
            *self.rows[before].next_mut() = next;
        }
        self.free_row(index);
        if first.index() == Some(index) { next } else { first }
    }

    /// Gives back all rows of a list.
    pub(crate) fn clear(&mut self, first: Link) {
        let mut at = first;
        while let Some(index) = at.index() {
            at = self.rows[index].next();
            self.free_row(index);
        }
    }

    /// The rows of a list with their indices.
    pub(crate) fn iter(&self, first: Link) -> impl Iterator<Item = (usize, &R)> + '_ {
        let mut at = first;
        std::iter::from_fn(move || {
            let index = at.index()?;
            let row = &self.rows[index];
            at = row.next();
            Some((index, row))
        })
    }

    /// Makes the table so long, with these rows free in this order. For a table that is empty.
    pub(crate) fn lay(&mut self, rows: u32, free: &[u32]) {
        self.rows.resize(rows as usize, R::default());
        for &row in free.iter().rev() {
            *self.rows[row as usize].next_mut() = std::mem::replace(&mut self.free, Link::to(row));
        }
    }

    /// A number for the whole table; `turn` tells tables apart.
    pub(crate) fn hash(&self, turn: u32) -> u64 {
        self.rows.hash().rotate_left(turn) ^ u64::from(bytemuck::cast::<_, u32>(self.free))
    }

    /// Puts a row in a free place, in no list yet.
    pub(super) fn take_row(&mut self, row: R) -> Link {
        match self.free.index() {
            Some(index) => {
                let link = self.free;
                self.free = self.rows[index].next();
                self.rows[index] = row;
                link
            }
            None => {
                self.rows.push(row);
                Link::to(self.rows.len() as u32 - 1)
            }
        }
    }

    /// Gives a row's place back. Whoever leads to it has to lead elsewhere.
    pub(super) fn free_row(&mut self, index: usize) {
        let mut row = R::default();
        *row.next_mut() = self.free;
        self.rows[index] = row;
        self.free = Link::to(index as u32);
    }
}
