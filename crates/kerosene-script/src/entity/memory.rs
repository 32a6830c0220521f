//! What the scripts of entities remember: the values of their fields, in pages.
//!
//! Every instance has a block of rows, one for each field of its script in the order of their names. Blocks are of a power
//! of two and are used again, so that a level where scripts come and go stays as large as it is. All of it lies in pages
//! that snapshots share: keeping it costs a few references, and going back is putting them back.

use crate::limits::MAX_FIELDS;
use bytemuck::{Pod, Zeroable};
use kerosene_entity::{EntityId, Value};
use kerosene_math::{Pcg32, Vec3};
use kerosene_world::{PageStore, PagedVec, TextId};
use std::sync::Arc;

/// Sizes of blocks: 1, 2, 4, up to [`MAX_FIELDS`].
const SIZES: usize = MAX_FIELDS.ilog2() as usize + 1;

/// The value of a field, as it lies in a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub(super) struct FieldRow {
    /// Number, text or handle; the first two parts of a vector.
    bits: u64,
    /// The third part of a vector.
    more: u32,
    kind: u32,
}

impl FieldRow {
    pub(super) fn new(value: Value) -> Self {
        let (kind, bits, more) = match value {
            Value::None => (0, 0, 0),
            Value::Bool(truth) => (1, u64::from(truth), 0),
            Value::Int(number) => (2, number.cast_unsigned(), 0),
            Value::Float(number) => (3, u64::from(number.to_bits()), 0),
            Value::Text(text) => (4, text.to_bits(), 0),
            Value::Entity(entity) => (2, entity.to_bits(), 0),
            Value::Vector(v) => (5, pair(v.x, v.y), v.z.to_bits()),
            Value::Angle(a) => (5, pair(a.pitch, a.yaw), a.roll.to_bits()),
        };
        Self { bits, more, kind }
    }

    pub(super) fn value(self) -> Value {
        match self.kind {
            1 => Value::Bool(self.bits != 0),
            2 => Value::Int(self.bits.cast_signed()),
            3 => Value::Float(f32::from_bits(self.bits as u32)),
            4 => Value::Text(TextId::from_bits(self.bits)),
            5 => {
                let x = f32::from_bits(self.bits as u32);
                Value::Vector(Vec3::new(x, f32::from_bits((self.bits >> 32) as u32), f32::from_bits(self.more)))
            }
            _ => Value::None,
        }
    }
}

fn pair(low: f32, high: f32) -> u64 {
    u64::from(low.to_bits()) | u64::from(high.to_bits()) << 32
}

/// Where the instance of an entity lies, by the entity's slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
struct SlotRow {
    /// The entity; 0 for none.
    entity: u64,
    script: u32,
    first: u32,
}

/// The names of a script's fields, in their order.
pub(super) type Layout = Arc<[String]>;

/// An instance: which script it is of, and where its fields begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Instance {
    pub(super) script: u32,
    pub(super) first: u32,
}

/// Everything that scripts of entities remember. A clone shares pages.
#[derive(Debug, Clone)]
pub(super) struct Memory {
    slots: PagedVec<SlotRow>,
    rows: PagedVec<FieldRow>,
    /// The first free block of each size, as its place and 1; the next one stands in its first row.
    free: [u32; SIZES],
    /// The fields of each script, by its number, as the blocks have them.
    layouts: Arc<Vec<Layout>>,
    /// Dice of the scripts.
    pub(super) dice: Pcg32,
}

impl Memory {
    pub(super) fn new() -> Self {
        let store = PageStore::new();
        Self {
            slots: PagedVec::new_in(&store),
            rows: PagedVec::new_in(&store),
            free: [0; SIZES],
            layouts: Arc::default(),
            dice: Pcg32::new(0, 0),
        }
    }

    #[inline]
    pub(super) fn find(&self, entity: EntityId) -> Option<Instance> {
        let row = self.slots.get(entity.slot() as usize)?;
        (row.entity == entity.to_bits()).then_some(Instance { script: row.script, first: row.first })
    }

    #[inline]
    pub(super) fn field(&self, instance: Instance, place: usize) -> Value {
        self.row(instance, place).value()
    }

    #[inline]
    pub(super) fn row(&self, instance: Instance, place: usize) -> FieldRow {
        self.rows.get(instance.first as usize + place).copied().unwrap_or(FieldRow::zeroed())
    }

    #[inline]
    pub(super) fn set_row(&mut self, instance: Instance, place: usize, row: FieldRow) {
        self.rows.set(instance.first as usize + place, row);
    }

    /// The fields of a script as the blocks of its instances have them.
    pub(super) fn layout(&self, script: u32) -> Option<&Layout> {
        self.layouts.get(script as usize)
    }

    /// Says what fields a script has. Instances of it that have others must be gone.
    pub(super) fn set_layout(&mut self, script: u32, layout: &Layout) {
        let place = script as usize;
        if self.layouts.get(place) == Some(layout) {
            return;
        }
        let layouts = Arc::make_mut(&mut self.layouts);
        if layouts.len() <= place {
            layouts.resize(place + 1, Layout::default());
        }
        layouts[place] = Arc::clone(layout);
    }

    /// Makes an instance whose fields hold these values; the one that the entity had goes.
    pub(super) fn add(&mut self, entity: EntityId, script: u32, values: &[FieldRow]) -> Instance {
        self.remove(entity);
        let first = self.allocate(values.len());
        for (place, &value) in values.iter().enumerate() {
            self.rows.set(first as usize + place, value);
        }
        let slot = entity.slot() as usize;
        if slot >= self.slots.len() {
            self.slots.resize(slot + 1, SlotRow::zeroed());
        }
        self.slots.set(slot, SlotRow { entity: entity.to_bits(), script, first });
        Instance { script, first }
    }

    /// Takes an instance away.
    pub(super) fn remove(&mut self, entity: EntityId) {
        let Some(instance) = self.find(entity) else { return };
        let fields = self.layout(instance.script).map_or(0, |layout| layout.len());
        self.slots.set(entity.slot() as usize, SlotRow::zeroed());
        self.release(instance.first, fields);
    }

    fn allocate(&mut self, fields: usize) -> u32 {
        if fields == 0 {
            return 0;
        }
        let size = size_of_block(fields);
        if let Some(first) = self.free[size].checked_sub(1) {
            self.free[size] = self.rows.get(first as usize).map_or(0, |row| row.bits as u32);
            self.rows.set(first as usize, FieldRow::zeroed());
            return first;
        }
        let first = self.rows.len();
        self.rows.resize(first + (1 << size), FieldRow::zeroed());
        first as u32
    }

    fn release(&mut self, first: u32, fields: usize) {
        if fields == 0 {
            return;
        }
        let size = size_of_block(fields);
        for place in 0..1 << size {
            self.rows.set(first as usize + place, FieldRow::zeroed());
        }
        let next = u64::from(self.free[size]);
        self.rows.set(first as usize, FieldRow { bits: next, ..FieldRow::zeroed() });
        self.free[size] = first + 1;
    }

    /// Every instance, in the order of slots.
    pub(super) fn instances(&self) -> impl Iterator<Item = (EntityId, Instance)> + '_ {
        self.slots.iter().filter_map(|row| {
            let instance = Instance { script: row.script, first: row.first };
            Some((EntityId::from_bits(row.entity)?, instance))
        })
    }

    /// Gives the instances of a script other fields: by their names those that stay, from `initial` those that are new.
    pub(super) fn migrate(&mut self, script: u32, layout: &Layout, initial: &[FieldRow]) {
        let Some(before) = self.layout(script).map(Arc::clone) else { return };
        if before == *layout {
            return;
        }
        let affected: Vec<_> = self.instances().filter(|(_, instance)| instance.script == script).collect();
        let moved: Vec<_> = affected
            .iter()
            .map(|&(entity, instance)| {
                let kept = |name: &String| before.iter().position(|other| other == name);
                let values = layout.iter().zip(initial);
                let values = values.map(|(name, &new)| kept(name).map_or(new, |place| self.row(instance, place)));
                (entity, values.collect::<Vec<_>>())
            })
            .collect();
        affected.iter().for_each(|&(entity, _)| self.remove(entity));
        self.set_layout(script, layout);
        for (entity, values) in moved {
            self.add(entity, script, &values);
        }
    }

    /// The texts that fields hold, in the order of their numbers.
    pub(super) fn texts(&self) -> Vec<TextId> {
        let mut texts: Vec<TextId> = self.rows.iter().filter_map(|row| row.value().text()).collect();
        texts.sort_unstable();
        texts.dedup();
        texts
    }

    /// The same with other numbers for the scripts: that of each old number.
    pub(super) fn renumbered(mut self, numbers: &[u32]) -> Self {
        for place in 0..self.slots.len() {
            let row = self.slots[place];
            if let Some(&script) = numbers.get(row.script as usize).filter(|_| row.entity != 0) {
                self.slots.set(place, SlotRow { script, ..row });
            }
        }
        let mut layouts = Vec::new();
        for (layout, &number) in self.layouts.iter().zip(numbers) {
            let place = number as usize;
            if layouts.len() <= place {
                layouts.resize(place + 1, Layout::default());
            }
            layouts[place] = Arc::clone(layout);
        }
        self.layouts = Arc::new(layouts);
        self
    }

    /// A hash of everything; only pages written since the last call are read again.
    pub(super) fn hash(&self) -> u64 {
        let mut parts = vec![self.slots.hash(), self.rows.hash()];
        parts.extend(bytemuck::cast::<_, [u64; 2]>(self.dice));
        parts.extend(self.free.iter().map(|&first| u64::from(first)));
        xxhash_rust::xxh3::xxh3_64(bytemuck::cast_slice(&parts))
    }
}

fn size_of_block(fields: usize) -> usize {
    fields.next_power_of_two().ilog2() as usize
}

pub(super) mod saved {
    //! As bytes: dice, free lists, slots and rows as they lie, so that what follows a load follows it bit for bit; before them
    //! the names of scripts and fields, by which a later version of a game finds its own.

    use super::{FieldRow, Layout, Memory, PagedVec, SIZES, SlotRow};
    use kerosene_world::PageStore;
    use std::sync::Arc;

    /// Most scripts and most rows that a save may name.
    const MOST: usize = 1 << 24;

    impl Memory {
        /// As bytes; `names` are those of the scripts, by their numbers.
        pub(in crate::entity) fn to_bytes(&self, names: &[String]) -> Vec<u8> {
            let mut out = bytemuck::bytes_of(&self.dice).to_vec();
            out.extend_from_slice(bytemuck::cast_slice(&self.free));
            put_count(&mut out, names.len());
            for (number, name) in names.iter().enumerate() {
                put_text(&mut out, name);
                let layout = self.layout(number as u32).map_or(&[] as &[String], |layout| &layout[..]);
                put_count(&mut out, layout.len());
                layout.iter().for_each(|field| put_text(&mut out, field));
            }
            put_count(&mut out, self.slots.len());
            self.slots.iter().for_each(|row| out.extend_from_slice(bytemuck::bytes_of(row)));
            put_count(&mut out, self.rows.len());
            self.rows.iter().for_each(|row| out.extend_from_slice(bytemuck::bytes_of(row)));
            out
        }

        /// What [`to_bytes`](Self::to_bytes) gave, and the names of the scripts.
        pub(in crate::entity) fn from_bytes(bytes: &[u8]) -> Result<(Self, Vec<String>), String> {
            let mut reader = Reader(bytes);
            let dice = reader.pod()?;
            let mut free = [0_u32; SIZES];
            for first in &mut free {
                *first = reader.pod()?;
            }
            let (mut names, mut layouts) = (Vec::new(), Vec::new());
            for _ in 0..reader.count()? {
                names.push(reader.text()?);
                let fields = (0..reader.count()?).map(|_| reader.text()).collect::<Result<Vec<_>, _>>()?;
                layouts.push(Layout::from(fields));
            }
            let store = PageStore::new();
            let (mut slots, mut rows) = (PagedVec::<SlotRow>::new_in(&store), PagedVec::<FieldRow>::new_in(&store));
            for _ in 0..reader.count()? {
                slots.push(reader.pod()?);
            }
            for _ in 0..reader.count()? {
                rows.push(reader.pod()?);
            }
            let memory = Self { slots, rows, free, layouts: Arc::new(layouts), dice };
            memory.check()?;
            if reader.0.is_empty() {
                Ok((memory, names))
            } else {
                Err("scripts: more bytes than there should be".to_owned())
            }
        }

        /// Every place that is named is there; nothing else is trusted later.
        fn check(&self) -> Result<(), String> {
            for (_, instance) in self.instances() {
                let fields = self.layout(instance.script).ok_or("scripts: an instance of no script")?.len();
                if fields > 0 && instance.first as usize + fields.next_power_of_two() > self.rows.len() {
                    return Err("scripts: an instance beyond the end".to_owned());
                }
            }
            for (size, &first) in self.free.iter().enumerate() {
                let (mut at, mut steps) = (first, 0);
                while let Some(place) = at.checked_sub(1) {
                    steps += 1;
                    if place as usize + (1 << size) > self.rows.len() || steps > self.rows.len() {
                        return Err("scripts: a free block beyond the end".to_owned());
                    }
                    at = self.rows[place as usize].bits as u32;
                }
            }
            Ok(())
        }
    }

    /// Texts with their numbers, which every world gives them alike.
    pub(in crate::entity) fn put_texts<'a>(out: &mut Vec<u8>, texts: impl ExactSizeIterator<Item = (u64, &'a str)>) {
        put_count(out, texts.len());
        for (number, text) in texts {
            out.extend_from_slice(&number.to_le_bytes());
            put_text(out, text);
        }
    }

    /// Texts with their numbers.
    type NumberedTexts = Vec<(u64, String)>;

    /// What [`put_texts`] has put, and the bytes after it.
    pub(in crate::entity) fn read_texts(bytes: &[u8]) -> Result<(NumberedTexts, &[u8]), String> {
        let mut reader = Reader(bytes);
        let count = reader.count()?;
        let texts = (0..count).map(|_| Ok((reader.pod()?, reader.text()?))).collect::<Result<Vec<_>, String>>()?;
        Ok((texts, reader.0))
    }

    fn put_count(out: &mut Vec<u8>, count: usize) {
        out.extend_from_slice(&(count as u32).to_le_bytes());
    }

    fn put_text(out: &mut Vec<u8>, text: &str) {
        put_count(out, text.len());
        out.extend_from_slice(text.as_bytes());
    }

    struct Reader<'a>(&'a [u8]);

    impl Reader<'_> {
        fn bytes(&mut self, count: usize) -> Result<&[u8], String> {
            let (taken, rest) = self.0.split_at_checked(count).ok_or("scripts: fewer bytes than there should be")?;
            self.0 = rest;
            Ok(taken)
        }

        fn pod<T: bytemuck::Pod>(&mut self) -> Result<T, String> {
            Ok(bytemuck::pod_read_unaligned(self.bytes(size_of::<T>())?))
        }

        fn count(&mut self) -> Result<usize, String> {
            let count = self.pod::<u32>()? as usize;
            // Each of what is counted takes a byte at least.
            if count <= MOST.min(self.0.len()) { Ok(count) } else { Err("scripts: a count beyond the end".to_owned()) }
        }

        fn text(&mut self) -> Result<String, String> {
            let length = self.count()?;
            String::from_utf8(self.bytes(length)?.to_vec()).map_err(|_| "scripts: a name that is no text".to_owned())
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use super::*;
    use proptest::prelude::*;

    fn layout(fields: usize) -> Layout {
        (0..fields).map(|number| format!("f{number:02}")).collect()
    }

    fn entity(slot: u32, generation: u32) -> EntityId {
        EntityId::from_bits(u64::from(generation) << 32 | u64::from(slot)).unwrap()
    }

    #[test]
    fn rows_hold_every_kind_of_value() {
        let values = [
            Value::None,
            Value::Bool(true),
            Value::Int(-7),
            Value::Float(0.1),
            Value::Vector(Vec3::new(1.0, -2.5, 1e9)),
            Value::Text(TextId::from_bits(77)),
        ];
        for value in values {
            assert_eq!(FieldRow::new(value).value(), value);
        }
    }

    proptest! {
        /// Whatever comes and goes, fields hold what was put into them, and bytes give back the same memory.
        #[test]
        fn it_does_what_a_table_does(steps in proptest::collection::vec((0_u32..12, 0_u32..4, any::<bool>(), any::<i64>()), 1..120)) {
            let sizes = [0, 1, 3, 9];
            let mut memory = Memory::new();
            for (script, &fields) in sizes.iter().enumerate() {
                memory.set_layout(script as u32, &layout(fields));
            }
            let mut model: std::collections::BTreeMap<u32, (u32, Vec<i64>)> = Default::default();
            for (slot, script, adds, number) in steps {
                let entity = entity(slot, 1);
                if adds {
                    let values: Vec<i64> = (0..sizes[script as usize] as i64).map(|place| number.wrapping_add(place)).collect();
                    let rows: Vec<_> = values.iter().map(|&value| FieldRow::new(Value::Int(value))).collect();
                    memory.add(entity, script, &rows);
                    model.insert(slot, (script, values));
                } else {
                    memory.remove(entity);
                    model.remove(&slot);
                }
                prop_assert_eq!(memory.instances().count(), model.len());
                for (&slot, (script, values)) in &model {
                    let instance = memory.find(self::entity(slot, 1)).unwrap();
                    prop_assert_eq!(instance.script, *script);
                    for (place, &value) in values.iter().enumerate() {
                        prop_assert_eq!(memory.field(instance, place), Value::Int(value));
                    }
                }
            }
            let names: Vec<String> = (0..4).map(|number| format!("s{number}")).collect();
            let (again, named) = Memory::from_bytes(&memory.to_bytes(&names)).unwrap();
            prop_assert_eq!(named, names);
            prop_assert_eq!(again.hash(), memory.hash());
            // 12 slots of 16 rows at most: what goes is used again.
            prop_assert!(memory.rows.len() <= 12 * (1 + 4 + 16));
        }

        #[test]
        fn damaged_bytes_are_refused_or_harmless(place in 0_usize..400, byte: u8) {
            let mut memory = Memory::new();
            memory.set_layout(0, &layout(3));
            for slot in 0..5 {
                memory.add(entity(slot, 1), 0, &[FieldRow::new(Value::Int(1)); 3]);
            }
            memory.remove(entity(2, 1));
            let mut bytes = memory.to_bytes(&["a".to_owned()]);
            let place = place % bytes.len();
            bytes[place] = byte;
            if let Ok((mut memory, _)) = Memory::from_bytes(&bytes) {
                for slot in 0..8 {
                    memory.add(entity(slot, 2), 0, &[FieldRow::new(Value::Int(1)); 3]);
                }
            }
        }
    }

    #[test]
    fn fields_keep_their_values_by_name_when_a_script_has_others() {
        let mut memory = Memory::new();
        let names = |names: &[&str]| -> Layout { names.iter().map(|&name| name.to_owned()).collect() };
        memory.set_layout(0, &names(&["a", "b"]));
        let rows = [FieldRow::new(Value::Int(1)), FieldRow::new(Value::Int(2))];
        memory.add(entity(3, 1), 0, &rows);
        memory.migrate(0, &names(&["b", "c"]), &[FieldRow::new(Value::Int(8)), FieldRow::new(Value::Int(9))]);
        let instance = memory.find(entity(3, 1)).unwrap();
        assert_eq!([0, 1].map(|place| memory.field(instance, place)), [Value::Int(2), Value::Int(9)]);
    }
}
