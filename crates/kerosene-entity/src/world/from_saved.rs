//! Putting a saved world in place.

use super::rows::{BagRow, EntityRow, EventRow, Handle, Link, WireRow};
use super::{Clock, EntityWorld};
use crate::Target;
use crate::class::{ClassId, Registry};
use crate::components::Parent;
use crate::disk::{FreeRows, RestoreReport, SavedEntity, SavedEvent, SavedTarget, SavedWire, WorldSnapshot};
use crate::name::Name;
use kerosene_world::TextId;
use std::collections::BTreeSet;
use std::sync::Arc;

impl EntityWorld {
    /// A world of a snapshot whose parts fit together and whose components are the registry's.
    pub(crate) fn from_saved(registry: &Arc<Registry>, saved: WorldSnapshot, report: &mut RestoreReport) -> Self {
        let mut world = Self::new(registry);
        world.world = saved.world;
        // The registry's names come first again; they are texts of the saved world from now on.
        for symbol in &registry.symbols {
            world.intern(symbol);
        }
        for name in saved.names {
            let folded = world.text(name).to_owned();
            world.state.names.add(name, &folded);
        }
        let clock = saved.clock;
        world.state.clock = Clock {
            time: clock.time,
            sequence: clock.sequence,
            spawn_order: clock.spawn_order,
            player: clock.player,
            picker: clock.picker,
            ..Clock::default()
        };
        // There is a row for every slot that was ever used.
        let slots = world.world.slot_count();
        world.state.rows.resize(slots, EntityRow::default());
        world.lay_rows(&saved.free_bag, &saved.free_wires);
        let mut unknown = BTreeSet::new();
        for entity in &saved.entities {
            world.put_entity(entity, &mut unknown);
        }
        world.link_saved(&saved.entities);
        world.list_scripted(saved.entities.iter().map(|entity| entity.id));
        for &entity in &saved.removed {
            world.mark_removed(entity);
        }
        for event in &saved.events {
            world.put_event(event);
        }
        report.notes.extend(
            unknown
                .into_iter()
                .map(|class| format!("the game has no class `{class}` any more: its entities do nothing")),
        );
        world
    }

    /// Makes the tables as long as they were, with the same rows free in the same order.
    fn lay_rows(&mut self, bag: &FreeRows, wires: &FreeRows) {
        self.state.bags.lay(bag.rows, &bag.free);
        self.state.wires.lay(wires.rows, &wires.free);
    }

    fn put_entity(&mut self, saved: &SavedEntity, unknown: &mut BTreeSet<String>) {
        let class_name = self.saved_name(saved.class_name);
        let text = self.text(saved.class_name).to_owned();
        let class = self.registry.find(&text);
        if class.is_none() && !text.is_empty() {
            unknown.insert(text);
        }
        let slot = saved.id.slot() as usize;
        let mut row = EntityRow {
            id: Some(saved.id).into(),
            spawn_order: saved.spawn_order,
            name: self.saved_name(saved.name),
            class_name,
            class: class.unwrap_or(ClassId::INERT).0,
            life: saved.life & !super::rows::Life::REMOVED.bits(),
            line: saved.line,
            ..EntityRow::default()
        };
        let mut next = Link::NONE;
        for field in saved.bag.iter().rev() {
            let key = self.saved_name(field.key);
            self.state.bags.rows[field.row as usize] = BagRow { key, value: field.value.into(), next, padding: 0 };
            next = Link::to(field.row);
        }
        row.bag_first = std::mem::replace(&mut next, Link::NONE);
        for wire in saved.wires.iter().rev() {
            let row = WireRow { next, ..self.saved_wire(wire) };
            self.state.wires.rows[wire.row as usize] = row;
            next = Link::to(wire.row);
        }
        row.wire_first = next;
        self.state.rows[slot] = row;
    }

    /// Links names in spawn order and children in theirs.
    fn link_saved(&mut self, entities: &[SavedEntity]) {
        let mut by_order: Vec<&SavedEntity> = entities.iter().collect();
        by_order.sort_by_key(|entity| entity.spawn_order);
        for entity in by_order {
            let slot = entity.id.slot();
            let symbol = self.state.rows[slot as usize].name.symbol;
            self.state.names.link(symbol, slot, &mut self.state.rows);
        }
        for entity in entities {
            for &child in entity.children.iter().rev() {
                self.link_child(entity.id.slot(), child);
            }
            debug_assert!(
                entity.children.is_empty() || self.children(entity.id).all(|child| self.get::<Parent>(child).is_some())
            );
        }
    }

    fn put_event(&mut self, saved: &SavedEvent) {
        let event = EventRow {
            due: saved.due,
            sequence: saved.sequence,
            target: self.saved_target(saved.target).into(),
            activator: Handle::from(saved.activator),
            caller: Handle::from(saved.caller),
            value: saved.value.into(),
            input: self.saved_name(saved.input),
            output: self.saved_name(saved.output),
            // Its chain was of a tick that is over.
            tick: u64::MAX,
            chain: u32::MAX,
            next: Link::NONE,
        };
        let now = self.time().nanoseconds();
        self.state.queue.push(&event, now);
    }

    fn saved_wire(&mut self, saved: &SavedWire) -> WireRow {
        WireRow {
            output: self.saved_name(saved.output),
            target: self.saved_target(saved.target).into(),
            input: self.saved_name(saved.input),
            parameter: saved.parameter.into(),
            delay: saved.delay,
            remaining: saved.remaining,
            next: Link::NONE,
            padding: 0,
        }
    }

    fn saved_target(&mut self, saved: SavedTarget) -> Target {
        match saved {
            SavedTarget::Name(name) => Target::Name(self.saved_name(name)),
            SavedTarget::Prefix(name) => Target::Prefix(self.saved_name(name)),
            SavedTarget::Special(special) => Target::Special(special),
            SavedTarget::Handle(entity) => Target::Handle(entity),
        }
    }

    fn saved_name(&mut self, text: TextId) -> Name {
        let text = self.text(text).to_owned();
        self.name(&text)
    }
}
