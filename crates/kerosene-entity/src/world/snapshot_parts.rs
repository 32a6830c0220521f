//! What saving reads of a snapshot.

use super::rows::{BagRow, EntityRow, EventRow, Link, WireRow};
use super::{Clock, EntitySnapshot, State};
use crate::EntityId;
use kerosene_world::{PagedVec, Snapshot, TextId};

/// The parts of a snapshot that are read as they are.
pub(crate) struct Parts<'a> {
    pub(crate) world: &'a Snapshot,
    pub(crate) rows: &'a PagedVec<EntityRow>,
    pub(crate) clock: &'a Clock,
}

impl EntitySnapshot {
    pub(crate) fn parts(&self) -> Parts<'_> {
        let State { rows, clock, .. } = &self.state;
        Parts { world: &self.world, rows, clock }
    }

    /// The loose fields of an entity, with the numbers of their rows.
    pub(crate) fn bag(&self, row: &EntityRow) -> impl Iterator<Item = (u32, &BagRow)> + '_ {
        self.state.bags.iter(row.bag_first).map(|(index, row)| (index as u32, row))
    }

    /// The wires of an entity, with the numbers of their rows.
    pub(crate) fn wires(&self, row: &EntityRow) -> impl Iterator<Item = (u32, &WireRow)> + '_ {
        self.state.wires.iter(row.wire_first).map(|(index, row)| (index as u32, row))
    }

    /// The events in firing order.
    pub(crate) fn events(&self) -> Vec<EventRow> {
        self.state.queue.in_order()
    }

    /// The names that the world has met, in order, without the empty one.
    pub(crate) fn names(&self) -> Vec<TextId> {
        self.state.names.list.iter().skip(1).map(|row| TextId::from_bits(row.text)).collect()
    }

    pub(crate) fn bag_rows(&self) -> u32 {
        self.state.bags.rows.len() as u32
    }

    pub(crate) fn wire_rows(&self) -> u32 {
        self.state.wires.rows.len() as u32
    }

    /// Free rows of the bag in the order in which they will be used.
    pub(crate) fn free_bag(&self) -> Vec<u32> {
        walk(self.state.bags.free, |index| self.state.bags.rows[index].next)
    }

    /// Free rows of the wires in the order in which they will be used.
    pub(crate) fn free_wires(&self) -> Vec<u32> {
        walk(self.state.wires.free, |index| self.state.wires.rows[index].next)
    }

    /// Those marked for removal, in the order in which they were marked.
    pub(crate) fn removed(&self) -> Vec<EntityId> {
        let slots = walk(self.state.clock.removed_first, |slot| self.state.rows[slot].removed_next);
        slots.into_iter().filter_map(|slot| self.state.rows[slot as usize].id.entity()).collect()
    }
}

/// The indices of a list of rows.
fn walk(first: Link, next: impl Fn(usize) -> Link) -> Vec<u32> {
    let mut indices = Vec::new();
    let mut at = first;
    while let Some(index) = at.index() {
        indices.push(index as u32);
        at = next(index);
    }
    indices
}
