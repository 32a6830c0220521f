//! The command that goes back in time.

use crate::engine::Engine;
use kerosene_console::ConsoleRequest;

pub(super) fn rewind(engine: &mut Engine, request: &ConsoleRequest) {
    let seconds = request.args.first().map(|text| text.parse::<f64>());
    match seconds {
        Some(Ok(seconds)) if seconds >= 0.0 => {
            let ticks = seconds * f64::from(engine.tick_rate().per_second());
            go_back(engine, ticks as u64);
        }
        _ => engine.say("rewind SECONDS: goes back in time, as far as `host_rewind` keeps it"),
    }
}

/// Goes back, and says why not.
pub(super) fn go_back(engine: &mut Engine, ticks: u64) {
    match engine.rewind(ticks) {
        Ok(()) => engine.say(&format!("back at tick {}", engine.tick_number())),
        Err(error) => engine.warn(&error.to_string()),
    }
}
