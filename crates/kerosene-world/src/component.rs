//! What a component kind is: its name and its fields, declared once.

use std::borrow::Cow;
use std::fmt;

use crate::FieldKind;

/// Which of a schema's component kinds: kinds are numbered in the order of their declaration, from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ComponentId(u8);

impl ComponentId {
    /// The kind of that number. A number that the schema does not have names no kind, and operations on it
    /// are refused.
    #[must_use]
    pub const fn new(number: u8) -> ComponentId {
        ComponentId(number)
    }

    /// The number.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The number as an index.
    #[inline]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for ComponentId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "component {}", self.0)
    }
}

bitflags::bitflags! {
    /// What saves and networks do with a field.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
    pub struct FieldFlags: u8 {
        /// Follows from other state: not written to saves.
        const TRANSIENT = 1;
        /// Sent to clients.
        const REPLICATED = 2;
    }
}

/// One field: its name, its kind, and what loader, editor, saves and scripts need to know of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldDecl {
    /// The name in code and in the text form.
    pub name: Cow<'static, str>,
    /// What it holds.
    pub kind: FieldKind,
    /// The key that a mapper writes. The name, unless said otherwise; empty where mappers cannot set it.
    pub key: Cow<'static, str>,
    /// What an editor calls it; empty for the key.
    pub label: Cow<'static, str>,
    /// What an editor says about it.
    pub help: Cow<'static, str>,
    /// The value as a mapper would write it, where the key is absent; empty for the kind's zero.
    pub default: Cow<'static, str>,
    /// How an editor lets people change it (`slider 0 1`, `choices 0=Off 1=On`); empty for the kind's usual way.
    pub widget: Cow<'static, str>,
    /// What saves and networks do with it.
    pub flags: FieldFlags,
}

impl FieldDecl {
    /// A field with nothing said about it but name and kind.
    ///
    /// ```
    /// use kerosene_world::{FieldDecl, FieldKind};
    ///
    /// const SPEED: FieldDecl = FieldDecl::new("speed", FieldKind::Float);
    /// assert_eq!(SPEED.key, "speed");
    /// ```
    #[must_use]
    pub const fn new(name: &'static str, kind: FieldKind) -> FieldDecl {
        FieldDecl {
            name: Cow::Borrowed(name),
            kind,
            key: Cow::Borrowed(name),
            label: Cow::Borrowed(""),
            help: Cow::Borrowed(""),
            default: Cow::Borrowed(""),
            widget: Cow::Borrowed(""),
            flags: FieldFlags::empty(),
        }
    }

    /// As [`FieldDecl::new`], with a name from elsewhere.
    #[must_use]
    pub fn named(name: impl Into<Cow<'static, str>>, kind: FieldKind) -> FieldDecl {
        let name = name.into();
        FieldDecl { key: name.clone(), name, ..FieldDecl::new("", kind) }
    }
}

/// A component kind that is not yet in a schema.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ComponentDecl {
    pub(crate) name: Cow<'static, str>,
    pub(crate) help: Cow<'static, str>,
    pub(crate) fields: Vec<FieldDecl>,
}

impl ComponentDecl {
    /// A kind without fields: a tag, until fields are added.
    #[must_use]
    pub fn new(name: impl Into<Cow<'static, str>>) -> ComponentDecl {
        ComponentDecl { name: name.into(), help: Cow::Borrowed(""), fields: Vec::new() }
    }

    /// The declaration of a Rust type.
    #[must_use]
    pub fn of<T: Component>() -> ComponentDecl {
        ComponentDecl { name: Cow::Borrowed(T::NAME), help: Cow::Borrowed(T::HELP), fields: T::FIELDS.to_vec() }
    }

    /// Adds a field of that name and kind.
    #[must_use]
    pub fn field(self, name: impl Into<Cow<'static, str>>, kind: FieldKind) -> ComponentDecl {
        self.with(FieldDecl::named(name, kind))
    }

    /// Adds a field with all that is to be said about it.
    #[must_use]
    pub fn with(mut self, field: FieldDecl) -> ComponentDecl {
        self.fields.push(field);
        self
    }

    /// The kind's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What an editor says about it.
    #[must_use]
    pub fn help(&self) -> &str {
        &self.help
    }

    /// The fields in declared order.
    #[must_use]
    pub fn fields(&self) -> &[FieldDecl] {
        &self.fields
    }
}

/// A Rust struct that is a component. Made by `#[derive(Component)]`.
///
/// A component is kept as its fields' bytes one behind the other, in declared order and without gaps, and is
/// read and written by value: the struct itself may have any layout.
///
/// ```
/// use kerosene_world::{Component, Entity, Schema, Vec3, World};
///
/// /// Follows another entity.
/// #[derive(Component, Debug, PartialEq)]
/// struct Follow {
///     /// Whom to follow.
///     #[field(key = "target", label = "Target")]
///     whom: Option<Entity>,
///     /// In units per second.
///     #[field(default = "100", replicated)]
///     speed: f32,
///     /// Where it was last seen.
///     #[field(transient)]
///     seen: Vec3,
/// }
///
/// let mut world = World::new(Schema::builder().component::<Follow>().build()?);
/// let dog = world.spawn();
/// world.insert(dog, Follow { whom: None, speed: 100.0, seen: Vec3::ZERO });
/// assert_eq!(world.get::<Follow>(dog).map(|follow| follow.speed), Some(100.0));
/// assert_eq!(Follow::FIELDS[0].help, "Whom to follow.");
/// # Ok::<(), kerosene_world::SchemaError>(())
/// ```
pub trait Component: Sized + 'static {
    /// The kind's name.
    const NAME: &'static str;

    /// What an editor says about it.
    const HELP: &'static str = "";

    /// The fields in declared order.
    const FIELDS: &'static [FieldDecl];

    /// Bytes of all fields together.
    const SIZE: usize;

    /// Reads a component from `SIZE` bytes.
    fn load(bytes: &[u8]) -> Self;

    /// Writes the component to `SIZE` bytes.
    fn store(&self, bytes: &mut [u8]);

    /// Whether [`store`](Component::store) would leave the bytes as they are.
    fn is_stored(&self, bytes: &[u8]) -> bool;
}
