//! One file, compiled.

use crate::action::{ActionQueue, ScriptAction};
use crate::call::{Access, Call, Surroundings};
use crate::error::{Fault, ScriptError};
use crate::fields::{ScriptField, declared};
use crate::language::budget::RunningCall;
use crate::language::language;
use crate::language::weight::Weight;
use crate::limits::MAX_SOURCE_BYTES;
use crate::machine::{Backend, ForMachine};
use kerosene_math::Pcg32;
use rhai::grain::{Compiler, Program};
use rhai::{AST, Dynamic, Scope};
use std::cell::Cell;
use std::sync::Arc;

/// A script that has been compiled: its functions and its fields.
///
/// ```
/// use kerosene_script::Script;
///
/// let script = Script::compile("scripts/door.kscr", "let open = false;\nfn on_use(who) { this.open = true; }")?;
/// assert_eq!(script.function_arity("on_use"), Some(1));
/// assert_eq!(script.fields()[0].name, "open");
///
/// let error = Script::compile("scripts/door.kscr", "fn on_use(who) { this.open = ; }").unwrap_err();
/// assert_eq!((error.line, error.column), (Some(1), Some(30)));
/// # Ok::<(), kerosene_script::ScriptError>(())
/// ```
#[derive(Debug)]
pub struct Script {
    file: String,
    source: Arc<str>,
    /// Functions alone, with the constants put in their places.
    ast: AST,
    machine: ForMachine,
    program: Program<'static>,
    /// Names and numbers of parameters, in the order of names.
    functions: Vec<(String, usize)>,
    fields: Vec<ScriptField>,
    constants: Arc<Scope<'static>>,
    /// What it said at its top.
    said: Vec<ScriptAction>,
    weight: Weight,
}

/// What the top of a file leaves behind.
#[derive(Default)]
struct Top {
    fields: Vec<ScriptField>,
    constants: Scope<'static>,
    said: Vec<ScriptAction>,
}

impl Script {
    /// Compiles a file. Its top level runs, for its constants and fields; nothing of the game is in reach there.
    ///
    /// # Errors
    /// What is wrong, with its place.
    pub fn compile(file: &str, source: &str) -> Result<Self, ScriptError> {
        check_size(file, source)?;
        let top = run_top_level(file, source)?;
        let ast = parse(file, source, &top.constants)?;
        let (weight, ast) = (Weight::of(&ast), ast.clone_functions_only());
        let machine = ForMachine::new(source, &ast, &top.constants);
        let functions = Self::of_functions(file, source, ast, machine, weight);
        Ok(Self { fields: top.fields, constants: Arc::new(top.constants), said: top.said, ..functions })
    }

    /// A script of functions that have been parsed and weighed.
    pub(crate) fn of_functions(
        file: &str,
        source: &str,
        mut ast: AST,
        mut machine: ForMachine,
        weight: Weight,
    ) -> Self {
        ast.set_source(file);
        machine.ast.set_source(file);
        let mut functions: Vec<_> =
            ast.iter_functions().map(|function| (function.name.to_owned(), function.params.len())).collect();
        functions.sort();
        let program = Compiler::new().compile(&machine.ast);
        let Top { fields, constants, said } = Top::default();
        let (file, source, constants) = (file.to_owned(), source.into(), Arc::new(constants));
        Self { file, source, ast, machine, program, functions, fields, constants, said, weight }
    }

    /// The file's name.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// Its text.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// How many parameters a function has; of several functions of a name the fewest; `None` without one.
    pub fn function_arity(&self, name: &str) -> Option<usize> {
        self.functions.iter().find(|(known, _)| known == name).map(|&(_, parameters)| parameters)
    }

    /// Whether it has a function of a name with that many parameters.
    pub fn has_function(&self, name: &str, parameters: usize) -> bool {
        self.functions.iter().any(|(known, count)| known == name && *count == parameters)
    }

    /// Its functions with the numbers of their parameters, in the order of names.
    pub fn functions(&self) -> impl Iterator<Item = (&str, usize)> {
        self.functions.iter().map(|(name, parameters)| (name.as_str(), *parameters))
    }

    /// Its fields, in the order of names.
    pub fn fields(&self) -> &[ScriptField] {
        &self.fields
    }

    pub(crate) fn constants(&self) -> &Arc<Scope<'static>> {
        &self.constants
    }

    /// What it said at its top, while it was compiled.
    pub fn said(&self) -> &[ScriptAction] {
        &self.said
    }

    pub(crate) fn ast(&self) -> &AST {
        &self.ast
    }

    pub(crate) fn program(&self) -> &Program<'static> {
        &self.program
    }

    /// Whether the virtual machine runs all of it: what hands functions about, lets arrays and maps grow from within, or
    /// holds what it does not know, is left to the tree walker.
    pub fn runs_as_bytecode(&self) -> bool {
        let grows_unseen = self.weight.has_collections && self.weight.assigns_into;
        self.program.residual_count() == 0 && !self.program.makes_fn_pointers() && !grows_unseen
    }

    /// Its functions as the virtual machine has them.
    pub(crate) fn machine(&self) -> &ForMachine {
        &self.machine
    }

    /// What is known of its work.
    pub(crate) fn weight(&self) -> Weight {
        self.weight
    }

    /// What runs its functions, where a backend has been chosen.
    pub(crate) fn backend(&self, chosen: Backend) -> Backend {
        if self.runs_as_bytecode() { chosen } else { Backend::TreeWalker }
    }

    /// What each step of its functions costs, in operations.
    pub(crate) fn step(&self, chosen: Backend) -> u32 {
        self.weight.step(self.backend(chosen))
    }
}

pub(crate) fn check_size(file: &str, source: &str) -> Result<(), ScriptError> {
    if source.len() <= MAX_SOURCE_BYTES {
        return Ok(());
    }
    let message = format!("a script has up to {MAX_SOURCE_BYTES} bytes, this one has {}", source.len());
    Err(ScriptError::of_file(file, Fault::Limit, message))
}

/// Parses a text; constants have their bare names in it.
pub(crate) fn parse(file: &str, source: &str, constants: &Scope<'_>) -> Result<AST, ScriptError> {
    let parsed = language().strict.compile_with_scope(constants, source);
    parsed.map_err(|error| ScriptError::syntax(file, source, &error))
}

/// Runs what stands outside functions.
fn run_top_level(file: &str, source: &str) -> Result<Top, ScriptError> {
    let engine = &language().lenient;
    let ast = engine.compile(source).map_err(|error| ScriptError::syntax(file, source, &error))?;
    let mut scope = Scope::new();
    let Some(_running) = RunningCall::begin(Weight::of(&ast).step(Backend::TreeWalker)) else {
        return Err(ScriptError::of_file(file, Fault::Limit, "scripts are not compiled that deep within scripts"));
    };
    let mut actions = ActionQueue::default();
    // The same dice at each compilation: what a file declares does not depend on when it is read.
    let dice = Cell::new(Pcg32::new(0, 0));
    let surroundings = Surroundings::default();
    let (access, actions_of) = (Access::Nothing, &mut actions);
    let call = Call { access, surroundings, actions: actions_of, dice: &dice, entity: None, own: None };
    let result = call.run(|| engine.eval_ast_with_scope::<Dynamic>(&mut scope, &ast));
    if let Err(error) = result {
        return Err(ScriptError::runtime(&error, |_| (file, source)));
    }
    let (fields, constants) = declared(&scope).map_err(|text| ScriptError::of_file(file, Fault::Syntax, text))?;
    let said = actions.drain().filter(|action| matches!(action, ScriptAction::Log { .. })).collect();
    Ok(Top { fields, constants, said })
}
