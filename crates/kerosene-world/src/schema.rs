//! The list of component kinds that a world can hold.

use std::any::TypeId;
use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};

use crate::pages::PAGE_SIZE;
use crate::{Component, ComponentDecl, ComponentId, FieldDecl, FieldKind};

/// The component kinds of a world, numbered from 0 in the order of their declaration.
///
/// ```
/// use kerosene_world::{ComponentDecl, FieldKind, Schema};
///
/// let schema = Schema::builder()
///     .declare(ComponentDecl::new("position").field("x", FieldKind::Int).field("y", FieldKind::Int))
///     .declare(ComponentDecl::new("health").field("points", FieldKind::Int))
///     .build()?;
/// let health = schema.find("health").expect("declared above");
/// assert_eq!(health.number(), 1);
/// assert_eq!(schema.kind(health).map(|kind| kind.fields().len()), Some(1));
/// # Ok::<(), kerosene_world::SchemaError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Schema {
    kinds: Vec<ComponentKind>,
    by_name: BTreeMap<String, ComponentId>,
    types: TypeTable,
}

/// A component kind of a schema.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ComponentKind {
    decl: ComponentDecl,
    /// Where each field begins, and behind the last one the size of all.
    offsets: Vec<usize>,
}

/// Why declarations do not make a schema.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SchemaError {
    /// One kind too many.
    #[error("component {0:?} is one too many: a schema holds at most {max} component kinds", max = Schema::MAX_KINDS)]
    TooManyKinds(String),
    /// One field too many.
    #[error("component {0:?} has more than {max} fields; split it into several components", max = Schema::MAX_FIELDS)]
    TooManyFields(String),
    /// More than a page of fields.
    #[error("component {0:?} takes {1} bytes, more than a page of {PAGE_SIZE}; split it into several components")]
    TooLarge(String, usize),
    /// A name that the text form could not show.
    #[error(
        "{0:?} cannot name a component or field: names are 1 to 64 letters, digits, '_', '-', '.' or ':', beginning with a letter or '_', and no component is named \"entity\""
    )]
    BadName(String),
    /// Two kinds of one name.
    #[error("two components are named {0:?}")]
    SameComponent(String),
    /// Two fields of one name.
    #[error("component {component:?} has two fields named {field:?}")]
    SameField {
        /// The component.
        component: String,
        /// The name.
        field: String,
    },
}

impl Schema {
    /// Component kinds that a schema holds at most.
    pub const MAX_KINDS: usize = 63;

    /// Fields that a component has at most, so that a set of them is one `u64`.
    pub const MAX_FIELDS: usize = 64;

    /// Starts the declaration of a schema.
    #[must_use]
    pub fn builder() -> SchemaBuilder {
        SchemaBuilder::default()
    }

    /// How many kinds there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// The kind of that number, if there is one.
    #[must_use]
    #[inline]
    pub fn kind(&self, component: ComponentId) -> Option<&ComponentKind> {
        self.kinds.get(component.index())
    }

    /// Every kind with its number, in order.
    pub fn kinds(&self) -> impl Iterator<Item = (ComponentId, &ComponentKind)> + '_ {
        self.kinds.iter().enumerate().map(|(number, kind)| (ComponentId::new(number as u8), kind))
    }

    /// The kind of that name, if there is one.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<ComponentId> {
        self.by_name.get(name).copied()
    }

    /// The first kind that is stored otherwise in the other schema: its number, and what it is here and there.
    pub(crate) fn first_difference(&self, other: &Schema) -> Option<(usize, String, String)> {
        let same = |a: &ComponentKind, b: &ComponentKind| a.name() == b.name() && a.shape().eq(b.shape());
        let differs = |index: &usize| match (self.kinds.get(*index), other.kinds.get(*index)) {
            (Some(a), Some(b)) => !same(a, b),
            _ => true,
        };
        let describe =
            |kind: Option<&ComponentKind>| kind.map_or_else(|| "nothing".to_owned(), ComponentKind::describe);
        let index = (0..self.len().max(other.len())).find(differs)?;
        Some((index, describe(self.kinds.get(index)), describe(other.kinds.get(index))))
    }

    /// The kind that was declared by a Rust type, if it was.
    #[must_use]
    #[inline]
    pub fn id_of<T: Component>(&self) -> Option<ComponentId> {
        self.types.find(TypeId::of::<T>())
    }
}

/// Equal when they declare the same, whichever Rust types did.
impl PartialEq for Schema {
    fn eq(&self, other: &Schema) -> bool {
        self.kinds == other.kinds
    }
}

impl Eq for Schema {}

impl ComponentKind {
    /// The kind's name.
    #[must_use]
    pub fn name(&self) -> &str {
        self.decl.name()
    }

    /// The declaration.
    #[must_use]
    pub fn decl(&self) -> &ComponentDecl {
        &self.decl
    }

    /// The fields in declared order.
    #[must_use]
    pub fn fields(&self) -> &[FieldDecl] {
        self.decl.fields()
    }

    /// The position of the field of that name.
    #[must_use]
    pub fn find_field(&self, name: &str) -> Option<usize> {
        self.fields().iter().position(|field| field.name == name)
    }

    /// Bytes of all fields together; 0 for a tag.
    #[must_use]
    #[inline]
    pub fn size(&self) -> usize {
        self.offsets.last().copied().unwrap_or(0)
    }

    /// Kind of a field and the bytes that it takes in the component.
    pub(crate) fn place(&self, field: usize) -> Option<(FieldKind, std::ops::Range<usize>)> {
        let kind = self.fields().get(field)?.kind;
        Some((kind, *self.offsets.get(field)?..*self.offsets.get(field + 1)?))
    }

    /// What decides how components are stored: names and kinds, not what editors say about them.
    fn shape(&self) -> impl Iterator<Item = (&str, FieldKind)> + '_ {
        self.fields().iter().map(|field| (field.name.as_ref(), field.kind))
    }

    /// The shape for people: `position(x int, y int)`.
    fn describe(&self) -> String {
        let fields: Vec<_> = self.shape().map(|(name, kind)| format!("{name} {}", kind.name())).collect();
        format!("{}({})", self.name(), fields.join(", "))
    }
}

/// Declares component kinds, one after the other.
#[derive(Debug, Clone, Default)]
pub struct SchemaBuilder {
    decls: Vec<(ComponentDecl, Option<TypeId>)>,
}

impl SchemaBuilder {
    /// The next kind.
    #[must_use]
    pub fn declare(mut self, decl: ComponentDecl) -> SchemaBuilder {
        self.decls.push((decl, None));
        self
    }

    /// The next kind is that of a Rust type, which can be read and written as such. A type that was declared
    /// already is not declared again.
    #[must_use]
    pub fn component<T: Component>(mut self) -> SchemaBuilder {
        let rust_type = Some(TypeId::of::<T>());
        if self.decls.iter().all(|(_, declared)| *declared != rust_type) {
            self.decls.push((ComponentDecl::of::<T>(), rust_type));
        }
        self
    }

    /// The schema, if the declarations make one.
    ///
    /// # Errors
    /// [`SchemaError`] for the first declaration that breaks a limit or repeats a name.
    pub fn build(self) -> Result<Schema, SchemaError> {
        let mut schema = Schema { kinds: Vec::new(), by_name: BTreeMap::new(), types: TypeTable::default() };
        for (decl, rust_type) in self.decls {
            let name = decl.name.to_string();
            if schema.kinds.len() == Schema::MAX_KINDS {
                return Err(SchemaError::TooManyKinds(name));
            }
            let component = ComponentId::new(schema.kinds.len() as u8);
            schema.kinds.push(lay_out(decl)?);
            if schema.by_name.insert(name.clone(), component).is_some() {
                return Err(SchemaError::SameComponent(name));
            }
            if let Some(rust_type) = rust_type {
                schema.types.add(rust_type, component);
            }
        }
        Ok(schema)
    }
}

fn lay_out(decl: ComponentDecl) -> Result<ComponentKind, SchemaError> {
    let name = || decl.name.to_string();
    check_name(&decl.name)?;
    // A line of the text form that begins so begins an entity.
    if decl.name == "entity" {
        return Err(SchemaError::BadName(name()));
    }
    if decl.fields.len() > Schema::MAX_FIELDS {
        return Err(SchemaError::TooManyFields(name()));
    }
    let mut offsets = vec![0];
    let mut size = 0;
    for (index, field) in decl.fields.iter().enumerate() {
        check_name(&field.name)?;
        if decl.fields[..index].iter().any(|other| other.name == field.name) {
            return Err(SchemaError::SameField { component: name(), field: field.name.to_string() });
        }
        size += field.kind.size();
        offsets.push(size);
    }
    if size > PAGE_SIZE {
        return Err(SchemaError::TooLarge(name(), size));
    }
    Ok(ComponentKind { decl, offsets })
}

fn check_name(name: &str) -> Result<(), SchemaError> {
    let mut chars = name.chars();
    let first = chars.next().is_some_and(|first| first.is_ascii_alphabetic() || first == '_');
    let rest = chars.all(|other| other.is_ascii_alphanumeric() || "_-.:".contains(other));
    if first && rest && name.len() <= 64 {
        return Ok(());
    }
    Err(SchemaError::BadName(name.chars().take(64).collect()))
}

/// Which Rust type is which kind: a small hash table, since every typed access asks.
#[derive(Debug, Clone)]
struct TypeTable {
    places: Box<[Option<(TypeId, ComponentId)>; PLACES]>,
}

/// Places in the table: a power of two, more than twice the number of kinds.
const PLACES: usize = 128;

impl Default for TypeTable {
    fn default() -> TypeTable {
        TypeTable { places: Box::new([None; PLACES]) }
    }
}

impl TypeTable {
    #[inline]
    fn find(&self, rust_type: TypeId) -> Option<ComponentId> {
        let start = bits_of(rust_type);
        for step in 0..PLACES {
            let (found, component) = self.places[start.wrapping_add(step) % PLACES]?;
            if found == rust_type {
                return Some(component);
            }
        }
        None
    }

    fn add(&mut self, rust_type: TypeId, component: ComponentId) {
        let start = bits_of(rust_type);
        let place =
            (0..PLACES).map(|step| start.wrapping_add(step) % PLACES).find(|place| self.places[*place].is_none());
        if let Some(place) = place {
            self.places[place] = Some((rust_type, component));
        }
    }
}

/// A type's id is a hash already; this takes it as it is.
#[inline]
fn bits_of(rust_type: TypeId) -> usize {
    struct Bits(u64);
    impl Hasher for Bits {
        fn finish(&self) -> u64 {
            self.0
        }
        fn write(&mut self, bytes: &[u8]) {
            for byte in bytes {
                self.0 = self.0.rotate_left(8) ^ u64::from(*byte);
            }
        }
        fn write_u64(&mut self, bits: u64) {
            self.0 = bits;
        }
    }
    let mut bits = Bits(0);
    rust_type.hash(&mut bits);
    bits.0 as usize
}
