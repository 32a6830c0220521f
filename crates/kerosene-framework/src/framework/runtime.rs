//! The scripts and languages of a game.

use crate::script::{ScriptLanguage, ScriptRegistry};
use std::rc::Rc;

/// The scripts of a game that are written in Rust, and the languages of the others. It does not change while levels run.
#[derive(Debug, Default)]
pub struct Runtime {
    pub(crate) scripts: ScriptRegistry,
    pub(crate) languages: Vec<Rc<dyn ScriptLanguage>>,
}

impl Runtime {
    /// Scripts in Rust and nothing else.
    #[must_use]
    pub fn new(scripts: ScriptRegistry) -> Rc<Self> {
        Self::with_languages(scripts, Vec::new())
    }

    /// Scripts in Rust, and languages. A name is looked for in Rust first, then in the languages in their order.
    #[must_use]
    pub fn with_languages(scripts: ScriptRegistry, languages: Vec<Rc<dyn ScriptLanguage>>) -> Rc<Self> {
        Rc::new(Self { scripts, languages })
    }

    /// The scripts that are written in Rust.
    #[must_use]
    pub fn scripts(&self) -> &ScriptRegistry {
        &self.scripts
    }

    /// The languages.
    #[must_use]
    pub fn languages(&self) -> &[Rc<dyn ScriptLanguage>] {
        &self.languages
    }
}
