//! From a world, or a snapshot in memory, to what is saved.

use super::WorldSnapshot;
use super::model::{FreeRows, SavedClock, SavedEntity, SavedEvent, SavedField, SavedWire};
use crate::EntityWorld;
use crate::class::Registry;
use crate::world::{BagRow, EntityRow, EntitySnapshot, EventRow, WireRow};
use kerosene_world::{ComponentId, Entity, FieldDecl, FieldFlags, Value as FieldValue, Vec3, World};
use std::collections::BTreeMap;

impl WorldSnapshot {
    /// What is to be saved of a world as it is now.
    ///
    /// Requests that nobody has taken yet are not part of it; the engine takes them before it saves.
    #[must_use]
    pub fn capture(world: &EntityWorld) -> Self {
        Self::of_snapshot(&world.snapshot(), world.registry())
    }

    /// What is to be saved of a snapshot in memory: on any thread, while the live world goes on.
    #[must_use]
    pub fn of_snapshot(snapshot: &EntitySnapshot, registry: &Registry) -> Self {
        let parts = snapshot.parts();
        let mut world = World::new_in(registry.schema().clone(), parts.world.store());
        world.restore(parts.world);
        let mut notes = clean_components(&mut world);
        let mut finite = Finite::default();
        let entities = parts
            .rows
            .iter()
            .filter_map(|row| Some((row.id.entity()?, row)))
            .map(|(id, row)| SavedEntity {
                id,
                spawn_order: row.spawn_order,
                class_name: row.class_name.spelling(),
                name: row.name.spelling(),
                life: row.life,
                line: row.line,
                children: snapshot.children(row),
                bag: snapshot.bag(row).map(|(row, field)| saved_field(row, field, &mut finite)).collect(),
                wires: snapshot.wires(row).map(|(row, wire)| saved_wire(row, wire, &mut finite)).collect(),
            })
            .collect();
        let events = snapshot.events().iter().map(|event| saved_event(event, &mut finite)).collect();
        if finite.changed > 0 {
            notes.push(format!(
                "{} loose fields, wires or events held a number that is not finite: it is 0 now",
                finite.changed
            ));
        }
        Self {
            game_version: registry.save_version(),
            world,
            clock: SavedClock {
                time: parts.clock.time,
                sequence: parts.clock.sequence,
                spawn_order: parts.clock.spawn_order,
                player: parts.clock.player,
                picker: parts.clock.picker,
            },
            names: snapshot.names(),
            entities,
            free_bag: FreeRows { rows: snapshot.bag_rows(), free: snapshot.free_bag() },
            free_wires: FreeRows { rows: snapshot.wire_rows(), free: snapshot.free_wires() },
            removed: snapshot.removed(),
            events,
            notes,
        }
    }
}

/// Counts values that had to be made finite.
#[derive(Default)]
struct Finite {
    changed: usize,
}

impl Finite {
    fn value(&mut self, value: crate::Value) -> crate::Value {
        let (finite, changed) = value.made_finite();
        self.changed += usize::from(changed);
        finite
    }
}

fn saved_field(row: u32, field: &BagRow, finite: &mut Finite) -> SavedField {
    SavedField { row, key: field.key.spelling(), value: finite.value(field.value.value()) }
}

fn saved_wire(row: u32, wire: &WireRow, finite: &mut Finite) -> SavedWire {
    SavedWire {
        row,
        output: wire.output.spelling(),
        input: wire.input.spelling(),
        target: wire.target.target().into(),
        parameter: finite.value(wire.parameter.value()),
        delay: wire.delay,
        remaining: wire.remaining,
    }
}

fn saved_event(event: &EventRow, finite: &mut Finite) -> SavedEvent {
    SavedEvent {
        due: event.due,
        sequence: event.sequence,
        target: event.target.target().into(),
        activator: event.activator.entity(),
        caller: event.caller.entity(),
        value: finite.value(event.value.value()),
        input: event.input.spelling(),
        output: event.output.spelling(),
    }
}

/// Puts transient fields to their kind's zero, and numbers that are not finite to 0; says what was not finite.
fn clean_components(world: &mut World) -> Vec<String> {
    let mut not_finite: BTreeMap<String, usize> = BTreeMap::new();
    let kinds: Vec<(ComponentId, String, Vec<FieldDecl>)> =
        world.schema().kinds().map(|(id, kind)| (id, kind.name().to_owned(), kind.fields().to_vec())).collect();
    for (component, name, fields) in kinds {
        for (position, field) in fields.iter().enumerate() {
            let transient = field.flags.contains(FieldFlags::TRANSIENT);
            let zero = FieldValue::zero(field.kind);
            if !transient && !matches!(zero, FieldValue::Float(_) | FieldValue::Vec3(_)) {
                continue;
            }
            let holders: Vec<Entity> = world.entities().filter(|&entity| world.has(entity, component)).collect();
            for entity in holders {
                let Some(value) = world.get_field(entity, component, position) else { continue };
                let (cleaned, changed) = if transient { (zero, false) } else { finite(value) };
                if changed {
                    *not_finite.entry(format!("{name}.{}", field.name)).or_default() += 1;
                }
                world.set_field(entity, component, position, cleaned);
            }
        }
    }
    not_finite
        .into_iter()
        .map(|(field, count)| {
            format!("field {field} of {count} entities held a number that is not finite: it is 0 now")
        })
        .collect()
}

fn finite(value: FieldValue) -> (FieldValue, bool) {
    let number = |number: f32| if number.is_finite() { number } else { 0.0 };
    let cleaned = match value {
        FieldValue::Float(float) => FieldValue::Float(number(float)),
        FieldValue::Vec3(vector) => FieldValue::Vec3(Vec3::from(vector.to_array().map(number))),
        other => other,
    };
    (cleaned, cleaned != value)
}

/// The parts of a row that only a save needs.
impl EntitySnapshot {
    fn children(&self, row: &EntityRow) -> Vec<u32> {
        let parts = self.parts();
        let mut children = Vec::new();
        let mut at = row.child_first;
        while let Some(slot) = at.index() {
            children.push(slot as u32);
            at = parts.rows[slot].sibling_next;
        }
        children
    }
}
