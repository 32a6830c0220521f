//! The live world.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use crate::column::ComponentSeat;
use crate::state::set_bits;
use crate::{Component, ComponentId, Entity, PageStore, Schema, State, TextError, TextId, Value};

/// A world that lives: a [`State`] that can be changed, kept and put back.
///
/// ```
/// use kerosene_world::{ComponentDecl, ComponentId, FieldKind, Schema, Value, World};
///
/// const HEALTH: ComponentId = ComponentId::new(0);
///
/// let health = ComponentDecl::new("health").field("points", FieldKind::Int);
/// let mut world = World::new(Schema::builder().declare(health).build()?);
/// let hero = world.spawn();
/// assert!(world.set(hero, HEALTH, &[Value::Int(10)]));
///
/// let before = world.snapshot();
/// assert!(world.destroy(hero));
/// assert!(!world.is_alive(hero));
///
/// world.restore(&before);
/// assert_eq!(world.field(hero, HEALTH, 0), Value::Int(10));
/// # Ok::<(), kerosene_world::SchemaError>(())
/// ```
#[derive(Debug)]
pub struct World {
    pub(crate) state: State,
}

/// A world as it was: a [`State`] that stays as it is, on any thread, while the live world goes on.
///
/// It costs one reference for each component kind, and the memory of what changes afterwards.
#[derive(Debug, Clone)]
pub struct Snapshot {
    state: State,
}

impl World {
    /// An empty world at tick 0, with a page store of its own.
    #[must_use]
    pub fn new(schema: Schema) -> World {
        World::new_in(Arc::new(schema), &PageStore::new())
    }

    /// An empty world at tick 0, whose pages come from the store.
    #[must_use]
    pub fn new_in(schema: Arc<Schema>, store: &PageStore) -> World {
        World { state: State::new_in(schema, store) }
    }

    /// A world of other component kinds with a state's tick, texts, handles and free slots, and no components yet: what
    /// a reader of old saves fills with what it can move over.
    ///
    /// ```
    /// use kerosene_world::{Schema, World};
    ///
    /// let mut old = World::new(Schema::builder().build()?);
    /// let first = old.spawn();
    /// old.spawn();
    /// old.destroy(first);
    /// let mut new = World::recast(&old, Schema::builder().build()?);
    /// assert_eq!(new.count(), 1);
    /// assert_eq!(new.spawn(), old.spawn());
    /// # Ok::<(), kerosene_world::SchemaError>(())
    /// ```
    #[must_use]
    pub fn recast(state: &State, schema: impl Into<Arc<Schema>>) -> World {
        let mut world = World::new_in(schema.into(), &state.store);
        for slot in 0..state.slots.len() as u32 {
            let generation = state.slots.generation(slot).and_then(std::num::NonZeroU32::new);
            let living = state.slots.living_in(slot).is_some();
            world.state.slots.push(generation.unwrap_or(std::num::NonZeroU32::MIN), living);
        }
        for slot in state.slots.free() {
            world.state.slots.queue(slot);
        }
        world.state.texts = state.texts.clone();
        world.state.tick = state.tick;
        world
    }

    /// A new entity without components.
    ///
    /// # Panics
    /// If every one of 2³² − 2 slots is alive or used up.
    pub fn spawn(&mut self) -> Entity {
        match self.state.slots.spawn() {
            Some(entity) => entity,
            None => panic!("every slot of the world is taken"),
        }
    }

    /// Removes an entity and all its components. False if it was not alive.
    pub fn destroy(&mut self, entity: Entity) -> bool {
        let Some(components) = self.state.slots.destroy(entity) else { return false };
        for number in set_bits(components) {
            if let Some(column) = self.state.columns.get_mut(number as usize) {
                column.remove(&self.state.store, entity.slot());
            }
        }
        true
    }

    /// Attaches or replaces a component: one value for each field in declared order. False, and nothing
    /// changed, if the entity is not alive, the component does not exist, or a value is missing, too many, of
    /// another kind than its field, or a text that this world does not know.
    pub fn set(&mut self, entity: Entity, component: ComponentId, values: &[Value]) -> bool {
        let State { schema, texts, .. } = &self.state;
        let Some(kind) = schema.kind(component) else { return false };
        let fits = |(index, value): (usize, &Value)| {
            kind.fields()[index].kind == value.kind()
                && !matches!(value, Value::Text(text) if texts.resolve(*text).is_none())
        };
        if values.len() != kind.fields().len() || !values.iter().enumerate().all(fits) {
            return false;
        }
        let schema = Arc::clone(schema);
        let unchanged = |(field, value): (usize, &Value)| self.get_field(entity, component, field) == Some(*value);
        if self.has(entity, component) && values.iter().enumerate().all(unchanged) {
            return true;
        }
        let Some(bytes) = self.attach(entity, component) else { return false };
        for (index, value) in values.iter().enumerate() {
            if let Some((_, range)) = schema.kind(component).and_then(|kind| kind.place(index)) {
                value.store(&mut bytes[range]);
            }
        }
        true
    }

    /// Changes one field of a component that the entity has, by the field's position. False, and nothing changed, if it is not
    /// alive or lacks the component, or the field does not exist or is of another kind, or the value is a text
    /// that this world does not know.
    pub fn set_field(&mut self, entity: Entity, component: ComponentId, field: usize, value: Value) -> bool {
        let Some(old) = self.get_field(entity, component, field) else { return false };
        let unknown = matches!(value, Value::Text(text) if self.resolve(text).is_none());
        let place = self.state.schema.kind(component).and_then(|kind| kind.place(field));
        let Some((_, range)) = place.filter(|(kind, _)| *kind == value.kind() && !unknown) else { return false };
        if old != value {
            value.store(
                &mut self.state.columns[component.index()].values.write(&self.state.store, entity.slot())[range],
            );
        }
        true
    }

    /// Detaches a component. False if the entity did not have it.
    pub fn remove(&mut self, entity: Entity, component: ComponentId) -> bool {
        let State { slots, columns, store, .. } = &mut self.state;
        let Some(slot) = slots.slot_with(entity, component) else { return false };
        slots.mark(slot, component, false);
        columns[component.index()].remove(store, slot);
        true
    }

    /// Attaches or replaces a component. False if the entity is not alive or the schema was made without the
    /// type.
    #[expect(clippy::needless_pass_by_value, reason = "a component is given away, as to every other collection")]
    pub fn insert<T: Component>(&mut self, entity: Entity, value: T) -> bool {
        let Some(component) = self.state.schema.id_of::<T>() else { return false };
        let present = self.state.slots.slot_with(entity, component);
        if present.is_some_and(|slot| value.is_stored(self.state.columns[component.index()].values.read_as::<T>(slot)))
        {
            return true;
        }
        let Some(bytes) = self.attach(entity, component) else { return false };
        value.store(bytes);
        true
    }

    /// Detaches the component of that type and returns it, if the entity had it.
    pub fn take<T: Component>(&mut self, entity: Entity) -> Option<T> {
        let value = self.get(entity)?;
        self.remove(entity, self.state.schema.id_of::<T>()?);
        Some(value)
    }

    /// An entity's component to be changed: what is left in it when the guard goes is what the entity has.
    /// A page is copied, and a hash forgotten, only if something differs then. `None` if the entity is not
    /// alive or lacks the component, or the schema was made without the type.
    ///
    /// ```
    /// use kerosene_world::{Component, Schema, World};
    ///
    /// #[derive(Component)]
    /// struct Health { points: i32 }
    ///
    /// let mut world = World::new(Schema::builder().component::<Health>().build()?);
    /// let hero = world.spawn();
    /// world.insert(hero, Health { points: 10 });
    /// if let Some(mut health) = world.get_mut::<Health>(hero) {
    ///     health.points -= 3;
    /// }
    /// assert_eq!(world.get::<Health>(hero).map(|health| health.points), Some(7));
    /// # Ok::<(), kerosene_world::SchemaError>(())
    /// ```
    #[inline]
    pub fn get_mut<T: Component>(&mut self, entity: Entity) -> Option<Mut<'_, T>> {
        let component = self.state.schema.id_of::<T>()?;
        let slot = self.state.slots.slot_with(entity, component)?;
        let seat = self.state.columns.get_mut(component.index())?.values.seat_of::<T>(slot);
        Some(Mut { value: T::load(seat.read()), seat, store: &self.state.store })
    }

    /// The id of a text, which the world keeps from now on.
    ///
    /// # Errors
    /// [`TextError`] if it is too long, or there are too many.
    pub fn intern(&mut self, text: &str) -> Result<TextId, TextError> {
        self.state.texts.intern(text)
    }

    /// Sets the current tick.
    pub fn set_tick(&mut self, tick: u64) {
        self.state.tick = tick;
    }

    /// Goes on to the next tick.
    pub fn advance_tick(&mut self) {
        self.state.tick += 1;
    }

    /// Keeps the world as it is now, without copying any of it.
    #[must_use]
    pub fn snapshot(&self) -> Snapshot {
        Snapshot { state: self.state.clone() }
    }

    /// Puts the world back to a snapshot, which stays usable. False, and nothing changed, if the snapshot is of
    /// a world with another schema.
    pub fn restore(&mut self, snapshot: &Snapshot) -> bool {
        let same =
            Arc::ptr_eq(&self.state.schema, &snapshot.state.schema) || self.state.schema == snapshot.state.schema;
        if same {
            // The schema stays: it may know Rust types that the other was declared without.
            let schema = Arc::clone(&self.state.schema);
            self.state = State { schema, ..snapshot.state.clone() };
        }
        same
    }

    /// Lets go of a snapshot that is no longer needed. Its pages that nobody shares are free again. Dropping it,
    /// on any thread, does the same.
    pub fn release(&mut self, snapshot: Snapshot) {
        drop(snapshot);
    }

    /// Attaches a component as it is stored.
    pub(crate) fn attach_bytes(&mut self, entity: Entity, component: ComponentId, bytes: &[u8]) {
        if let Some(place) = self.attach(entity, component) {
            place.copy_from_slice(bytes);
        }
    }

    /// The bytes of an entity's component, which it has from now on.
    fn attach(&mut self, entity: Entity, component: ComponentId) -> Option<&mut [u8]> {
        let State { slots, columns, store, .. } = &mut self.state;
        let mask = slots.components(entity)?;
        let column = columns.get_mut(component.index())?;
        if mask >> component.index() & 1 == 0 {
            slots.mark(entity.slot(), component, true);
            column.bits.mark(store, entity.slot(), true);
        }
        Some(column.values.write(store, entity.slot()))
    }
}

impl Deref for World {
    type Target = State;

    #[inline]
    fn deref(&self) -> &State {
        &self.state
    }
}

impl Deref for Snapshot {
    type Target = State;

    #[inline]
    fn deref(&self) -> &State {
        &self.state
    }
}

/// A component being changed; see [`World::get_mut`].
#[derive(Debug)]
pub struct Mut<'a, T: Component> {
    value: T,
    seat: ComponentSeat<'a, T>,
    store: &'a PageStore,
}

impl<T: Component> Deref for Mut<'_, T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T: Component> DerefMut for Mut<'_, T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        &mut self.value
    }
}

impl<T: Component> Drop for Mut<'_, T> {
    #[inline]
    fn drop(&mut self) {
        if !self.value.is_stored(self.seat.read()) {
            self.value.store(self.seat.write(self.store));
        }
    }
}
