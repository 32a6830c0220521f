//! Commands about saved games.

use crate::{engine::Engine, saves::QUICK};
use kerosene_console::{ConsoleRequest, Level};

pub(super) fn save(engine: &mut Engine, request: &ConsoleRequest) {
    match request.args.as_slice() {
        [name] => engine.save_and_tell(name),
        _ => engine.say("save NAME: saves the game under a name; `saves` lists them"),
    }
}

pub(super) fn load(engine: &mut Engine, request: &ConsoleRequest) {
    match request.args.as_slice() {
        [name] => load_and_tell(engine, name),
        _ => engine.say("load NAME: loads a saved game; `saves` lists them"),
    }
}

pub(super) fn quick_save(engine: &mut Engine, _: &ConsoleRequest) {
    engine.save_and_tell(QUICK);
}

pub(super) fn quick_load(engine: &mut Engine, _: &ConsoleRequest) {
    load_and_tell(engine, QUICK);
}

pub(super) fn list(engine: &mut Engine, _: &ConsoleRequest) {
    let names = engine.saves();
    for name in &names {
        engine.say(name);
    }
    if names.is_empty() {
        engine.say("no saved games");
    }
}

fn load_and_tell(engine: &mut Engine, name: &str) {
    match engine.load(name) {
        Ok(()) => engine.say(&format!("loaded {name}")),
        Err(error) => engine.console.print(Level::Error, &error.to_string()),
    }
}
