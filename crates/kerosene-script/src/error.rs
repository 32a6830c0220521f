//! What went wrong, where.

use crate::limits;
use kerosene_diagnostics::nearest;
use rhai::{EvalAltResult, ParseError, Position};
use std::fmt;

/// What kind of fault it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// The text is no script.
    Syntax,
    /// It calls a function that is not there, which the check has found.
    Call,
    /// It failed while it ran.
    Runtime,
    /// It ran into one of its limits.
    Limit,
}

/// A fault of a script, with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScriptError {
    /// The file, or a name for what no file holds.
    pub file: String,
    /// Its line, from 1; `None` where the fault is the whole file's.
    pub line: Option<u32>,
    /// Its column, from 1.
    pub column: Option<u32>,
    /// What is wrong, and what to do.
    pub message: String,
    /// The line's text.
    pub text: Option<String>,
    /// What kind of fault it is.
    pub fault: Fault,
    /// The functions that were running, innermost first.
    pub functions: Vec<String>,
}

impl std::error::Error for ScriptError {}

impl fmt::Display for ScriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        for number in [self.line, self.column].into_iter().flatten() {
            write!(f, ":{number}")?;
        }
        write!(f, ": {}", self.message)?;
        if let [inner, rest @ ..] = &*self.functions {
            write!(f, " (in {inner}")?;
            rest.iter().take(4).try_for_each(|outer| write!(f, " < {outer}"))?;
            f.write_str(")")?;
        }
        if let Some(text) = &self.text {
            write!(f, "\n    {text}")?;
        }
        Ok(())
    }
}

/// Most characters of a line that a message shows.
const SHOWN: usize = 120;

impl ScriptError {
    /// A fault of a whole file.
    pub(crate) fn of_file(file: &str, fault: Fault, message: impl Into<String>) -> Self {
        let (line, column, text) = (None, None, None);
        Self { file: file.to_owned(), line, column, message: message.into(), text, fault, functions: Vec::new() }
    }

    /// A fault at a place of a text.
    pub(crate) fn at(file: &str, source: &str, position: Position, fault: Fault, message: String) -> Self {
        let line = position.line();
        let text = line.and_then(|line| source.lines().nth(line - 1));
        let text = text.map(|text| text.trim().chars().take(SHOWN).collect::<String>()).filter(|text| !text.is_empty());
        let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        Self {
            file: file.to_owned(),
            line: line.map(number),
            column: position.position().map(number),
            message,
            text,
            fault,
            functions: Vec::new(),
        }
    }

    /// A text that is no script.
    pub(crate) fn syntax(file: &str, source: &str, error: &ParseError) -> Self {
        let message = match error.err_type() {
            rhai::ParseErrorType::VariableUndefined(name) => undefined(name),
            other => words(&other.to_string()),
        };
        Self::at(file, source, error.position(), Fault::Syntax, message)
    }

    /// A script that failed while it ran. `locate` gives the file and the text that a function stands in.
    pub(crate) fn runtime<'s>(error: &EvalAltResult, locate: impl Fn(Option<&str>) -> (&'s str, &'s str)) -> Self {
        let (inner, functions) = innermost(error);
        let (file, source) = locate(functions.first().map(String::as_str));
        let (fault, message) = explain(inner);
        let position = inner.position();
        let mut found = Self::at(file, source, position, fault, message);
        found.functions = functions;
        found
    }
}

/// The fault itself, and the functions that were running, innermost first.
fn innermost(error: &EvalAltResult) -> (&EvalAltResult, Vec<String>) {
    let mut functions = Vec::new();
    let mut inner = error;
    while let EvalAltResult::ErrorInFunctionCall(name, _, within, _) = inner {
        functions.push(name.clone());
        inner = within;
    }
    functions.reverse();
    (inner, functions)
}

fn explain(error: &EvalAltResult) -> (Fault, String) {
    match error {
        EvalAltResult::ErrorTerminated(..) | EvalAltResult::ErrorTooManyOperations(..) => {
            let most = limits::MAX_OPERATIONS;
            (Fault::Limit, format!("it does not end: {most} operations of one call are enough"))
        }
        EvalAltResult::ErrorStackOverflow(..) => {
            let most = limits::MAX_CALL_LEVELS;
            (Fault::Limit, format!("more than {most} functions within functions: does one call itself without end?"))
        }
        EvalAltResult::ErrorDataTooLarge(what, _) => (
            Fault::Limit,
            format!(
                "{} is too large: strings have up to {} bytes, arrays up to {} values, maps up to {}",
                what.to_lowercase(),
                limits::MAX_STRING_BYTES,
                limits::MAX_ARRAY_LENGTH,
                limits::MAX_MAP_SIZE
            ),
        ),
        EvalAltResult::ErrorTooManyVariables(_) => {
            (Fault::Limit, format!("more than {} variables at a time", limits::MAX_VARIABLES))
        }
        EvalAltResult::ErrorFunctionNotFound(call, _) => (Fault::Runtime, unknown_function(call)),
        EvalAltResult::ErrorVariableNotFound(name, _) => (Fault::Runtime, undefined(name)),
        EvalAltResult::ErrorPropertyNotFound(name, _) => (
            Fault::Runtime,
            format!("there is no field `{name}`: declare it at the top of the file, as in `let {name} = 0;`"),
        ),
        EvalAltResult::ErrorUnboundThis(_) => {
            (Fault::Runtime, "`this` is only there in hooks and in what they call as `this.name()`".to_owned())
        }
        EvalAltResult::ErrorRuntime(value, _) => (Fault::Runtime, words(&value.to_string())),
        other => (Fault::Runtime, without_place(&other.to_string())),
    }
}

/// What Rhai says, as the rest of a sentence: it begins in lower case and has no place of its own at its end.
fn without_place(text: &str) -> String {
    let end = text.rfind(" (line ").filter(|_| text.ends_with(')')).unwrap_or(text.len());
    words(&text[..end])
}

fn words(text: &str) -> String {
    let mut characters = text.chars();
    match (characters.next(), text.chars().nth(1)) {
        (Some(first), Some(second)) if first.is_uppercase() && second.is_lowercase() => {
            first.to_lowercase().chain(characters).collect()
        }
        _ => text.to_owned(),
    }
}

fn undefined(name: &str) -> String {
    format!(
        "nothing is called `{name}` here: what the top of the file declares with `let` is `this.{name}` in functions, \
         with `const` it is `{name}`"
    )
}

/// A function that is not there, and the one that may be meant.
pub(crate) fn unknown_function(call: &str) -> String {
    let name = call.split([' ', '(']).next().unwrap_or(call);
    let known = crate::api::functions().iter().map(|function| function.name);
    match known.clone().find(|&known| known == name) {
        Some(known) => {
            let signature = crate::api::functions().iter().find(|function| function.name == known);
            let signature = signature.map_or("", |function| function.signature);
            format!("`{call}` does not fit: `{known}` is {signature}")
        }
        None => match nearest(name, known) {
            Some(meant) => format!("there is no function `{call}`; did you mean `{meant}`?"),
            None => format!("there is no function `{call}`"),
        },
    }
}

/// Why a function of the engine does not do it.
pub(crate) fn refuse(message: &str) -> Box<EvalAltResult> {
    message.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_says_file_line_column_and_text() {
        let error = ScriptError::at(
            "scripts/a.kscr",
            "fn a() {\n    opne();\n}",
            Position::new(2, 5),
            Fault::Runtime,
            unknown_function("find_by_nmae (string)"),
        );
        let expected = "scripts/a.kscr:2:5: there is no function `find_by_nmae (string)`; did you mean `find_by_name`?\n    opne();";
        assert_eq!(error.to_string(), expected);
    }

    #[test]
    fn what_rhai_says_becomes_the_rest_of_a_sentence() {
        assert_eq!(without_place("Division by zero: 1 / 0 (line 3, position 4)"), "division by zero: 1 / 0");
        assert_eq!(words("ABC"), "ABC");
    }
}
