//! Slots that come and go, each the property of an entity.
//!
//! Rows lie in pages, so a clone of a pool costs nothing and shares them until somebody writes. A row's generation goes up
//! when it is given back, so that an old handle never reaches who has the row now; a row whose generations are used up
//! is not used again. What one owner has forms a list through the rows, so that all of it can be given up without
//! looking at the others'.

use crate::checks::{Damage, ensure};
use crate::image::Image;
use bytemuck::{Pod, Zeroable};
use kerosene_entity::{ContainerError, EntityId, SectionReader};
use kerosene_world::{PageStore, PagedVec};

/// Most rows that one owner can have in a pool.
pub(crate) const MOST_OF_AN_OWNER: u32 = 65_536;

/// Most rows that a pool can have.
pub(crate) const MOST_ROWS: u32 = 1 << 20;

/// A row number and 1, or 0 for none.
type Link = u32;

/// What a pool knows of a row beside its value.
#[derive(Debug, Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Slot {
    /// From 1, as soon as it was used.
    generation: u32,
    /// 1 for a row that is taken.
    taken: u32,
    /// Whose it is, as bits.
    owner: u64,
    /// The next of the owner's rows, or the next free row.
    next: Link,
    /// The previous of the owner's rows.
    previous: Link,
}

/// What an entity has in a pool, by its slot.
#[derive(Debug, Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Owner {
    first: Link,
    count: u32,
}

/// Rows of one kind of thing.
#[derive(Debug, Clone)]
pub(crate) struct Pool<T: Pod> {
    rows: PagedVec<T>,
    slots: PagedVec<Slot>,
    owners: PagedVec<Owner>,
    free: Link,
    live: u32,
}

impl<T: Pod> Image for Pool<T> {
    fn write(&self, out: &mut Vec<u8>) {
        self.rows.write(out);
        self.slots.write(out);
        self.owners.write(out);
        self.free.write(out);
        self.live.write(out);
    }

    fn read(reader: &mut SectionReader<'_>, store: &PageStore) -> Result<Self, ContainerError> {
        Ok(Self {
            rows: Image::read(reader, store)?,
            slots: Image::read(reader, store)?,
            owners: Image::read(reader, store)?,
            free: Image::read(reader, store)?,
            live: Image::read(reader, store)?,
        })
    }
}

/// The handle of a row as bits: never 0, since generations begin at 1.
pub(crate) fn handle(row: usize, generation: u32) -> u64 {
    u64::from(generation) << 32 | row as u64
}

impl<T: Pod> Pool<T> {
    pub(crate) fn new(store: &PageStore) -> Self {
        Self {
            rows: PagedVec::new_in(store),
            slots: PagedVec::new_in(store),
            owners: PagedVec::new_in(store),
            free: 0,
            live: 0,
        }
    }

    /// How many rows are taken.
    pub(crate) fn live(&self) -> usize {
        self.live as usize
    }

    /// Values of all rows, those that are free among them.
    pub(crate) fn rows(&self) -> &PagedVec<T> {
        &self.rows
    }

    /// How many rows an entity has.
    pub(crate) fn count_of(&self, owner: EntityId) -> usize {
        self.owners.get(owner.slot() as usize).map_or(0, |owner| owner.count as usize)
    }

    /// Takes a row for an entity and gives its handle; `None` where the entity has its fill or the pool is full.
    pub(crate) fn take(&mut self, owner: EntityId, value: T) -> Option<u64> {
        let owner_slot = owner.slot() as usize;
        if self.count_of(owner) >= MOST_OF_AN_OWNER as usize {
            return None;
        }
        if owner_slot >= self.owners.len() {
            self.owners.resize(owner_slot + 1, Owner::zeroed());
        }
        let row = self.take_row(value)?;
        let first = self.owners[owner_slot].first;
        let generation = self.slots[row].generation;
        self.slots[row] = Slot { generation, taken: 1, owner: owner.to_bits(), next: first, previous: 0 };
        if let Some(next) = index(first) {
            self.slots[next].previous = row as u32 + 1;
        }
        let owner = &mut self.owners[owner_slot];
        (owner.first, owner.count) = (row as u32 + 1, owner.count + 1);
        self.live += 1;
        Some(handle(row, generation))
    }

    /// A row that is free, or a new one.
    fn take_row(&mut self, value: T) -> Option<usize> {
        if let Some(row) = index(self.free) {
            self.free = self.slots[row].next;
            self.rows.set(row, value);
            return Some(row);
        }
        if self.rows.len() >= MOST_ROWS as usize {
            return None;
        }
        self.rows.push(value);
        self.slots.push(Slot { generation: 1, ..Slot::zeroed() });
        Some(self.rows.len() - 1)
    }

    /// The row of a handle, if that is not over.
    #[inline]
    pub(crate) fn find(&self, handle: u64) -> Option<usize> {
        let row = (handle & u64::from(u32::MAX)) as usize;
        let slot = self.slots.get(row)?;
        (slot.taken != 0 && u64::from(slot.generation) == handle >> 32).then_some(row)
    }

    /// The handle and the owner of a row that is taken.
    #[inline]
    pub(crate) fn taken(&self, row: usize) -> Option<(u64, EntityId)> {
        let slot = self.slots.get(row).filter(|slot| slot.taken != 0)?;
        Some((handle(row, slot.generation), EntityId::from_bits(slot.owner)?))
    }

    /// The value of a row.
    #[inline]
    pub(crate) fn value(&self, row: usize) -> &T {
        &self.rows[row]
    }

    /// Puts a value into a row; a page is copied only if the value is another.
    pub(crate) fn set(&mut self, row: usize, value: T) {
        self.rows.set(row, value);
    }

    /// Gives a row back.
    pub(crate) fn release(&mut self, row: usize) {
        let slot = self.slots[row];
        let Some(owner) = EntityId::from_bits(slot.owner).filter(|_| slot.taken != 0) else { return };
        match index(slot.previous) {
            Some(previous) => self.slots[previous].next = slot.next,
            None => self.owners[owner.slot() as usize].first = slot.next,
        }
        if let Some(next) = index(slot.next) {
            self.slots[next].previous = slot.previous;
        }
        self.owners[owner.slot() as usize].count -= 1;
        self.live -= 1;
        self.rows.set(row, T::zeroed());
        let generation = slot.generation.saturating_add(1);
        let reused = generation < u32::MAX;
        let next = if reused { self.free } else { 0 };
        self.slots[row] = Slot { generation, next, ..Slot::zeroed() };
        if reused {
            self.free = row as u32 + 1;
        }
    }

    /// The latest row of an entity.
    pub(crate) fn first_of(&self, owner: EntityId) -> Option<usize> {
        let row = index(self.owners.get(owner.slot() as usize)?.first)?;
        (self.slots[row].owner == owner.to_bits()).then_some(row)
    }

    /// The rows of an entity, the latest first.
    #[cfg(test)]
    pub(crate) fn rows_of(&self, owner: EntityId) -> Vec<usize> {
        let mut at = self.first_of(owner);
        std::iter::from_fn(|| {
            let row = at?;
            at = index(self.slots[row].next);
            Some(row)
        })
        .collect()
    }

    /// What must hold between the rows: each is free or its owner's, and in the list of that; nothing goes in circles.
    pub(crate) fn check(&self) -> Result<(), Damage> {
        ensure(self.rows.len() == self.slots.len() && self.rows.len() <= MOST_ROWS as usize, "rows without a slot")?;
        let mut met = 0;
        for (slot, owner) in self.owners.iter().enumerate() {
            let (mut previous, mut at, mut count) = (0, owner.first, 0);
            while let Some(row) = index(at) {
                let found = self.slots.get(row).ok_or(Damage("a list leads to a row that is not there"))?;
                let whose = EntityId::from_bits(found.owner).map(|owner| owner.slot() as usize);
                let sound = found.taken == 1 && whose == Some(slot) && found.previous == previous;
                ensure(sound && found.generation != 0, "a list leads to another's row")?;
                (previous, at, count) = (at, found.next, count + 1);
                ensure(count <= owner.count, "a list is longer than it says")?;
            }
            ensure(count == owner.count, "a list is shorter than it says")?;
            met += count;
        }
        let taken = self.slots.iter().filter(|slot| slot.taken != 0).count();
        ensure(met == self.live && taken == met as usize, "rows are taken that are in no list")?;
        let (mut at, mut free) = (self.free, 0);
        while let Some(row) = index(at) {
            let found = self.slots.get(row).ok_or(Damage("a free row is not there"))?;
            free += 1;
            ensure(found.taken == 0 && free <= self.slots.len(), "a free row is taken")?;
            at = found.next;
        }
        Ok(())
    }

    /// A hash of everything.
    pub(crate) fn hash(&self) -> u64 {
        let parts = [self.rows.hash(), self.slots.hash(), self.owners.hash(), u64::from(self.free)];
        xxhash_rust::xxh3::xxh3_64(bytemuck::cast_slice(&parts))
    }
}

fn index(link: Link) -> Option<usize> {
    (link as usize).checked_sub(1)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use super::*;

    fn entity(slot: u64) -> EntityId {
        EntityId::from_bits(1 << 32 | slot).unwrap()
    }

    #[test]
    fn an_old_handle_never_reaches_who_has_the_row_now() {
        let mut pool: Pool<u64> = Pool::new(&PageStore::new());
        let first = pool.take(entity(3), 7).unwrap();
        pool.release(pool.find(first).unwrap());
        let second = pool.take(entity(4), 8).unwrap();
        assert_eq!(first as u32, second as u32, "the row is used again");
        assert_ne!(first, 0);
        assert_eq!(pool.find(first), None);
        assert_eq!(pool.find(second), Some(0));
        assert_eq!(pool.find(0), None, "0 is never valid");
    }

    #[test]
    fn what_one_owner_has_is_a_list_of_its_own() {
        let mut pool: Pool<u64> = Pool::new(&PageStore::new());
        let handles: Vec<u64> = (0..6).map(|number| pool.take(entity(number % 2), number).unwrap()).collect();
        pool.release(pool.find(handles[2]).unwrap());
        assert_eq!(pool.rows_of(entity(0)), [4, 0]);
        assert_eq!(pool.rows_of(entity(1)), [5, 3, 1]);
        while let Some(row) = pool.first_of(entity(1)) {
            pool.release(row);
        }
        assert_eq!((pool.live(), pool.count_of(entity(1))), (2, 0));
    }

    #[test]
    fn a_row_whose_generations_are_used_up_is_not_used_again() {
        let mut pool: Pool<u64> = Pool::new(&PageStore::new());
        pool.take(entity(0), 1).unwrap();
        pool.slots[0].generation = u32::MAX - 1;
        pool.release(0);
        assert_eq!(pool.take(entity(0), 1).unwrap() as u32, 1);
    }
}
