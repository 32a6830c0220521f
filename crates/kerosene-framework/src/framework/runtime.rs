//! The scripts and languages of a game.

use crate::save_data::SaveData;
use crate::script::{ScriptLanguage, ScriptRegistry};
use std::cell::RefCell;
use std::rc::Rc;

/// The scripts of a game that are written in Rust, and the languages of the others. It does not change while levels run.
#[derive(Debug, Default)]
pub struct Runtime {
    pub(crate) scripts: ScriptRegistry,
    pub(crate) languages: Vec<Rc<dyn ScriptLanguage>>,
    pub(crate) save_data: RefCell<SaveData>,
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
        Rc::new(Self { scripts, languages, save_data: RefCell::default() })
    }

    /// The scripts that are written in Rust.
    #[must_use]
    pub fn scripts(&self) -> &ScriptRegistry {
        &self.scripts
    }

    /// What the game keeps for good. Scripts reach it through their [`Context`](crate::Context).
    #[must_use]
    pub fn save_data(&self) -> &RefCell<SaveData> {
        &self.save_data
    }

    /// The languages.
    #[must_use]
    pub fn languages(&self) -> &[Rc<dyn ScriptLanguage>] {
        &self.languages
    }
}
