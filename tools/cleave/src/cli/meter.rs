//! Progress on a terminal, and the time of each stage.

use crate::Progress;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Shows a bar on standard error where that is a terminal, and notes how long each stage took.
pub(super) struct Meter {
    bar: ProgressBar,
    stages: Mutex<Vec<(&'static str, Instant)>>,
}

impl Meter {
    /// A meter; `hidden` shows no bar.
    pub(super) fn new(hidden: bool) -> Self {
        let target = if hidden { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
        Self { bar: ProgressBar::with_draw_target(None, target), stages: Mutex::new(Vec::new()) }
    }

    /// Ends the bar; how long each stage took, in order.
    pub(super) fn finish(self) -> Vec<(&'static str, Duration)> {
        self.bar.finish_and_clear();
        let stages = self.stages.into_inner().unwrap_or_else(PoisonError::into_inner);
        let ends = stages.iter().skip(1).map(|&(_, start)| start).chain([now()]);
        stages.iter().zip(ends).map(|(&(name, start), end)| (name, end - start)).collect()
    }
}

impl Progress for Meter {
    fn stage(&self, name: &'static str, total: u64) {
        self.stages.lock().unwrap_or_else(PoisonError::into_inner).push((name, now()));
        self.bar.reset();
        self.bar.set_message(name);
        if total > 0 {
            self.bar.set_length(total);
            self.bar.set_style(style("{msg:14} {bar:40} {pos}/{len}, {eta} left"));
        } else {
            self.bar.set_style(style("{msg:14} {spinner} {elapsed}"));
            self.bar.tick();
        }
    }

    fn advance(&self, steps: u64) {
        self.bar.inc(steps);
    }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

#[expect(clippy::disallowed_methods, reason = "statistics for people; never reaches the output")]
fn now() -> Instant {
    Instant::now()
}
