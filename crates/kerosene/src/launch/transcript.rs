//! What the console says while nobody looks at it, on the error stream: answers, news, messages of the level.
//!
//! Warnings and errors wait for the report, which has them all together.

use super::tell;
use kerosene_console::{Level, ScrollbackLine};
use kerosene_engine::Engine;

/// How far the console was read.
#[derive(Debug, Default)]
pub(crate) struct Transcript {
    read: u64,
}

impl Transcript {
    /// Shows what was said since the last call.
    pub(crate) fn follow(&mut self, engine: &Engine) {
        self.show(engine, |line| line.level == Level::Info);
    }

    /// Shows all that was said since the last call, but what is for whoever works on the engine.
    pub(crate) fn follow_all(&mut self, engine: &Engine) {
        self.show(engine, |line| line.level >= Level::Info);
    }

    /// Shows the warnings too: for a run that ends without a report.
    pub(crate) fn show_warnings(engine: &Engine) {
        Self::default().show(engine, |line| line.level >= Level::Warning);
    }

    fn show(&mut self, engine: &Engine, is_shown: impl Fn(&ScrollbackLine) -> bool) {
        let said = engine.console().lines_said();
        let new = usize::try_from(said - self.read).unwrap_or(usize::MAX);
        self.read = said;
        let lines = engine.console().scrollback();
        let known = lines.len().saturating_sub(new);
        for line in lines.skip(known).filter(|line| is_shown(line)) {
            tell(format_args!("{}", line.text));
        }
    }
}
