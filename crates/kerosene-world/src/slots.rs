//! Which slots are alive, and in which order the free ones are used again.

use std::num::NonZeroU32;

use bytemuck::{Pod, Zeroable};

use crate::{ComponentId, Entity, PageStore, PagedVec};

/// What is known of one slot.
#[derive(Debug, Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Slot {
    /// A bit for each component kind that the entity has, and [`ALIVE`].
    mask: u64,
    /// That of the living entity, or of the next one.
    generation: u32,
    /// One more than the slot that is used after this one; 0 at the end of the queue and in no queue.
    next_free: u32,
}

/// The bit for an entity being there at all.
const ALIVE: u64 = 1 << 63;

/// Every slot, and the queue of free ones: first freed, first used.
#[derive(Debug, Clone)]
pub struct Slots {
    records: PagedVec<Slot>,
    living: u32,
    /// The ends of the queue of free slots, each one more than the slot; 0 if it is empty.
    first_free: u32,
    last_free: u32,
}

impl Slots {
    pub(crate) fn new_in(store: &PageStore) -> Slots {
        Slots { records: PagedVec::new_in(store), living: 0, first_free: 0, last_free: 0 }
    }

    /// Slots ever used.
    pub(crate) fn len(&self) -> usize {
        self.records.len()
    }

    pub(crate) fn living(&self) -> usize {
        self.living as usize
    }

    /// The mask of components of a living entity; `None` for any other handle.
    #[inline]
    pub(crate) fn components(&self, entity: Entity) -> Option<u64> {
        let slot = self.records.get(entity.slot() as usize)?;
        (slot.generation == entity.generation() && slot.mask & ALIVE != 0).then_some(slot.mask & !ALIVE)
    }

    /// The slot of an entity that has a component.
    #[inline]
    pub(crate) fn slot_with(&self, entity: Entity, component: ComponentId) -> Option<u32> {
        let mask = self.components(entity)?;
        (mask >> component.index().min(63) & 1 != 0).then_some(entity.slot())
    }

    /// The living entity in a slot, and its components.
    #[inline]
    pub(crate) fn living_in(&self, slot: u32) -> Option<(Entity, u64)> {
        let record = self.records.get(slot as usize)?;
        let generation = NonZeroU32::new(record.generation).filter(|_| record.mask & ALIVE != 0)?;
        Some((Entity::of(slot, generation), record.mask & !ALIVE))
    }

    /// The entity in a slot that is known to be alive.
    #[inline]
    pub(crate) fn matched(&self, slot: u32) -> Entity {
        let generation = self.records.get(slot as usize).and_then(|record| NonZeroU32::new(record.generation));
        Entity::of(slot, generation.unwrap_or(NonZeroU32::MIN))
    }

    /// Every living entity with its components, in slot order.
    pub(crate) fn entities(&self) -> impl Iterator<Item = (Entity, u64)> + '_ {
        self.records.iter().zip(0_u32..).filter_map(|(record, slot)| {
            let generation = NonZeroU32::new(record.generation).filter(|_| record.mask & ALIVE != 0)?;
            Some((Entity::of(slot, generation), record.mask & !ALIVE))
        })
    }

    /// Which of 64 slots are alive, the lowest bit for the first.
    pub(crate) fn living_word(&self, first: u32) -> u64 {
        let alive = |offset: &u32| self.living_in(first + offset).is_some();
        (0..64).filter(alive).fold(0, |word, offset| word | 1 << offset)
    }

    /// The generation of a slot: that of the living entity, or of the next.
    pub(crate) fn generation(&self, slot: u32) -> Option<u32> {
        self.records.get(slot as usize).map(|record| record.generation)
    }

    /// Free slots, in the order in which they will be used.
    pub(crate) fn free(&self) -> impl Iterator<Item = u32> + '_ {
        let slot_of = |link: u32| link.checked_sub(1);
        std::iter::successors(slot_of(self.first_free), move |slot| {
            slot_of(self.records.get(*slot as usize)?.next_free)
        })
    }

    /// Makes an entity in the slot that has been free for longest, or in a new one. `None` if every slot
    /// that there can be is alive or used up.
    pub(crate) fn spawn(&mut self) -> Option<Entity> {
        let entity = match self.first_free.checked_sub(1) {
            Some(slot) => self.reuse(slot),
            None => self.extend(),
        }?;
        self.living += 1;
        Some(entity)
    }

    /// Frees the slot. The components that the entity had, if it was alive.
    pub(crate) fn destroy(&mut self, entity: Entity) -> Option<u64> {
        let components = self.components(entity)?;
        self.living -= 1;
        let slot = entity.slot();
        // A slot whose generations are used up stays out of the queue, so that no handle ever comes twice.
        let next = entity.generation().checked_add(1);
        self.records.set(slot as usize, Slot { mask: 0, generation: next.unwrap_or(u32::MAX), next_free: 0 });
        if next.is_some() {
            self.queue(slot);
        }
        Some(components)
    }

    /// Notes that the entity in a slot has a component now, or has it no more.
    pub(crate) fn mark(&mut self, slot: u32, component: ComponentId, present: bool) {
        if let Some(record) = self.records.get_mut(slot as usize) {
            let bit = 1 << component.index();
            record.mask = if present { record.mask | bit } else { record.mask & !bit };
        }
    }

    /// Adds the next slot as a reader of files finds it: alive with that generation, or not (yet) in the queue.
    pub(crate) fn push(&mut self, generation: NonZeroU32, alive: bool) {
        self.living += u32::from(alive);
        self.records.push(Slot { mask: if alive { ALIVE } else { 0 }, generation: generation.get(), next_free: 0 });
    }

    /// Puts a slot at the end of the queue of free ones. False if it is alive, used up, unknown or queued already.
    pub(crate) fn queue(&mut self, slot: u32) -> bool {
        let Some(link) = slot.checked_add(1) else { return false };
        match self.records.get(slot as usize) {
            Some(record) if record.mask & ALIVE == 0 && record.next_free == 0 && self.last_free != link => {}
            _ => return false,
        }
        match self.last_free.checked_sub(1).and_then(|last| self.records.get_mut(last as usize)) {
            Some(last) => last.next_free = link,
            None => self.first_free = link,
        }
        self.last_free = link;
        true
    }

    /// Equal for equal slots in the same order of reuse.
    pub(crate) fn hash(&self) -> u64 {
        let ends = u64::from(self.first_free) << 32 | u64::from(self.last_free);
        xxhash_rust::xxh3::xxh3_64(bytemuck::bytes_of(&[self.records.hash(), ends]))
    }

    /// Slots whose record differs or that only one has, and how many pages were compared for it.
    pub(crate) fn differing(&self, other: &Slots) -> (Vec<usize>, usize) {
        self.records.differing_with_pages(&other.records)
    }

    fn reuse(&mut self, slot: u32) -> Option<Entity> {
        let record = self.records.get_mut(slot as usize)?;
        let generation = NonZeroU32::new(record.generation)?;
        self.first_free = record.next_free;
        *record = Slot { mask: ALIVE, generation: record.generation, next_free: 0 };
        if self.first_free == 0 {
            self.last_free = 0;
        }
        Some(Entity::of(slot, generation))
    }

    fn extend(&mut self) -> Option<Entity> {
        // The last slot stays unused, so that links, which are one more, fit too.
        let slot = u32::try_from(self.records.len()).ok().filter(|slot| *slot < u32::MAX - 1)?;
        self.records.push(Slot { mask: ALIVE, generation: 1, next_free: 0 });
        Some(Entity::of(slot, NonZeroU32::MIN))
    }
}

impl PartialEq for Slots {
    fn eq(&self, other: &Slots) -> bool {
        self.first_free == other.first_free && self.last_free == other.last_free && self.records == other.records
    }
}
