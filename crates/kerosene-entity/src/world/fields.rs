//! Fields by name: of an entity's class components, and loose ones.

use super::EntityWorld;
use super::rows::{BagRow, Link};
use crate::EntityId;
use crate::class::{ClassId, value_kind};
use crate::name::{Folded, Name};
use crate::value::{Value, read_bool};
use kerosene_math::Vec3;
use kerosene_world::{ComponentId, FieldKind, Fixed, Value as FieldValue};

impl EntityWorld {
    /// A field of an entity by its key: of its class's components, else a loose one. ASCII case is ignored, and nothing
    /// is allocated for keys below 65 bytes.
    ///
    /// ```
    /// use kerosene_entity::{EntityWorld, Registry, Value};
    ///
    /// let mut world = EntityWorld::new(&Registry::new([])?);
    /// let lamp = world.spawn_with("light", &[("pitch", "-45.5")]);
    /// assert_eq!(world.field(lamp, "Pitch"), Some(Value::Float(-45.5)));
    /// assert_eq!(world.field(lamp, "yaw"), None);
    /// # Ok::<(), kerosene_entity::RegistryError>(())
    /// ```
    pub fn field(&self, entity: EntityId, key: &str) -> Option<Value> {
        let row = self.row(entity)?;
        if let Some((component, field, _)) = self.component_field(ClassId(row.class), key)
            && let Some(value) = self.world.get_field(entity, component, field)
        {
            return Some(from_field(value));
        }
        self.state.bags.get(row.bag_first, self.symbol(key)?)
    }

    /// The text of a field, if it is text.
    pub fn text_field(&self, entity: EntityId, key: &str) -> Option<&str> {
        self.field(entity, key)?.text().map(|text| self.text(text))
    }

    /// The number in a field; of text, the number that it says.
    pub fn float_field(&self, entity: EntityId, key: &str) -> Option<f32> {
        let value = self.field(entity, key)?;
        value.float().or_else(|| self.text(value.text()?).trim().parse().ok().filter(|number: &f32| number.is_finite()))
    }

    /// The truth in a field; of text, what it says, as [`read_bool`] reads it.
    ///
    /// ```
    /// use kerosene_entity::{EntityWorld, Registry};
    ///
    /// let mut world = EntityWorld::new(&Registry::new([])?);
    /// let lamp = world.spawn_with("light", &[("lit", "on"), ("cold", "0"), ("odd", "maybe")]);
    /// assert_eq!(["lit", "cold", "odd"].map(|key| world.bool_field(lamp, key)), [Some(true), Some(false), None]);
    /// # Ok::<(), kerosene_entity::RegistryError>(())
    /// ```
    pub fn bool_field(&self, entity: EntityId, key: &str) -> Option<bool> {
        let value = self.field(entity, key)?;
        value.bool().or_else(|| read_bool(self.text(value.text()?)))
    }

    /// Sets a field of an entity by its key: of its class's components, where the value is of the field's kind or can
    /// be made so, else a loose one. False if the entity is not alive or the value does not fit.
    pub fn set_field(&mut self, entity: EntityId, key: &str, value: Value) -> bool {
        let Some(row) = self.row(entity) else { return false };
        if let Some((component, field, kind)) = self.component_field(ClassId(row.class), key) {
            let Some(value) = value.converted(value_kind(kind), &mut self.world) else { return false };
            let Some(value) = to_field(value, kind) else { return false };
            return self.world.set_field(entity, component, field, value);
        }
        let key = self.name(key);
        self.set_loose_field(entity, key, value)
    }

    /// Takes a loose field off an entity; gives what it held.
    pub fn remove_field(&mut self, entity: EntityId, key: &str) -> Option<Value> {
        let symbol = self.symbol(key)?;
        let first = self.row(entity)?.bag_first;
        let (first, value) = self.state.bags.remove(first, symbol);
        self.row_mut(entity)?.bag_first = first;
        value
    }

    /// The loose fields of an entity, in the order in which they came.
    pub fn loose_fields(&self, entity: EntityId) -> impl Iterator<Item = (Name, Value)> + '_ {
        let first = self.row(entity).map_or(Link::NONE, |row| row.bag_first);
        self.state.bags.iter(first).map(|(_, BagRow { key, value, .. })| (*key, value.value()))
    }

    pub(super) fn set_loose_field(&mut self, entity: EntityId, key: Name, value: Value) -> bool {
        let Some(first) = self.row(entity).map(|row| row.bag_first) else { return false };
        let now_first = self.state.bags.set(first, key, value);
        if first != now_first
            && let Some(row) = self.row_mut(entity)
        {
            row.bag_first = now_first;
        }
        true
    }

    /// The component, position and kind of the field that a key of a class sets.
    pub(super) fn component_field(&self, class: ClassId, key: &str) -> Option<(ComponentId, usize, FieldKind)> {
        let class = self.registry.known(class);
        if class.keys.is_empty() {
            return None;
        }
        let found = class.key(Folded::new(key).as_str())?;
        let kind = self.registry.schema.kind(found.component)?.fields().get(found.field)?.kind;
        Some((found.component, found.field, kind))
    }
}

/// A component's field as a value of an entity.
pub(crate) fn from_field(value: FieldValue) -> Value {
    match value {
        FieldValue::Int(number) => Value::Int(number),
        FieldValue::Fixed(number) => Value::Float(number.to_f64() as f32),
        FieldValue::Bool(truth) => Value::Bool(truth),
        FieldValue::Entity(entity) => entity.map_or(Value::None, Value::Entity),
        FieldValue::Float(number) => Value::Float(number),
        FieldValue::Vec3(vector) => Value::Vector(vector),
        FieldValue::Text(text) => Value::Text(text),
    }
}

/// A value of the kind of a field, as the field holds it.
pub(crate) fn to_field(value: Value, kind: FieldKind) -> Option<FieldValue> {
    Some(match (kind, value) {
        (FieldKind::Int, value) => FieldValue::Int(value.int()?),
        (FieldKind::Fixed, value) => FieldValue::Fixed(Fixed::from_f64(f64::from(value.float()?))),
        (FieldKind::Float, value) => FieldValue::Float(value.float()?),
        (FieldKind::Bool, value) => FieldValue::Bool(value.bool()?),
        (FieldKind::Entity, Value::None) => FieldValue::Entity(None),
        (FieldKind::Entity, value) => FieldValue::Entity(Some(value.entity()?)),
        (FieldKind::Vec3, value) => FieldValue::Vec3(Vec3::from(value.vector()?.to_array())),
        (FieldKind::Text, value) => FieldValue::Text(value.text()?),
    })
}
