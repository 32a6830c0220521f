//! From a world to bytes.

use super::{MAGIC, VERSION};
use crate::{ComponentId, State};

impl State {
    /// All of the world in bytes: handles, generations, the order of free slots, components, and every text that
    /// was interned. Equal worlds with the same texts give the same bytes, and
    /// [`World::from_bytes`](crate::World::from_bytes) reads them.
    ///
    /// ```
    /// use kerosene_world::{ReadLimits, Schema, World};
    ///
    /// let mut world = World::new(Schema::builder().build()?);
    /// let first = world.spawn();
    /// world.spawn();
    /// world.destroy(first);
    /// let again = World::from_bytes(&world.to_bytes(), &ReadLimits::default())?;
    /// assert!(*again == *world);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        out.extend_from_slice(MAGIC);
        out.extend_from_slice(&VERSION.to_le_bytes());
        self.write_kinds(&mut out);
        out.extend_from_slice(&self.tick.to_le_bytes());
        self.write_texts(&mut out);
        self.write_slots(&mut out);
        for (component, kind) in self.schema.kinds() {
            self.write_components(&mut out, component, kind.size());
        }
        let checksum = xxhash_rust::xxh3::xxh3_64(&out);
        out.extend_from_slice(&checksum.to_le_bytes());
        out
    }

    fn write_kinds(&self, out: &mut Vec<u8>) {
        out.push(self.schema.len() as u8);
        for (_, kind) in self.schema.kinds() {
            write_name(out, kind.name());
            out.push(kind.fields().len() as u8);
            for field in kind.fields() {
                write_name(out, &field.name);
                out.push(field.kind as u8);
            }
        }
    }

    fn write_texts(&self, out: &mut Vec<u8>) {
        let texts = self.texts.sorted();
        write_count(out, texts.len());
        for (id, text) in texts {
            out.extend_from_slice(&id.to_bits().to_le_bytes());
            out.extend_from_slice(&(text.len() as u16).to_le_bytes());
            out.extend_from_slice(text.as_bytes());
        }
    }

    fn write_slots(&self, out: &mut Vec<u8>) {
        let count = self.slots.len() as u32;
        write_count(out, self.slots.len());
        for slot in 0..count {
            out.extend_from_slice(&self.slots.generation(slot).unwrap_or_default().to_le_bytes());
        }
        for first in (0..count).step_by(8) {
            let alive = |offset: &u32| self.slots.living_in(first + offset).is_some();
            out.push((0..8).filter(alive).fold(0, |bits, offset| bits | 1 << offset));
        }
        write_count(out, self.slots.free().count());
        for slot in self.slots.free() {
            out.extend_from_slice(&slot.to_le_bytes());
        }
    }

    fn write_components(&self, out: &mut Vec<u8>, component: ComponentId, size: usize) {
        let Some(column) = self.columns.get(component.index()) else { return };
        let holders = || self.slots.entities().filter(|(_, mask)| mask >> component.index() & 1 != 0);
        let count = holders().count();
        write_count(out, count);
        out.reserve(count * (size + 4));
        for (entity, _) in holders() {
            out.extend_from_slice(&entity.slot().to_le_bytes());
            out.extend_from_slice(column.values.read(entity.slot()));
        }
    }
}

/// Counts are of slots or texts, of which there are fewer than 2³².
fn write_count(out: &mut Vec<u8>, count: usize) {
    out.extend_from_slice(&(count as u32).to_le_bytes());
}

/// Names have at most 64 bytes.
fn write_name(out: &mut Vec<u8>, name: &str) {
    out.push(name.len() as u8);
    out.extend_from_slice(name.as_bytes());
}
