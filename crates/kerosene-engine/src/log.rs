//! What the engine tells people of the entities: what is wrong with a map's, what went wrong while they ran, and, where
//! `ent_trace` is on, who fires what at whom.

use crate::engine::Engine;
use kerosene_console::Level as LogLevel;
use kerosene_diagnostics::{Severity, codes};
use kerosene_entity::{EntityWorld, Traced, TracedEvent};

/// Lines about one map, or one frame's events, that are printed; the rest is counted.
const MOST_LINES: usize = 100;

impl Engine {
    /// Prints what is wrong with the map's entities, and what went wrong with them since the last time.
    pub(crate) fn print_entity_notices(&mut self) {
        let Some(level) = &mut self.level else { return };
        if !level.diagnostics.is_empty() {
            let diagnostics = std::mem::take(&mut level.diagnostics);
            // Without a game every class is unknown, which is no news.
            let has_classes = self.registry.classes().next().is_some();
            let news = diagnostics.iter().filter(|found| has_classes || found.code != codes::UNKNOWN_GAME_CLASS);
            for diagnostic in news.clone().take(MOST_LINES) {
                let serious = diagnostic.severity == Severity::Error;
                let log_level = if serious { LogLevel::Error } else { LogLevel::Warning };
                self.console.print(log_level, &format!("{}: {}", diagnostic.code, diagnostic.message));
            }
            print_rest(&mut self.console, news.count());
        }
        let (notices, left_out) = level.entities.take_notices();
        for notice in notices.iter().take(MOST_LINES) {
            self.console.print(LogLevel::Warning, &notice.message);
        }
        print_rest(&mut self.console, notices.len().saturating_add(usize::try_from(left_out).unwrap_or(usize::MAX)));
    }

    /// Prints what entities fired and took since the last frame, if that is recorded.
    pub(crate) fn print_trace(&mut self) {
        let Some(level) = &mut self.level else { return };
        if !level.entities.is_tracing() {
            return;
        }
        let (events, left_out) = level.entities.take_trace();
        for event in events.iter().take(MOST_LINES) {
            self.console.print(LogLevel::Info, &traced(&level.entities, event));
        }
        print_rest(&mut self.console, events.len().saturating_add(usize::try_from(left_out).unwrap_or(usize::MAX)));
    }
}

/// Says how many lines were not printed.
fn print_rest(console: &mut kerosene_console::Console, all: usize) {
    if all > MOST_LINES {
        console.print(LogLevel::Warning, &format!("and {} more", all - MOST_LINES));
    }
}

/// An event in words.
fn traced(entities: &EntityWorld, event: &Traced) -> String {
    let caller = event.caller.map_or_else(|| "somebody".to_owned(), |caller| entities.describe(caller));
    let output = entities.text(event.output);
    let input = entities.text(event.input.spelling());
    let value = entities.shown(event.value).to_string();
    let value = if value.is_empty() { value } else { format!(" with `{value}`") };
    let time = kerosene_entity::Time::from_nanoseconds(event.time);
    match event.what {
        TracedEvent::Fired { wires } => format!("{time}: {caller} fires {output}{value}, {wires} wires"),
        TracedEvent::Queued { due } => {
            let due = kerosene_entity::Time::from_nanoseconds(due);
            format!("{time}: {caller} queues {input}{value} for {due}")
        }
        TracedEvent::Delivered { target } => {
            format!("{time}: {input}{value} arrives at {} from {caller}", entities.describe(target))
        }
        TracedEvent::NoTarget => format!("{time}: {input} from {caller} reaches nobody"),
        TracedEvent::Refused { target } => {
            format!("{time}: {} refuses {input}{value} from {caller}", entities.describe(target))
        }
        TracedEvent::Dropped => format!("{time}: {input} from {caller} is dropped: its chain never ends"),
    }
}
