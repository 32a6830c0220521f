//! Scripts of entities: what one is, and the languages that they are written in.

mod hook;
mod instances;
mod language;
mod native;
mod registry;
mod states;

pub use hook::{Hook, Hooks};
pub(crate) use instances::{Instance, Instances, Life};
pub use language::{LanguageState, ScriptLanguage, ScriptShape};
pub use native::EntityScript;
pub use registry::{ScriptDef, ScriptRegistry};
pub(crate) use states::States;

/// What went wrong in a script: it is switched off, and this is said of it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ScriptError {
    /// What it is and where, for people.
    pub message: String,
}

impl ScriptError {
    /// An error of a message.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into() }
    }
}

impl From<&str> for ScriptError {
    fn from(message: &str) -> Self {
        Self::new(message)
    }
}

impl From<String> for ScriptError {
    fn from(message: String) -> Self {
        Self { message }
    }
}

/// What a hook answers.
pub type ScriptResult = Result<(), ScriptError>;
