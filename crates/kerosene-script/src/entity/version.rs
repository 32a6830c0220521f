//! A script of entities, compiled: what of it the framework calls, and its fields in order.

use super::memory::Layout;
use crate::machine::Machines;
use crate::profile::Instrumented;
use crate::script::Script;
use kerosene_framework::Hooks;
use rhai::{Dynamic, Map};
use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The hooks that are functions of their own names, and the most parameters that each has.
const HOOKS: [(Hooks, &str, usize); 8] = [
    (Hooks::AWAKE, "on_awake", 0),
    (Hooks::START, "on_start", 0),
    (Hooks::UPDATE, "on_update", 1),
    (Hooks::PHYSICS_UPDATE, "on_physics_update", 1),
    (Hooks::TRIGGER_ENTER, "on_trigger_enter", 1),
    (Hooks::TRIGGER_EXIT, "on_trigger_exit", 1),
    (Hooks::EVENT, "on_event", 4),
    (Hooks::DESTROY, "on_destroy", 0),
];

/// Whether a script has a function that entities' scripts are called by.
pub(crate) fn has_hooks(script: &Script) -> bool {
    HOOKS.iter().any(|(_, name, _)| script.function_arity(name).is_some())
}

/// What a function does for a state of a machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum StatePart {
    Enter,
    Exit,
    Update,
}

impl StatePart {
    fn prefix(self) -> &'static str {
        match self {
            Self::Enter => "enter_",
            Self::Exit => "exit_",
            Self::Update => "update_",
        }
    }
}

/// Names of functions by what they are for, found once.
type Names = BTreeMap<(u64, Option<StatePart>), Option<Rc<str>>>;

/// One compiled version of a script.
#[derive(Debug)]
pub(super) struct Version {
    pub(super) script: Script,
    pub(super) layout: Layout,
    pub(super) machines: Machines,
    /// `this` of calls that have ended, to be filled again.
    bodies: RefCell<Vec<Dynamic>>,
    /// Functions that texts of a level stand for, by the numbers of the texts, which follow from their content.
    names: RefCell<Names>,
    /// The version that is profiled, made when it is needed.
    marked: OnceCell<Result<Instrumented, (String, String)>>,
}

impl Version {
    pub(super) fn new(script: Script) -> Self {
        let layout = script.fields().iter().map(|field| field.name.clone()).collect();
        let (machines, bodies, names) = (Machines::default(), RefCell::default(), RefCell::default());
        Self { script, layout, machines, bodies, names, marked: OnceCell::new() }
    }

    /// The hooks that it has. Tasks of timers and tweens are functions by name: whether they are there shows when they are due.
    pub(super) fn hooks(&self) -> Hooks {
        let found = HOOKS.iter().filter(|(_, name, _)| self.script.function_arity(name).is_some());
        found.map(|&(hook, ..)| hook).collect::<Hooks>() | Hooks::TIMER | Hooks::TWEEN_DONE
    }

    /// Whether hooks have parameters that nothing comes for.
    pub(super) fn check_hooks(&self) -> Result<(), String> {
        for (_, name, most) in HOOKS {
            if let Some(arity) = self.script.function_arity(name).filter(|&arity| arity > most) {
                return Err(format!("`{name}` has {arity} parameters, and is called with {most}"));
            }
        }
        Ok(())
    }

    /// How many of `given` arguments a function takes; `None` where there is no function for so few.
    #[inline]
    pub(super) fn takes(&self, function: &str, given: usize) -> Option<usize> {
        (0..=given).rev().find(|&count| self.script.has_function(function, count))
    }

    /// The version that is profiled.
    ///
    /// # Errors
    /// Why there is none.
    pub(super) fn marked(&self) -> Result<&Instrumented, &(String, String)> {
        let marked = self.marked.get_or_init(|| Instrumented::new(&[&self.script], self.script.constants()));
        marked.as_ref()
    }

    /// `this` for a call.
    pub(super) fn take_body(&self) -> Dynamic {
        self.bodies.borrow_mut().pop().unwrap_or_else(|| self.new_body())
    }

    /// Puts `this` back for the next call.
    pub(super) fn put_body(&self, body: Dynamic) {
        self.bodies.borrow_mut().push(body);
    }

    fn new_body(&self) -> Dynamic {
        let fields = self.script.fields().iter();
        let map: Map = fields.map(|field| (field.name.as_str().into(), field.default.dynamic())).collect();
        Dynamic::from_map(map)
    }

    /// The function that a text is the name of, or that belongs to the state of that name.
    pub(super) fn function(&self, text: (u64, &str), part: Option<StatePart>) -> Option<Rc<str>> {
        let key = (text.0, part);
        if let Some(found) = self.names.borrow().get(&key) {
            return found.clone();
        }
        let name = format!("{}{}", part.map_or("", StatePart::prefix), text.1);
        let found = self.script.function_arity(&name).map(|_| Rc::from(name));
        self.names.borrow_mut().insert(key, found.clone());
        found
    }
}
