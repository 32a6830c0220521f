//! Commands about maps.

use crate::engine::Engine;
use kerosene_console::ConsoleRequest;
use kerosene_vfs::{EntryKind, Vfs};

pub(super) fn load_map(engine: &mut Engine, request: &ConsoleRequest) {
    match request.args.as_slice() {
        [name] => {
            engine.request_map(name);
            engine.change_map();
        }
        _ => engine.say("map NAME: loads maps/NAME.kbsp; `maps` lists them"),
    }
}

pub(super) fn change_level(engine: &mut Engine, request: &ConsoleRequest) {
    match request.args.as_slice() {
        [_] | [_, _] if engine.map_name().is_none() => engine.warn("no level is running: `map` loads one"),
        [name] => engine.request_level_change(name, ""),
        [name, landmark] => engine.request_level_change(name, landmark),
        _ => engine.say("changelevel NAME [LANDMARK]: the players go on to another map, past a landmark of both"),
    }
}

pub(super) fn leave(engine: &mut Engine, _: &ConsoleRequest) {
    if !engine.leave_level() {
        engine.warn("no level is running");
    }
}

pub(super) fn restart(engine: &mut Engine, _: &ConsoleRequest) {
    match engine.map_name().map(str::to_owned) {
        Some(name) => {
            engine.request_map(&name);
            engine.change_map();
        }
        None => engine.warn("no map is loaded"),
    }
}

pub(super) fn list_maps(engine: &mut Engine, request: &ConsoleRequest) {
    let part = request.args.first().map(|part| part.to_ascii_lowercase()).unwrap_or_default();
    let maps = map_names(&engine.vfs);
    let found: Vec<_> = maps.iter().filter(|(name, _)| name.contains(&part)).collect();
    for (name, layer) in &found {
        engine.say(&format!("{name} from {layer}"));
    }
    if found.is_empty() {
        engine.say("no maps found");
    }
}

/// Names of the compiled maps with the layers they come from.
pub(super) fn map_names(vfs: &Vfs) -> Vec<(String, String)> {
    let entries = vfs.list("maps").unwrap_or_default();
    let files = entries.into_iter().filter(|entry| entry.kind == EntryKind::File);
    files.filter_map(|entry| Some((entry.name.strip_suffix(".kbsp")?.to_owned(), entry.layer))).collect()
}
