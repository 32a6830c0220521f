//! The names that a world has met, and who bears them.
//!
//! Every different name is a symbol: its place in a list that only grows. A hash table leads from the text to the
//! symbol; the list leads from the symbol to the entities of that name, which are linked in spawn order through their
//! rows. Everything lies in pages.

use super::rows::{EntityRow, Link, NameRow};
use crate::name::Symbol;
use kerosene_world::{PageStore, PagedVec, TextId};

/// Places of the smallest table: a power of two.
const FIRST_PLACES: usize = 256;

#[derive(Debug, Clone)]
pub(crate) struct Names {
    pub(crate) list: PagedVec<NameRow>,
    /// Linear probing from the text's id, which is a hash; at most half of the places are taken.
    table: PagedVec<Link>,
}

impl Names {
    /// The empty name alone.
    pub(crate) fn new(store: &PageStore) -> Self {
        let mut table = PagedVec::new_in(store);
        table.resize(FIRST_PLACES, Link::NONE);
        let mut list = PagedVec::new_in(store);
        list.push(NameRow::default());
        Self { list, table }
    }

    /// The symbol of a folded text's id.
    #[inline]
    pub(crate) fn find(&self, text: TextId) -> Option<Symbol> {
        if text == TextId::EMPTY {
            return Some(Symbol::default());
        }
        let mask = self.table.len() - 1;
        let mut place = text.to_bits() as usize & mask;
        while let Some(index) = self.table[place].index() {
            if self.list[index].text == text.to_bits() {
                return Some(Symbol(index as u32));
            }
            place = (place + 1) & mask;
        }
        None
    }

    /// The symbol of a folded text and its id, new or not.
    pub(crate) fn add(&mut self, text: TextId, folded: &str) -> Symbol {
        if let Some(known) = self.find(text) {
            return known;
        }
        let symbol = Symbol(self.list.len() as u32);
        self.list.push(NameRow { text: text.to_bits(), head: head(folded), ..NameRow::default() });
        if self.list.len() * 2 > self.table.len() {
            self.widen();
        } else {
            self.enter(symbol);
        }
        symbol
    }

    /// The folded text's id.
    pub(crate) fn text(&self, symbol: Symbol) -> TextId {
        TextId::from_bits(self.list.get(symbol.index()).map_or(0, |row| row.text))
    }

    /// The first entity of a name, by slot.
    #[inline]
    pub(crate) fn first(&self, symbol: Symbol) -> Link {
        self.list.get(symbol.index()).map_or(Link::NONE, |row| row.first)
    }

    /// The names that entities bear and that may begin with a folded prefix: their first eight bytes do.
    pub(crate) fn with_head<'a>(&'a self, prefix: &str) -> impl Iterator<Item = (Symbol, TextId)> + 'a {
        let bits = 8 * prefix.len().min(8) as u32;
        let mask = u64::MAX.checked_shl(64 - bits).unwrap_or(0);
        let wanted = head(prefix) & mask;
        let rows = (0..).zip(self.list.iter());
        rows.filter(move |(_, row)| row.head & mask == wanted && !row.first.is_none())
            .map(|(index, row)| (Symbol(index), TextId::from_bits(row.text)))
    }

    /// Puts a slot into the list of a name, in spawn order. The empty name has no list.
    pub(crate) fn link(&mut self, symbol: Symbol, slot: u32, rows: &mut PagedVec<EntityRow>) {
        if symbol == Symbol::default() {
            return;
        }
        let order = rows[slot as usize].spawn_order;
        let mut before = self.list[symbol.index()].last;
        while let Some(index) = before.index().filter(|&index| rows[index].spawn_order > order) {
            before = rows[index].name_previous;
        }
        let own = Link::to(slot);
        let after = match before.index() {
            Some(index) => std::mem::replace(&mut rows[index].name_next, own),
            None => std::mem::replace(&mut self.list[symbol.index()].first, own),
        };
        match after.index() {
            Some(index) => rows[index].name_previous = own,
            None => self.list[symbol.index()].last = own,
        }
        let row = &mut rows[slot as usize];
        (row.name_previous, row.name_next) = (before, after);
    }

    /// Takes a slot out of the list of a name.
    pub(crate) fn unlink(&mut self, symbol: Symbol, slot: u32, rows: &mut PagedVec<EntityRow>) {
        if symbol == Symbol::default() {
            return;
        }
        let EntityRow { name_previous: before, name_next: after, .. } = rows[slot as usize];
        match before.index() {
            Some(index) => rows[index].name_next = after,
            None => self.list[symbol.index()].first = after,
        }
        match after.index() {
            Some(index) => rows[index].name_previous = before,
            None => self.list[symbol.index()].last = before,
        }
        let row = &mut rows[slot as usize];
        (row.name_previous, row.name_next) = (Link::NONE, Link::NONE);
    }

    fn enter(&mut self, symbol: Symbol) {
        let mask = self.table.len() - 1;
        let mut place = self.list[symbol.index()].text as usize & mask;
        while !self.table[place].is_none() {
            place = (place + 1) & mask;
        }
        self.table[place] = Link::to(symbol.0);
    }

    fn widen(&mut self) {
        let mut table = PagedVec::new_in(self.table.store());
        table.resize(self.table.len() * 2, Link::NONE);
        self.table = table;
        for index in 1..self.list.len() {
            self.enter(Symbol(index as u32));
        }
    }
}

/// The first eight bytes of a text as a number, the first byte highest.
fn head(text: &str) -> u64 {
    let mut bytes = [0; 8];
    let length = text.len().min(8);
    bytes[..length].copy_from_slice(&text.as_bytes()[..length]);
    u64::from_be_bytes(bytes)
}
