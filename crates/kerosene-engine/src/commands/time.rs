//! Commands about time.

use crate::engine::Engine;
use kerosene_console::ConsoleRequest;

pub(super) fn toggle_pause(engine: &mut Engine, _: &ConsoleRequest) {
    let paused = !engine.is_paused();
    engine.set_paused(paused);
    engine.say(if paused { "paused" } else { "time runs" });
}

pub(super) fn step(engine: &mut Engine, request: &ConsoleRequest) {
    let ticks = request.args.first().map_or(Ok(1), |count| count.parse::<i32>());
    match ticks {
        Ok(ticks) if !engine.is_paused() => engine.warn(&format!("step {ticks} works in a pause: `pause` first")),
        Ok(ticks) if ticks < 0 => super::rewind::go_back(engine, u64::from(ticks.unsigned_abs())),
        Ok(ticks) => engine.step(ticks.unsigned_abs()),
        Err(_) => engine.say("step [TICKS]: a whole number; one below 0 goes back, as far as `host_rewind` keeps it"),
    }
}
