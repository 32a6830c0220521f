//! Progress on a terminal, and the time of each stage.

use crate::Progress;
use std::io::{IsTerminal, Write};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Time between two drawings of the bar.
const INTERVAL: Duration = Duration::from_millis(100);
/// Characters of a full bar.
const WIDTH: u64 = 40;

/// Shows a bar on standard error where that is a terminal, and notes how long each stage took.
pub(super) struct Meter {
    shown: bool,
    state: Mutex<State>,
}

struct State {
    stages: Vec<(&'static str, Instant)>,
    total: u64,
    done: u64,
    drawn: Instant,
}

impl Meter {
    /// A meter; `hidden` shows no bar.
    pub(super) fn new(hidden: bool) -> Self {
        let state = State { stages: Vec::new(), total: 0, done: 0, drawn: now() };
        Self { shown: !hidden && std::io::stderr().is_terminal(), state: Mutex::new(state) }
    }

    /// Ends the bar; how long each stage took, in order.
    pub(super) fn finish(self) -> Vec<(&'static str, Duration)> {
        if self.shown {
            draw("");
        }
        let stages = self.state.into_inner().unwrap_or_else(PoisonError::into_inner).stages;
        let ends = stages.iter().skip(1).map(|&(_, start)| start).chain([now()]);
        stages.iter().zip(ends).map(|(&(name, start), end)| (name, end - start)).collect()
    }
}

impl Progress for Meter {
    fn stage(&self, name: &'static str, total: u64) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let start = now();
        state.stages.push((name, start));
        (state.total, state.done, state.drawn) = (total, 0, start);
        if self.shown {
            draw(&line(name, 0, total, Duration::ZERO));
        }
    }

    fn advance(&self, steps: u64) {
        if !self.shown {
            return;
        }
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.done += steps;
        let time = now();
        if let Some(&(name, start)) = state.stages.last()
            && time - state.drawn >= INTERVAL
        {
            state.drawn = time;
            draw(&line(name, state.done, state.total, time - start));
        }
    }
}

/// The bar: how much is done, and how long the rest takes if it goes on like this.
fn line(name: &str, done: u64, total: u64, elapsed: Duration) -> String {
    if total == 0 {
        return format!("{name:14}");
    }
    let done = done.min(total);
    let full = (done * WIDTH / total) as usize;
    let left = elapsed.as_secs_f64() * (total - done) as f64 / done.max(1) as f64;
    format!("{name:14} [{:40}] {done}/{total}, {left:.0} s left", "#".repeat(full))
}

/// Replaces the line on standard error; one that cannot be written is no reason to fail.
fn draw(line: &str) {
    let _ = write!(std::io::stderr().lock(), "\r{line}\x1b[K");
}

#[expect(clippy::disallowed_methods, reason = "statistics for people; never reaches the output")]
fn now() -> Instant {
    Instant::now()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_says_how_much_is_done_and_left() {
        let line = line("csg", 25, 100, Duration::from_secs(5));
        assert!(line.contains("##########   ") && line.ends_with("25/100, 15 s left"), "{line}");
    }
}
