//! The stock game: what runs where no other game is given.

use kerosene_engine::{Engine, Game};
use kerosene_entity::ClassDef;

/// The stock entity classes and nothing else: doors, buttons, lifts, triggers, logic do what a mapper expects.
///
/// A game that adds to them begins its own list of classes with these: [`classes`](Self::classes).
///
/// ```
/// use kerosene::engine::{Engine, EngineOptions};
/// use kerosene::game::Stock;
///
/// let engine = Engine::with_game(EngineOptions::default(), Stock)?;
/// assert!(engine.registry().find("func_door").is_some());
/// # Ok::<(), kerosene::entity::RegistryError>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Stock;

impl Stock {
    /// The declarations of the stock classes.
    ///
    /// ```
    /// assert!(kerosene::game::Stock::classes().iter().any(|class| class.name == "trigger_multiple"));
    /// ```
    pub fn classes() -> Vec<ClassDef> {
        kerosene_game::classes()
    }
}

impl Game for Stock {
    fn classes(&mut self, _: &mut Engine) -> Vec<ClassDef> {
        Self::classes()
    }
}
