//! What can be wrong with a project file.

use kerosene_diagnostics::{Code, Diagnostic, SourcePosition, codes};
use kerosene_kv::{ParseError, Position};

/// A project file that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}, line {line}, column {column}: {problem}")]
pub struct ProjectError {
    /// The file.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1.
    pub column: u32,
    /// What is wrong, in words.
    pub problem: String,
    /// What to do about it.
    pub advice: &'static str,
    pub(crate) code: Code,
}

impl ProjectError {
    pub(crate) fn at(file: &str, position: Position, problem: String, advice: &'static str) -> Self {
        let (line, column) = (position.line.max(1), position.column.max(1));
        Self { file: file.to_owned(), line, column, problem, advice, code: codes::BAD_VALUE }
    }

    pub(crate) fn syntax(file: &str, error: &ParseError) -> Self {
        let problem = error.kind.to_string();
        let advice = "correct the text: a project file is one block called project";
        Self { code: codes::SYNTAX, ..Self::at(file, error.position, problem, advice) }
    }

    /// The error as a diagnostic.
    ///
    /// ```
    /// use kerosene_config::Project;
    ///
    /// let error = Project::parse("game.kproj", "project { startmap ../x }").unwrap_err();
    /// assert_eq!(error.diagnostic().code, kerosene_diagnostics::codes::BAD_VALUE);
    /// ```
    #[must_use]
    pub fn diagnostic(&self) -> Diagnostic {
        Diagnostic::new(self.code, self.problem.clone())
            .at(SourcePosition::line(&self.file, self.line).column(self.column))
            .fix(self.advice)
    }
}
