//! Time, map and console.

use super::{Api, Group, row};
use crate::action::ScriptAction;
use crate::call::{Answer, with_call};
use kerosene_console::{Convar, quote};
use rhai::{Dynamic, FLOAT, INT, ImmutableString};

pub(super) fn register(api: &mut Api<'_>) {
    let help = "Simulated time of the level in seconds.";
    let time = row(Group::World, "time", "() -> float", help, "time() >= 0.0");
    api.add(time, || with_call(|call| Ok((call.surroundings.time_ns as f64 / 1e9) as FLOAT)));
    let help = "Simulated time of the level in milliseconds, exact however long it lasts.";
    let time = row(Group::World, "time_ms", "() -> int", help, "time_ms() >= 0");
    api.add(time, || with_call(|call| Ok((call.surroundings.time_ns / 1_000_000) as INT)));
    let help = "Number of the tick.";
    api.add(row(Group::World, "tick", "() -> int", help, "tick() >= 0"), || {
        with_call(|call| Ok(call.surroundings.tick as INT))
    });
    let help = "Name of the map.";
    let map = row(Group::World, "map_name", "() -> string", help, "map_name() == \"example\"");
    api.add(map, || with_call(|call| Ok(ImmutableString::from(call.surroundings.map))));
    register_console(api);
}

fn register_console(api: &mut Api<'_>) {
    let help = "A line of console commands. It runs later, never within the script.";
    let command = row(Group::World, "command", "(line: string)", help, "command(\"echo hello\")");
    api.add(command, |text: ImmutableString| with_call(|call| call.act(ScriptAction::Command { text: text.into() })));
    let help = "What a variable of the console holds, as text; `()` where there is none.";
    let cvar = row(Group::World, "cvar", "(name: string) -> string or ()", help, "cvar(\"sv_gravity\") == \"800\"");
    api.add(cvar, |name: &str| {
        convar(name, |found| found.map_or(Dynamic::UNIT, |convar| convar.value().to_string().into()))
    });
    let help = "The number in a variable of the console; 0 where there is none.";
    let cvar = row(Group::World, "cvar_float", "(name: string) -> float", help, "cvar_float(\"sv_gravity\") == 800.0");
    api.add(cvar, |name: &str| convar(name, |found| found.map_or(0.0, |convar| convar.value().as_f64() as FLOAT)));
    let help = "Sets a variable through the console, whose rules about cheats hold.";
    let set = row(Group::World, "set_cvar", "(name: string, value: value)", help, "set_cvar(\"sv_gravity\", 400)");
    api.add(set, |name: &str, value: Dynamic| {
        let text = format!("{} {}", quote(name), quote(&value.to_string()));
        with_call(|call| call.act(ScriptAction::Command { text: text.as_str().into() }))
    });
}

fn convar<R>(name: &str, read: impl FnOnce(Option<&Convar>) -> R) -> Answer<R> {
    with_call(|call| Ok(read(call.surroundings.console.and_then(|console| console.find_convar(name)))))
}
