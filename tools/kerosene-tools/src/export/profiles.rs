//! TrenchBroom's menus: how maps are compiled and played.

use super::game_config::pretty;
use serde_json::{Value, json};

/// What a map is written as before it is compiled: as it stands in the editor, saved or not.
const COPY: &str = "${MAP_BASE_NAME}-compile.map";

/// The profiles of the compile dialogue, with the program that holds all tools.
pub(super) fn compilation(tools: &str) -> String {
    let cleave = |options: &str| format!("cleave \"{COPY}\" -o \"${{MAP_BASE_NAME}}.kbsp\"{options}");
    let profiles = [
        profile("Compile", &[tool(tools, &cleave(""))]),
        profile("Compile, with leaks", &[tool(tools, &cleave(" --ignore-leaks"))]),
        profile("Compile and prove", &[tool(tools, &cleave(" --check"))]),
        profile("Check", &[tool(tools, &format!("map check \"{COPY}\""))]),
        json!({ "name": "Build the game", "workdir": "${GAME_DIR_PATH}", "tasks": [tool(tools, "kiln")] }),
        json!({
            "name": "Play what is saved", "workdir": "${MAP_DIR_PATH}",
            "tasks": [tool(tools, "play \"${MAP_FULL_NAME}\"")],
        }),
    ];
    pretty(&json!({ "version": 1, "profiles": profiles }))
}

fn profile(name: &str, tasks: &[Value]) -> Value {
    let target = format!("${{WORK_DIR_PATH}}/{COPY}");
    let mut all = vec![json!({ "type": "export", "target": target })];
    all.extend_from_slice(tasks);
    all.push(json!({ "type": "delete", "target": target }));
    json!({ "name": name, "workdir": "${MAP_DIR_PATH}", "tasks": all })
}

fn tool(program: &str, parameters: &str) -> Value {
    json!({ "type": "tool", "tool": program, "parameters": parameters, "treatNonZeroResultCodeAsError": true })
}

/// The profile of the launch dialogue.
pub(super) fn engine(runtime: &str) -> String {
    let parameters = "--content \"${GAME_DIR_PATH}\" +map ${MAP_BASE_NAME}";
    pretty(&json!({ "version": 1, "profiles": [{ "name": "Kerosene", "path": runtime, "parameters": parameters }] }))
}
