//! Timers of a script.

use super::Context;
use crate::handle::TimerId;

impl Context<'_> {
    /// Lets a task of the script run once, `delay` seconds from now; with 0 in the next tick. The script is told by its
    /// `on_timer`. The handle of nothing where the script has 65,536 timers, which the log says.
    ///
    /// Called from a task, it starts counting there and then.
    pub fn run_after(&mut self, delay: f32, task: &str) -> TimerId {
        let task = self.world.intern(task);
        let timer = self.services.state.timers.run_after(self.owner(), self.now(), delay, task);
        self.timer_or_warning(timer)
    }

    /// Lets a task of the script run every `interval` seconds, the first time one interval from now.
    pub fn run_every(&mut self, interval: f32, task: &str) -> TimerId {
        self.run_every_from(interval, interval, task)
    }

    /// As [`run_every`](Self::run_every), with another delay before the first time: so that many who do the same take
    /// turns.
    pub fn run_every_from(&mut self, interval: f32, initial_delay: f32, task: &str) -> TimerId {
        let task = self.world.intern(task);
        let (owner, now) = (self.owner(), self.now());
        let timer = self.services.state.timers.run_every_from(owner, now, interval, initial_delay, task);
        self.timer_or_warning(timer)
    }

    /// Ends a timer. False if it is over, which is no harm.
    pub fn cancel_timer(&mut self, timer: TimerId) -> bool {
        self.services.state.timers.cancel(timer)
    }

    /// Whether a timer will fire.
    #[must_use]
    pub fn is_scheduled(&self, timer: TimerId) -> bool {
        self.services.state.timers.is_scheduled(timer)
    }

    /// Seconds until a timer fires; 0 if it is over.
    #[must_use]
    pub fn time_remaining(&self, timer: TimerId) -> f32 {
        self.services.state.timers.time_remaining(timer, self.now())
    }

    /// Lets a timer's next time be `delay` seconds from now. False if it is over.
    pub fn restart_timer(&mut self, timer: TimerId, delay: f32) -> bool {
        let now = self.now();
        self.services.state.timers.restart(timer, now, delay)
    }

    fn timer_or_warning(&mut self, timer: Option<TimerId>) -> TimerId {
        timer.unwrap_or_else(|| {
            self.warn("no more timers: an entity has 65,536 at most, and a level a million");
            TimerId::NONE
        })
    }
}
