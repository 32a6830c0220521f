//! Commands about scripts.

use crate::engine::Engine;
use kerosene_console::ConsoleRequest;
use kerosene_script::ScriptValue;

/// `script CODE`: what the code comes to is printed.
pub(super) fn run_code(engine: &mut Engine, request: &ConsoleRequest) {
    let code = request.args.join(" ");
    if code.trim().is_empty() {
        return engine.say("script CODE: which code? As in: script \"entity_count()\"");
    }
    match engine.run_script_code("console", &code, None) {
        Some(ScriptValue::None) | None => {}
        Some(ScriptValue::Bool(truth)) => engine.say(&truth.to_string()),
        Some(ScriptValue::Int(number)) => engine.say(&number.to_string()),
        Some(ScriptValue::Float(number)) => engine.say(&kerosene_math::format_float(number)),
        Some(ScriptValue::Text(text)) => engine.say(&text),
        Some(ScriptValue::Vector(vector)) => {
            let [x, y, z] = vector.to_array().map(kerosene_math::format_float);
            engine.say(&format!("{x} {y} {z}"));
        }
    }
}

/// `script_run FUNCTION`.
pub(super) fn call_function(engine: &mut Engine, request: &ConsoleRequest) {
    match request.args.first() {
        Some(function) => engine.call_script_function(function, None),
        None => engine.say("script_run FUNCTION: which function? `script_list` lists them"),
    }
}

/// `script_execute FILE`.
pub(super) fn load_file(engine: &mut Engine, request: &ConsoleRequest) {
    match request.args.first() {
        Some(file) => {
            engine.execute_script(file);
        }
        None => engine.say("script_execute FILE: which file? As in: script_execute door"),
    }
}

/// `script_reload [FILE]`.
pub(super) fn reload(engine: &mut Engine, request: &ConsoleRequest) {
    engine.reload_scripts(request.args.first().map(String::as_str));
}

/// `script_list`: files with their functions, and what the fields hold.
pub(super) fn list(engine: &mut Engine, _: &ConsoleRequest) {
    let mut lines = Vec::new();
    for script in engine.scripting.host.files() {
        let functions: Vec<_> = script.functions().map(|(name, parameters)| format!("{name}/{parameters}")).collect();
        let backend = if script.runs_as_bytecode() { "bytecode" } else { "tree" };
        lines.push(format!("{} ({backend}): {}", script.file(), functions.join(" ")));
    }
    for (name, value) in engine.scripting.host.fields() {
        lines.push(format!("  this.{name} = {value:?}"));
    }
    for (name, compiles) in engine.scripting.language.scripts() {
        let state = if compiles { "" } else { ", which does not compile" };
        lines.push(format!("{name}: script of {} entities{state}", engine.scripting.language.instances_of(&name)));
    }
    if lines.is_empty() {
        lines.push("no scripts are loaded".to_owned());
    }
    lines.iter().for_each(|line| engine.say(line));
}

/// `script_profile [on|off|report]`: what scripts cost, by function and line.
pub(super) fn profile(engine: &mut Engine, request: &ConsoleRequest) {
    let wish = request.args.first().map_or("report", String::as_str);
    match wish.to_ascii_lowercase().as_str() {
        "on" => {
            engine.scripting.set_profiling(true);
            engine
                .say("a profile of scripts has begun: `script_profile report` shows it, scripts are slower meanwhile");
        }
        "off" => engine.scripting.set_profiling(false),
        "report" => match engine.scripting.profile() {
            Some(profile) => profile.report().lines().for_each(|line| engine.say(line)),
            None => engine.say("no profile of scripts is taken: `script_profile on` begins one"),
        },
        other => engine.say(&format!("script_profile [on|off|report]: {other} is none of these")),
    }
}
