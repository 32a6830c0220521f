//! Functions of a script as the virtual machine has them.
//!
//! Where one function of a script calls another with arguments, the machine makes a list of variables for it, which takes
//! memory twice. A call that is written `f!(x)` goes on with the list of the function that calls, which is there already;
//! the other one could look into it then. Names of variables are made sure of when a script is compiled, so no script does,
//! and it means the same. So calls are written like this in the machine's version of a text, and places are put right in
//! errors. What could tell the difference is left as it is: `is_def_var`, and errors that a script catches with their places.

use crate::language::language;
use crate::weave::{Insertions, Spot, spot};
use rhai::{AST, ASTNode, EvalAltResult, Expr, Scope, Stmt};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Functions for the machine.
#[derive(Debug, Clone)]
pub(crate) struct ForMachine {
    pub(crate) ast: AST,
    /// What was put into the texts of functions, by their names.
    inserted: BTreeMap<String, Arc<Insertions>>,
}

impl Default for ForMachine {
    fn default() -> Self {
        Self { ast: AST::empty(), inserted: BTreeMap::new() }
    }
}

impl ForMachine {
    /// The functions of a text; `ast` are those that it has.
    pub(crate) fn new(source: &str, ast: &AST, constants: &Scope<'_>) -> Self {
        let mut inserted = Insertions::default();
        own_calls(ast).unwrap_or_default().into_iter().for_each(|place| inserted.at(place).push('!'));
        let text = (!inserted.is_empty()).then(|| inserted.put_into(source));
        let parsed = text.and_then(|text| language().strict.compile_with_scope(constants, text).ok());
        match parsed {
            Some(parsed) => {
                let inserted = Arc::new(inserted);
                let names = parsed.iter_functions().map(|function| function.name.to_owned());
                let inserted = names.map(|name| (name, Arc::clone(&inserted))).collect();
                Self { ast: parsed.clone_functions_only(), inserted }
            }
            None => Self { ast: ast.clone(), inserted: BTreeMap::new() },
        }
    }

    /// Adds the functions of another text, which replace those of the same name.
    pub(crate) fn add(&mut self, other: &Self) {
        self.ast.combine(other.ast.clone());
        for function in other.ast.iter_functions() {
            match other.inserted.get(function.name) {
                Some(inserted) => self.inserted.insert(function.name.to_owned(), Arc::clone(inserted)),
                None => self.inserted.remove(function.name),
            };
        }
    }

    /// An error with its place in the text.
    pub(super) fn put_right(&self, mut error: Box<EvalAltResult>) -> Box<EvalAltResult> {
        let mut inserted = None;
        let mut inner = &mut *error;
        while let EvalAltResult::ErrorInFunctionCall(name, _, within, _) = inner {
            inserted = self.inserted.get(name);
            inner = within;
        }
        if let Some(inserted) = inserted {
            let right = inserted.original(inner.position());
            inner.set_position(right);
        }
        error
    }
}

/// The ends of the names in calls of functions that the script itself has, where those have arguments; `None` where
/// something could tell how they are called.
fn own_calls(ast: &AST) -> Option<Vec<Spot>> {
    let own: Vec<_> = ast.iter_functions().map(|function| (function.name, function.params.len())).collect();
    let (mut found, mut can_tell) = (Vec::new(), false);
    ast.walk(&mut |path: &[ASTNode<'_>]| {
        let (call, position) = match path.last() {
            Some(ASTNode::Expr(Expr::FnCall(call, position)) | ASTNode::Stmt(Stmt::FnCall(call, position))) => {
                (call, *position)
            }
            Some(ASTNode::Stmt(Stmt::TryCatch(..))) => {
                can_tell = true;
                return true;
            }
            _ => return true,
        };
        can_tell |= call.name == "is_def_var";
        let is_own = call.op_token.is_none() && own.contains(&(call.name.as_str(), call.args.len()));
        if is_own && !call.args.is_empty() && !call.capture_parent_scope && !position.is_none() {
            let (line, column) = spot(position);
            found.push((line, column + call.name.chars().count()));
        }
        true
    });
    (!can_tell).then_some(found)
}
