//! Values on their way between scripts and entities.

use crate::api::Vector;
use crate::call::{Answer, pack, unpack};
use crate::error::refuse;
use crate::profile::built;
use crate::text::ScriptText;
use kerosene_entity::{EntityWorld, Value};
use kerosene_math::Vec3;
use rhai::{Dynamic, FLOAT, INT, ImmutableString};

/// A value that a script hands over.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum ScriptValue {
    /// `()`: nothing.
    #[default]
    None,
    /// Truth.
    Bool(bool),
    /// A whole number, or the handle of an entity.
    Int(i64),
    /// A number.
    Float(f32),
    /// Text.
    Text(ScriptText),
    /// A point or direction.
    Vector(Vec3),
}

impl ScriptValue {
    /// The value of a script's expression; `None` for what is no plain value, such as an array.
    pub(crate) fn of(value: &Dynamic) -> Option<Self> {
        Some(if value.is_unit() {
            Self::None
        } else if let Ok(truth) = value.as_bool() {
            Self::Bool(truth)
        } else if let Ok(number) = value.as_int() {
            Self::Int(number)
        } else if let Ok(number) = value.as_float() {
            Self::Float(number)
        } else if let Some(text) = value.read_lock::<ImmutableString>() {
            Self::Text(text.clone().into())
        } else if let Some(vector) = value.read_lock::<Vector>() {
            Self::Vector(vector.0)
        } else {
            return None;
        })
    }

    /// As [`of`](Self::of), with a refusal that says what was given.
    pub(crate) fn taken(value: &Dynamic) -> Answer<Self> {
        Self::of(value).ok_or_else(|| {
            refuse(&format!(
                "{} is not what an entity can hold: use a bool, a number, a string, a vec3 or ()",
                value.type_name()
            ))
        })
    }

    /// As the value of an entity; texts are kept in the world's table.
    pub fn in_world(&self, world: &mut EntityWorld) -> Value {
        match self {
            Self::None => Value::None,
            &Self::Bool(truth) => Value::Bool(truth),
            &Self::Int(number) => Value::Int(number),
            &Self::Float(number) => Value::Float(number),
            Self::Text(text) => Value::Text(world.intern(text)),
            &Self::Vector(vector) => Value::Vector(vector),
        }
    }

    /// The entity that it names.
    pub(crate) fn entity(&self) -> Option<kerosene_entity::EntityId> {
        match self {
            &Self::Int(number) => unpack(number),
            _ => None,
        }
    }
}

/// An entity's value as a script has it.
pub(crate) fn dynamic(value: Value, world: &EntityWorld) -> Dynamic {
    match value {
        Value::None => Dynamic::UNIT,
        Value::Bool(truth) => truth.into(),
        Value::Int(number) => Dynamic::from_int(number as INT),
        Value::Float(number) => Dynamic::from_float(number as FLOAT),
        Value::Text(text) => {
            let text = world.text(text);
            built(text.len());
            text.into()
        }
        Value::Vector(vector) => Dynamic::from(Vector(vector)),
        Value::Angle(angles) => Dynamic::from(Vector(Vec3::new(angles.pitch, angles.yaw, angles.roll))),
        Value::Entity(entity) => Dynamic::from_int(pack(entity)),
    }
}
