//! All classes of a game, ready for use.

use super::component::ComponentEntry;
use super::def::{ClassDef, InputDef, OutputDef};
use super::defaults::ComponentDefaults;
use super::universal;
use crate::components;
use crate::disk::Migration;
use crate::kdef::ClassKind;
use crate::name::Symbol;
use kerosene_world::{Schema, SchemaError};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Which class of a registry; number 0 is the inert class of entities whose class nobody knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClassId(pub(crate) u32);

impl ClassId {
    /// The class of entities whose class name is unknown: they have fields, a name and wires and do nothing.
    pub const INERT: Self = Self(0);

    /// The number as an index.
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// Why classes do not make a registry.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RegistryError {
    /// Two classes of one name, or a name that is another's alias.
    #[error("class name `{0}` is declared twice")]
    SameClass(String),
    /// An input, output or key twice in one class.
    #[error("class `{class}` declares {what} `{name}` twice")]
    Twice {
        /// The class.
        class: &'static str,
        /// What it declares.
        what: &'static str,
        /// Its name.
        name: String,
    },
    /// A field's default that is no value of the field's kind.
    #[error("component `{component}`: the default `{default}` of field `{field}` is no value of its kind")]
    Default {
        /// The component.
        component: &'static str,
        /// The field.
        field: String,
        /// The default.
        default: String,
    },
    /// The components make no schema.
    #[error("the components of the classes: {0}")]
    Components(#[from] SchemaError),
}

/// All classes of a game, with the tables that find things in them.
///
/// It is made once and shared by every world of the game.
#[derive(Debug)]
pub struct Registry {
    pub(crate) classes: Vec<Class>,
    /// Folded names and aliases.
    by_name: BTreeMap<String, ClassId>,
    pub(crate) schema: Arc<Schema>,
    /// Folded names of inputs, then of outputs, keys and classes, each once. Every world meets them first and in this
    /// order, so that symbol `n` of a world is number `n - 1` here.
    pub(crate) symbols: Vec<String>,
    /// How many of the symbols are inputs.
    input_symbols: usize,
    /// Changes to saves of older versions of the game, oldest first.
    migrations: Vec<Migration>,
    /// For each class, for each input symbol: 1 + the position among the class's inputs, or 0.
    input_table: Vec<u16>,
}

/// A class with what is common to all added.
#[derive(Debug)]
pub(crate) struct Class {
    pub(crate) def: ClassDef,
    pub(crate) inputs: Vec<InputDef>,
    pub(crate) outputs: Vec<OutputDef>,
    /// Keys of its components: folded key, position of component, position of field; sorted.
    pub(crate) keys: Vec<FieldKey>,
    /// Its components, with what new ones hold.
    pub(crate) components: Vec<ComponentDefaults>,
    /// The symbol of each output.
    pub(crate) output_symbols: Vec<Symbol>,
}

/// A key of a class and the field that it sets.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct FieldKey {
    /// In lower case.
    pub(crate) key: String,
    pub(crate) component: kerosene_world::ComponentId,
    pub(crate) field: usize,
}

impl Registry {
    /// A registry of these classes.
    ///
    /// # Errors
    /// [`RegistryError`] where a name is taken twice, or the components are too many or clash.
    ///
    /// ```
    /// use kerosene_entity::{ClassDef, ClassKind, Registry};
    ///
    /// let registry = Registry::new([ClassDef::new("door", ClassKind::Brush).alias("func_door")])?;
    /// assert_eq!(registry.find("FUNC_DOOR"), registry.find("door"));
    /// assert!(Registry::new([ClassDef::new("a", ClassKind::Point), ClassDef::new("A", ClassKind::Point)]).is_err());
    /// # Ok::<(), kerosene_entity::RegistryError>(())
    /// ```
    pub fn new(classes: impl IntoIterator<Item = ClassDef>) -> Result<Arc<Self>, RegistryError> {
        Self::with_migrations(classes, Vec::new())
    }

    /// As [`Registry::new`], for a game whose classes have changed since it first wrote saves. Each migration makes of
    /// a save of one version one of the next; a save written now is of the version that is their number.
    ///
    /// # Errors
    /// As [`Registry::new`].
    ///
    /// ```
    /// use kerosene_entity::{EntityWorld, Registry, WorldSnapshot};
    ///
    /// let old = Registry::new([])?;
    /// let mut world = EntityWorld::new(&old);
    /// let lamp = world.spawn_with("lamp", &[("power", "3")]);
    /// let saved = WorldSnapshot::capture(&world);
    ///
    /// let new = Registry::with_migrations([], vec![|save| save.rename_field("power", "brightness")])?;
    /// let (world, _) = saved.instantiate(&new).expect("an older save");
    /// assert_eq!(world.float_field(lamp, "brightness"), Some(3.0));
    /// # Ok::<(), kerosene_entity::RegistryError>(())
    /// ```
    pub fn with_migrations(
        classes: impl IntoIterator<Item = ClassDef>,
        migrations: Vec<Migration>,
    ) -> Result<Arc<Self>, RegistryError> {
        let inert = ClassDef::new("", ClassKind::Any).any_output();
        let defs: Vec<ClassDef> = std::iter::once(inert).chain(classes).collect();
        let by_name = index_names(&defs)?;
        let schema = Arc::new(build_schema(&defs)?);
        let mut classes = defs.into_iter().map(|def| Class::new(def, &schema)).collect::<Result<Vec<_>, _>>()?;
        let (symbols, input_symbols) = collect_symbols(&classes);
        number_outputs(&mut classes, &symbols);
        let mut registry =
            Self { classes, by_name, schema, symbols, input_symbols, migrations, input_table: Vec::new() };
        registry.input_table = registry.build_input_table();
        Ok(Arc::new(registry))
    }

    /// The class of a name or alias, ASCII case ignored.
    pub fn find(&self, name: &str) -> Option<ClassId> {
        self.by_name.get(name.to_ascii_lowercase().as_str()).copied().filter(|&class| class != ClassId::INERT)
    }

    /// The declaration of a class.
    pub fn class(&self, class: ClassId) -> &ClassDef {
        &self.known(class).def
    }

    /// All classes but the inert one, in declared order.
    pub fn classes(&self) -> impl Iterator<Item = &ClassDef> + '_ {
        self.classes.iter().skip(1).map(|class| &class.def)
    }

    /// The component kinds of all classes, the common ones first.
    pub fn schema(&self) -> &Arc<Schema> {
        &self.schema
    }

    /// The version of the saves that are written.
    pub(crate) fn save_version(&self) -> u32 {
        self.migrations.len() as u32
    }

    /// What changes saves of older versions, oldest first.
    pub(crate) fn migrations(&self) -> &[Migration] {
        &self.migrations
    }

    /// The class of a number; the inert one for a number that is none.
    #[inline]
    pub(crate) fn known(&self, class: ClassId) -> &Class {
        self.classes.get(class.index()).unwrap_or(&self.classes[0])
    }

    /// The input of a class whose name is that symbol.
    #[inline]
    pub(crate) fn input(&self, class: ClassId, symbol: Symbol) -> Option<&InputDef> {
        // Symbol 0 is the empty name.
        let column = symbol.index().checked_sub(1).filter(|&column| column < self.input_symbols)?;
        let place = *self.input_table.get(class.index() * self.input_symbols + column)?;
        self.known(class).inputs.get(usize::from(place).checked_sub(1)?)
    }

    fn build_input_table(&self) -> Vec<u16> {
        let mut table = vec![0; self.classes.len() * self.input_symbols];
        for (row, class) in table.chunks_exact_mut(self.input_symbols).zip(&self.classes) {
            for (place, input) in class.inputs.iter().enumerate() {
                let folded = input.name.to_ascii_lowercase();
                if let Some(column) = self.symbols[..self.input_symbols].iter().position(|known| *known == folded) {
                    row[column] = place as u16 + 1;
                }
            }
        }
        table
    }
}

impl Class {
    fn new(def: ClassDef, schema: &Schema) -> Result<Self, RegistryError> {
        let mut inputs = def.inputs.clone();
        check_twice(def.name, "input", inputs.iter().map(|input| input.name))?;
        let missing = universal::INPUTS.iter().filter(|input| !def.inputs.iter().any(|own| same(own.name, input.name)));
        inputs.extend(missing);
        let mut outputs = def.outputs.clone();
        check_twice(def.name, "output", outputs.iter().map(|output| output.name))?;
        let missing =
            universal::OUTPUTS.iter().filter(|output| !def.outputs.iter().any(|own| same(own.name, output.name)));
        outputs.extend(missing);
        let mut keys = Vec::new();
        let mut components = Vec::new();
        for entry in &def.components {
            let Some(component) = schema.find(entry.name) else { continue };
            components.push(ComponentDefaults::new(component, entry.fields).map_err(|bad| RegistryError::Default {
                component: entry.name,
                field: bad.field,
                default: bad.default,
            })?);
            let with_key = entry.fields.iter().enumerate().filter(|(_, field)| !field.key.is_empty());
            keys.extend(with_key.map(|(field, decl)| FieldKey {
                key: decl.key.to_ascii_lowercase(),
                component,
                field,
            }));
        }
        check_twice(def.name, "key", keys.iter().map(|key| key.key.as_str()))?;
        keys.sort();
        Ok(Self { def, inputs, outputs, keys, components, output_symbols: Vec::new() })
    }

    /// The field that a folded key sets.
    pub(crate) fn key(&self, folded: &str) -> Option<&FieldKey> {
        let at = self.keys.binary_search_by(|key| key.key.as_str().cmp(folded)).ok()?;
        Some(&self.keys[at])
    }

    /// The output of a name; its spelling in the declaration is tried first.
    #[inline]
    pub(crate) fn output(&self, name: &str) -> Option<usize> {
        let exact = self.outputs.iter().position(|output| output.name == name);
        exact.or_else(|| self.outputs.iter().position(|output| same(output.name, name)))
    }
}

/// Finds the symbol of every output.
fn number_outputs(classes: &mut [Class], symbols: &[String]) {
    let numbers: BTreeMap<&str, u32> = (1..).zip(symbols).map(|(number, name)| (name.as_str(), number)).collect();
    for class in classes {
        let symbol = |name: &str| Symbol(numbers.get(name.to_ascii_lowercase().as_str()).copied().unwrap_or(0));
        class.output_symbols = class.outputs.iter().map(|output| symbol(output.name)).collect();
    }
}

fn same(one: &str, other: &str) -> bool {
    one.eq_ignore_ascii_case(other)
}

fn check_twice<'a>(
    class: &'static str,
    what: &'static str,
    names: impl Iterator<Item = &'a str>,
) -> Result<(), RegistryError> {
    let mut folded: Vec<String> = names.map(str::to_ascii_lowercase).collect();
    folded.sort_unstable();
    match folded.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(RegistryError::Twice { class, what, name: pair[0].clone() }),
        None => Ok(()),
    }
}

fn index_names(defs: &[ClassDef]) -> Result<BTreeMap<String, ClassId>, RegistryError> {
    let mut by_name = BTreeMap::new();
    for (number, def) in defs.iter().enumerate() {
        for name in std::iter::once(&def.name).chain(&def.aliases) {
            if by_name.insert(name.to_ascii_lowercase(), ClassId(number as u32)).is_some() {
                return Err(RegistryError::SameClass((*name).to_owned()));
            }
        }
    }
    Ok(by_name)
}

fn build_schema(defs: &[ClassDef]) -> Result<Schema, SchemaError> {
    let common = components::COMMON.iter().map(|entry| entry());
    let own: Vec<ComponentEntry> = defs.iter().flat_map(|def| def.components.iter().copied()).collect();
    common.chain(own).fold(Schema::builder(), |builder, entry| (entry.declare)(builder)).build()
}

/// Folded names, each once: inputs first; and how many inputs there are.
fn collect_symbols(classes: &[Class]) -> (Vec<String>, usize) {
    let mut symbols = Symbols::default();
    for class in classes {
        class.inputs.iter().for_each(|input| symbols.add(input.name));
    }
    let inputs = symbols.list.len();
    for class in classes {
        class.outputs.iter().for_each(|output| symbols.add(output.name));
        class.keys.iter().for_each(|key| symbols.add(&key.key));
        class.def.keys.iter().for_each(|key| symbols.add(&key.name));
        symbols.add(class.def.name);
    }
    (symbols.list, inputs)
}

#[derive(Default)]
struct Symbols {
    list: Vec<String>,
    known: std::collections::BTreeSet<String>,
}

impl Symbols {
    fn add(&mut self, name: &str) {
        let folded = name.to_ascii_lowercase();
        if !folded.is_empty() && self.known.insert(folded.clone()) {
            self.list.push(folded);
        }
    }
}
