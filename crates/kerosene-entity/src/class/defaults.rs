//! The defaults of a component's fields, read once from their declarations.

use crate::value::Texts;
use kerosene_kv::Value as FromText;
use kerosene_math::Vec3;
use kerosene_world::{ComponentId, FieldDecl, FieldKind, Fixed, Value, World};

/// A component of a class with what a new one holds.
#[derive(Debug)]
pub(crate) struct ComponentDefaults {
    pub(crate) component: ComponentId,
    pub(crate) fields: Vec<FieldDefault>,
}

/// What a field holds at first.
#[derive(Debug)]
pub(crate) enum FieldDefault {
    Known(Value),
    /// Text, which each world numbers for itself.
    Text(String),
}

/// A default that does not say what its field's kind says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct BadDefault {
    pub(crate) field: String,
    pub(crate) default: String,
}

impl ComponentDefaults {
    pub(crate) fn new(component: ComponentId, fields: &[FieldDecl]) -> Result<Self, BadDefault> {
        let fields = fields.iter().map(FieldDefault::new).collect::<Result<_, _>>()?;
        Ok(Self { component, fields })
    }
}

impl FieldDefault {
    fn new(field: &FieldDecl) -> Result<Self, BadDefault> {
        if field.default.is_empty() {
            return Ok(Self::Known(Value::zero(field.kind)));
        }
        if field.kind == FieldKind::Text {
            return Ok(Self::Text(field.default.to_string()));
        }
        let bad = || BadDefault { field: field.name.to_string(), default: field.default.to_string() };
        read_number(field.kind, &field.default).map(Self::Known).ok_or_else(bad)
    }

    pub(crate) fn value(&self, world: &mut World) -> Value {
        match self {
            Self::Known(value) => *value,
            Self::Text(text) => Value::Text(Texts::intern(world, text)),
        }
    }
}

/// Reads a key's text as the value of a field; `None` where it says something else. A name of an entity is not looked
/// up here.
pub(crate) fn read_field(kind: FieldKind, text: &str, world: &mut World) -> Option<Value> {
    match kind {
        FieldKind::Text => Some(Value::Text(Texts::intern(world, text))),
        kind => read_number(kind, text),
    }
}

fn read_number(kind: FieldKind, text: &str) -> Option<Value> {
    Some(match kind {
        FieldKind::Int => Value::Int(crate::value::read_int(text)?),
        FieldKind::Fixed => Value::Fixed(Fixed::from_f64(f64::from_text(text)?)),
        FieldKind::Bool => Value::Bool(crate::value::read_bool(text)?),
        FieldKind::Float => Value::Float(f32::from_text(text)?),
        FieldKind::Vec3 => Value::Vec3(Vec3::from(<[f32; 3]>::from_text(text)?)),
        FieldKind::Entity => Value::Entity(text.trim().parse().ok()),
        FieldKind::Text => return None,
    })
}
