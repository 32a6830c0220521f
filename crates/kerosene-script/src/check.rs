//! What can be said of a script without running it.
//!
//! The compiler finds what is no script and names that nothing declares. Functions are looked up only when a line runs, and
//! a line may run for the first time in front of a player; so every call in a file is held to the functions that there
//! are: the engine's, Rhai's, the file's own.

use crate::error::{Fault, ScriptError, unknown_function};
use crate::language::language;
use crate::script::Script;
use rhai::{ASTNode, Expr, Position, Stmt};
use std::collections::BTreeSet;
use std::sync::OnceLock;

/// Checks a file: what is wrong with it, in the order of the places. `others` are names of functions that other files of
/// the same map have.
///
/// ```
/// let text = "fn on_map_start() {\n    find_by_nmae(\"door\").fire(\"Open\");\n}";
/// let found = kerosene_script::check("scripts/hall.kscr", text, &[]);
/// assert_eq!((found[0].line, found[0].column), (Some(2), Some(5)));
/// assert!(found[0].message.contains("did you mean `find_by_name`?"));
/// ```
pub fn check(file: &str, source: &str, others: &[(&str, usize)]) -> Vec<ScriptError> {
    let script = match Script::compile(file, source) {
        Ok(script) => script,
        Err(error) => return vec![error],
    };
    let mut calls = Vec::new();
    script.ast().walk(&mut |path: &[ASTNode<'_>]| {
        calls.extend(path.last().and_then(call_of));
        true
    });
    calls.sort_by_key(|(position, ..)| (position.line(), position.position()));
    let is_known = |name: &str, arguments: usize, method: bool| {
        let counts = if method { [arguments, arguments + 1] } else { [arguments, arguments] };
        let own = script.has_function(name, arguments) || others.contains(&(name, arguments));
        own || counts.iter().any(|&count| natives().contains(&(name.to_owned(), count)))
    };
    let mut found = Vec::new();
    for (position, name, arguments, method) in calls {
        if !is_known(&name, arguments, method) {
            let message = wrong_call(&script, &name, arguments);
            found.push(ScriptError::at(file, source, position, Fault::Call, message));
        }
    }
    found
}

/// A call that a node of the tree is: its place, the name, how many arguments, whether it is called as `x.name()`.
fn call_of(node: &ASTNode<'_>) -> Option<(Position, String, usize, bool)> {
    let (call, position, method) = match node {
        ASTNode::Expr(Expr::MethodCall(call, position)) => (call, *position, true),
        ASTNode::Expr(Expr::FnCall(call, position)) | ASTNode::Stmt(Stmt::FnCall(call, position)) => {
            (call, *position, false)
        }
        _ => return None,
    };
    let is_function = call.op_token.is_none() && rhai::is_valid_function_name(&call.name);
    is_function.then(|| (position, call.name.to_string(), call.args.len(), method))
}

fn wrong_call(script: &Script, name: &str, arguments: usize) -> String {
    if let Some(arity) = script.function_arity(name) {
        return format!("`{name}` has {arity} parameters, and is called with {arguments}");
    }
    unknown_function(&format!("{name}({})", vec!["_"; arguments].join(", ")))
}

/// Every function that the language has, with the number of its parameters.
fn natives() -> &'static BTreeSet<(String, usize)> {
    static NATIVES: OnceLock<BTreeSet<(String, usize)>> = OnceLock::new();
    NATIVES.get_or_init(|| {
        let all = language().strict.collect_fn_metadata(
            None,
            |function| Some((function.metadata.name.to_string(), function.metadata.num_params)),
            true,
        );
        // Keywords of the language that look like functions.
        let keywords =
            [("print", 1), ("debug", 1), ("type_of", 1), ("is_def_var", 1), ("is_def_fn", 2), ("call", 1), ("Fn", 1)];
        let keywords = keywords.map(|(name, count)| (name.to_owned(), count));
        let calls = (1..8).map(|count| ("call".to_owned(), count));
        all.into_iter().chain(keywords).chain(calls).collect()
    })
}
