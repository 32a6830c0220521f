//! Doing what scripts want done.

use crate::engine::Engine;
use kerosene_console::Level as ConsoleLevel;
use kerosene_script::{LogLevel, ScriptAction, apply};

impl Engine {
    /// Does what the scripts have queued, oldest first. Commands are left to the console, which runs them in the next
    /// frame: never within a script, nor within the command that runs it.
    pub(crate) fn apply_script_actions(&mut self) {
        let Self { scripting, level, console, .. } = self;
        for action in scripting.host.actions_mut().drain() {
            match (&action, &mut *level) {
                (ScriptAction::Log { level, text }, _) => console.print(console_level(*level), text),
                (ScriptAction::Command { text }, _) => console.enqueue(text),
                (action, Some(level)) => {
                    apply(&mut level.entities, action);
                }
                (_, None) => {}
            }
        }
    }
}

fn console_level(level: LogLevel) -> ConsoleLevel {
    match level {
        LogLevel::Info => ConsoleLevel::Info,
        LogLevel::Warning => ConsoleLevel::Warning,
        LogLevel::Error => ConsoleLevel::Error,
    }
}
