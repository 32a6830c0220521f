//! `logic_script`: runs script code.
//!
//! What it runs it asks the engine for; where there are no scripts, the engine says so, once.

use kerosene_entity::{ClassDef, ClassKind, EntityId, EntityWorld, InputEvent, KeyKind, Request, Value, ValueKind};
use kerosene_world::TextId;

pub(crate) fn class() -> ClassDef {
    ClassDef::new("logic_script", ClassKind::Point)
        .help("Runs script code.")
        .key("scriptfile", KeyKind::String, "", "Script file", "Script file to load when the level begins.")
        .key("function", KeyKind::String, "", "Function", "Function that CallScriptFunction calls.")
        .key("code", KeyKind::String, "", "Code", "Code that RunScriptCode runs.")
        .input("RunScriptCode", ValueKind::Text, run_code, "Runs code: that of the wire, else its own.")
        .input(
            "CallScriptFunction",
            ValueKind::Text,
            call_function,
            "Calls a function: that of the wire, else its own.",
        )
        .input("RunScriptFile", ValueKind::Text, run_file, "Loads a file: that of the wire, else its own.")
        .output("OnScriptRun", ValueKind::None, "When script code is to run.")
        .on_spawn(|world, script| {
            let file = own(world, script, "scriptfile");
            ask(world, script, file, |file| Request::ScriptFile { file });
        })
}

fn run_code(world: &mut EntityWorld, script: EntityId, event: &InputEvent) {
    run(world, script, event, "code", |code| Request::ScriptCode { code });
}

fn call_function(world: &mut EntityWorld, script: EntityId, event: &InputEvent) {
    run(world, script, event, "function", |function| Request::ScriptCall { function });
}

fn run_file(world: &mut EntityWorld, script: EntityId, event: &InputEvent) {
    run(world, script, event, "scriptfile", |file| Request::ScriptFile { file });
}

/// A text of its own; the empty one where it has none.
fn own(world: &EntityWorld, script: EntityId, key: &str) -> TextId {
    world.field(script, key).and_then(Value::text).unwrap_or_default()
}

/// Runs what the wire brings, else what a key says.
fn run(world: &mut EntityWorld, script: EntityId, event: &InputEvent, key: &str, request: fn(TextId) -> Request) {
    let given = event.value.text().filter(|&text| !world.text(text).is_empty());
    let text = given.unwrap_or_else(|| own(world, script, key));
    if ask(world, script, text, request) {
        world.fire_output(script, "OnScriptRun", event.activator, Value::None);
    }
}

/// Leaves a request about a text that is not empty; whether it did.
fn ask(world: &mut EntityWorld, script: EntityId, text: TextId, request: fn(TextId) -> Request) -> bool {
    let some = !world.text(text).is_empty();
    if some {
        world.request(Some(script), request(text));
    }
    some
}

#[cfg(test)]
mod tests {
    use crate::shared::stage::Stage;
    use kerosene_entity::Request;

    #[test]
    fn what_the_wire_brings_goes_before_its_own() {
        let mut stage = Stage::new("{ classname logic_script targetname s scriptfile a.kscr function f }", &[]);
        let texts = ["a.kscr", "f", "g"].map(|text| stage.world.intern(text));
        stage.input("s", "CallScriptFunction", "");
        stage.input("s", "CallScriptFunction", "g");
        stage.input("s", "RunScriptCode", "");
        let [file, own, given] = texts;
        let expected = [
            Request::ScriptFile { file },
            Request::ScriptCall { function: own },
            Request::ScriptCall { function: given },
        ];
        assert_eq!(stage.requests(), expected);
        assert_eq!(stage.outputs(), ["OnScriptRun"; 2]);
    }
}
