//! Birth and removal of entities.

use super::EntityWorld;
use super::rows::{EntityRow, Life, Link};
use crate::EntityId;
use crate::class::{ClassId, ComponentDefaults};
use crate::components::{Pose, Switches, Think};
use crate::name::Name;
use crate::value::Value;
use kerosene_world::TextId;
use std::sync::Arc;

/// The key by which an entity names its script.
pub const SCRIPT_KEY: &str = "script";

impl EntityWorld {
    /// A new entity of a class, with its components at their defaults. Its spawn handler waits for
    /// [`start`](Self::start), so that keys can be set first. A class that nobody knows makes an inert entity.
    ///
    /// ```
    /// use kerosene_entity::{EntityWorld, Registry};
    ///
    /// let mut world = EntityWorld::new(&Registry::new([])?);
    /// let lamp = world.spawn("light");
    /// assert!(world.set_key(lamp, "brightness", "200"));
    /// world.start(lamp);
    /// assert_eq!(world.field(lamp, "Brightness").and_then(|value| value.int()), Some(200));
    /// # Ok::<(), kerosene_entity::RegistryError>(())
    /// ```
    pub fn spawn(&mut self, class: &str) -> EntityId {
        let class_name = self.name(class);
        let class = self.registry.find(class).unwrap_or(ClassId::INERT);
        self.create(class, class_name)
    }

    /// A new entity of a class with keys, started.
    pub fn spawn_with(&mut self, class: &str, keys: &[(&str, &str)]) -> EntityId {
        let entity = self.spawn(class);
        for (key, value) in keys {
            self.set_key(entity, key, value);
        }
        self.start(entity);
        entity
    }

    /// Runs the spawn handler of an entity that [`spawn`](Self::spawn) made, once. Those of what is stored away wait.
    pub fn start(&mut self, entity: EntityId) {
        self.prepare(entity);
        let Some(class) = self.enter_stage(entity, Life::SPAWNED) else { return };
        if self.field(entity, SCRIPT_KEY).is_some() {
            self.await_script(entity);
        }
        if let Some(spawn) = self.registry.known(class).def.handlers.spawn {
            spawn(self, entity);
        }
    }

    /// Notes that an entity is to be given its script: in its row, for saves, and in the list that is taken.
    fn await_script(&mut self, entity: EntityId) {
        if let Some(row) = self.row_mut(entity) {
            row.life |= Life::SCRIPTED.bits();
            self.scripted.push(entity);
        }
    }

    /// Lists those that wait for their scripts anew, from their rows.
    pub(super) fn list_scripted(&mut self, entities: impl Iterator<Item = EntityId>) {
        let waits = |entity: &EntityId| self.row(*entity).is_some_and(|row| row.life().contains(Life::SCRIPTED));
        let waiting: Vec<EntityId> = entities.filter(waits).collect();
        self.scripted = waiting;
    }

    /// Takes the entities that were born with a script, in the order in which they came into the world, into a list that is
    /// emptied first: no memory is given up or taken. An entity names its script with the key
    /// [`SCRIPT_KEY`](crate::SCRIPT_KEY). Those that wait to be taken are part of what is saved.
    ///
    /// ```
    /// use kerosene_entity::{EntityWorld, Registry};
    ///
    /// let mut world = EntityWorld::new(&Registry::new([])?);
    /// let lamp = world.spawn_with("light", &[("script", "flicker")]);
    /// world.spawn_with("light", &[]);
    /// let mut born = Vec::new();
    /// world.swap_scripted(&mut born);
    /// assert_eq!(born, [lamp]);
    /// # Ok::<(), kerosene_entity::RegistryError>(())
    /// ```
    pub fn swap_scripted(&mut self, into: &mut Vec<EntityId>) {
        into.clear();
        std::mem::swap(&mut self.scripted, into);
        for &entity in &*into {
            if let Some(row) = self.row_mut(entity) {
                row.life &= !Life::SCRIPTED.bits();
            }
        }
        into.sort_unstable_by_key(|&entity| self.row(entity).map(|row| row.spawn_order));
    }

    /// Whether entities were born with a script that nobody has taken yet.
    pub fn has_scripted(&self) -> bool {
        !self.scripted.is_empty()
    }

    /// Runs the handler of an entity that comes before all spawn handlers of a map, once.
    pub(super) fn prepare(&mut self, entity: EntityId) {
        if let Some(class) = self.enter_stage(entity, Life::PREPARED)
            && let Some(prepare) = self.registry.known(class).def.handlers.prepare
        {
            prepare(self, entity);
        }
    }

    /// Notes that an entity that is in play is at a stage of its life; gives its class, the first time.
    fn enter_stage(&mut self, entity: EntityId, stage: Life) -> Option<ClassId> {
        let row = self.row(entity).filter(|row| !row.life().intersects(stage | Life::STORED))?;
        let class = ClassId(row.class);
        self.row_mut(entity)?.life |= stage.bits();
        Some(class)
    }

    /// Whether an entity is in the world, neither marked for removal nor stored away.
    #[inline]
    pub fn is_active(&self, entity: EntityId) -> bool {
        self.row(entity).is_some_and(EntityRow::is_active)
    }

    /// How many entities there are, those marked for removal included.
    pub fn count(&self) -> usize {
        self.world.count()
    }

    /// Every entity that is not marked for removal, in slot order.
    pub fn entities(&self) -> impl Iterator<Item = EntityId> + '_ {
        self.state.rows.iter().filter(|row| row.is_active()).filter_map(|row| row.id.entity())
    }

    /// Every entity of a class that is not marked for removal, in slot order.
    pub fn of_class(&self, class: ClassId) -> impl Iterator<Item = EntityId> + '_ {
        let rows = self.state.rows.iter().filter(move |row| row.class == class.0 && row.is_active());
        rows.filter_map(|row| row.id.entity())
    }

    /// The name of an entity, as it was written; empty for none.
    pub fn name_of(&self, entity: EntityId) -> &str {
        self.row(entity).map_or("", |row| self.text(row.name.spelling()))
    }

    /// Gives an entity another name; the empty text for none. False if it is not alive.
    pub fn rename(&mut self, entity: EntityId, name: TextId) -> bool {
        let name = self.text(name).to_owned();
        let name = self.name(&name);
        self.set_name(entity, name)
    }

    pub(super) fn set_name(&mut self, entity: EntityId, name: Name) -> bool {
        let Some(row) = self.row(entity) else { return false };
        let (old, slot) = (row.name.symbol, entity.slot());
        self.state.names.unlink(old, slot, &mut self.state.rows);
        self.state.rows[slot as usize].name = name;
        self.state.names.link(name.symbol, slot, &mut self.state.rows);
        true
    }

    /// Every entity of a name that is not marked for removal, in spawn order; ASCII case is ignored.
    ///
    /// ```
    /// use kerosene_entity::{EntityWorld, Registry};
    ///
    /// let mut world = EntityWorld::new(&Registry::new([])?);
    /// let lamps = [1, 2].map(|_| world.spawn_with("light", &[("targetname", "Lamp")]));
    /// assert_eq!(world.find_by_name("lamp").collect::<Vec<_>>(), lamps);
    /// # Ok::<(), kerosene_entity::RegistryError>(())
    /// ```
    pub fn find_by_name(&self, name: &str) -> impl Iterator<Item = EntityId> + '_ {
        self.symbol(name).into_iter().flat_map(|symbol| self.named(symbol))
    }

    /// Marks an entity for removal at the end of the tick and fires its `OnKilled`. False if it was marked or is not
    /// alive.
    ///
    /// From now on it takes no inputs, is found by nobody and thinks no more; what is parented to it stays.
    pub fn remove(&mut self, entity: EntityId) -> bool {
        self.remove_by(entity, None)
    }

    /// As [`remove`](Self::remove), with who is to blame.
    pub fn remove_by(&mut self, entity: EntityId, activator: Option<EntityId>) -> bool {
        if !self.is_active(entity) {
            return false;
        }
        self.fire_output(entity, "OnKilled", activator, Value::None);
        self.mark_removed(entity);
        true
    }

    /// Removes an entity at the end of the tick as if it had never been there: nothing fires.
    pub fn discard(&mut self, entity: EntityId) {
        if self.is_active(entity) {
            self.mark_removed(entity);
        }
    }

    /// Puts an entity at the end of the list of those to be removed.
    pub(super) fn mark_removed(&mut self, entity: EntityId) {
        let link = Link::to(entity.slot());
        if let Some(row) = self.row_mut(entity) {
            row.life |= Life::REMOVED.bits();
        }
        match std::mem::replace(&mut self.state.clock.removed_last, link).index() {
            Some(last) => self.state.rows[last].removed_next = link,
            None => self.state.clock.removed_first = link,
        }
    }

    /// Removes an entity and everything that is parented to it, however deep; parents first.
    pub fn remove_hierarchy(&mut self, entity: EntityId, activator: Option<EntityId>) {
        for member in self.family(entity) {
            self.remove_by(member, activator);
        }
    }

    /// Takes those marked for removal out of the world, in the order in which they were marked.
    pub fn reclaim_removed(&mut self) {
        while let Some(slot) = self.state.clock.removed_first.index() {
            let row = self.state.rows[slot];
            self.state.clock.removed_first = row.removed_next;
            if row.removed_next.is_none() {
                self.state.clock.removed_last = Link::NONE;
            }
            if let Some(entity) = row.id.entity() {
                self.reclaim(entity, &row);
            }
        }
    }

    fn reclaim(&mut self, entity: EntityId, row: &EntityRow) {
        self.orphan_children(entity);
        self.unlink_parent(entity);
        self.state.names.unlink(row.name.symbol, entity.slot(), &mut self.state.rows);
        self.state.bags.clear(row.bag_first);
        self.state.wires.clear(row.wire_first);
        self.state.rows[entity.slot() as usize] = EntityRow::default();
        self.world.destroy(entity);
        let clock = &mut self.state.clock;
        clock.player = clock.player.filter(|&player| player != entity);
        clock.picker = clock.picker.filter(|&picker| picker != entity);
    }

    /// Makes an entity with the common components and those of its class.
    pub(super) fn create(&mut self, class: ClassId, class_name: Name) -> EntityId {
        let entity = self.world.spawn();
        self.enter(entity, class, class_name);
        self.world.insert(entity, Pose::default());
        self.world.insert(entity, Think::default());
        self.world.insert(entity, Switches::default());
        let registry = Arc::clone(&self.registry);
        for defaults in &registry.known(class).components {
            self.attach_defaults(entity, defaults);
        }
        entity
    }

    /// Gives the entity in a slot its row.
    pub(super) fn enter(&mut self, entity: EntityId, class: ClassId, class_name: Name) {
        let slot = entity.slot() as usize;
        if slot >= self.state.rows.len() {
            self.state.rows.resize(slot + 1, EntityRow::default());
        }
        let spawn_order = self.state.clock.spawn_order;
        self.state.clock.spawn_order += 1;
        self.state.rows[slot] =
            EntityRow { id: Some(entity).into(), spawn_order, class_name, class: class.0, ..EntityRow::default() };
    }

    /// Gives an entity a component whose fields hold their defaults.
    pub(super) fn attach_defaults(&mut self, entity: EntityId, defaults: &ComponentDefaults) {
        let world = &mut self.world;
        let values: Vec<kerosene_world::Value> = defaults.fields.iter().map(|field| field.value(world)).collect();
        self.world.set(entity, defaults.component, &values);
    }
}
