//! The one clock of the program: the host's.

use std::time::{Duration, Instant};

/// Time since the window opened.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Clock {
    beginning: Instant,
}

impl Clock {
    #[expect(
        clippy::disallowed_methods,
        reason = "the host paces frames; the simulation is told of time as an argument"
    )]
    pub(crate) fn start() -> Self {
        Self { beginning: Instant::now() }
    }

    pub(crate) fn now(&self) -> Duration {
        self.beginning.elapsed()
    }

    /// A moment as the window system counts it.
    pub(crate) fn instant(&self, at: Duration) -> Instant {
        self.beginning + at
    }
}
