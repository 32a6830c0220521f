//! The scripts of a game that are written in Rust, by name.

use super::hook::{Hook, Hooks};
use super::native::{EntityScript, run};
use super::states::MOST_BYTES;
use super::{ScriptError, ScriptResult};
use crate::context::Context;
use kerosene_entity::{EntityId, EntityWorld, Value, read_bool};
use kerosene_math::Vec3;
use kerosene_world::{FieldDecl, FieldKind, FieldType, Fixed, Value as Field};

/// A script in Rust.
#[derive(Clone, Copy)]
pub struct ScriptDef {
    /// Its name, as a mapper writes it in the key `script`.
    pub name: &'static str,
    /// What it does, for people.
    pub help: &'static str,
    /// What it remembers; those with a key can be written by mappers.
    pub fields: &'static [FieldDecl],
    pub(crate) size: usize,
    pub(crate) hooks: Hooks,
    pub(crate) run: fn(&mut Context<'_>, u32, &Hook) -> ScriptResult,
}

impl std::fmt::Debug for ScriptDef {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ScriptDef").field("name", &self.name).finish_non_exhaustive()
    }
}

/// The scripts of a game that are written in Rust.
///
/// ```
/// use kerosene_framework::{Context, EntityScript, ScriptRegistry, ScriptResult};
/// use kerosene_world::Component;
///
/// /// Says hello.
/// #[derive(Component)]
/// struct Greeter {}
///
/// impl EntityScript for Greeter {
///     fn on_start(&mut self, context: &mut Context<'_>) -> ScriptResult {
///         context.log("hello");
///         Ok(())
///     }
/// }
///
/// let scripts = ScriptRegistry::new().script::<Greeter>("greeter");
/// assert_eq!(scripts.find("Greeter").map(|script| script.help), Some("Says hello."));
/// ```
#[derive(Debug, Clone, Default)]
pub struct ScriptRegistry {
    scripts: Vec<ScriptDef>,
}

impl ScriptRegistry {
    /// No scripts.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a script under a name; one that has the name already is replaced. ASCII case is ignored.
    ///
    /// The struct's fields take at most 1,020 bytes, which is found out when the game is built.
    #[must_use]
    pub fn script<S: EntityScript>(mut self, name: &'static str) -> Self {
        const { assert!(S::SIZE <= MOST_BYTES, "a script's fields take at most 1020 bytes") };
        self.scripts.retain(|script| !script.name.eq_ignore_ascii_case(name));
        let (help, fields, size, hooks) = (S::HELP, S::FIELDS, S::SIZE, S::HOOKS);
        self.scripts.push(ScriptDef { name, help, fields, size, hooks, run: run::<S> });
        self
    }

    /// The scripts, in the order in which they were added.
    #[must_use]
    pub fn scripts(&self) -> &[ScriptDef] {
        &self.scripts
    }

    /// The script of a name; ASCII case is ignored.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&ScriptDef> {
        self.scripts.get(self.index(name)?)
    }

    pub(crate) fn index(&self, name: &str) -> Option<usize> {
        self.scripts.iter().position(|script| script.name.eq_ignore_ascii_case(name))
    }
}

impl ScriptDef {
    /// Its fields as they are written, as bytes.
    pub(crate) fn initial(&self, world: &mut EntityWorld) -> Vec<u8> {
        let mut bytes = vec![0; self.size];
        for (field, place) in self.places() {
            let text = field.default.trim();
            let value = match field.kind {
                _ if text.is_empty() => continue,
                FieldKind::Text => Value::Text(world.intern(text)),
                FieldKind::Vec3 => vector(text).map_or(Value::None, Value::Vector),
                FieldKind::Bool => Value::Bool(read_bool(text).unwrap_or_default()),
                _ => number(text).unwrap_or_default(),
            };
            write(&mut bytes[place..], field.kind, value, world);
        }
        bytes
    }

    /// Puts what the mapper wrote as keys of the entity over the fields.
    pub(crate) fn inject(&self, world: &mut EntityWorld, entity: EntityId, bytes: &mut [u8]) -> ScriptResult {
        for (field, place) in self.places().filter(|(field, _)| !field.key.is_empty()) {
            let Some(value) = world.field(entity, &field.key) else { continue };
            if !write(&mut bytes[place..], field.kind, value, world) {
                let kind = field.kind.name();
                let shown = world.shown(value);
                return Err(ScriptError::new(format!("the key {} says `{shown}`, which is no {kind}", field.key)));
            }
        }
        Ok(())
    }

    /// The fields with the places of their bytes.
    pub(crate) fn places(&self) -> impl Iterator<Item = (&'static FieldDecl, usize)> + use<> {
        self.fields.iter().scan(0, |place, field| {
            let at = *place;
            *place += field.kind.size();
            Some((field, at))
        })
    }
}

/// Writes a value as a field of a kind. False if it cannot be told as one.
fn write(bytes: &mut [u8], kind: FieldKind, value: Value, world: &mut EntityWorld) -> bool {
    let Some(value) = told_as(kind, value, world) else { return false };
    match value {
        Field::Int(number) => number.store(bytes),
        Field::Fixed(number) => number.store(bytes),
        Field::Bool(truth) => truth.store(bytes),
        Field::Entity(entity) => entity.store(bytes),
        Field::Float(number) => number.store(bytes),
        Field::Vec3(vector) => vector.store(bytes),
        Field::Text(text) => text.store(bytes),
    }
    true
}

/// An entity's value as one of a field's kind. Entities are found by name.
fn told_as(kind: FieldKind, value: Value, world: &mut EntityWorld) -> Option<Field> {
    Some(match (kind, value) {
        (FieldKind::Text, Value::Text(text)) => Field::Text(text),
        (FieldKind::Text, value) => {
            let shown = world.shown(value).to_string();
            Field::Text(world.intern(&shown))
        }
        (FieldKind::Entity, Value::Text(text)) => Field::Entity(world.find_by_name(world.text(text)).next()),
        (FieldKind::Entity, value) => Field::Entity(value.entity()),
        (FieldKind::Bool, Value::Text(text)) => Field::Bool(read_bool(world.text(text))?),
        (FieldKind::Vec3, Value::Text(text)) => Field::Vec3(vector(world.text(text))?),
        (kind, Value::Text(text)) => return told_as(kind, number(world.text(text))?, world),
        (FieldKind::Int, value) => Field::Int(value.int()?),
        (FieldKind::Float, value) => Field::Float(value.float()?),
        (FieldKind::Fixed, value) => Field::Fixed(Fixed::from_f64(f64::from(value.float()?))),
        (FieldKind::Bool, value) => Field::Bool(value.bool()?),
        (FieldKind::Vec3, value) => Field::Vec3(value.vector()?),
    })
}

fn number(text: &str) -> Option<Value> {
    let text = text.trim();
    let whole = text.parse().ok().map(Value::Int);
    whole.or_else(|| text.parse().ok().filter(|number: &f32| number.is_finite()).map(Value::Float))
}

fn vector(text: &str) -> Option<Vec3> {
    let mut words = text.split_whitespace().map(str::parse::<f32>);
    let mut next = || words.next()?.ok().filter(|number| number.is_finite());
    Some(Vec3::new(next()?, next()?, next()?))
}
