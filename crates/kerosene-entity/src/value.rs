//! Values of keys, of the bag, and of what travels along wires.

use crate::EntityId;
use crate::kdef::ValueKind;
use bytemuck::{Pod, Zeroable};
use kerosene_kv::Value as FromText;
use kerosene_math::{Angles, Vec3, format_float};
use kerosene_world::{Interner, TextId};
use std::fmt;

/// A value: what a key holds that no component declares, and what an output brings to an input.
///
/// It is a few words and copies for nothing; text is a number in the world's table of texts.
///
/// ```
/// use kerosene_entity::Value;
///
/// assert_eq!(Value::Float(250.0).float(), Some(250.0));
/// assert_eq!(Value::Int(3).float(), Some(3.0));
/// assert_eq!(Value::None.bool(), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum Value {
    /// Nothing: the output brings no value.
    #[default]
    None,
    /// Truth.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A number.
    Float(f32),
    /// Text, by its number in the world's table.
    Text(TextId),
    /// A point, direction or colour.
    Vector(Vec3),
    /// Pitch, yaw and roll in degrees.
    Angle(Angles),
    /// Another entity.
    Entity(EntityId),
}

impl Value {
    /// Its kind.
    pub fn kind(self) -> ValueKind {
        match self {
            Self::None => ValueKind::None,
            Self::Bool(_) => ValueKind::Bool,
            Self::Int(_) => ValueKind::Int,
            Self::Float(_) => ValueKind::Float,
            Self::Text(_) => ValueKind::Text,
            Self::Vector(_) => ValueKind::Vector,
            Self::Angle(_) => ValueKind::Angle,
            Self::Entity(_) => ValueKind::Entity,
        }
    }

    /// Whether it is [`Value::None`].
    pub fn is_none(self) -> bool {
        self == Self::None
    }

    /// The number that it is, truth being 0 or 1. Text is not read: what arrives at an input has the input's kind.
    pub fn float(self) -> Option<f32> {
        match self {
            Self::Float(number) => Some(number),
            Self::Int(number) => Some(number as f32),
            Self::Bool(truth) => Some(f32::from(u8::from(truth))),
            _ => None,
        }
    }

    /// The whole number that it is; fractions are cut off.
    pub fn int(self) -> Option<i64> {
        match self {
            Self::Int(number) => Some(number),
            Self::Float(number) => Some(number as i64),
            Self::Bool(truth) => Some(i64::from(truth)),
            _ => None,
        }
    }

    /// Its truth: whether a number differs from 0.
    pub fn bool(self) -> Option<bool> {
        match self {
            Self::Bool(truth) => Some(truth),
            Self::Int(number) => Some(number != 0),
            Self::Float(number) => Some(number != 0.0),
            _ => None,
        }
    }

    /// The three numbers that it is.
    pub fn vector(self) -> Option<Vec3> {
        match self {
            Self::Vector(vector) => Some(vector),
            Self::Angle(angles) => Some(Vec3::new(angles.pitch, angles.yaw, angles.roll)),
            _ => None,
        }
    }

    /// The angles that it is.
    pub fn angles(self) -> Option<Angles> {
        self.vector().map(|vector| Angles::new(vector.x, vector.y, vector.z))
    }

    /// The number of the text that it is.
    pub fn text(self) -> Option<TextId> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The entity that it is.
    pub fn entity(self) -> Option<EntityId> {
        match self {
            Self::Entity(entity) => Some(entity),
            _ => None,
        }
    }

    /// The value of a key that nothing declares: a whole number, a number, three numbers, or text.
    pub(crate) fn inferred(text: &str, texts: &mut impl Texts) -> Self {
        let word = text.trim();
        if let Ok(number) = word.parse() {
            return Self::Int(number);
        }
        // `1_000`, `inf` and `nan` are words to people.
        if word.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'.' | b'-' | b'+' | b'e' | b'E'))
            && let Some(number) = f32::from_text(word)
        {
            return Self::Float(number);
        }
        match <[f32; 3]>::from_text(text) {
            Some(numbers) => Self::Vector(Vec3::from(numbers)),
            None => Self::Text(texts.intern(text)),
        }
    }

    /// Text read as a value of a kind; `None` where it is none.
    pub(crate) fn read(kind: ValueKind, text: &str, texts: &mut impl Texts) -> Option<Self> {
        Some(match kind {
            ValueKind::None => Self::None,
            ValueKind::Bool => Self::Bool(read_bool(text)?),
            ValueKind::Int => Self::Int(read_int(text)?),
            ValueKind::Float => Self::Float(f32::from_text(text)?),
            ValueKind::Text => Self::Text(texts.intern(text)),
            ValueKind::Vector => Self::Vector(Vec3::from(<[f32; 3]>::from_text(text)?)),
            ValueKind::Angle => {
                let [pitch, yaw, roll] = <[f32; 3]>::from_text(text)?;
                Self::Angle(Angles::new(pitch, yaw, roll))
            }
            ValueKind::Entity => Self::Entity(text.trim().parse().ok()?),
            ValueKind::Any => Self::inferred(text, texts),
        })
    }

    /// The value as one of another kind; `None` where it cannot be told. Nothing stays nothing.
    pub(crate) fn converted(self, kind: ValueKind, texts: &mut impl Texts) -> Option<Self> {
        if self.kind() == kind || kind == ValueKind::Any || self.is_none() {
            return Some(self);
        }
        if kind == ValueKind::None {
            return Some(Self::None);
        }
        if let Self::Text(text) = self {
            return read_text(kind, text, texts);
        }
        Some(match kind {
            ValueKind::Bool => Self::Bool(self.bool()?),
            ValueKind::Int => Self::Int(self.int()?),
            ValueKind::Float => Self::Float(self.float()?),
            ValueKind::Vector => Self::Vector(self.vector()?),
            ValueKind::Angle => Self::Angle(self.angles()?),
            ValueKind::Text => {
                let text = self.shown(texts.table()).to_string();
                Self::Text(texts.intern(&text))
            }
            _ => return None,
        })
    }

    /// The value as text; whole numbers have no decimal point.
    ///
    /// ```
    /// use kerosene_entity::{EntityWorld, Registry, Value};
    ///
    /// let world = EntityWorld::new(&Registry::new([])?);
    /// assert_eq!(world.shown(Value::Float(250.0)).to_string(), "250");
    /// # Ok::<(), kerosene_entity::RegistryError>(())
    /// ```
    pub(crate) fn shown(self, table: &Interner) -> Shown<'_> {
        Shown { value: self, table }
    }

    /// The same with every float finite: what is not becomes 0. And whether anything changed.
    pub(crate) fn made_finite(self) -> (Self, bool) {
        let finite = |number: f32| if number.is_finite() { number } else { 0.0 };
        let whole = match self {
            Self::Float(number) => Self::Float(finite(number)),
            Self::Vector(vector) => Self::Vector(Vec3::from(vector.to_array().map(finite))),
            Self::Angle(angles) => {
                Self::Angle(Angles::new(finite(angles.pitch), finite(angles.yaw), finite(angles.roll)))
            }
            other => other,
        };
        (whole, whole != self)
    }
}

/// The table of texts, as reading and converting values needs it.
pub(crate) trait Texts {
    /// The number of a text, which is added where it is new.
    fn intern(&mut self, text: &str) -> TextId;
    /// The table.
    fn table(&self) -> &Interner;
}

/// Reads interned text as a value without copying it.
fn read_text(kind: ValueKind, text: TextId, texts: &mut impl Texts) -> Option<Value> {
    if kind == ValueKind::Text {
        return Some(Value::Text(text));
    }
    // No kind but `Text` and `Any` interns anything, and both are dealt with.
    Value::read(kind, texts.table().resolve(text).unwrap_or_default(), &mut NoTexts)
}

/// Stands in where nothing can be interned.
struct NoTexts;

impl Texts for NoTexts {
    fn intern(&mut self, _: &str) -> TextId {
        TextId::EMPTY
    }

    fn table(&self) -> &Interner {
        unreachable!("numbers are read without the table")
    }
}

/// The truth that a text says, as keys of classes and properties of scripts are read alike: `1`, `true`, `yes`, `on` and
/// their opposites, ASCII case ignored, or any number, which is true unless it is 0: Hammer's keys of this kind hold
/// more than 0 and 1. `None` for what is neither.
///
/// ```
/// use kerosene_entity::read_bool;
///
/// assert_eq!(["on", "No", "2", "0.0"].map(read_bool), [Some(true), Some(false), Some(true), Some(false)]);
/// assert_eq!(read_bool("maybe"), None);
/// ```
pub fn read_bool(text: &str) -> Option<bool> {
    bool::from_text(text).or_else(|| f32::from_text(text).map(|number| number != 0.0))
}

/// A whole number, or a number whose fraction is cut off: editors write both.
pub(crate) fn read_int(text: &str) -> Option<i64> {
    i64::from_text(text).or_else(|| f64::from_text(text).map(|number| number as i64))
}

/// Whether text can be read as a value of a kind. Names of entities are not looked up.
pub(crate) fn can_read(kind: ValueKind, text: &str) -> bool {
    match kind {
        ValueKind::None | ValueKind::Text | ValueKind::Entity | ValueKind::Any => true,
        kind => Value::read(kind, text, &mut NoTexts).is_some(),
    }
}

/// What to call a kind in a message.
pub(crate) fn expected(kind: ValueKind) -> &'static str {
    match kind {
        ValueKind::None => "no value",
        ValueKind::Bool => "0 or 1",
        ValueKind::Int => "a whole number",
        ValueKind::Float => "a finite number",
        ValueKind::Text => "text",
        ValueKind::Vector => "three numbers",
        ValueKind::Angle => "three angles in degrees",
        ValueKind::Entity => "an entity",
        ValueKind::Any => "any value",
    }
}

/// A value with its table, for display.
#[derive(Debug, Clone, Copy)]
pub struct Shown<'a> {
    value: Value,
    table: &'a Interner,
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let three = |f: &mut fmt::Formatter<'_>, [x, y, z]: [f32; 3]| {
            write!(f, "{} {} {}", format_float(x), format_float(y), format_float(z))
        };
        match self.value {
            Value::None => Ok(()),
            Value::Bool(truth) => f.write_str(if truth { "1" } else { "0" }),
            Value::Int(number) => write!(f, "{number}"),
            Value::Float(number) => f.write_str(&format_float(number)),
            Value::Text(text) => f.write_str(self.table.resolve(text).unwrap_or_default()),
            Value::Vector(vector) => three(f, vector.to_array()),
            Value::Angle(angles) => three(f, [angles.pitch, angles.yaw, angles.roll]),
            Value::Entity(entity) => write!(f, "{entity}"),
        }
    }
}

/// A value as it lies in pages: its kind and three words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct ValueRow {
    kind: u32,
    words: [u32; 3],
}

impl From<Value> for ValueRow {
    fn from(value: Value) -> Self {
        let long = |bits: u64| [bits as u32, (bits >> 32) as u32, 0];
        let three = |numbers: [f32; 3]| numbers.map(f32::to_bits);
        let (kind, words) = match value {
            Value::None => (0, [0; 3]),
            Value::Bool(truth) => (1, [u32::from(truth), 0, 0]),
            Value::Int(number) => (2, long(number as u64)),
            Value::Float(number) => (3, [number.to_bits(), 0, 0]),
            Value::Text(text) => (4, long(text.to_bits())),
            Value::Vector(vector) => (5, three(vector.to_array())),
            Value::Angle(angles) => (6, three([angles.pitch, angles.yaw, angles.roll])),
            Value::Entity(entity) => (7, long(entity.to_bits())),
        };
        Self { kind, words }
    }
}

impl ValueRow {
    /// Whether it is [`Value::None`].
    #[inline]
    pub(crate) fn is_none(self) -> bool {
        self.kind == 0
    }

    /// The kind and the words as bytes, for saves.
    pub(crate) fn to_bytes(self) -> (u8, [u8; 12]) {
        (self.kind as u8, bytemuck::cast(self.words.map(u32::to_le)))
    }

    /// The value that [`to_bytes`](Self::to_bytes) told; `None` for bytes that no value has.
    pub(crate) fn from_bytes(kind: u8, bytes: [u8; 12]) -> Option<Value> {
        let words: [u32; 3] = bytemuck::cast(bytes);
        let row = Self { kind: kind.into(), words: words.map(u32::from_le) };
        Some(row.value()).filter(|&value| Self::from(value) == row)
    }

    /// The value; a row that no value makes is [`Value::None`].
    pub(crate) fn value(self) -> Value {
        let [first, second, third] = self.words;
        let long = u64::from(first) | u64::from(second) << 32;
        let [x, y, z] = [first, second, third].map(f32::from_bits);
        match self.kind {
            1 => Value::Bool(first != 0),
            2 => Value::Int(long as i64),
            3 => Value::Float(x),
            4 => Value::Text(TextId::from_bits(long)),
            5 => Value::Vector(Vec3::new(x, y, z)),
            6 => Value::Angle(Angles::new(x, y, z)),
            7 => EntityId::from_bits(long).map_or(Value::None, Value::Entity),
            _ => Value::None,
        }
    }
}
