//! Calling a function of an entity's script.
//!
//! Fields are put into `this` before a call and taken out of it after; nothing else remembers them, so whatever has changed
//! the pages meanwhile (a rewind, a load) is what the script sees.

use super::arguments::HookArguments;
use super::language::RhaiLanguage;
use super::memory::{FieldRow, Instance};
use super::version::{StatePart, Version};
use crate::action::ActionQueue;
use crate::api::Vector;
use crate::call::{Access, Call, Surroundings, pack};
use crate::error::ScriptError as Fault;
use crate::host::{field_fault, too_deep};
use crate::language::budget::RunningCall;
use crate::machine::call_profiled;
use crate::profile::{Instrumented, Profile};
use kerosene_entity::{EntityWorld, Value};
use kerosene_framework::{Change, Context, Hook, MachineId, Moment, RayHit, ScriptError, ScriptResult};
use kerosene_world::TextId;
use rhai::{Dynamic, EvalAltResult, ImmutableString};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// Texts that are kept as scripts have them.
const KEPT_TEXTS: usize = 65_536;

/// What a call asks of its own script: it comes when the call has ended, for a function of a script never runs within
/// another of the same entity.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Later {
    /// A machine changes its state.
    Change(MachineId, Change),
    /// The function of a machine's state that goes on is called.
    Update(MachineId, f32),
}

/// What a call has beside the level.
#[derive(Debug, Default)]
pub(crate) struct Own {
    pub(crate) later: RefCell<Vec<Later>>,
    /// What the last ray hit.
    pub(crate) hit: Cell<Option<RayHit>>,
}

impl RhaiLanguage {
    pub(super) fn call_hook(&self, context: &mut Context<'_>, hook: &Hook) -> ScriptResult {
        let Some(instance) = self.memory.borrow().find(context.owner()) else { return Ok(()) };
        let Some(version) = self.version(instance.script) else { return Ok(()) };
        let number = Dynamic::from_float;
        let (task, arguments) = match *hook {
            Hook::Awake | Hook::Start | Hook::Destroy => (None, HookArguments::default()),
            Hook::Update(dt) | Hook::PhysicsUpdate(dt) => (None, HookArguments::of([number(dt)])),
            Hook::TriggerEnter(other) | Hook::TriggerExit(other) => {
                (None, HookArguments::of([Dynamic::from_int(pack(other))]))
            }
            Hook::Event(event) => {
                let source = event.source.map_or(Dynamic::UNIT, |source| Dynamic::from_int(pack(source)));
                let (name, text) = (self.text(event.name, context.world), self.text(event.text, context.world));
                (None, HookArguments::of([name.into(), source, text.into(), number(event.number)]))
            }
            Hook::Timer { timer, task } => (Some(task), HookArguments::of([bits(timer.to_bits())])),
            Hook::TweenDone { tween, task } => (Some(task), HookArguments::of([bits(tween.to_bits())])),
        };
        let Some(task) = task else { return self.run(context, instance, &version, hook.name(), arguments) };
        let text = context.text(task);
        match version.function((task.to_bits(), text), None) {
            Some(function) => self.run(context, instance, &version, &function, arguments),
            None => {
                let text =
                    format!("{}: no function is called `{text}`, which a timer or tween calls", version.script.file());
                Err(ScriptError::new(text))
            }
        }
    }

    /// Runs a function with the fields of an instance, then what it has asked for.
    fn run(
        &self,
        context: &mut Context<'_>,
        instance: Instance,
        version: &Rc<Version>,
        function: &str,
        arguments: HookArguments,
    ) -> ScriptResult {
        let Some(count) = version.takes(function, arguments.len()) else { return Ok(()) };
        let (script, backend) = (&version.script, self.backend.get());
        let marked = self.profile.borrow().is_some().then(|| version.marked());
        let running = match marked {
            Some(Ok(_)) => RunningCall::begin_profiled(),
            Some(Err(_)) | None => RunningCall::begin(script.step(backend)),
        };
        let Some(_running) = running else { return Err(ScriptError::new(too_deep())) };
        let mut this = version.take_body();
        self.fill(&mut this, instance, context.world);
        let own = self.own.borrow_mut().pop().unwrap_or_default();
        let mut actions = ActionQueue::default();
        let map = Rc::clone(&self.map.borrow());
        let (owner, time_ns) = (context.owner(), context.now().nanoseconds());
        let surroundings = Surroundings { console: None, map: &map, tick: context.world.tick(), time_ns };
        let call = Call {
            access: Access::Live(context.in_name_of(owner)),
            surroundings,
            actions: &mut actions,
            dice: &self.dice,
            entity: Some(owner),
            own: Some(&own),
        };
        let arguments = arguments.first(count);
        let result = call.run(|| match marked {
            None => version.machines.call(backend, script, function, &mut this, arguments),
            Some(marked) => self.run_profiled(version, marked, function, &mut this, arguments),
        });
        let kept = self.keep(&mut this, instance, version, context);
        if kept.is_ok() {
            version.put_body(this);
        }
        let result = result.map(drop).map_err(|error| {
            let place = (script.file(), script.source());
            ScriptError::new(Fault::runtime(&error, |_| place).to_string())
        });
        let done = match result.and(kept) {
            Ok(()) => self.do_later(context, &own, version),
            Err(error) => Err(error),
        };
        own.later.borrow_mut().clear();
        // Another call must not see what this one's ray has met.
        own.hit.set(None);
        self.own.borrow_mut().push(own);
        done
    }

    /// Runs a function of the version with marks, where there is one, and adds what it has cost to the profile.
    fn run_profiled(
        &self,
        version: &Version,
        marked: Result<&Instrumented, &(String, String)>,
        function: &str,
        this: &mut Dynamic,
        arguments: HookArguments,
    ) -> Result<Dynamic, Box<EvalAltResult>> {
        let (script, backend) = (&version.script, self.backend.get());
        let (result, costs) = match marked {
            Ok(marked) => call_profiled(script.backend(backend), marked, function, this, arguments),
            Err((file, reason)) => {
                let mut costs = Profile::default();
                costs.miss(file, reason);
                (version.machines.call(backend, script, function, this, arguments), costs)
            }
        };
        if let Some(profile) = &mut *self.profile.borrow_mut() {
            profile.add(&costs);
        }
        result
    }

    /// Puts an instance's fields into `this`.
    fn fill(&self, this: &mut Dynamic, instance: Instance, world: &EntityWorld) {
        let memory = self.memory.borrow();
        let Ok(mut map) = this.as_map_mut() else { return };
        for (place, field) in map.values_mut().enumerate() {
            match memory.field(instance, place) {
                Value::Text(text) => *field = self.text(text, world).into(),
                Value::Vector(vector) => {
                    if let Some(mut place) = field.write_lock::<Vector>() {
                        place.0 = vector;
                        continue;
                    }
                    *field = Dynamic::from(Vector(vector));
                }
                Value::None => *field = Dynamic::UNIT,
                Value::Bool(truth) => *field = Dynamic::from_bool(truth),
                Value::Int(whole) => *field = Dynamic::from_int(whole),
                Value::Float(number) => *field = Dynamic::from_float(number),
                other => *field = crate::value::dynamic(other, world),
            }
        }
    }

    /// Takes an instance's fields out of `this`.
    fn keep(
        &self,
        this: &mut Dynamic,
        instance: Instance,
        version: &Version,
        context: &mut Context<'_>,
    ) -> ScriptResult {
        let mut memory = self.memory.borrow_mut();
        if memory.find(context.owner()) != Some(instance) {
            return Ok(());
        }
        let file = version.script.file();
        let Ok(map) = this.as_map_ref() else {
            return Err(ScriptError::new(format!("{file}: `this` cannot be replaced, only its fields")));
        };
        if map.len() != version.layout.len() {
            let stranger = map.iter().find(|(name, _)| !version.layout.iter().any(|known| known == *name));
            let (name, value) = stranger.map_or(("?", &Dynamic::UNIT), |(name, value)| (name.as_str(), value));
            return Err(ScriptError::new(format!("{file}: {}", field_fault(name, value, false))));
        }
        for (place, (name, field)) in map.iter().enumerate() {
            let before = memory.row(instance, place);
            let Some(row) = row_of(field, before, context.world) else {
                return Err(ScriptError::new(format!("{file}: {}", field_fault(name, field, true))));
            };
            if row != before {
                if let Value::Text(text) = row.value() {
                    self.text(text, context.world);
                }
                memory.set_row(instance, place, row);
            }
        }
        Ok(())
    }

    /// Does what a call has asked of its own script.
    fn do_later(&self, context: &mut Context<'_>, own: &Own, version: &Rc<Version>) -> ScriptResult {
        let mut next = 0;
        loop {
            let Some(later) = own.later.borrow().get(next).copied() else { return Ok(()) };
            next += 1;
            match later {
                Later::Change(machine, change) => {
                    context.drive_machine(machine, change, &mut |context, moment| match moment {
                        Moment::Exit(state) => self.run_state(context, version, state, StatePart::Exit, None),
                        Moment::Enter(state) => self.run_state(context, version, state, StatePart::Enter, None),
                    })?;
                }
                Later::Update(machine, dt) => {
                    if let Some(state) = context.services.machines().state(machine) {
                        self.run_state(context, version, state, StatePart::Update, Some(dt))?;
                    }
                }
            }
        }
    }

    /// Calls the function that a script has for a state, if it has one.
    fn run_state(
        &self,
        context: &mut Context<'_>,
        version: &Rc<Version>,
        state: TextId,
        part: StatePart,
        dt: Option<f32>,
    ) -> ScriptResult {
        let Some(function) = version.function((state.to_bits(), context.text(state)), Some(part)) else {
            return Ok(());
        };
        let Some(instance) = self.memory.borrow().find(context.owner()) else { return Ok(()) };
        let arguments = dt.map_or_else(HookArguments::default, |dt| HookArguments::of([Dynamic::from_float(dt)]));
        self.run(context, instance, version, &function, arguments)
    }

    /// A text of a level as scripts have it: the same each time.
    fn text(&self, text: TextId, world: &EntityWorld) -> ImmutableString {
        let mut texts = self.texts.borrow_mut();
        if let Some(known) = texts.get(&text.to_bits()) {
            return known.clone();
        }
        if texts.len() >= KEPT_TEXTS {
            texts.clear();
        }
        let new = ImmutableString::from(world.text(text));
        texts.insert(text.to_bits(), new.clone());
        new
    }
}

fn bits(handle: u64) -> Dynamic {
    Dynamic::from_int(handle.cast_signed())
}

/// A field as it is kept; `None` for what cannot be.
fn row_of(field: &Dynamic, before: FieldRow, world: &mut EntityWorld) -> Option<FieldRow> {
    Some(FieldRow::new(if let Ok(number) = field.as_float() {
        Value::Float(number)
    } else if let Ok(number) = field.as_int() {
        Value::Int(number)
    } else if let Ok(truth) = field.as_bool() {
        Value::Bool(truth)
    } else if field.is_unit() {
        Value::None
    } else if let Some(text) = field.read_lock::<ImmutableString>() {
        match before.value() {
            Value::Text(known) if world.text(known) == text.as_str() => return Some(before),
            _ => Value::Text(world.intern(&text)),
        }
    } else if let Some(vector) = field.read_lock::<Vector>() {
        Value::Vector(vector.0)
    } else {
        return None;
    }))
}
