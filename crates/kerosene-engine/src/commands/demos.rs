//! Commands about demos.

use crate::engine::Engine;
use kerosene_console::{ConsoleRequest, Level};

pub(super) fn record(engine: &mut Engine, request: &ConsoleRequest) {
    match request.args.as_slice() {
        [name] => match engine.record_demo(name) {
            Ok(()) => engine.say("recording: `stop` ends it"),
            Err(error) => engine.warn(&error.to_string()),
        },
        _ => engine.say("record NAME: keeps what players do from now on, to be played again"),
    }
}

pub(super) fn stop(engine: &mut Engine, _: &ConsoleRequest) {
    if engine.demo.take().is_some() {
        engine.say("the demo was stopped");
    } else {
        engine.stop_and_tell();
    }
}

pub(super) fn play(engine: &mut Engine, request: &ConsoleRequest) {
    match request.args.as_slice() {
        [name] => match engine.play_demo(name) {
            Ok(()) => engine.say(&format!("playing {name}: `stop` ends it")),
            Err(error) => engine.console.print(Level::Error, &error.to_string()),
        },
        _ => engine.say("playdemo NAME: plays what was recorded"),
    }
}
