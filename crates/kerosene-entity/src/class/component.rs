//! A component type as a class names it.

use crate::kdef::{KdefChoice, KdefKey, KeyKind, ValueKind};
use kerosene_world::{Component, FieldDecl, FieldKind, SchemaBuilder};

/// A component type, with the type itself taken out.
#[derive(Clone, Copy)]
pub(crate) struct ComponentEntry {
    pub(crate) name: &'static str,
    pub(crate) fields: &'static [FieldDecl],
    /// Declares the type in a schema; a type that is there already is not declared again.
    pub(crate) declare: fn(SchemaBuilder) -> SchemaBuilder,
}

impl ComponentEntry {
    pub(crate) fn of<C: Component>() -> Self {
        Self { name: C::NAME, fields: C::FIELDS, declare: |builder| builder.component::<C>() }
    }
}

impl std::fmt::Debug for ComponentEntry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// The kind of value that a field holds.
pub(crate) fn value_kind(kind: FieldKind) -> ValueKind {
    match kind {
        FieldKind::Int => ValueKind::Int,
        FieldKind::Fixed | FieldKind::Float => ValueKind::Float,
        FieldKind::Bool => ValueKind::Bool,
        FieldKind::Entity => ValueKind::Entity,
        FieldKind::Vec3 => ValueKind::Vector,
        FieldKind::Text => ValueKind::Text,
    }
}

/// What an editor shows of a field; `None` for one that mappers cannot set.
///
/// The widget's first word is a kind of key, such as `color`; after `choices` or `flags` come the values with what
/// they mean: `choices 0=Off 1=On`, an underscore standing for a space.
pub(crate) fn key_of(field: &FieldDecl) -> Option<KdefKey> {
    if field.key.is_empty() {
        return None;
    }
    let mut words = field.widget.split_whitespace();
    let kind = words.next().and_then(KeyKind::from_word).unwrap_or(match field.kind {
        FieldKind::Int => KeyKind::Int,
        FieldKind::Fixed | FieldKind::Float => KeyKind::Float,
        FieldKind::Bool => KeyKind::Bool,
        FieldKind::Entity => KeyKind::TargetDestination,
        FieldKind::Vec3 => KeyKind::Vec3,
        FieldKind::Text => KeyKind::String,
    });
    let choices = words.filter_map(|word| word.split_once('='));
    let choices =
        choices.map(|(value, label)| KdefChoice { value: value.to_owned(), label: label.replace('_', " "), on: false });
    Some(KdefKey {
        name: field.key.to_string(),
        label: field.label.to_string(),
        kind,
        default: field.default.to_string(),
        help: field.help.to_string(),
        choices: if matches!(kind, KeyKind::Choices | KeyKind::Flags) { choices.collect() } else { Vec::new() },
    })
}
