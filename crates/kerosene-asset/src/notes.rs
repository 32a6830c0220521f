//! Messages about texts of KeyValues.

use kerosene_diagnostics::{Code, Diagnostic, SourcePosition, codes};
use kerosene_kv::{Limits, Pair, ParseError, ParseErrorKind, Position, ReadOptions, Value, ValueError};
use std::ops::RangeInclusive;

/// Bounds on a text that people write: far more than any has, and quick to refuse.
pub(crate) fn text_options() -> ReadOptions {
    let limits = Limits { input_bytes: 1 << 20, depth: 16, nodes: 20_000, token_bytes: 4096, tree_bytes: 8 << 20 };
    ReadOptions { limits, ..ReadOptions::default() }
}

/// A message about a place of a file.
pub(crate) fn at(file: &str, position: Position, code: Code, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(code, message).at(SourcePosition::line(file, position.line).column(position.column))
}

/// Text that is no KeyValues, or too much of it.
pub(crate) fn syntax(file: &str, error: &ParseError) -> Diagnostic {
    let code = match error.kind {
        ParseErrorKind::InputTooLong { .. }
        | ParseErrorKind::TooDeep { .. }
        | ParseErrorKind::TooManyNodes { .. }
        | ParseErrorKind::TokenTooLong { .. }
        | ParseErrorKind::TreeTooLarge { .. } => codes::TOO_LARGE,
        _ => codes::SYNTAX,
    };
    at(file, error.position, code, error.kind.to_string())
}

/// A value that its key cannot have.
pub(crate) fn value(file: &str, error: &ValueError) -> Diagnostic {
    let (position, message) = match error {
        ValueError::Missing { key, expected, position } => {
            (*position, format!("no key `{key}` here: expected {expected}"))
        }
        ValueError::Invalid { key, value, expected, position } => {
            (*position, format!("`{key}` is `{value}`: expected {expected}"))
        }
    };
    at(file, position, codes::BAD_VALUE, message)
}

/// Numbers within a range; `expected` says how many and which, in a message.
pub(crate) fn numbers<const N: usize>(
    pair: &Pair<'_>,
    range: RangeInclusive<f32>,
    expected: &'static str,
) -> Result<[f32; N], ValueError> {
    let refused = || refused(pair, expected);
    let values: [f32; N] = Value::from_text(&pair.value).ok_or_else(refused)?;
    if values.iter().all(|value| range.contains(value)) { Ok(values) } else { Err(refused()) }
}

/// The error that a value is not what its key takes.
pub(crate) fn refused(pair: &Pair<'_>, expected: &'static str) -> ValueError {
    // At most 40 characters of it, as every other such message.
    let value: String = pair.value.chars().take(40).collect();
    ValueError::Invalid { key: pair.key.to_string(), value, expected, position: pair.position }
}
