//! One field's value, whatever its kind.

use glam::Vec3;

use crate::{Entity, Fixed, TextId};

/// What a field can hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum FieldKind {
    /// A whole number of 64 bits.
    Int = 0,
    /// A number in 32.32 fixed point.
    Fixed = 1,
    /// True or false.
    Bool = 2,
    /// A handle to an entity, or none.
    Entity = 3,
    /// An `f32`, kept by its bits.
    Float = 4,
    /// Three `f32`.
    Vec3 = 5,
    /// Text, interned in the world.
    Text = 6,
}

impl FieldKind {
    /// Every kind, in the order of its number.
    pub const ALL: [FieldKind; 7] = [
        FieldKind::Int,
        FieldKind::Fixed,
        FieldKind::Bool,
        FieldKind::Entity,
        FieldKind::Float,
        FieldKind::Vec3,
        FieldKind::Text,
    ];

    /// Bytes that a value of the kind takes in a component.
    #[must_use]
    pub const fn size(self) -> usize {
        match self {
            FieldKind::Bool => 1,
            FieldKind::Float => 4,
            FieldKind::Int | FieldKind::Fixed | FieldKind::Entity | FieldKind::Text => 8,
            FieldKind::Vec3 => 12,
        }
    }

    /// The kind's name: `int fixed bool entity float vec3 text`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            FieldKind::Int => "int",
            FieldKind::Fixed => "fixed",
            FieldKind::Bool => "bool",
            FieldKind::Entity => "entity",
            FieldKind::Float => "float",
            FieldKind::Vec3 => "vec3",
            FieldKind::Text => "text",
        }
    }
}

/// The value of one field.
///
/// Two values are equal when their bits are: a NaN equals itself, and 0 differs from −0.
#[derive(Debug, Clone, Copy)]
pub enum Value {
    /// A whole number.
    Int(i64),
    /// A fixed-point number.
    Fixed(Fixed),
    /// True or false.
    Bool(bool),
    /// A handle, or none.
    Entity(Option<Entity>),
    /// A float.
    Float(f32),
    /// Three floats.
    Vec3(Vec3),
    /// Text, by its id in the world.
    Text(TextId),
}

impl Value {
    /// The kind of field that can hold the value.
    #[must_use]
    pub const fn kind(&self) -> FieldKind {
        match self {
            Value::Int(_) => FieldKind::Int,
            Value::Fixed(_) => FieldKind::Fixed,
            Value::Bool(_) => FieldKind::Bool,
            Value::Entity(_) => FieldKind::Entity,
            Value::Float(_) => FieldKind::Float,
            Value::Vec3(_) => FieldKind::Vec3,
            Value::Text(_) => FieldKind::Text,
        }
    }

    /// What a field of the kind holds when nothing was ever written to it.
    #[must_use]
    pub const fn zero(kind: FieldKind) -> Value {
        match kind {
            FieldKind::Int => Value::Int(0),
            FieldKind::Fixed => Value::Fixed(Fixed::from_bits(0)),
            FieldKind::Bool => Value::Bool(false),
            FieldKind::Entity => Value::Entity(None),
            FieldKind::Float => Value::Float(0.0),
            FieldKind::Vec3 => Value::Vec3(Vec3::ZERO),
            FieldKind::Text => Value::Text(TextId::EMPTY),
        }
    }

    /// Reads a value of the kind from its bytes, of which there are as many as the kind takes.
    pub(crate) fn load(kind: FieldKind, bytes: &[u8]) -> Value {
        match kind {
            FieldKind::Int => Value::Int(i64::load(bytes)),
            FieldKind::Fixed => Value::Fixed(Fixed::load(bytes)),
            FieldKind::Bool => Value::Bool(bool::load(bytes)),
            FieldKind::Entity => Value::Entity(Option::load(bytes)),
            FieldKind::Float => Value::Float(f32::load(bytes)),
            FieldKind::Vec3 => Value::Vec3(Vec3::load(bytes)),
            FieldKind::Text => Value::Text(TextId::load(bytes)),
        }
    }

    /// Writes the value's bytes, of which there are as many as its kind takes.
    pub(crate) fn store(&self, bytes: &mut [u8]) {
        match self {
            Value::Int(value) => value.store(bytes),
            Value::Fixed(value) => value.store(bytes),
            Value::Bool(value) => value.store(bytes),
            Value::Entity(value) => value.store(bytes),
            Value::Float(value) => value.store(bytes),
            Value::Vec3(value) => value.store(bytes),
            Value::Text(value) => value.store(bytes),
        }
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Value) -> bool {
        let mut bytes = [[0; 12]; 2];
        self.store(&mut bytes[0][..self.kind().size()]);
        other.store(&mut bytes[1][..other.kind().size()]);
        self.kind() == other.kind() && bytes[0] == bytes[1]
    }
}

impl Eq for Value {}

/// A Rust type that a component's field can have.
///
/// Implemented for the types of the seven kinds (`i64`, [`Fixed`], `bool`, `Option<Entity>`, `f32`, [`Vec3`],
/// [`TextId`]) and for smaller whole numbers, which are fields of kind `int` too and take the nearest value of
/// their range when somebody wrote one outside it. A type of a game (an enum of a few states, say) becomes
/// one by saying what kind it is kept as:
///
/// ```
/// use kerosene_world::{FieldKind, FieldType};
///
/// #[derive(Clone, Copy, PartialEq, Debug)]
/// enum Gait { Walk, Run }
///
/// impl FieldType for Gait {
///     const KIND: FieldKind = FieldKind::Int;
///     fn load(bytes: &[u8]) -> Gait {
///         if i64::load(bytes) == 1 { Gait::Run } else { Gait::Walk }
///     }
///     fn store(&self, bytes: &mut [u8]) {
///         (*self as i64).store(bytes);
///     }
/// }
/// ```
pub trait FieldType: Sized {
    /// The kind of field.
    const KIND: FieldKind;

    /// Reads a value from as many bytes as the kind takes, which may be any.
    fn load(bytes: &[u8]) -> Self;

    /// Writes the value to as many bytes as the kind takes. Equal values give equal bytes, and a default that is all zeros
    /// costs no memory.
    fn store(&self, bytes: &mut [u8]);
}

/// The first bytes, as many as a number has; zeros where there are fewer.
#[inline]
fn prefix<const N: usize>(bytes: &[u8]) -> [u8; N] {
    bytes.first_chunk().copied().unwrap_or([0; N])
}

/// Writes a number's bytes, as far as there is room.
#[inline]
fn fill<const N: usize>(bytes: &mut [u8], value: [u8; N]) {
    if let Some(place) = bytes.first_chunk_mut() {
        *place = value;
    }
}

impl FieldType for i64 {
    const KIND: FieldKind = FieldKind::Int;

    #[inline]
    fn load(bytes: &[u8]) -> i64 {
        i64::from_le_bytes(prefix(bytes))
    }

    #[inline]
    fn store(&self, bytes: &mut [u8]) {
        fill(bytes, self.to_le_bytes());
    }
}

/// Whole numbers of fewer bits: fields of kind `int`, clamped when read.
macro_rules! small_int {
    ($($int:ty),*) => {$(
        impl FieldType for $int {
            const KIND: FieldKind = FieldKind::Int;

            #[inline]
            fn load(bytes: &[u8]) -> $int {
                i64::load(bytes).clamp(i64::from(<$int>::MIN), i64::from(<$int>::MAX)) as $int
            }

            #[inline]
            fn store(&self, bytes: &mut [u8]) {
                i64::from(*self).store(bytes);
            }
        }
    )*};
}

small_int!(i8, i16, i32, u8, u16, u32);

impl FieldType for Fixed {
    const KIND: FieldKind = FieldKind::Fixed;

    #[inline]
    fn load(bytes: &[u8]) -> Fixed {
        Fixed::from_bits(i64::load(bytes))
    }

    #[inline]
    fn store(&self, bytes: &mut [u8]) {
        self.to_bits().store(bytes);
    }
}

impl FieldType for bool {
    const KIND: FieldKind = FieldKind::Bool;

    #[inline]
    fn load(bytes: &[u8]) -> bool {
        bytes.first().is_some_and(|byte| *byte != 0)
    }

    #[inline]
    fn store(&self, bytes: &mut [u8]) {
        fill(bytes, [u8::from(*self)]);
    }
}

impl FieldType for Option<Entity> {
    const KIND: FieldKind = FieldKind::Entity;

    #[inline]
    fn load(bytes: &[u8]) -> Option<Entity> {
        Entity::from_bits(u64::from_le_bytes(prefix(bytes)))
    }

    #[inline]
    fn store(&self, bytes: &mut [u8]) {
        fill(bytes, self.map_or(0, Entity::to_bits).to_le_bytes());
    }
}

impl FieldType for f32 {
    const KIND: FieldKind = FieldKind::Float;

    #[inline]
    fn load(bytes: &[u8]) -> f32 {
        f32::from_le_bytes(prefix(bytes))
    }

    #[inline]
    fn store(&self, bytes: &mut [u8]) {
        fill(bytes, self.to_le_bytes());
    }
}

impl FieldType for Vec3 {
    const KIND: FieldKind = FieldKind::Vec3;

    #[inline]
    fn load(bytes: &[u8]) -> Vec3 {
        let bytes: [u8; 12] = prefix(bytes);
        Vec3::new(f32::load(&bytes[0..4]), f32::load(&bytes[4..8]), f32::load(&bytes[8..12]))
    }

    #[inline]
    fn store(&self, bytes: &mut [u8]) {
        if let Some(bytes) = bytes.first_chunk_mut::<12>() {
            self.x.store(&mut bytes[0..4]);
            self.y.store(&mut bytes[4..8]);
            self.z.store(&mut bytes[8..12]);
        }
    }
}

impl FieldType for TextId {
    const KIND: FieldKind = FieldKind::Text;

    #[inline]
    fn load(bytes: &[u8]) -> TextId {
        TextId::from_bits(u64::from_le_bytes(prefix(bytes)))
    }

    #[inline]
    fn store(&self, bytes: &mut [u8]) {
        fill(bytes, self.to_bits().to_le_bytes());
    }
}

/// Values from the Rust types of their kinds.
macro_rules! value_from {
    ($($from:ty => $variant:ident),*) => {$(
        impl From<$from> for Value {
            fn from(value: $from) -> Value {
                Value::$variant(value.into())
            }
        }
    )*};
}

value_from!(i64 => Int, i32 => Int, u32 => Int, Fixed => Fixed, bool => Bool, Entity => Entity,
    Option<Entity> => Entity, f32 => Float, Vec3 => Vec3, TextId => Text);
