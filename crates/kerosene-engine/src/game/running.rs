//! Running a hook: the game leaves the engine for as long as it takes.

use super::Game;
use crate::engine::Engine;
use kerosene_console::Level;
use std::fmt;

/// The place of the game in the engine.
#[derive(Default)]
pub(crate) struct GameSlot {
    /// The game, while none of its hooks runs.
    game: Option<Box<dyn Game>>,
    /// The hook that runs.
    inside: Option<&'static str>,
}

impl GameSlot {
    pub(crate) fn new(game: impl Game) -> Self {
        Self { game: Some(Box::new(game)), inside: None }
    }

    /// Whether a hook runs.
    pub(crate) fn is_inside(&self) -> bool {
        self.inside.is_some()
    }
}

impl fmt::Debug for GameSlot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let present = self.game.is_some() || self.is_inside();
        f.debug_struct("GameSlot").field("present", &present).field("inside", &self.inside).finish()
    }
}

impl Engine {
    /// Runs a hook of the game and gives what it answers: `None` without a game, and where a hook runs already, which
    /// is logged.
    pub(crate) fn hook<R>(&mut self, name: &'static str, run: impl FnOnce(&mut dyn Game, &mut Self) -> R) -> Option<R> {
        if self.is_inside_hook(name) {
            return None;
        }
        let mut game = self.game.game.take()?;
        self.game.inside = Some(name);
        let answer = run(&mut *game, self);
        self.game = GameSlot { game: Some(game), inside: None };
        Some(answer)
    }

    /// Whether a hook runs, in which `what` cannot be done; says so.
    pub(crate) fn is_inside_hook(&mut self, what: &str) -> bool {
        let Some(outer) = self.game.inside else { return false };
        let text = format!("{what} was skipped: the game's hook {outer} is running");
        self.console.print(Level::Warning, &text);
        true
    }
}
