//! One frame of a host: console and map change first, then as many ticks as real time asks for.

use crate::{
    engine::Engine,
    game::{Game, HostEvent},
    players::PlayerInput,
};
use std::time::Duration;

impl Engine {
    /// Runs one frame: the console's text, a map change that was asked for, then the ticks that `real` time (at
    /// most 0.25 s of it, at most 8 ticks waiting) has made due, each with the same `inputs`. Gives their number.
    ///
    /// Where a tick turns a player (a teleport, a turning platform), the views in `inputs` are out of date and count
    /// no more in this frame; the host takes over [`Player::view`](crate::Player::view) before the next one.
    ///
    /// ```
    /// use kerosene_engine::{Engine, EngineOptions, FALLBACK_MAP};
    /// use std::time::Duration;
    ///
    /// let mut engine = Engine::new(EngineOptions::default());
    /// engine.request_map(FALLBACK_MAP);
    /// assert_eq!(engine.frame(Duration::from_millis(40), &[]), 2); // ticks of 15.625 ms
    /// assert_eq!(engine.alpha(), 0.56);
    /// ```
    pub fn frame(&mut self, real: Duration, inputs: &[PlayerInput]) -> u32 {
        if self.is_inside_hook("a frame") {
            return 0;
        }
        if self.hosting.is_held() {
            self.change_map();
        }
        self.run_console();
        self.leave_ended_game();
        if !self.hosting.is_held() {
            self.change_map();
        }
        if self.hosting.is_held() {
            return 0;
        }
        self.print_trace();
        self.reload_changed_scripts(real);
        self.hook("frame", |game, engine| game.frame(engine, real));
        let ticks = self.run_due_ticks(real, inputs);
        if self.wants_ui() {
            self.hook("ui", Game::ui);
        }
        ticks
    }

    fn run_due_ticks(&mut self, real: Duration, inputs: &[PlayerInput]) -> u32 {
        self.players.take_input();
        if self.level.is_none() {
            self.clock.drop_waiting();
            return 0;
        }
        if self.paused {
            self.clock.drop_waiting();
            let steps = std::mem::take(&mut self.waiting_steps);
            (0..steps).for_each(|_| self.run_tick_or_demo(inputs));
            return steps;
        }
        self.clock.accumulate(real, self.time_scale());
        let mut ticks = 0;
        while self.clock.take_waiting() {
            self.run_tick_or_demo(inputs);
            ticks += 1;
        }
        ticks
    }

    /// Whether the game's user interface wants the pointer and the keys.
    pub fn wants_ui(&mut self) -> bool {
        self.hook("wants_ui", Game::wants_ui).unwrap_or(false)
    }

    /// Tells the game what happened in its user interface.
    ///
    /// ```
    /// use kerosene_engine::{Engine, EngineOptions, Game, HostEvent};
    ///
    /// struct Quitter;
    /// impl Game for Quitter {
    ///     fn ui_event(&mut self, engine: &mut Engine, event: &HostEvent) {
    ///         if event.name == "leave" {
    ///             engine.quit();
    ///         }
    ///     }
    /// }
    ///
    /// let mut engine = Engine::with_game(EngineOptions::default(), Quitter)?;
    /// engine.ui_event(&HostEvent { source: "menu".to_owned(), name: "leave".to_owned(), data: String::new() });
    /// assert!(engine.quit_requested());
    /// # Ok::<(), kerosene_entity::RegistryError>(())
    /// ```
    pub fn ui_event(&mut self, event: &HostEvent) {
        self.hook("ui_event", |game, engine| game.ui_event(engine, event));
    }

    /// Tells the game what happened on the platform.
    pub fn platform_event(&mut self, event: &HostEvent) {
        self.hook("platform_event", |game, engine| game.platform_event(engine, event));
    }

    /// Asks the program to end.
    pub fn quit(&mut self) {
        self.quit_requested = true;
    }

    /// Tells the game that the program ends; for a host, at its end. A demo that is being recorded is written.
    pub fn shutdown(&mut self) {
        if self.recorder.is_some() {
            self.stop_and_tell();
        }
        self.hook("shutdown", Game::shutdown);
        self.flush_save_data();
    }
}
