//! What a world is at one moment, and how it is read.

use smallvec::SmallVec;

use crate::column::Column;
use crate::slots::Slots;
use crate::{Component, ComponentId, Entity, Interner, PageStore, Schema, TextId, Value};
use std::sync::Arc;

/// A world's content at one moment: what [`World`](crate::World) and [`Snapshot`](crate::Snapshot) both are,
/// and all that can be asked of either. Both dereference to it.
///
/// ```
/// use kerosene_world::{ComponentDecl, ComponentId, FieldKind, Schema, State, World};
///
/// fn total(state: &State) -> usize {
///     state.count()
/// }
///
/// let mut world = World::new(Schema::builder().build()?);
/// let before = world.snapshot();
/// world.spawn();
/// assert_eq!((total(&before), total(&world)), (0, 1));
/// # Ok::<(), kerosene_world::SchemaError>(())
/// ```
#[derive(Debug, Clone)]
pub struct State {
    pub(crate) schema: Arc<Schema>,
    pub(crate) store: PageStore,
    pub(crate) slots: Slots,
    /// One for each kind of the schema. In place, so that a clone needs nothing from the heap.
    pub(crate) columns: SmallVec<[Column; Schema::MAX_KINDS]>,
    pub(crate) texts: Interner,
    pub(crate) tick: u64,
}

impl State {
    pub(crate) fn new_in(schema: Arc<Schema>, store: &PageStore) -> State {
        State {
            columns: schema.kinds().map(|(_, kind)| Column::new(kind.size())).collect(),
            schema,
            store: store.clone(),
            slots: Slots::new_in(store),
            texts: Interner::new_in(store),
            tick: 0,
        }
    }

    /// The component kinds.
    #[must_use]
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// Where the pages come from.
    #[must_use]
    pub fn store(&self) -> &PageStore {
        &self.store
    }

    /// Whether the handle names a living entity.
    #[must_use]
    #[inline]
    pub fn is_alive(&self, entity: Entity) -> bool {
        self.slots.components(entity).is_some()
    }

    /// Whether the entity is alive and has the component.
    #[must_use]
    #[inline]
    pub fn has(&self, entity: Entity, component: ComponentId) -> bool {
        self.slots.slot_with(entity, component).is_some()
    }

    /// How many entities live.
    #[must_use]
    pub fn count(&self) -> usize {
        self.slots.living()
    }

    /// How many slots were ever used.
    #[must_use]
    pub fn slot_count(&self) -> usize {
        self.slots.len()
    }

    /// The current tick.
    #[must_use]
    pub fn tick(&self) -> u64 {
        self.tick
    }

    /// The living entity in a slot, if there is one.
    #[must_use]
    pub fn entity_in(&self, slot: u32) -> Option<Entity> {
        self.slots.living_in(slot).map(|(entity, _)| entity)
    }

    /// Every living entity, in slot order.
    pub fn entities(&self) -> impl Iterator<Item = Entity> + '_ {
        self.slots.entities().map(|(entity, _)| entity)
    }

    /// The kinds of component that an entity has, in declared order; none if it is not alive.
    pub fn components(&self, entity: Entity) -> impl Iterator<Item = ComponentId> + use<> {
        set_bits(self.slots.components(entity).unwrap_or(0)).map(|number| ComponentId::new(number as u8))
    }

    /// The value of one field, by its position in the component.
    ///
    /// # Panics
    /// If the entity is not alive or lacks the component, or the component has no such field; the message
    /// names all three. [`State::get_field`] is the form that asks.
    #[must_use]
    pub fn field(&self, entity: Entity, component: ComponentId, field: usize) -> Value {
        match self.get_field(entity, component, field) {
            Some(value) => value,
            None => self.refuse(entity, component, field),
        }
    }

    /// The value of one field, by its position in the component; `None` if the entity is not alive or lacks
    /// the component, or the component has no such field.
    #[must_use]
    pub fn get_field(&self, entity: Entity, component: ComponentId, field: usize) -> Option<Value> {
        let (kind, range) = self.schema.kind(component)?.place(field)?;
        let slot = self.slots.slot_with(entity, component)?;
        Some(Value::load(kind, &self.columns.get(component.index())?.values.read(slot)[range]))
    }

    /// An entity's component, by value; `None` if the entity is not alive or lacks it, or the schema was
    /// made without the type.
    #[must_use]
    #[inline]
    pub fn get<T: Component>(&self, entity: Entity) -> Option<T> {
        self.get_as(entity, self.schema.id_of::<T>()?)
    }

    /// As [`State::get`], for a type whose number is known.
    #[inline]
    pub(crate) fn get_as<T: Component>(&self, entity: Entity, component: ComponentId) -> Option<T> {
        let slot = self.slots.slot_with(entity, component)?;
        Some(T::load(self.columns.get(component.index())?.values.read_as::<T>(slot)))
    }

    /// Whether the entity is alive and has the component of that type.
    #[must_use]
    #[inline]
    pub fn contains<T: Component>(&self, entity: Entity) -> bool {
        self.schema.id_of::<T>().is_some_and(|component| self.has(entity, component))
    }

    /// The text of an id, if the world knows it.
    #[must_use]
    #[inline]
    pub fn resolve(&self, text: TextId) -> Option<&str> {
        self.texts.resolve(text)
    }

    /// The id of a text, if the world knows it.
    #[must_use]
    pub fn find_text(&self, text: &str) -> Option<TextId> {
        self.texts.find(text)
    }

    /// Every text that the world knows.
    #[must_use]
    pub fn texts(&self) -> &Interner {
        &self.texts
    }

    /// A hash of everything: tick, slots with their generations, the order in which free ones will be used,
    /// and every component. Equal worlds have equal hashes, whatever happened to them before and on every
    /// machine. Only pages written since the last time are read again.
    ///
    /// Texts count by their content where a field holds them; what was interned beside that does not.
    #[must_use]
    pub fn state_hash(&self) -> u64 {
        let mut hasher = xxhash_rust::xxh3::Xxh3Default::new();
        hasher.update(&self.tick.to_le_bytes());
        hasher.update(&self.slots.hash().to_le_bytes());
        for column in &self.columns {
            hasher.update(&column.values.hash().to_le_bytes());
        }
        hasher.digest()
    }

    /// Whether the component kinds are the same in names and fields.
    pub(crate) fn has_schema_of(&self, other: &State) -> bool {
        Arc::ptr_eq(&self.schema, &other.schema) || self.schema.first_difference(&other.schema).is_none()
    }

    #[cold]
    fn refuse(&self, entity: Entity, component: ComponentId, field: usize) -> ! {
        let kind = self.schema.kind(component);
        let name = kind.map_or_else(|| component.to_string(), |kind| kind.name().to_owned());
        let known = kind.and_then(|kind| kind.fields().get(field));
        let field = known.map_or_else(|| format!("#{field}"), |field| field.name.to_string());
        let why = if !self.is_alive(entity) {
            "the entity is not alive"
        } else if kind.is_some() && !self.has(entity, component) {
            "the entity does not have the component"
        } else {
            "the schema does not have it"
        };
        panic!("cannot read field {field} of {name} of entity {entity}: {why}")
    }
}

/// Equal when tick, slots, order of free slots and all components are, byte for byte, under schemas with
/// the same names and kinds. What two states share is not compared.
impl PartialEq for State {
    fn eq(&self, other: &State) -> bool {
        if !self.has_schema_of(other) || self.tick != other.tick || self.slots != other.slots {
            return false;
        }
        let mut equal = true;
        for (a, b) in self.columns.iter().zip(&other.columns) {
            a.values.differing(&b.values, &mut |_, _| equal = false);
        }
        equal
    }
}

impl Eq for State {}

/// The numbers of the bits that are set, from the lowest.
pub(crate) fn set_bits(mut mask: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = mask.trailing_zeros();
        mask &= mask.wrapping_sub(1);
        (bit < 64).then_some(bit)
    })
}
