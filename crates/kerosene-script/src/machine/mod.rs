//! Running functions of a script.
//!
//! Rhai has two ways to run one: walking the syntax tree, and a virtual machine for bytecode (its feature `grain`, which is
//! young). The machine is quicker and, kept between calls, allocates nothing, so it is the first choice; the tree walker
//! runs what the machine does not, and can be chosen for everything, so that a doubt about the one is settled by the
//! other. Tests hold both to the same values, errors and places.

mod scopes;

pub(crate) use scopes::ForMachine;

use crate::language::language;
use crate::profile::{self, Instrumented, Profile};
use crate::script::Script;
use rhai::grain::Vm;
use rhai::{CallFnOptions, Dynamic, EvalAltResult, FuncArgs, Position, Scope};
use std::cell::RefCell;
use std::fmt;

/// What runs a script's functions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Backend {
    /// The virtual machine, where it can run the script, else the tree walker.
    #[default]
    Bytecode,
    /// The tree walker.
    TreeWalker,
}

/// The machines of one script, kept with their memory.
///
/// There is more than one only where a call of a script leads to another call of the same script before it ends.
#[derive(Default)]
pub(crate) struct Machines {
    /// In boxes, for a machine has kilobytes of its own, which a call would copy.
    #[allow(clippy::vec_box, reason = "what is moved in and out is large")]
    free: RefCell<Vec<Box<Machine>>>,
}

struct Machine {
    vm: Vm<'static>,
    scope: Scope<'static>,
}

impl fmt::Debug for Machines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Machines").field("free", &self.free.borrow().len()).finish()
    }
}

impl Machines {
    /// Calls a function with `this` bound to a value.
    pub(crate) fn call(
        &self,
        backend: Backend,
        script: &Script,
        function: &str,
        this: &mut Dynamic,
        arguments: impl FuncArgs,
    ) -> Result<Dynamic, Box<EvalAltResult>> {
        let engine = &language().strict;
        let taken = self.free.borrow_mut().pop();
        let mut machine = taken.unwrap_or_else(|| Box::new(Machine { vm: Vm::new(engine), scope: Scope::new() }));
        let options = CallFnOptions::new().eval_ast(false).bind_this_ptr(this);
        let Machine { vm, scope } = &mut *machine;
        scope.rewind(0);
        let result = if script.backend(backend) == Backend::Bytecode {
            let result = vm.call_fn_with_options(options, scope, script.program(), function, arguments);
            result.map_err(|error| script.machine().put_right(error))
        } else {
            let result = engine.call_fn_with_options(options, scope, script.ast(), function, arguments);
            // The machine names the outermost function too.
            result.map_err(|error| within(error, function))
        };
        if result.is_ok() {
            self.free.borrow_mut().push(machine);
        }
        // After an error the machine is dropped: nothing that the failed call has left behind reaches another.
        result
    }
}

/// Calls a function of the version with marks, and gives what it has cost.
pub(crate) fn call_profiled(
    backend: Backend,
    version: &Instrumented,
    function: &str,
    this: &mut Dynamic,
    arguments: impl FuncArgs,
) -> (Result<Dynamic, Box<EvalAltResult>>, Profile) {
    let engine = crate::language::profiled();
    let options = CallFnOptions::new().eval_ast(false).bind_this_ptr(this);
    let scope = &mut Scope::new();
    let (result, costs) = profile::run(&version.places, || match backend {
        Backend::Bytecode => {
            Vm::new(engine).call_fn_with_options(options, scope, &version.program, function, arguments)
        }
        Backend::TreeWalker => {
            let result = engine.call_fn_with_options(options, scope, &version.ast, function, arguments);
            result.map_err(|error| within(error, function))
        }
    });
    (result.map_err(|error| version.put_right(error)), costs)
}

fn within(error: Box<EvalAltResult>, function: &str) -> Box<EvalAltResult> {
    if error.is_system_exception() {
        return error;
    }
    EvalAltResult::ErrorInFunctionCall(function.to_owned(), String::new(), error, Position::NONE).into()
}
