//! What differs between two states.

use std::fmt;

use crate::state::set_bits;
use crate::{ComponentId, Entity, Schema, State};

/// The fields of a component, as a set of their positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FieldSet(u64);

impl FieldSet {
    /// Whether the field of that position is in the set.
    #[must_use]
    pub fn contains(self, field: usize) -> bool {
        field < 64 && self.0 >> field & 1 != 0
    }

    /// How many there are.
    #[must_use]
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The positions, in order.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        set_bits(self.0).map(|field| field as usize)
    }

    /// The set as a mask, the lowest bit for the first field.
    #[must_use]
    pub fn bits(self) -> u64 {
        self.0
    }
}

/// What became of a component.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// The entity got it.
    Added,
    /// The entity lost it.
    Removed,
    /// These fields have other values.
    Changed(FieldSet),
}

/// A component that differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ComponentDiff {
    /// The component.
    pub component: ComponentId,
    /// What became of it.
    pub change: Change,
}

/// A slot whose entity differs.
///
/// When both are there and are not the same, one entity went and another came in its place: the components then are
/// all those of the first as removed and all those of the second as added.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntityDiff {
    /// The entity that lived there in the first state.
    pub before: Option<Entity>,
    /// The entity that lives there in the second.
    pub after: Option<Entity>,
    /// Components that differ, in declared order; removed ones first where the entity is another.
    pub components: Vec<ComponentDiff>,
}

/// All that differs between two states, in slot order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Diff {
    /// Entities that came, went or changed.
    pub entities: Vec<EntityDiff>,
    /// The ticks of the two states, if they differ.
    pub ticks: Option<(u64, u64)>,
    /// How many pages were looked into: those that the states do not share and that differ.
    pub pages: usize,
}

impl Diff {
    /// Whether nothing differs that a world shows. (Free slots may still be used again in another order.)
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entities.is_empty() && self.ticks.is_none()
    }

    /// The differences as text, one line each, for people.
    #[must_use]
    pub fn describe<'a>(&'a self, schema: &'a Schema) -> impl fmt::Display + 'a {
        Described { diff: self, schema }
    }
}

/// Why two states were not compared.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("component kind {index} is {before} in one world and {after} in the other")]
pub struct DiffError {
    /// The number of the first kind that differs.
    pub index: usize,
    /// What it is in the first world.
    pub before: String,
    /// What it is in the second.
    pub after: String,
}

/// What changed between two states: entities, components and fields. Only pages that differ are looked into, so the
/// cost is that of what changed, not the size of the world, when one state came from the other or both from a third.
///
/// # Errors
/// [`DiffError`] if the states have different component kinds.
///
/// ```
/// use kerosene_world::{Change, ComponentDecl, ComponentId, FieldKind, Schema, Value, World, diff};
///
/// const POSITION: ComponentId = ComponentId::new(0);
///
/// let position = ComponentDecl::new("position").field("x", FieldKind::Int).field("y", FieldKind::Int);
/// let mut world = World::new(Schema::builder().declare(position).build()?);
/// let hero = world.spawn();
/// world.set(hero, POSITION, &[Value::Int(2), Value::Int(3)]);
/// let before = world.snapshot();
/// world.set_field(hero, POSITION, 1, Value::Int(4));
///
/// let changes = diff(&before, &world)?;
/// assert_eq!(changes.entities[0].after, Some(hero));
/// let Change::Changed(fields) = changes.entities[0].components[0].change else { panic!() };
/// assert_eq!(fields.iter().collect::<Vec<_>>(), [1]);
/// assert_eq!(changes.describe(world.schema()).to_string(), "@0#1 position: y\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn diff(before: &State, after: &State) -> Result<Diff, DiffError> {
    if !before.has_schema_of(after)
        && let Some((index, before, after)) = before.schema.first_difference(&after.schema)
    {
        return Err(DiffError { index, before, after });
    }
    let (slots, pages) = differing_slots(before, after);
    let ticks = (before.tick != after.tick).then_some((before.tick, after.tick));
    let entities = slots.into_iter().filter_map(|slot| entity_diff(before, after, slot)).collect();
    Ok(Diff { entities, ticks, pages })
}

/// Slots that differ in any way, in order, and how many pages were compared for it.
fn differing_slots(before: &State, after: &State) -> (Vec<u32>, usize) {
    let (records, mut pages) = before.slots.differing(&after.slots);
    let mut slots: Vec<u32> = records.into_iter().map(|slot| slot as u32).collect();
    let end = before.slots.len().max(after.slots.len()) as u32;
    for (a, b) in before.columns.iter().zip(&after.columns) {
        a.values.differing(&b.values, &mut |first, count| {
            pages += 1;
            let in_page = first..first.saturating_add(count).min(end);
            slots.extend(in_page.filter(|slot| a.values.read(*slot) != b.values.read(*slot)));
        });
    }
    slots.sort_unstable();
    slots.dedup();
    (slots, pages)
}

/// How the entity of one slot differs, if it does.
fn entity_diff(before: &State, after: &State, slot: u32) -> Option<EntityDiff> {
    let (old, new) = (before.slots.living_in(slot), after.slots.living_in(slot));
    let entity = |living: Option<(Entity, u64)>| living.map(|(entity, _)| entity);
    let mask = |living: Option<(Entity, u64)>| living.map_or(0, |(_, mask)| mask);
    let all = |mask: u64, change: Change| {
        set_bits(mask).map(move |number| ComponentDiff { component: ComponentId::new(number as u8), change })
    };
    let components: Vec<_> = if entity(old) == entity(new) {
        set_bits(mask(old) | mask(new))
            .filter_map(|number| {
                component_diff(before, after, slot, ComponentId::new(number as u8), mask(old), mask(new))
            })
            .collect()
    } else {
        all(mask(old), Change::Removed).chain(all(mask(new), Change::Added)).collect()
    };
    let differs = entity(old) != entity(new) || !components.is_empty();
    differs.then(|| EntityDiff { before: entity(old), after: entity(new), components })
}

fn component_diff(
    before: &State,
    after: &State,
    slot: u32,
    component: ComponentId,
    old: u64,
    new: u64,
) -> Option<ComponentDiff> {
    let has = |mask: u64| mask >> component.index() & 1 != 0;
    let change = match (has(old), has(new)) {
        (false, false) => return None,
        (false, true) => Change::Added,
        (true, false) => Change::Removed,
        (true, true) => Change::Changed(changed_fields(before, after, slot, component)?),
    };
    Some(ComponentDiff { component, change })
}

/// The fields that differ, if any do.
fn changed_fields(before: &State, after: &State, slot: u32, component: ComponentId) -> Option<FieldSet> {
    let kind = after.schema.kind(component)?;
    let old = before.columns.get(component.index())?.values.read(slot);
    let new = after.columns.get(component.index())?.values.read(slot);
    let differs = |field: &usize| kind.place(*field).is_some_and(|(_, range)| old[range.clone()] != new[range]);
    let set = (0..kind.fields().len()).filter(differs).fold(0, |set, field| set | 1 << field);
    (set != 0).then_some(FieldSet(set))
}

/// A difference with the names to show it.
struct Described<'a> {
    diff: &'a Diff,
    schema: &'a Schema,
}

impl fmt::Display for Described<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((before, after)) = self.diff.ticks {
            writeln!(out, "tick {before} became {after}")?;
        }
        for entity in &self.diff.entities {
            match (entity.before, entity.after) {
                (Some(before), Some(after)) if before != after => writeln!(out, "{before} went and {after} came")?,
                (Some(before), None) => writeln!(out, "{before} went")?,
                (None, Some(after)) => writeln!(out, "{after} came")?,
                _ => {}
            }
            for component in &entity.components {
                self.component(out, entity, component)?;
            }
        }
        Ok(())
    }
}

impl Described<'_> {
    fn component(&self, out: &mut fmt::Formatter<'_>, entity: &EntityDiff, diff: &ComponentDiff) -> fmt::Result {
        let Some(kind) = self.schema.kind(diff.component) else { return Ok(()) };
        let (holder, sign) = match diff.change {
            Change::Added => (entity.after, "+"),
            Change::Removed => (entity.before, "-"),
            Change::Changed(_) => (entity.after, ""),
        };
        let Some(holder) = holder else { return Ok(()) };
        write!(out, "{holder} {sign}{}", kind.name())?;
        if let Change::Changed(fields) = diff.change {
            for (count, field) in fields.iter().filter_map(|field| kind.fields().get(field)).enumerate() {
                write!(out, "{}{}", if count == 0 { ": " } else { ", " }, field.name)?;
            }
        }
        writeln!(out)
    }
}
