//! What can be wrong with a script.

use kerosene_diagnostics::{Code, Diagnostic, SourcePosition, codes};
use kerosene_kv::{ParseError, Position};

/// A script that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}, line {line}, column {column}: {problem}")]
pub struct SoundScriptError {
    /// The file.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1.
    pub column: u32,
    /// What is wrong, in words.
    pub problem: String,
    /// What to do about it.
    pub advice: String,
    code: Code,
}

impl SoundScriptError {
    pub(super) fn at(file: &str, position: Position, problem: String, advice: impl Into<String>) -> Self {
        let (line, column) = (position.line.max(1), position.column.max(1));
        Self { file: file.to_owned(), line, column, problem, advice: advice.into(), code: codes::BAD_VALUE }
    }

    pub(super) fn syntax(file: &str, error: &ParseError) -> Self {
        let advice = "correct the text: a script is blocks called sound";
        Self { code: codes::SYNTAX, ..Self::at(file, error.position, error.kind.to_string(), advice) }
    }

    /// The error as a diagnostic.
    ///
    /// ```
    /// use kerosene_asset::SoundScript;
    ///
    /// let error = SoundScript::parse("a.ksnd", "sound { file a volume loud }").unwrap_err();
    /// assert_eq!(error.diagnostic().code, kerosene_diagnostics::codes::BAD_VALUE);
    /// ```
    #[must_use]
    pub fn diagnostic(&self) -> Diagnostic {
        Diagnostic::new(self.code, self.problem.clone())
            .at(SourcePosition::line(&self.file, self.line).column(self.column))
            .fix(self.advice.clone())
    }
}
