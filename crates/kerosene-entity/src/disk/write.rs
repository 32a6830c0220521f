//! From a snapshot to bytes.

use super::model::{FreeRows, SavedEntity, SavedEvent, SavedTarget, SavedWire};
use super::{MAGIC, VERSION, WorldSnapshot};
use crate::value::{Value, ValueRow};
use crate::{EntityId, Special};

impl WorldSnapshot {
    /// The bytes of the entity section of a save. Equal snapshots give equal bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Out(Vec::new());
        out.0.extend_from_slice(MAGIC);
        out.u32(VERSION);
        out.u32(self.game_version);
        let world = self.world.to_bytes();
        out.u64(world.len() as u64);
        out.0.extend_from_slice(&world);
        out.u64(self.clock.time.nanoseconds());
        out.u64(self.clock.sequence);
        out.u64(self.clock.spawn_order);
        out.handle(self.clock.player);
        out.handle(self.clock.picker);
        out.list(&self.names, |out, name| out.u64(name.to_bits()));
        out.list(&self.entities, Out::entity);
        out.free_rows(&self.free_bag);
        out.free_rows(&self.free_wires);
        out.list(&self.removed, |out, &entity| out.handle(Some(entity)));
        out.list(&self.events, Out::event);
        let checksum = xxhash_rust::xxh3::xxh3_64(&out.0);
        out.u64(checksum);
        out.0
    }
}

struct Out(Vec<u8>);

impl Out {
    fn u32(&mut self, number: u32) {
        self.0.extend_from_slice(&number.to_le_bytes());
    }

    fn u64(&mut self, number: u64) {
        self.0.extend_from_slice(&number.to_le_bytes());
    }

    fn handle(&mut self, entity: Option<EntityId>) {
        self.u64(entity.map_or(0, EntityId::to_bits));
    }

    fn value(&mut self, value: Value) {
        let (kind, bytes) = ValueRow::from(value).to_bytes();
        self.0.push(kind);
        self.0.extend_from_slice(&bytes);
    }

    /// Lists have fewer than 2^32 items, as the tables that they come from.
    fn list<T>(&mut self, items: &[T], each: impl Fn(&mut Self, &T)) {
        self.u32(items.len() as u32);
        for item in items {
            each(self, item);
        }
    }

    fn free_rows(&mut self, table: &FreeRows) {
        self.u32(table.rows);
        self.list(&table.free, |out, &row| out.u32(row));
    }

    fn entity(&mut self, entity: &SavedEntity) {
        self.handle(Some(entity.id));
        self.u64(entity.spawn_order);
        self.u64(entity.class_name.to_bits());
        self.u64(entity.name.to_bits());
        self.u32(entity.life);
        self.u32(entity.line);
        self.list(&entity.children, |out, &slot| out.u32(slot));
        self.list(&entity.bag, |out, field| {
            out.u32(field.row);
            out.u64(field.key.to_bits());
            out.value(field.value);
        });
        self.list(&entity.wires, Self::wire);
    }

    fn wire(&mut self, wire: &SavedWire) {
        self.u32(wire.row);
        self.u64(wire.output.to_bits());
        self.u64(wire.input.to_bits());
        self.target(wire.target);
        self.value(wire.parameter);
        self.u64(wire.delay);
        self.0.extend_from_slice(&wire.remaining.to_le_bytes());
    }

    fn event(&mut self, event: &SavedEvent) {
        self.u64(event.due);
        self.u64(event.sequence);
        self.target(event.target);
        self.handle(event.activator);
        self.handle(event.caller);
        self.value(event.value);
        self.u64(event.input.to_bits());
        self.u64(event.output.to_bits());
    }

    fn target(&mut self, target: SavedTarget) {
        let (kind, special, bits) = match target {
            SavedTarget::Name(name) => (0, 0, name.to_bits()),
            SavedTarget::Prefix(name) => (1, 0, name.to_bits()),
            SavedTarget::Special(special) => {
                (2, Special::ALL.iter().position(|&one| one == special).unwrap_or(0) as u8, 0)
            }
            SavedTarget::Handle(entity) => (3, 0, entity.to_bits()),
        };
        self.0.extend_from_slice(&[kind, special]);
        self.u64(bits);
    }
}
