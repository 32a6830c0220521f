//! Loose fields: keys that no component declares, a list for each entity in the order in which they came.

use super::lists::Lists;
use super::rows::{BagRow, Link};
use crate::Name;
use crate::name::Symbol;
use crate::value::Value;

/// The loose fields of all entities.
pub(crate) type Bags = Lists<BagRow>;

impl Bags {
    /// The row of a key in the list that begins at `first`.
    fn find(&self, first: Link, key: Symbol) -> Option<usize> {
        self.iter(first).find(|(_, row)| row.key.symbol == key).map(|(index, _)| index)
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
        self.add(first, BagRow { key, value: value.into(), ..BagRow::default() })
    }

    /// Takes a field out; gives the list's first row and what it held.
    pub(crate) fn remove(&mut self, first: Link, key: Symbol) -> (Link, Option<Value>) {
        let Some(index) = self.find(first, key) else { return (first, None) };
        let value = self.rows[index].value.value();
        (self.take_out(first, index), Some(value))
    }
}
