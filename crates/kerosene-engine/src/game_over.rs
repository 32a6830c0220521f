//! The end of the game, and life without a level.
//!
//! A level says that the game is over ([`Request::EndGame`](kerosene_entity::Request::EndGame)). A game with an end of its
//! own claims that and shows its credits; for any other, the engine shows the text that the level has for it and goes
//! where it was before a level was loaded: to the menu, in a window.

use crate::{engine::Engine, game::Game};
use kerosene_entity::EntityId;

/// What is shown where the level has no words for it.
const GAME_OVER: &str = "The game is over.";

impl Engine {
    /// Ends the game: says so now, and leaves the level with the next frame.
    pub(crate) fn end_game(&mut self, by: Option<EntityId>) {
        let level = self.level.as_ref();
        let own = level.zip(by).and_then(|(level, entity)| level.entities.text_field(entity, "message"));
        let text = own.filter(|text| !text.is_empty()).unwrap_or(GAME_OVER).to_owned();
        self.say(&text);
        self.game_over = Some(text);
    }

    /// What was said when the game ended, until another level is loaded or restored.
    ///
    /// ```
    /// use kerosene_engine::{Engine, EngineOptions, FALLBACK_MAP};
    /// use kerosene_entity::Request;
    /// use std::time::Duration;
    ///
    /// let mut engine = Engine::new(EngineOptions::default());
    /// engine.load_map(FALLBACK_MAP)?;
    /// engine.entities_mut().expect("a level").request(None, Request::EndGame);
    /// engine.tick(&[]);
    /// assert_eq!(engine.game_over(), Some("The game is over."));
    /// assert!(engine.map_name().is_some());
    /// engine.frame(Duration::ZERO, &[]);
    /// assert_eq!(engine.map_name(), None);
    /// # Ok::<(), kerosene_engine::LoadError>(())
    /// ```
    pub fn game_over(&self) -> Option<&str> {
        self.game_over.as_deref()
    }

    /// Leaves the level whose game has ended, unless another one was asked for.
    pub(crate) fn leave_ended_game(&mut self) {
        if self.game_over.is_some() && self.requested_map.is_none() {
            self.leave_level();
        }
    }

    /// Leaves the level: no level is running then. Players wait for the next one. False where none was, or inside a hook
    /// of the game.
    ///
    /// ```
    /// use kerosene_engine::{Engine, EngineOptions, FALLBACK_MAP};
    ///
    /// let mut engine = Engine::new(EngineOptions::default());
    /// engine.load_map(FALLBACK_MAP)?;
    /// assert!(engine.leave_level() && !engine.leave_level());
    /// assert_eq!(engine.map_name(), None);
    /// # Ok::<(), kerosene_engine::LoadError>(())
    /// ```
    pub fn leave_level(&mut self) -> bool {
        if self.level.is_none() || self.is_inside_hook("leaving the level") {
            return false;
        }
        self.end_demo_with_level();
        self.hook("map_unloading", Game::map_unloading);
        self.level = None;
        self.hosting.level_generation += 1;
        self.touches.clear();
        self.notices.clear();
        self.clock.restart();
        self.refresh_words();
        true
    }
}
