//! The language: its scripts by name, and what the framework asks of it.

use super::memory::saved::{put_texts, read_texts};
use super::memory::{FieldRow, Memory};
use super::run::Own;
use super::version::Version;
use crate::error::ScriptError as Fault;
use crate::machine::Backend;
use crate::profile::Profile;
use crate::script::Script;
use crate::value::ScriptValue;
use kerosene_entity::{EntityId, EntityWorld, Value};
use kerosene_framework::{Context, Hook, LanguageState, ScriptError, ScriptLanguage, ScriptResult, ScriptShape};
use kerosene_math::Pcg32;
use rhai::ImmutableString;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::fmt;
use std::rc::Rc;
use std::sync::Arc;

/// A script's file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScriptFile {
    /// Its name, for people.
    pub path: String,
    /// Its text.
    pub text: String,
}

/// Where scripts come from.
pub trait ScriptLibrary {
    /// The file of the script of a name; `None` where there is none.
    ///
    /// # Errors
    /// Why it cannot be read.
    fn read(&self, name: &str) -> Result<Option<ScriptFile>, String>;
}

impl ScriptLibrary for BTreeMap<String, String> {
    fn read(&self, name: &str) -> Result<Option<ScriptFile>, String> {
        Ok(self.get(name).map(|text| ScriptFile { path: format!("scripts/{name}.kscr"), text: text.clone() }))
    }
}

/// A script by its name. Its number stays for good, so that snapshots from before a change still name it.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) name: String,
    pub(super) version: Option<Rc<Version>>,
    /// That it does not compile, which has been said; it is not tried again until its file changes.
    pub(super) failed: bool,
}

/// Rhai, for the scripts of entities.
///
/// ```
/// use kerosene_entity::{EntityWorld, Registry};
/// use kerosene_framework::{EmptyScene, Framework, Runtime, Scene, ScriptRegistry};
/// use kerosene_script::RhaiLanguage;
/// use std::{collections::BTreeMap, rc::Rc, time::Duration};
///
/// let lift = r#"
///     let speed = property(8.0, 0.0, 100.0, "Units a second");
///     fn on_update(dt) { translate(0.0, 0.0, this.speed * dt); }
/// "#;
/// let language = RhaiLanguage::new(BTreeMap::from([("lift".to_owned(), lift.to_owned())]));
/// let runtime = Runtime::with_languages(ScriptRegistry::new(), vec![Rc::new(language)]);
/// let mut framework = Framework::new(&runtime);
/// let scene: Rc<dyn Scene> = Rc::new(EmptyScene);
/// let mut world = EntityWorld::new(&Registry::new([])?);
/// let entity = world.spawn_with("info_target", &[("script", "lift"), ("speed", "32")]);
/// for _ in 0..4 {
///     world.begin_tick(Duration::from_millis(250));
///     framework.update(&mut world, &scene, 0.25);
/// }
/// assert_eq!(world.origin(entity).z, 32.0);
/// # Ok::<(), kerosene_entity::RegistryError>(())
/// ```
pub struct RhaiLanguage {
    pub(super) library: Box<dyn ScriptLibrary>,
    pub(super) entries: RefCell<Vec<Entry>>,
    pub(super) memory: RefCell<Memory>,
    pub(super) dice: Cell<Pcg32>,
    pub(super) map: RefCell<Rc<str>>,
    pub(super) backend: Cell<Backend>,
    /// Texts of levels as scripts have them, by their numbers.
    pub(super) texts: RefCell<BTreeMap<u64, ImmutableString>>,
    /// What calls that have ended had beside them, to be used again.
    pub(super) own: RefCell<Vec<Own>>,
    /// What functions have cost, where somebody wants to know.
    pub(super) profile: RefCell<Option<Profile>>,
}

impl fmt::Debug for RhaiLanguage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let entries = self.entries.borrow();
        let names = entries.iter().map(|entry| entry.name.as_str()).collect::<Vec<_>>();
        f.debug_struct("RhaiLanguage").field("scripts", &names).finish_non_exhaustive()
    }
}

impl RhaiLanguage {
    /// The language with the scripts of a library.
    pub fn new(library: impl ScriptLibrary + 'static) -> Self {
        Self {
            library: Box::new(library),
            entries: RefCell::default(),
            memory: RefCell::new(Memory::new()),
            dice: Cell::new(Pcg32::new(0, 0)),
            map: RefCell::new("".into()),
            backend: Cell::default(),
            texts: RefCell::default(),
            own: RefCell::default(),
            profile: RefCell::default(),
        }
    }

    /// Says what runs functions.
    pub fn set_backend(&self, backend: Backend) {
        self.backend.set(backend);
    }

    /// Begins a profile of what functions cost from now on, or ends it; one that runs begins anew.
    pub fn set_profiling(&self, on: bool) {
        *self.profile.borrow_mut() = on.then(Profile::default);
    }

    /// What functions have cost; `None` where nobody has asked.
    pub fn profile(&self) -> Option<Profile> {
        self.profile.borrow().clone()
    }

    /// Begins a level: nothing is remembered of the last one, and the dice are those of the map.
    pub fn begin_level(&self, map: &str, dice: Pcg32) {
        *self.memory.borrow_mut() = Memory::new();
        for (number, entry) in (0..).zip(self.entries.borrow().iter()) {
            if let Some(version) = &entry.version {
                self.memory.borrow_mut().set_layout(number, &version.layout);
            }
        }
        self.dice.set(dice);
        *self.map.borrow_mut() = map.into();
        self.texts.borrow_mut().clear();
    }

    /// Goes on with a level that was saved: its name is this one, what it remembers comes with the save.
    pub fn resume_level(&self, map: &str) {
        *self.map.borrow_mut() = map.into();
    }

    /// The scripts that have been asked for, in the order in which they were, and whether each compiles.
    pub fn scripts(&self) -> Vec<(String, bool)> {
        let entries = self.entries.borrow();
        entries.iter().map(|entry| (entry.name.clone(), entry.version.is_some())).collect()
    }

    /// How many scripts have been asked for.
    pub fn script_count(&self) -> usize {
        self.entries.borrow().len()
    }

    /// How many entities have a script of a name.
    pub fn instances_of(&self, name: &str) -> usize {
        let Some(number) = self.number(name) else { return 0 };
        self.memory.borrow().instances().filter(|(_, instance)| instance.script == number).count()
    }

    /// What the fields of an entity's script hold, in the order of their names, for people and tests.
    pub fn fields_of(&self, entity: EntityId) -> Vec<(String, Value)> {
        let memory = self.memory.borrow();
        let Some(instance) = memory.find(entity) else { return Vec::new() };
        let names = memory.layout(instance.script).map(Arc::clone).unwrap_or_default();
        names.iter().enumerate().map(|(place, name)| (name.clone(), memory.field(instance, place))).collect()
    }

    pub(super) fn number(&self, name: &str) -> Option<u32> {
        self.entries.borrow().iter().position(|entry| entry.name == name).map(|place| place as u32)
    }

    pub(super) fn version(&self, number: u32) -> Option<Rc<Version>> {
        self.entries.borrow().get(number as usize)?.version.clone()
    }

    /// Reads and compiles the script of a name.
    pub(super) fn compile(&self, name: &str) -> Result<Option<Version>, String> {
        let Some(ScriptFile { path, text }) = self.library.read(name)? else { return Ok(None) };
        let script = Script::compile(&path, &text).map_err(|fault: Fault| fault.to_string())?;
        let version = Version::new(script);
        version.check_hooks().map_err(|message| format!("{path}: {message}"))?;
        Ok(Some(version))
    }

    /// What fields hold at first.
    pub(super) fn initial(version: &Version, world: &mut EntityWorld) -> Vec<FieldRow> {
        version.script.fields().iter().map(|field| FieldRow::new(field.default.in_world(world))).collect()
    }
}

impl ScriptLanguage for RhaiLanguage {
    fn name(&self) -> &str {
        "rhai"
    }

    fn find(&self, name: &str) -> Result<Option<ScriptShape>, ScriptError> {
        let number = self.number(name);
        if let Some(number) = number {
            if let Some(version) = self.version(number) {
                return Ok(Some(ScriptShape { script: number, hooks: version.hooks() }));
            }
            if self.entries.borrow()[number as usize].failed {
                return Err(ScriptError::new("it does not compile, as said before"));
            }
        }
        let compiled = self.compile(name);
        let failed = compiled.is_err();
        let version = match &compiled {
            Ok(None) => return Ok(None),
            Ok(Some(_)) | Err(_) => compiled.as_ref().ok().and_then(Option::as_ref),
        };
        let shape = version.map(Version::hooks);
        let version = match compiled {
            Ok(version) => version.map(Rc::new),
            Err(message) => {
                self.put(name, None, failed);
                return Err(ScriptError::new(message));
            }
        };
        let script = self.put(name, version, failed);
        Ok(shape.map(|hooks| ScriptShape { script, hooks }))
    }

    fn reload(&self, name: &str, end_old: &mut dyn FnMut()) -> Result<bool, ScriptError> {
        self.take_anew(name, end_old)
    }

    fn create(&self, context: &mut Context<'_>, script: ScriptShape) -> ScriptResult {
        let version = self.version(script.script).ok_or("its script is not there")?;
        let rows = Self::initial(&version, context.world);
        self.memory.borrow_mut().add(context.owner(), script.script, &rows);
        Ok(())
    }

    fn inject(&self, context: &mut Context<'_>) -> ScriptResult {
        let owner = context.owner();
        let Some(instance) = self.memory.borrow().find(owner) else { return Ok(()) };
        let version = self.version(instance.script).ok_or("its script is not there")?;
        for (place, field) in version.script.fields().iter().enumerate() {
            let Some(property) = &field.property else { continue };
            let Some(given) = context.world.field(owner, &field.name) else { continue };
            let Some(value) = fitting(given, &field.default, property.range, context.world, owner, &field.name) else {
                let given = context.world.shown(given).to_string();
                let (name, path) = (&field.name, version.script.file());
                let wanted = kind_in_words(&field.default);
                return Err(ScriptError::new(format!("the key `{name}` is `{given}`, and {path} wants {wanted}")));
            };
            self.memory.borrow_mut().set_row(instance, place, FieldRow::new(value));
        }
        Ok(())
    }

    fn call(&self, context: &mut Context<'_>, hook: &Hook) -> ScriptResult {
        self.call_hook(context, hook)
    }

    fn destroy(&self, owner: EntityId) {
        self.memory.borrow_mut().remove(owner);
    }

    fn snapshot(&self) -> LanguageState {
        Arc::new(self.memory_with_dice())
    }

    fn restore(&self, state: &LanguageState) -> bool {
        let Some(memory) = state.downcast_ref::<Memory>() else { return false };
        self.take_memory(memory.clone());
        true
    }

    fn hash(&self) -> u64 {
        self.memory_with_dice().hash()
    }

    fn save(&self) -> Vec<u8> {
        let names: Vec<String> = self.entries.borrow().iter().map(|entry| entry.name.clone()).collect();
        let memory = self.memory_with_dice();
        // A level keeps the texts that it uses itself; those of fields are ours to keep.
        let known = self.texts.borrow();
        let texts: Vec<_> = memory.texts().iter().filter_map(|text| known.get_key_value(&text.to_bits())).collect();
        let mut bytes = Vec::new();
        put_texts(&mut bytes, texts.into_iter().map(|(&number, text)| (number, text.as_str())));
        bytes.extend_from_slice(&memory.to_bytes(&names));
        bytes
    }

    fn load(&self, bytes: &[u8]) -> Result<(), String> {
        let (texts, bytes) = read_texts(bytes)?;
        let (memory, names) = Memory::from_bytes(bytes)?;
        self.texts.borrow_mut().extend(texts.into_iter().map(|(number, text)| (number, text.into())));
        // Scripts have their numbers by the order in which they were asked for, which may have been another one.
        let numbers: Vec<u32> = names.iter().map(|name| self.number_of(name)).collect();
        let memory = memory.renumbered(&numbers);
        self.take_memory(memory);
        Ok(())
    }
}

impl RhaiLanguage {
    /// Everything that is remembered, the dice among it, which lie beside it while scripts run.
    fn memory_with_dice(&self) -> Memory {
        let mut memory = self.memory.borrow().clone();
        memory.dice = self.dice.get();
        memory
    }

    /// The number of a script, asked for now where it has not been before.
    fn number_of(&self, name: &str) -> u32 {
        let _ = self.find(name);
        self.number(name).unwrap_or_else(|| self.put(name, None, false))
    }

    pub(super) fn put(&self, name: &str, version: Option<Rc<Version>>, failed: bool) -> u32 {
        let mut entries = self.entries.borrow_mut();
        let place = entries.iter().position(|entry| entry.name == name).unwrap_or(entries.len());
        if let Some(version) = &version {
            self.memory.borrow_mut().set_layout(place as u32, &version.layout);
        }
        let entry = Entry { name: name.to_owned(), version, failed };
        match entries.get_mut(place) {
            Some(other) => *other = entry,
            None => entries.push(entry),
        }
        place as u32
    }

    /// Takes over what was remembered, with the fields that the scripts have now.
    fn take_memory(&self, mut memory: Memory) {
        self.dice.set(memory.dice);
        for (number, entry) in (0..).zip(self.entries.borrow().iter()) {
            let Some(version) = &entry.version else { continue };
            // Texts of fields that are new are not known to every world: they begin empty until something sets them.
            let rows: Vec<_> =
                version.script.fields().iter().map(|field| FieldRow::new(plain(&field.default))).collect();
            match memory.layout(number) {
                Some(layout) if *layout != version.layout => memory.migrate(number, &version.layout, &rows),
                Some(_) => {}
                None => memory.set_layout(number, &version.layout),
            }
        }
        *self.memory.borrow_mut() = memory;
    }
}

/// A default without a world to keep its text in.
fn plain(value: &ScriptValue) -> Value {
    match value {
        ScriptValue::None | ScriptValue::Text(_) => Value::None,
        &ScriptValue::Bool(truth) => Value::Bool(truth),
        &ScriptValue::Int(number) => Value::Int(number),
        &ScriptValue::Float(number) => Value::Float(number),
        &ScriptValue::Vector(vector) => Value::Vector(vector),
    }
}

/// What a mapper wrote, as a value of the kind of a field's default, within its range.
fn fitting(
    given: Value,
    default: &ScriptValue,
    range: Option<(f32, f32)>,
    world: &mut EntityWorld,
    owner: EntityId,
    key: &str,
) -> Option<Value> {
    let bounded = |number: f32| range.map_or(number, |(low, high)| number.clamp(low, high));
    Some(match default {
        ScriptValue::Float(_) => Value::Float(bounded(world.float_field(owner, key)?)),
        ScriptValue::Int(_) if range.is_none() && given.int().is_some() => Value::Int(given.int()?),
        ScriptValue::Int(_) => Value::Int(bounded(world.float_field(owner, key)?) as i64),
        ScriptValue::Bool(_) => Value::Bool(world.bool_field(owner, key)?),
        ScriptValue::Vector(_) => Value::Vector(given.vector()?),
        ScriptValue::Text(_) => match given {
            Value::Text(text) => Value::Text(text),
            other => {
                let text = world.shown(other).to_string();
                Value::Text(world.intern(&text))
            }
        },
        ScriptValue::None => given,
    })
}

fn kind_in_words(value: &ScriptValue) -> &'static str {
    match value {
        ScriptValue::None => "anything",
        ScriptValue::Bool(_) => "yes or no, on or off, 1 or 0",
        ScriptValue::Int(_) => "a whole number",
        ScriptValue::Float(_) => "a number",
        ScriptValue::Text(_) => "text",
        ScriptValue::Vector(_) => "three numbers",
    }
}
