//! Loose fields: keys that no component declares.
//!
//! They lie in one table of rows, those of an entity as a list in the order in which they came; rows that are free
//! form a list too. Nothing here allocates but the table's growth.

use super::rows::{BagRow, Link};
use crate::Name;
use crate::name::Symbol;
use crate::value::Value;
use kerosene_world::{PageStore, PagedVec};

/// The loose fields of all entities.
#[derive(Debug, Clone)]
pub(crate) struct Bags {
    pub(crate) rows: PagedVec<BagRow>,
    pub(crate) free: Link,
}

impl Bags {
    pub(crate) fn new(store: &PageStore) -> Self {
        Self { rows: PagedVec::new_in(store), free: Link::NONE }
    }

    /// The row of a key in the list that begins at `first`.
    fn find(&self, first: Link, key: Symbol) -> Option<usize> {
        let mut at = first;
        while let Some(index) = at.index() {
            let row = &self.rows[index];
            if row.key.symbol == key {
                return Some(index);
            }
            at = row.next;
        }
        None
    }

    pub(crate) fn get(&self, first: Link, key: Symbol) -> Option<Value> {
        self.find(first, key).map(|index| self.rows[index].value.value())
    }

    /// Sets a field; gives the list's first row.
    pub(crate) fn set(&mut self, first: Link, key: Name, value: Value) -> Link {
        if let Some(index) = self.find(first, key.symbol) {
            let row = BagRow { value: value.into(), ..self.rows[index] };
            self.rows.set(index, row);
            return first;
        }
        let added = self.take_row(BagRow { key, value: value.into(), ..BagRow::default() });
        match self.last(first) {
            Some(last) => {
                self.rows[last].next = added;
                first
            }
            None => added,
        }
    }

    /// Takes a field out; gives the list's first row and what it held.
    pub(crate) fn remove(&mut self, first: Link, key: Symbol) -> (Link, Option<Value>) {
        let Some(index) = self.find(first, key) else { return (first, None) };
        let row = self.rows[index];
        let mut before = first;
        while let Some(at) = before.index().filter(|&at| at != index) {
            let next = self.rows[at].next;
            if next.index() == Some(index) {
                self.rows[at].next = row.next;
                break;
            }
            before = next;
        }
        self.free_row(index);
        (if first.index() == Some(index) { row.next } else { first }, Some(row.value.value()))
    }

    /// Gives back all rows of a list.
    pub(crate) fn clear(&mut self, first: Link) {
        let mut at = first;
        while let Some(index) = at.index() {
            at = self.rows[index].next;
            self.free_row(index);
        }
    }

    pub(crate) fn iter(&self, first: Link) -> impl Iterator<Item = (usize, &BagRow)> + '_ {
        let mut at = first;
        std::iter::from_fn(move || {
            let index = at.index()?;
            let row = &self.rows[index];
            at = row.next;
            Some((index, row))
        })
    }

    fn last(&self, first: Link) -> Option<usize> {
        self.iter(first).last().map(|(index, _)| index)
    }

    fn take_row(&mut self, row: BagRow) -> Link {
        match self.free.index() {
            Some(index) => {
                let link = self.free;
                self.free = self.rows[index].next;
                self.rows[index] = row;
                link
            }
            None => {
                self.rows.push(row);
                Link::to(self.rows.len() as u32 - 1)
            }
        }
    }

    fn free_row(&mut self, index: usize) {
        self.rows[index] = BagRow { next: self.free, ..BagRow::default() };
        self.free = Link::to(index as u32);
    }

    pub(crate) fn hash(&self) -> u64 {
        self.rows.hash().rotate_left(7) ^ u64::from(bytemuck::cast::<_, u32>(self.free))
    }
}
