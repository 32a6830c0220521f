//! One frame of a host: console and map change first, then as many ticks as real time asks for.

use crate::{engine::Engine, players::PlayerInput};
use kerosene_console::Level;
use std::time::Duration;

impl Engine {
    /// Runs one frame: the console's text, a map change that was asked for, then the ticks that `real` time (at
    /// most 0.25 s of it, at most 8 ticks waiting) has made due, each with the same `inputs`. Gives their number.
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
        self.run_console();
        self.change_map();
        if self.level.is_none() {
            self.clock.drop_waiting();
            return 0;
        }
        if self.paused {
            self.clock.drop_waiting();
            let steps = std::mem::take(&mut self.waiting_steps);
            (0..steps).for_each(|_| self.tick(inputs));
            return steps;
        }
        self.clock.accumulate(real, self.time_scale());
        let mut ticks = 0;
        while self.clock.take_waiting() {
            self.tick(inputs);
            ticks += 1;
        }
        ticks
    }

    /// Asks for a map change at the start of the next frame, where nothing is in the middle of anything. Of several
    /// requests the last one counts. A failure is logged and kept for
    /// [`take_load_error`](Self::take_load_error); the running level stays.
    pub fn request_map(&mut self, name: &str) {
        self.requested_map = Some(name.to_owned());
    }

    /// Does a map change that was asked for.
    pub(crate) fn change_map(&mut self) {
        let Some(name) = self.requested_map.take() else { return };
        self.load_error = self.load_map(&name).err();
        if let Some(error) = &self.load_error {
            self.console.print(Level::Error, &error.to_string());
        }
    }
}
