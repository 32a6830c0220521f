//! Entities that are kept as patterns, and copies of entities.
//!
//! What is *stored away* has its keys, wires and components, and takes part in nothing: no handler of it runs, no input
//! and no search finds it. It is part of every snapshot and save, as anything else. A group of entities is copied
//! together: what refers to a member of the group refers to that member's copy in the copies, by handle and, where the
//! copies have names of their own, by name.

use super::EntityWorld;
use super::rows::Life;
use crate::class::ClassId;
use crate::components::{Motion, Parent};
use crate::name::{Name, Symbol};
use crate::value::Value;
use crate::{EntityId, Target};
use kerosene_world::{ComponentId, TextId, Value as FieldValue};

/// The most entities of a world in which classes go on making more.
const MOST_ENTITIES: usize = 16_384;
/// The most entities that classes make in one tick.
const MOST_IN_TICK: u64 = 1_024;

/// Who stands for whom in copies.
struct Renaming {
    /// The group and its copies, place by place.
    pairs: Vec<(EntityId, EntityId)>,
    /// Names of the group and those of the copies; empty where they keep them.
    names: Vec<(Symbol, Name)>,
}

impl Renaming {
    fn entity(&self, entity: EntityId) -> EntityId {
        self.pairs.iter().find(|(old, _)| *old == entity).map_or(entity, |&(_, new)| new)
    }

    fn name(&self, symbol: Symbol) -> Option<Name> {
        self.names.iter().find(|(old, _)| *old == symbol).map(|&(_, new)| new)
    }
}

impl EntityWorld {
    /// Whether there is room for so many more entities: in the world, and in this tick. Classes that make others over and
    /// over ask first, so that no level grows without end, and no tick does nothing else.
    pub fn has_room_for(&self, entities: usize) -> bool {
        let made = self.state.clock.spawn_order.saturating_sub(self.first_of_tick);
        self.count().saturating_add(entities) <= MOST_ENTITIES && made.saturating_add(entities as u64) <= MOST_IN_TICK
    }

    /// Takes an entity that has not been started out of play, to be copied later. False if it is not there.
    ///
    /// ```
    /// use kerosene_entity::{EntityWorld, Registry};
    ///
    /// let mut world = EntityWorld::new(&Registry::new([])?);
    /// let pattern = world.spawn("crate");
    /// world.set_key(pattern, "targetname", "crate");
    /// world.add_output(pattern, "OnUser1 crate:Kill");
    /// assert!(world.store_away(pattern) && !world.is_active(pattern));
    ///
    /// let copies = world.copy_group(&[pattern], "&0001");
    /// assert_eq!(world.name_of(copies[0]), "crate&0001");
    /// let wire = world.wires(copies[0]).next().expect("the pattern's wire");
    /// assert_eq!(world.target_text(wire.target), "crate&0001");
    /// # Ok::<(), kerosene_entity::RegistryError>(())
    /// ```
    pub fn store_away(&mut self, entity: EntityId) -> bool {
        let Some(row) = self.row_mut(entity).filter(|row| row.is_active()) else { return false };
        row.life |= Life::STORED.bits();
        true
    }

    /// Whether an entity is stored away.
    pub fn is_stored(&self, entity: EntityId) -> bool {
        self.row(entity).is_some_and(|row| row.life().contains(Life::STORED))
    }

    /// Those that are stored away under a name, or under names with a prefix, in spawn order.
    pub fn stored(&self, target: Target) -> Vec<EntityId> {
        let prefix = match target {
            Target::Name(name) | Target::Prefix(name) => name,
            Target::Special(_) | Target::Handle(_) => return Vec::new(),
        };
        let folded = self.text(self.state.names.text(prefix.symbol));
        let bears = |name: Name| match target {
            Target::Prefix(_) => self.text(self.state.names.text(name.symbol)).starts_with(folded),
            _ => name.symbol == prefix.symbol,
        };
        let rows = self.state.rows.iter().filter(|row| row.life().contains(Life::STORED));
        let mut found: Vec<_> = rows.filter(|row| row.name.symbol != Symbol::default() && bears(row.name)).collect();
        found.sort_unstable_by_key(|row| row.spawn_order);
        found.into_iter().filter_map(|row| row.id.entity()).collect()
    }

    /// Copies entities: class, pose, keys, wires, components. Names, and what in the copies is a member's name, get the
    /// suffix; an empty one keeps them. The copies are in play, follow whom their patterns follow, and wait for
    /// [`start`](Self::start). Who is not there has no copy.
    pub fn copy_group(&mut self, group: &[EntityId], suffix: &str) -> Vec<EntityId> {
        let mut renaming = Renaming { pairs: Vec::with_capacity(group.len()), names: Vec::new() };
        for &pattern in group {
            let Some(row) = self.row(pattern).copied() else { continue };
            let copy = self.create(ClassId(row.class), row.class_name);
            if let Some(made) = self.row_mut(copy) {
                made.line = row.line;
                made.life |= row.life & Life::PREPARED.bits();
            }
            renaming.pairs.push((pattern, copy));
            if !suffix.is_empty() && row.name.symbol != Symbol::default() && renaming.name(row.name.symbol).is_none() {
                let name = format!("{}{suffix}", self.spelling(row.name));
                let name = self.name(&name);
                renaming.names.push((row.name.symbol, name));
            }
        }
        for &(pattern, copy) in &renaming.pairs {
            self.copy_name(pattern, copy, &renaming);
            self.copy_components(pattern, copy, &renaming);
            self.copy_lists(pattern, copy, &renaming);
        }
        for &(pattern, copy) in &renaming.pairs {
            if let Some(parent) = self.parent(pattern) {
                let (parent, local) = (renaming.entity(parent), self.local_pose(pattern));
                self.set_parent(copy, parent);
                self.set_local_pose(copy, local);
            }
        }
        renaming.pairs.into_iter().map(|(_, copy)| copy).collect()
    }

    fn copy_name(&mut self, pattern: EntityId, copy: EntityId, renaming: &Renaming) {
        let Some(name) = self.row(pattern).map(|row| row.name) else { return };
        self.set_name(copy, renaming.name(name.symbol).unwrap_or(name));
    }

    fn copy_components(&mut self, pattern: EntityId, copy: EntityId, renaming: &Renaming) {
        let schema = std::sync::Arc::clone(self.registry.schema());
        // Whom one follows is set when all are there, and how one moves is for its class to say.
        let left_out = [schema.id_of::<Parent>(), schema.id_of::<Motion>()];
        let kinds = schema.kinds().filter(|(kind, _)| !left_out.contains(&Some(*kind)));
        for (kind, decl) in kinds.filter(|(kind, _)| self.world.has(pattern, *kind)).collect::<Vec<_>>() {
            let fields: Vec<FieldValue> = (0..decl.fields().len())
                .filter_map(|field| self.copied_field(pattern, kind, field, renaming))
                .collect();
            self.world.set(copy, kind, &fields);
        }
    }

    fn copied_field(
        &self,
        pattern: EntityId,
        kind: ComponentId,
        field: usize,
        renaming: &Renaming,
    ) -> Option<FieldValue> {
        Some(match self.world.get_field(pattern, kind, field)? {
            FieldValue::Entity(entity) => FieldValue::Entity(entity.map(|entity| renaming.entity(entity))),
            FieldValue::Text(text) => FieldValue::Text(self.renamed(text, renaming)),
            other => other,
        })
    }

    /// Loose fields and wires.
    fn copy_lists(&mut self, pattern: EntityId, copy: EntityId, renaming: &Renaming) {
        let fields: Vec<(Name, Value)> = self.loose_fields(pattern).collect();
        for (key, value) in fields {
            let value = self.renamed_value(value, renaming);
            self.set_loose_field(copy, key, value);
        }
        let Some(mut first) = self.row(copy).map(|row| row.wire_first) else { return };
        let wires: Vec<_> = match self.row(pattern) {
            Some(row) => self.state.wires.iter(row.wire_first).map(|(_, wire)| *wire).collect(),
            None => Vec::new(),
        };
        for mut wire in wires {
            wire.target = match wire.target.target() {
                Target::Name(name) => Target::Name(renaming.name(name.symbol).unwrap_or(name)),
                Target::Handle(entity) => Target::Handle(renaming.entity(entity)),
                other => other,
            }
            .into();
            wire.parameter = self.renamed_value(wire.parameter.value(), renaming).into();
            wire.next = super::rows::Link::NONE;
            first = self.state.wires.add(first, wire);
        }
        if let Some(row) = self.row_mut(copy) {
            row.wire_first = first;
        }
    }

    fn renamed_value(&self, value: Value, renaming: &Renaming) -> Value {
        match value {
            Value::Entity(entity) => Value::Entity(renaming.entity(entity)),
            Value::Text(text) => Value::Text(self.renamed(text, renaming)),
            other => other,
        }
    }

    /// The name that a text is in the copies, or the text itself.
    fn renamed(&self, text: TextId, renaming: &Renaming) -> TextId {
        if renaming.names.is_empty() || text == TextId::EMPTY {
            return text;
        }
        let name = self.symbol(self.text(text)).and_then(|symbol| renaming.name(symbol));
        name.map_or(text, Name::spelling)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use super::*;
    use crate::{ClassDef, ClassKind, Registry, ValueKind, WorldSnapshot};
    use kerosene_math::Vec3;
    use std::time::Duration;

    fn world() -> EntityWorld {
        let relay = ClassDef::new("relay", ClassKind::Point)
            .input(
                "Go",
                ValueKind::None,
                |world, relay, _| {
                    world.fire_output(relay, "OnGo", None, Value::None);
                },
                "",
            )
            .output("OnGo", ValueKind::None, "")
            .on_think(|world, relay| {
                world.remove(relay);
            });
        let mut world = EntityWorld::new(&Registry::new([relay]).unwrap());
        let text = "{ classname worldspawn }
            { classname relay targetname one origin \"0 0 8\" friend TWO connections { OnGo \"two,Kill\" OnGo \"three,Kill\" } }
            { classname relay targetname two origin \"0 8 8\" parentname one }
            { classname relay targetname three }";
        world.load_from_kv(text, &[], "test").unwrap();
        world
    }

    fn stored_pair(world: &mut EntityWorld) -> [EntityId; 2] {
        ["one", "two"].map(|name| {
            let entity = world.find_by_name(name).next().unwrap();
            assert!(world.store_away(entity));
            entity
        })
    }

    #[test]
    fn what_is_stored_away_is_found_by_nothing_and_does_nothing() {
        let mut world = world();
        let [one, two] = stored_pair(&mut world);
        assert_eq!(world.find_by_name("one").count(), 0);
        assert!(!world.entities().any(|entity| entity == one));
        assert!(!world.accept_input(one, "Go", Value::None, None, None) && !world.remove(two));
        world.think_after(one, 0.0);
        world.run(Duration::from_secs(1));
        assert!(world.is_stored(one));
        let target = world.target("t*");
        assert_eq!(world.stored(target), [two]);
    }

    #[test]
    fn copies_refer_to_each_other_and_to_others_as_their_patterns_do() {
        let mut world = world();
        let pair = stored_pair(&mut world);
        let [one, two] = world.copy_group(&pair, "&0001")[..] else { panic!("two copies") };
        assert_eq!([one, two].map(|copy| world.name_of(copy).to_owned()), ["one&0001", "two&0001"]);
        assert_eq!(world.text_field(one, "friend"), Some("two&0001"));
        assert_eq!(world.parent(two), Some(one));
        world.set_origin(one, Vec3::new(100.0, 0.0, 8.0));
        assert_eq!(world.origin(two), Vec3::new(100.0, 8.0, 8.0));
        let targets: Vec<String> = world.wires(one).map(|wire| world.target_text(wire.target)).collect();
        assert_eq!(targets, ["two&0001", "three"]);
        world.accept_input(one, "Go", Value::None, None, None);
        world.run(Duration::from_millis(1));
        assert!(!world.is_active(two) && world.find_by_name("three").next().is_none());
        // Their own names, and the pattern is as it was.
        let kept = world.copy_group(&pair, "");
        assert_eq!(kept.iter().map(|&copy| world.name_of(copy)).collect::<Vec<_>>(), ["one", "two"]);
    }

    #[test]
    fn patterns_are_saved_as_patterns() {
        let mut world = world();
        let [one, _] = stored_pair(&mut world);
        let bytes = WorldSnapshot::capture(&world).to_bytes();
        let (again, _) = WorldSnapshot::from_bytes(&bytes).unwrap().instantiate(world.registry()).unwrap();
        assert!(again.is_stored(one) && again.state_hash() == world.state_hash());
    }
}
