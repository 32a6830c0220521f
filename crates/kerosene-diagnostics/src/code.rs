//! Stable codes and what is known about each.

use crate::{Severity, codes};
use std::fmt;
use std::str::FromStr;

/// A stable code, printed `K0123`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code(pub u16);

impl Code {
    /// The row of the table for this code, or `None` for a code that is not in it.
    ///
    /// ```
    /// use kerosene_diagnostics::codes;
    ///
    /// assert_eq!(codes::LEAK.info().map(|info| info.title), Some("The map leaks"));
    /// ```
    pub fn info(self) -> Option<&'static CodeInfo> {
        codes::TABLE.binary_search_by_key(&self, |info| info.code).ok().map(|row| &codes::TABLE[row])
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "K{:04}", self.0)
    }
}

/// Text that is not of the form `K0123`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no diagnostic code: expected `K` and four digits")]
pub struct NotACode(pub String);

impl FromStr for Code {
    type Err = NotACode;

    /// Reads `K0123` (or `k0123`, as people type it).
    fn from_str(text: &str) -> Result<Self, NotACode> {
        text.strip_prefix(['K', 'k'])
            .filter(|digits| digits.len() == 4 && digits.bytes().all(|digit| digit.is_ascii_digit()))
            .and_then(|digits| digits.parse().ok())
            .map(Self)
            .ok_or_else(|| NotACode(text.to_owned()))
    }
}

/// A row of the table of codes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CodeInfo {
    /// The code.
    pub code: Code,
    /// How bad it is, unless the one who reports it says otherwise.
    pub severity: Severity,
    /// What it is about, in a few words.
    pub title: &'static str,
    /// Its page in the book, as Markdown.
    pub page: &'static str,
}

/// The page of the book about `code`, as Markdown, or `None` for a code that is not in the table.
///
/// ```
/// use kerosene_diagnostics::{codes, explain};
///
/// assert!(explain(codes::LEAK).is_some_and(|page| page.starts_with("# K0401: The map leaks")));
/// ```
pub fn explain(code: Code) -> Option<&'static str> {
    code.info().map(|info| info.page)
}
