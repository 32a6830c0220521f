//! Which entities have a script, in the order in which they got it.

use super::hook::Hooks;
use crate::checks::{Damage, ensure};
use crate::image::image_of_fields;
use bytemuck::{Pod, Zeroable};
use kerosene_entity::EntityId;
use kerosene_world::{PageStore, PagedVec, TextId};

bitflags::bitflags! {
    /// How far a script has come.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub(crate) struct Life: u32 {
        /// Its `on_start` has run, or is about to.
        const STARTED = 1;
        /// It failed, and is not called any more.
        const DISABLED = 1 << 1;
        /// Its `on_destroy` runs, or has run.
        const ENDING = 1 << 3;
        /// The row is empty.
        const GONE = 1 << 2;
    }
}

/// The script of an entity.
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Instance {
    pub(crate) entity: u64,
    /// Name of the script.
    pub(crate) name: u64,
    /// Which of its language's scripts it is.
    pub(crate) script: u32,
    /// Where its fields lie.
    pub(crate) state: u32,
    pub(crate) life: u32,
    /// 0 for Rust, else the number of the language and 1.
    pub(crate) language: u16,
    pub(crate) hooks: u16,
}

impl Instance {
    pub(crate) fn entity(&self) -> Option<EntityId> {
        EntityId::from_bits(self.entity)
    }

    pub(crate) fn name(&self) -> TextId {
        TextId::from_bits(self.name)
    }

    pub(crate) fn life(&self) -> Life {
        Life::from_bits_retain(self.life)
    }

    /// Whether it is to be called for a hook.
    #[inline]
    pub(crate) fn wants(&self, hook: Hooks) -> bool {
        self.hooks & hook.bits() != 0 && self.life & (Life::DISABLED | Life::GONE).bits() == 0
    }
}

/// The scripts of all entities, in the order in which those came to be.
#[derive(Debug, Clone)]
pub(crate) struct Instances {
    rows: PagedVec<Instance>,
    /// The row of each entity's script by the entity's slot, as its number and 1.
    by_slot: PagedVec<u32>,
    /// Rows that are empty.
    gone: u32,
}

image_of_fields!(Instances { rows, by_slot, gone });

impl Instances {
    pub(crate) fn new(store: &PageStore) -> Self {
        Self { rows: PagedVec::new_in(store), by_slot: PagedVec::new_in(store), gone: 0 }
    }

    /// How many rows there are, empty ones included.
    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    /// How many scripts there are.
    pub(crate) fn live(&self) -> usize {
        self.rows.len() - self.gone as usize
    }

    #[inline]
    pub(crate) fn get(&self, index: usize) -> Option<&Instance> {
        self.rows.get(index)
    }

    /// The row of an entity's script.
    #[inline]
    pub(crate) fn find(&self, entity: EntityId) -> Option<usize> {
        let index = (*self.by_slot.get(entity.slot() as usize)? as usize).checked_sub(1)?;
        (self.rows[index].entity == entity.to_bits()).then_some(index)
    }

    pub(crate) fn add(&mut self, entity: EntityId, instance: Instance) -> usize {
        let slot = entity.slot() as usize;
        if slot >= self.by_slot.len() {
            self.by_slot.resize(slot + 1, 0);
        }
        self.rows.push(instance);
        self.by_slot[slot] = self.rows.len() as u32;
        self.rows.len() - 1
    }

    pub(crate) fn set(&mut self, index: usize, instance: Instance) {
        self.rows.set(index, instance);
    }

    /// Empties a row; it stays until [`compact`](Self::compact), so that whoever goes through them loses no place.
    pub(crate) fn remove(&mut self, index: usize) {
        let Some(instance) = self.rows.get(index).copied() else { return };
        let Some(entity) = instance.entity() else { return };
        if self.find(entity) == Some(index) {
            self.by_slot.set(entity.slot() as usize, 0);
        }
        self.rows.set(index, Instance { life: Life::GONE.bits(), ..Instance::zeroed() });
        self.gone += 1;
    }

    /// Closes the empty rows. Nothing is written where there are none.
    pub(crate) fn compact(&mut self) {
        if self.gone == 0 {
            return;
        }
        let mut kept = 0;
        for index in 0..self.rows.len() {
            let instance = self.rows[index];
            let Some(entity) = instance.entity() else { continue };
            if kept != index {
                self.rows.set(kept, instance);
                self.by_slot.set(entity.slot() as usize, kept as u32 + 1);
            }
            kept += 1;
        }
        self.rows.truncate(kept);
        self.gone = 0;
    }

    /// What must hold between the rows: who has a script is found by its slot, and nobody else is.
    pub(crate) fn check(&self) -> Result<(), Damage> {
        let mut live = 0;
        for (index, row) in self.rows.iter().enumerate() {
            let Some(entity) = row.entity() else { continue };
            live += 1;
            ensure(
                self.by_slot.get(entity.slot() as usize) == Some(&(index as u32 + 1)),
                "a script is not its entity's",
            )?;
        }
        ensure(live + self.gone as usize == self.rows.len(), "scripts are gone that are there")?;
        let found = self.by_slot.iter().filter(|&&index| index != 0).count();
        ensure(found == live, "an entity has a script that is not there")
    }

    pub(crate) fn hash(&self) -> u64 {
        let parts = [self.rows.hash(), self.by_slot.hash(), u64::from(self.gone)];
        xxhash_rust::xxh3::xxh3_64(bytemuck::cast_slice(&parts))
    }
}
