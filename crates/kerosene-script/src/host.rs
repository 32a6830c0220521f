//! The scripts of a map: files whose functions are called by the engine, by wires and from the console.

use crate::action::ActionQueue;
use crate::call::{Access, Call, Surroundings};
use crate::error::{Fault, ScriptError};
use crate::fields::ScriptField;
use crate::language::{budget::RunningCall, language, weight::Weight};
use crate::limits::MAX_NESTED_CALLS;
use crate::machine::{Backend, ForMachine, Machines, call_profiled};
use crate::profile::{Instrumented, Profile};
use crate::script::{Script, check_size, parse};
use crate::value::{ScriptValue, dynamic};
use kerosene_entity::{EntityId, EntityWorld, Value};
use kerosene_math::Pcg32;
use rhai::{AST, CallFnOptions, Dynamic, EvalAltResult, FuncArgs, ImmutableString, Map, Scope};
use std::cell::{Cell, OnceCell};
use std::collections::BTreeSet;
use std::sync::Arc;

/// What a call of a map's script sees. Nothing of it is copied: the level is lent as it is, to look at, and does not change
/// while the script runs, since what that wants changed is done afterwards.
#[derive(Debug)]
pub struct View<'a> {
    /// The entities; `None` without a level.
    pub entities: Option<&'a EntityWorld>,
    /// Console, map and time.
    pub surroundings: Surroundings<'a>,
    /// The level's dice.
    pub dice: &'a mut Pcg32,
    /// The entity in whose name it runs, such as the `logic_script` that calls it.
    pub entity: Option<EntityId>,
}

/// Files of functions that know each other, and what their fields hold.
///
/// ```
/// use kerosene_math::Pcg32;
/// use kerosene_script::{ScriptAction, ScriptHost, ScriptValue, View};
///
/// let mut host = ScriptHost::new();
/// host.load("scripts/hall.kscr", r#"
///     let rung = 0;
///     fn ring(who) { this.rung += 1; print(`${who} rings: ${this.rung}`); }
/// "#)?;
/// let mut dice = Pcg32::new(1, 1);
/// let view = View { entities: None, surroundings: Default::default(), dice: &mut dice, entity: None };
/// host.call("ring", &[ScriptValue::Text("the bell".into())], view)?;
/// assert!(matches!(&host.actions().as_slice()[0], ScriptAction::Log { text, .. } if &**text == "the bell rings: 1"));
/// # Ok::<(), kerosene_script::ScriptError>(())
/// ```
#[derive(Debug, Default)]
pub struct ScriptHost {
    files: Vec<LoadedFile>,
    /// All functions of all files; of those of one name and number of parameters the one that came last.
    merged: Option<Script>,
    machines: Machines,
    /// What the fields hold, as `this` has it.
    this: Dynamic,
    actions: ActionQueue,
    backend: Backend,
    /// The keys under which a level keeps the fields, in the order of their names.
    keys: Vec<String>,
    /// Hooks that failed; they are not called again until a file is loaded.
    failed: BTreeSet<String>,
    /// What functions have cost, where somebody wants to know.
    profile: Option<Profile>,
    /// The version of all functions that is profiled, made when it is needed.
    marked: OnceCell<Result<Instrumented, (String, String)>>,
}

#[derive(Debug)]
struct LoadedFile {
    script: Script,
    constants: Arc<Scope<'static>>,
}

impl ScriptHost {
    /// A host without files.
    pub fn new() -> Self {
        Self { this: Dynamic::from_map(Map::new()), ..Self::default() }
    }

    /// Says what runs functions.
    pub fn set_backend(&mut self, backend: Backend) {
        self.backend = backend;
    }

    /// Begins a profile of what functions cost from now on, or ends it; one that runs begins anew.
    pub fn set_profiling(&mut self, on: bool) {
        self.profile = on.then(Profile::default);
    }

    /// What functions have cost; `None` where nobody has asked.
    pub fn profile(&self) -> Option<&Profile> {
        self.profile.as_ref()
    }

    /// Loads a file, or loads it again: its functions take the place of those of the same name, and its fields come to be
    /// where there are none of their name. What it says at its top goes to the actions.
    ///
    /// # Errors
    /// What is wrong with it; what was loaded before then stays.
    pub fn load(&mut self, file: &str, source: &str) -> Result<(), ScriptError> {
        let script = Script::compile(file, source)?;
        let loaded = LoadedFile { constants: Arc::clone(script.constants()), script };
        for action in loaded.script.said() {
            self.actions.push(action.clone());
        }
        match self.files.iter_mut().find(|other| other.script.file() == file) {
            Some(other) => *other = loaded,
            None => self.files.push(loaded),
        }
        self.merge();
        Ok(())
    }

    /// Forgets a file and its functions; true if there was one.
    pub fn unload(&mut self, file: &str) -> bool {
        let before = self.files.len();
        self.files.retain(|loaded| loaded.script.file() != file);
        self.merge();
        self.files.len() != before
    }

    fn merge(&mut self) {
        let (mut ast, mut machine, mut weight) = (AST::empty(), ForMachine::default(), Weight::default());
        for file in &self.files {
            ast.combine(file.script.ast().clone());
            machine.add(file.script.machine());
            weight = weight.and(file.script.weight());
        }
        self.merged = Some(Script::of_functions("", "", ast, machine, weight));
        self.machines = Machines::default();
        self.marked = OnceCell::new();
        self.failed.clear();
        let files = &self.files;
        if let Ok(mut this) = self.this.as_map_mut() {
            this.retain(|name, _| {
                files.iter().any(|file| file.script.fields().iter().any(|field| field.name == **name))
            });
            for field in files.iter().flat_map(|file| file.script.fields()) {
                this.entry(field.name.as_str().into()).or_insert_with(|| field.default.dynamic());
            }
            self.keys = this.keys().map(|name| key_of_field(name)).collect();
        }
    }

    /// The files, in the order in which they came.
    pub fn files(&self) -> impl Iterator<Item = &Script> {
        self.files.iter().map(|file| &file.script)
    }

    /// How many parameters a function has, in whichever file it is.
    pub fn function_arity(&self, name: &str) -> Option<usize> {
        self.merged.as_ref()?.function_arity(name)
    }

    /// Whether a hook is there and has not failed.
    pub fn wants(&self, hook: &str) -> bool {
        self.function_arity(hook).is_some() && !self.failed.contains(hook)
    }

    /// Calls a function; it gets as many of the arguments as it has parameters. What it wants done is in
    /// [`actions`](Self::actions), whether it came to its end or not.
    ///
    /// # Errors
    /// What went wrong, where.
    pub fn call(
        &mut self,
        function: &str,
        arguments: &[ScriptValue],
        view: View<'_>,
    ) -> Result<ScriptValue, ScriptError> {
        let script = self.merged.as_ref().filter(|script| script.function_arity(function).is_some());
        let Some(script) = script else {
            let known = self.merged.iter().flat_map(Script::functions).map(|(name, _)| name);
            let hint = kerosene_diagnostics::nearest(function, known).map(|name| format!("; did you mean `{name}`?"));
            let message = format!("no loaded script has a function `{function}`{}", hint.unwrap_or_default());
            return Err(ScriptError::of_file(self.main_file(), Fault::Runtime, message));
        };
        let most = (0..=arguments.len()).rev().find(|&count| script.has_function(function, count));
        let Some(count) = most else {
            let arity = script.function_arity(function).unwrap_or(0);
            let given = arguments.len();
            let message = format!("`{function}` has {arity} parameters, and is called with {given}");
            return Err(ScriptError::of_file(self.file_of(function).0, Fault::Runtime, message));
        };
        let (files, marked) = (&self.files, &self.marked);
        let marked = self.profile.is_some().then(|| marked.get_or_init(|| with_marks(files)));
        let marked = marked.and_then(|marked| marked.as_ref().ok());
        let running = match marked {
            None => RunningCall::begin(script.step(self.backend)),
            Some(_) => RunningCall::begin_profiled(),
        };
        let Some(_running) = running else {
            return Err(ScriptError::of_file(self.main_file(), Fault::Limit, too_deep()));
        };
        let mut this = std::mem::take(&mut self.this);
        let (machines, backend, actions) = (&self.machines, self.backend, &mut self.actions);
        let arguments = Arguments(&arguments[..count]);
        let (result, costs) = call_of(view, actions).run(|| match marked {
            None => (machines.call(backend, script, function, &mut this, arguments), None),
            Some(marked) => {
                let (result, costs) = call_profiled(script.backend(backend), marked, function, &mut this, arguments);
                (result, Some(costs))
            }
        });
        self.this = this;
        if let Some(profile) = &mut self.profile {
            match (costs, self.marked.get()) {
                (Some(costs), _) => profile.add(&costs),
                (None, Some(Err((file, reason)))) => profile.miss(file, reason),
                (None, _) => {}
            }
        }
        let kept = self.keep_fields();
        let value = result.map_err(|error| self.locate(&error))?;
        kept?;
        Ok(ScriptValue::of(&value).unwrap_or_default())
    }

    /// Calls a hook, where there is one. One that fails is not called again until a file is loaded.
    ///
    /// # Errors
    /// What went wrong, where.
    pub fn call_hook(&mut self, hook: &str, arguments: &[ScriptValue], view: View<'_>) -> Result<(), ScriptError> {
        if !self.wants(hook) {
            return Ok(());
        }
        self.call(hook, arguments, view).map(drop).inspect_err(|_| {
            self.failed.insert(hook.to_owned());
        })
    }

    /// Runs lines of code, which know the loaded files' functions and constants, and their fields as `this`. Functions in
    /// them are not allowed: those belong in files.
    ///
    /// # Errors
    /// What is wrong, where; `name` stands for the file.
    pub fn run(&mut self, name: &str, code: &str, view: View<'_>) -> Result<ScriptValue, ScriptError> {
        const FUNCTION: &str = "__lines";
        check_size(name, code)?;
        let constants = constants(&self.files);
        let one_line_down = |mut error: ScriptError| {
            error.line = error.line.map(|line| line.saturating_sub(1).max(1));
            error.functions.retain(|function| function != FUNCTION);
            error
        };
        let wrapped = format!("fn {FUNCTION}() {{\n{code}\n}}");
        let lines = parse(name, &wrapped, &constants).map_err(one_line_down)?;
        let weight = self.merged.iter().fold(Weight::of(&lines), |weight, script| weight.and(script.weight()));
        let Some(_running) = RunningCall::begin(weight.step(Backend::TreeWalker)) else {
            return Err(ScriptError::of_file(name, Fault::Limit, too_deep()));
        };
        let mut this = std::mem::take(&mut self.this);
        let merged = self.merged.as_ref().map_or_else(AST::empty, |script| script.ast().clone()).merge(&lines);
        let options = CallFnOptions::new().eval_ast(false).bind_this_ptr(&mut this);
        let result = call_of(view, &mut self.actions).run(|| {
            language().strict.call_fn_with_options::<Dynamic>(options, &mut Scope::new(), &merged, FUNCTION, ())
        });
        self.this = this;
        let kept = self.keep_fields();
        let value = result.map_err(|error| {
            let found = ScriptError::runtime(&error, |function| match function {
                Some(function) if function != FUNCTION => self.file_of(function),
                _ => (name, wrapped.as_str()),
            });
            if found.file == name { one_line_down(found) } else { found }
        })?;
        kept?;
        Ok(ScriptValue::of(&value).unwrap_or_default())
    }

    /// What the scripts want done, oldest first.
    pub fn actions(&self) -> &ActionQueue {
        &self.actions
    }

    /// What the scripts want done, to take it.
    pub fn actions_mut(&mut self) -> &mut ActionQueue {
        &mut self.actions
    }

    /// What the fields hold, in the order of their names.
    pub fn fields(&self) -> Vec<(String, ScriptValue)> {
        let this = self.this.as_map_ref();
        let fields = this.iter().flat_map(|map| map.iter());
        fields.filter_map(|(name, value)| Some((name.to_string(), ScriptValue::of(value)?))).collect()
    }

    /// Gives fields values again that [`fields`](Self::fields) gave. Fields that no file declares are left out, those that
    /// are not named keep theirs.
    pub fn restore_fields(&mut self, fields: &[(String, ScriptValue)]) {
        if let Ok(mut this) = self.this.as_map_mut() {
            for (name, value) in fields {
                if let Some(place) = this.get_mut(name.as_str()) {
                    *place = value.dynamic();
                }
            }
        }
    }

    /// Gives fields what an entity's keys of the names [`key_of_field`] hold, where it has them.
    pub fn take_fields_from(&mut self, world: &EntityWorld, entity: EntityId) {
        let Ok(mut this) = self.this.as_map_mut() else { return };
        for (key, value) in self.keys.iter().zip(this.values_mut()) {
            match world.field(entity, key) {
                None => {}
                Some(Value::Text(text)) => {
                    let text = world.text(text);
                    if value.read_lock::<ImmutableString>().is_none_or(|now| **now != *text) {
                        *value = text.into();
                    }
                }
                Some(kept) => *value = dynamic(kept, world),
            }
        }
    }

    /// Writes into an entity's keys what the fields hold, where that is something else.
    pub fn keep_fields_in(&self, world: &mut EntityWorld, entity: EntityId) {
        let Ok(this) = self.this.as_map_ref() else { return };
        for (key, value) in self.keys.iter().zip(this.values()) {
            let Some(value) = ScriptValue::of(value) else { continue };
            let value = value.in_world(world);
            if world.field(entity, key) != Some(value) {
                world.set_field(entity, key, value);
            }
        }
    }

    /// Gives every field what its file says.
    pub fn reset_fields(&mut self) {
        self.this = Dynamic::from_map(Map::new());
        self.merge();
    }

    /// The fields that a file declares.
    pub fn declared_fields(&self) -> impl Iterator<Item = &ScriptField> {
        self.files.iter().flat_map(|file| file.script.fields())
    }

    /// Puts fields right that hold what cannot be kept, and says so.
    fn keep_fields(&mut self) -> Result<(), ScriptError> {
        let declared =
            |name: &str| self.files.iter().flat_map(|file| file.script.fields()).find(|field| field.name == name);
        let Ok(mut this) = self.this.as_map_mut() else {
            drop(std::mem::replace(&mut self.this, Dynamic::from_map(Map::new())));
            self.reset_fields();
            return Err(ScriptError::of_file(
                self.main_file(),
                Fault::Runtime,
                "`this` cannot be replaced, only its fields",
            ));
        };
        let bad = this.iter().find(|(name, value)| declared(name).is_none() || ScriptValue::of(value).is_none());
        let Some((name, value)) = bad else { return Ok(()) };
        let message = field_fault(name, value, declared(name).is_some());
        this.retain(|name, value| declared(name).is_some() && ScriptValue::of(value).is_some());
        drop(this);
        let error = ScriptError::of_file(self.main_file(), Fault::Runtime, message);
        self.merge();
        Err(error)
    }

    fn main_file(&self) -> &str {
        self.files.first().map_or("scripts", |file| file.script.file())
    }

    /// The file that a function stands in, and its text.
    fn file_of(&self, function: &str) -> (&str, &str) {
        let holds = |file: &&LoadedFile| file.script.function_arity(function).is_some();
        let file = self.files.iter().rev().find(holds).or(self.files.first());
        file.map_or(("", ""), |file| (file.script.file(), file.script.source()))
    }

    fn locate(&self, error: &EvalAltResult) -> ScriptError {
        ScriptError::runtime(error, |function| self.file_of(function.unwrap_or_default()))
    }
}

/// The constants of files, of those of one name the last.
fn constants(files: &[LoadedFile]) -> Scope<'static> {
    let mut all = Scope::new();
    for (name, _, value) in files.iter().flat_map(|file| file.constants.iter()) {
        all.push_constant_dynamic(name, value);
    }
    all
}

/// The version of files that is profiled.
fn with_marks(files: &[LoadedFile]) -> Result<Instrumented, (String, String)> {
    let scripts: Vec<_> = files.iter().map(|file| &file.script).collect();
    Instrumented::new(&scripts, &constants(files))
}

/// The key under which a level keeps a field of its map's script.
pub fn key_of_field(name: &str) -> String {
    format!("script.{name}")
}

/// What is wrong with a field that a script has left behind.
pub(crate) fn field_fault(name: &str, value: &Dynamic, is_declared: bool) -> String {
    if is_declared {
        format!(
            "the field `{name}` was given {}: fields hold a bool, a number, a string, a vec3 or (), so that they can be saved",
            value.type_name()
        )
    } else {
        format!("there is no field `{name}`: declare it at the top of the file, as in `let {name} = 0;`")
    }
}

pub(crate) fn too_deep() -> String {
    format!("scripts call scripts more than {MAX_NESTED_CALLS} deep: does an event bring itself about?")
}

#[allow(clippy::needless_pass_by_value, reason = "the dice are lent on")]
fn call_of<'a>(view: View<'a>, actions: &'a mut ActionQueue) -> Call<'a> {
    let access = view.entities.map_or(Access::Nothing, Access::Frozen);
    Call {
        access,
        surroundings: view.surroundings,
        actions,
        dice: Cell::from_mut(view.dice),
        entity: view.entity,
        own: None,
    }
}

/// Arguments of a call, handed over without a list.
pub(crate) struct Arguments<'a>(pub(crate) &'a [ScriptValue]);

impl FuncArgs for Arguments<'_> {
    fn parse<ARGS: Extend<Dynamic>>(self, args: &mut ARGS) {
        args.extend(self.0.iter().map(ScriptValue::dynamic));
    }
}
