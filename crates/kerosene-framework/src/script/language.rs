//! The seam by which a language of scripts is plugged in.

use super::hook::{Hook, Hooks};
use super::{ScriptError, ScriptResult};
use crate::context::Context;
use kerosene_entity::EntityId;
use std::any::Any;
use std::fmt;
use std::sync::Arc;

/// What a language keeps of its scripts at one moment, in whatever form: part of a level's snapshot.
pub type LanguageState = Arc<dyn Any + Send + Sync>;

/// A script as its language knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScriptShape {
    /// Its number in the language.
    pub script: u32,
    /// The hooks that it has: it is not called for others.
    pub hooks: Hooks,
}

/// A language that scripts of entities are written in, beside Rust.
///
/// The framework calls it with the level in hand: [`Context`] has every service. It is held shared and called through
/// `&self`, since a hook can publish an event whose listeners are scripts of the same language; the framework never calls
/// the script of an entity while a hook of that very script runs, and keeps what comes meanwhile until it is done.
///
/// What scripts remember must come out of [`snapshot`](Self::snapshot) and go back in through [`restore`](Self::restore),
/// and out of [`save`](Self::save) and in through [`load`](Self::load); timers, tweens, subscriptions and state machines
/// are kept by the framework.
pub trait ScriptLanguage: fmt::Debug {
    /// Its name, for people and for saved games.
    fn name(&self) -> &str;

    /// The script of that name as it is to be used from now on; `None` if the language has none.
    ///
    /// # Errors
    /// Why it cannot be used, with file and line: a script that does not compile. It is said once for each failure of the
    /// language's own counting, which must not compile it again for each entity.
    fn find(&self, name: &str) -> Result<Option<ScriptShape>, ScriptError>;

    /// Reads the script of a name anew. Where it can be used, `end_old` is called, in which the old version's scripts end;
    /// then the new one takes the old one's place for good. False for a script that the language does not have.
    ///
    /// # Errors
    /// What is wrong with the new version: `end_old` is not called then, and the old version stays.
    fn reload(&self, name: &str, end_old: &mut dyn FnMut()) -> Result<bool, ScriptError>;

    /// Makes the state of an entity's script, with fields as the script has them written: the entity is `context.owner()`.
    ///
    /// # Errors
    /// Why it cannot be; the script is then switched off.
    fn create(&self, context: &mut Context<'_>, script: ScriptShape) -> ScriptResult;

    /// Gives the fields the values that the mapper wrote as keys of the entity: between `on_awake` and `on_start`.
    ///
    /// # Errors
    /// What does not fit; the script is then switched off.
    fn inject(&self, context: &mut Context<'_>) -> ScriptResult;

    /// Calls a hook of the script of `context.owner()`.
    ///
    /// # Errors
    /// What went wrong, with file and line; the script is then switched off.
    fn call(&self, context: &mut Context<'_>, hook: &Hook) -> ScriptResult;

    /// The script of an entity goes, after its `on_destroy`: its state is not needed any more.
    fn destroy(&self, owner: EntityId);

    /// Everything that its scripts remember. It is asked in every tick where a level can be rewound, so it should share
    /// what has not changed.
    fn snapshot(&self) -> LanguageState;

    /// Puts back what [`snapshot`](Self::snapshot) gave. False, and nothing changed, for what is none.
    fn restore(&self, state: &LanguageState) -> bool;

    /// A hash of everything that its scripts remember.
    fn hash(&self) -> u64;

    /// Everything that its scripts remember, as bytes for a saved game.
    fn save(&self) -> Vec<u8>;

    /// Takes back what [`save`](Self::save) gave, possibly from another version of the game.
    ///
    /// # Errors
    /// What is wrong with it; nothing may have changed then.
    fn load(&self, bytes: &[u8]) -> Result<(), String>;
}
