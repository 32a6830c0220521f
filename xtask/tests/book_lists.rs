//! The book's lists of diagnostics, variables and commands are those of the code.
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use common::{check, with_list};
use kerosene_asset::{MATERIAL_KEYS, MaterialKey, Shader, SurfaceTable};
use kerosene_console::{Console, ConvarFlags};
use kerosene_diagnostics::codes::TABLE;
use kerosene_engine::{Engine, EngineOptions};
use kerosene_host::Host;
use kerosene_input::{Action, Key, KeyKind};
use kerosene_map::{LINTS, Lint};

#[test]
fn the_index_lists_every_code() {
    let rows: String = TABLE
        .iter()
        .map(|info| format!("| [{0}](diagnostics/{0}.md) | {1} | {2} |\n", info.code, info.severity, info.title))
        .collect();
    check("diagnostics.md", "| code | severity | what |\n|---|---|---|\n", &rows);
}

#[test]
fn the_summary_lists_every_code() {
    let rows: String =
        TABLE.iter().map(|info| format!("  - [{0}: {1}](diagnostics/{0}.md)\n", info.code, info.title)).collect();
    check("SUMMARY.md", "- [Diagnostics](diagnostics.md)\n", &rows);
}

#[test]
fn the_page_about_checks_lists_every_one() {
    let row = |lint: &Lint| {
        let info = lint.code().info().unwrap();
        let repaired = if lint.can_repair() { "yes" } else { "" };
        format!("| [{0}](diagnostics/{0}.md) | {1} | {repaired} | {2} |\n", info.code, info.severity, info.title)
    };
    let rows: String = LINTS.iter().map(row).collect();
    check("map-checks.md", "| code | severity | repaired | what |\n|---|---|---|---|\n", &rows);
}

/// One test for both lists: they stand on one page, which may have to be written.
#[test]
fn the_page_about_materials_lists_every_key_and_surface() {
    let shaders = |key: &MaterialKey| {
        let names: Vec<_> = key.shaders.iter().map(|shader| shader.name()).collect();
        if key.shaders.len() == Shader::ALL.len() { "all".to_owned() } else { names.join(", ") }
    };
    let others = |key: &MaterialKey| key.aliases.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    let row = |key: &MaterialKey| format!("| `{}` | {} | {} | {} |\n", key.name, others(key), shaders(key), key.help);
    let rows: String = MATERIAL_KEYS.iter().map(row).collect();
    check("materials.md", "| key | other names | shaders | what |\n|---|---|---|---|\n", &rows);
    let table = SurfaceTable::built_in();
    let rows: String = table
        .names()
        .map(|name| {
            let property = table.get_or_default(name);
            let absorption: Vec<_> = property.absorption.iter().map(ToString::to_string).collect();
            let (friction, elasticity, density) = (property.friction, property.elasticity, property.density);
            format!("| `{name}` | {friction} | {elasticity} | {density} | {} |\n", absorption.join(", "))
        })
        .collect();
    let head =
        "| name | friction | elasticity | density | absorption at 125, 500, 2,000, 8,000 Hz |\n|---|---|---|---|---|\n";
    check("materials.md", head, &rows);
}

/// Flags as the page names them.
fn flags(set: ConvarFlags) -> String {
    let names =
        [(ConvarFlags::CHEAT, "cheat"), (ConvarFlags::ARCHIVE, "kept"), (ConvarFlags::REPLICATED, "replicated")];
    let named: Vec<_> = names.iter().filter(|(flag, _)| set.contains(*flag)).map(|(_, name)| *name).collect();
    named.join(", ")
}

fn with_engine_console<R>(read: impl Fn(&Console) -> R) -> R {
    let mut engine = Engine::new(EngineOptions::default());
    Host::register(&mut engine).unwrap();
    read(engine.console())
}

/// One test for both lists: they stand on one page, which may have to be written.
#[test]
fn the_console_reference_lists_every_variable_and_command() {
    list_variables();
    list_commands();
}

fn list_variables() {
    let rows: String = with_engine_console(|console| {
        let mut rows: Vec<String> = console
            .convars()
            .map(|convar| {
                let range = convar.bounds().map(|it| format!("{} to {}", it.start(), it.end())).unwrap_or_default();
                let (name, default, help) = (convar.name(), convar.default(), convar.help());
                format!("| `{name}` | {default} | {range} | {} | {help} |\n", flags(convar.flag_set()))
            })
            .collect();
        rows.sort();
        rows.concat()
    });
    check("console-reference.md", "| variable | default | range | flags | what |\n|---|---|---|---|---|\n", &rows);
}

fn list_commands() {
    let rows: String = with_engine_console(|console| {
        let mut rows: Vec<String> = console
            .commands()
            .map(|command| {
                let cheat = if command.is_cheat() { "cheat" } else { "" };
                format!("| `{}` | {cheat} | {} |\n", command.name(), command.help().replace('|', "\\|"))
            })
            .collect();
        rows.sort();
        rows.concat()
    });
    check("console-reference.md", "| command | flags | what |\n|---|---|---|\n", &rows);
}

/// One test for both lists: they stand on one page, which may have to be written.
#[test]
fn the_page_about_keys_lists_every_key_and_action() {
    let kinds = [("keyboard", KeyKind::Keyboard), ("mouse", KeyKind::Mouse), ("gamepad", KeyKind::Gamepad)];
    let names = |kind| {
        let keys = Key::ALL.iter().filter(move |key| key.kind() == kind);
        let quoted = keys.map(|key| if key.name() == "`" { "`` ` ``".to_owned() } else { format!("`{key}`") });
        quoted.collect::<Vec<_>>().join(" ")
    };
    let rows: String = kinds.iter().map(|(name, kind)| format!("| {name} | {} |\n", names(*kind))).collect();
    check("keys-and-gamepads.md", "| on the | keys |\n|---|---|\n", &rows);
    let row = |action: &Action| format!("| `{}` | {} |\n", action.begin(), action.help());
    let rows: String = Action::ALL.iter().map(row).collect();
    check("keys-and-gamepads.md", "| action | what |\n|---|---|\n", &rows);
}

#[test]
fn a_list_that_is_behind_is_seen() {
    assert_eq!(with_list("a\n- x\nold\n\nrest\n", "- x\n", "new\n"), "a\n- x\nnew\n\nrest\n");
    assert_eq!(with_list("a\n- x\n\nrest\n", "- x\n", "new\n"), "a\n- x\nnew\n\nrest\n");
    assert_eq!(with_list("- x\nold\n", "- x\n", "new\n"), "- x\nnew\n");
}
