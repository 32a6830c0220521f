//! Commands about time.

use crate::engine::Engine;
use kerosene_console::ConsoleRequest;

pub(super) fn toggle_pause(engine: &mut Engine, _: &ConsoleRequest) {
    let paused = !engine.is_paused();
    engine.set_paused(paused);
    engine.say(if paused { "paused" } else { "time runs" });
}

pub(super) fn step(engine: &mut Engine, request: &ConsoleRequest) {
    let ticks = request.args.first().map_or(Ok(1), |count| count.parse());
    match ticks {
        Ok(ticks) if engine.is_paused() => engine.step(ticks),
        Ok(_) => engine.warn("step works in a pause: `pause` first"),
        Err(_) => engine.say("step [TICKS]: a whole number"),
    }
}
