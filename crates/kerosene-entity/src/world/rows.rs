//! What lies in pages beside the component store: one row a slot, and the rows of bags, wires and events.
//!
//! Rows refer to each other by number, with 0 for none and `index + 1` for a row, so that a page of zeros is a page of
//! empty rows. [`Link`] keeps that out of the rest of the code.

use crate::EntityId;
use crate::Name;
use crate::value::ValueRow;
use bytemuck::{Pod, Zeroable};

/// A row's number, or none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Pod, Zeroable)]
#[repr(transparent)]
pub(crate) struct Link(u32);

impl Link {
    /// No row.
    pub(crate) const NONE: Self = Self(0);

    /// The row of an index.
    pub(crate) const fn to(index: u32) -> Self {
        Self(index + 1)
    }

    /// The index, where there is one.
    #[inline]
    pub(crate) const fn index(self) -> Option<usize> {
        if self.0 == 0 { None } else { Some(self.0 as usize - 1) }
    }

    /// Whether it leads nowhere.
    pub(crate) const fn is_none(self) -> bool {
        self.0 == 0
    }
}

/// An entity's handle in a row, or none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Pod, Zeroable)]
#[repr(transparent)]
pub(crate) struct Handle(u64);

impl Handle {
    /// The entity.
    #[inline]
    pub(crate) fn entity(self) -> Option<EntityId> {
        EntityId::from_bits(self.0)
    }
}

impl From<Option<EntityId>> for Handle {
    #[inline]
    fn from(entity: Option<EntityId>) -> Self {
        Self(entity.map_or(0, EntityId::to_bits))
    }
}

bitflags::bitflags! {
    /// What stage of its life an entity is in.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub(crate) struct Life: u32 {
        /// It is removed at the end of the tick and takes part in nothing more.
        const REMOVED = 1;
        /// Its spawn handler has run, or never will.
        const SPAWNED = 2;
        /// Its handler for what comes before all spawn handlers has run.
        const PREPARED = 4;
        /// It is kept to be copied and takes part in nothing.
        const STORED = 8;
        /// It was born with a script, which nobody has given it yet.
        const SCRIPTED = 16;
    }
}

impl Life {
    /// The stages in which an entity takes part in nothing.
    const OUT_OF_PLAY: Self = Self::REMOVED.union(Self::STORED);
}

/// What is known of the entity in a slot, beside its components.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct EntityRow {
    /// The entity; none for a free slot.
    pub(crate) id: Handle,
    /// How many entities were made before it.
    pub(crate) spawn_order: u64,
    /// Its `targetname`; the empty one for none.
    pub(crate) name: Name,
    /// The class name as the map has it.
    pub(crate) class_name: Name,
    /// Number of its class in the registry.
    pub(crate) class: u32,
    /// Bits of [`Life`].
    pub(crate) life: u32,
    /// Neighbours among the entities of its name, in spawn order.
    pub(crate) name_next: Link,
    pub(crate) name_previous: Link,
    /// Its first loose field.
    pub(crate) bag_first: Link,
    /// Its first wire.
    pub(crate) wire_first: Link,
    /// First of what is parented to it, and its neighbours among those parented to the same.
    pub(crate) child_first: Link,
    pub(crate) sibling_next: Link,
    pub(crate) sibling_previous: Link,
    /// The next in the list of those to be removed, in the order in which they were marked.
    pub(crate) removed_next: Link,
    /// Line in the source of the map; 0 for none.
    pub(crate) line: u32,
    pub(crate) padding: u32,
}

impl EntityRow {
    pub(crate) fn life(&self) -> Life {
        Life::from_bits_retain(self.life)
    }

    /// Whether it is in the world, neither marked for removal nor stored away.
    #[inline]
    pub(crate) fn is_active(&self) -> bool {
        self.id != Handle::default() && self.life & Life::OUT_OF_PLAY.bits() == 0
    }
}

/// The entities of one name, as a list in spawn order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct NameRow {
    /// Bits of the id of the name's text in lower case.
    pub(crate) text: u64,
    /// The first eight bytes of that text, the first one highest.
    pub(crate) head: u64,
    pub(crate) first: Link,
    pub(crate) last: Link,
}

/// A loose field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct BagRow {
    pub(crate) key: Name,
    pub(crate) value: ValueRow,
    /// The next of the same entity, or the next free row.
    pub(crate) next: Link,
    pub(crate) padding: u32,
}

/// A wire.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct WireRow {
    pub(crate) output: Name,
    pub(crate) target: TargetRow,
    pub(crate) input: Name,
    /// What goes along in place of what the output brings; none to pass that on.
    pub(crate) parameter: ValueRow,
    /// Nanoseconds.
    pub(crate) delay: u64,
    /// How often it still fires; negative without limit.
    pub(crate) remaining: i64,
    /// The next of the same entity, or the next free row.
    pub(crate) next: Link,
    pub(crate) padding: u32,
}

/// A target in a row; see [`Target`](crate::Target).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct TargetRow {
    /// A handle, or the id of a name's text as it was written.
    pub(crate) bits: u64,
    /// A name's symbol, or the number of a special target.
    pub(crate) symbol: u32,
    pub(crate) kind: u32,
}

impl TargetRow {
    /// Kinds of targets.
    pub(crate) const NAME: u32 = 0;
    pub(crate) const PREFIX: u32 = 1;
    pub(crate) const SPECIAL: u32 = 2;
    pub(crate) const HANDLE: u32 = 3;
}

/// An event that waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct EventRow {
    /// Nanoseconds of world time.
    pub(crate) due: u64,
    pub(crate) sequence: u64,
    pub(crate) target: TargetRow,
    pub(crate) activator: Handle,
    pub(crate) caller: Handle,
    pub(crate) value: ValueRow,
    pub(crate) input: Name,
    /// The output that set it off.
    pub(crate) output: Name,
    /// Tick in which it was queued, and its chain in that tick.
    pub(crate) tick: u64,
    pub(crate) chain: u32,
    /// The next of those that are due at about the same time, or the next free row.
    pub(crate) next: Link,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_of_zeros_is_an_empty_row() {
        assert_eq!(EntityRow::zeroed().id.entity(), None);
        assert!(EntityRow::zeroed().wire_first.is_none());
        assert_eq!(Link::to(0).index(), Some(0));
        assert_eq!(Link::NONE.index(), None);
    }
}
