//! Checks maps, and repairs what can be repaired in only one way.

use super::fail;
use super::save::{Destination, save};
use crate::cli::CheckArgs;
use crate::error::ToolError;
use crate::files::{LoadedMap, load_map};
use crate::output::source;
use kerosene_cli::{say, show};
use kerosene_diagnostics::{Code, Diagnostics, Severity};
use kerosene_map::{LINTS, Map, check_map_for, repair_map};
use std::path::Path;
use std::process::ExitCode;

/// Checks every map, and fails where one has errors or cannot be read.
pub(super) fn run(arguments: &CheckArgs) -> ExitCode {
    if arguments.list {
        list();
        return ExitCode::SUCCESS;
    }
    let mut failed = false;
    for file in &arguments.files {
        failed |= !check_file(file, arguments).unwrap_or_else(|error| {
            fail(file, &error, arguments.json);
            false
        });
    }
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// Says of every check its code, its severity and whether it can repair what it finds.
fn list() {
    for lint in LINTS {
        let Some(info) = lint.code().info() else { continue };
        let repair = if lint.can_repair() { "--fix" } else { "" };
        say(&format!("{}  {:7}  {repair:5}  {}", lint.code(), info.severity, info.title));
    }
}

/// Whether the map is good enough.
fn check_file(path: &Path, arguments: &CheckArgs) -> Result<bool, ToolError> {
    let output = arguments.fix.as_deref().map(|output| destination(output, arguments)).transpose()?;
    let LoadedMap { bytes, mut imported } = load_map(path)?;
    let wanted = |code: Code| !arguments.ignore.contains(&code);
    let mut told = std::mem::take(&mut imported.diagnostics);
    if let Some(output) = output {
        repair(&mut imported.map, &output, &mut told, arguments)?;
    }
    told.append(check_map_for(&imported.map, wanted));
    let told = without_notes(told, arguments);
    show(&told, &source(path, &bytes), arguments.json);
    let (errors, warnings) = (told.errors(), told.warnings());
    let is_good = errors == 0 && (warnings == 0 || !arguments.strict);
    if !arguments.json {
        let verdict = if is_good { "good" } else { "bad" };
        let counts = [(imported.statistics.brushes, "brush", "es"), (errors, "error", "s"), (warnings, "warning", "s")];
        let counts = counts.map(|(count, one, more)| format!("{count} {one}{}", if count == 1 { "" } else { more }));
        say(&format!("{}: {verdict}; {}", path.display(), counts.join(", ")));
    }
    Ok(is_good)
}

fn destination<'a>(output: &'a Path, arguments: &CheckArgs) -> Result<Destination<'a>, ToolError> {
    match arguments.files.len() {
        1 => Destination::new(output, arguments.force),
        count => Err(ToolError::SeveralRepairs { file: output.display().to_string(), count }),
    }
}

/// Repairs a map, writes it and says what was done; what is left is checked after.
fn repair(
    map: &mut Map,
    output: &Destination<'_>,
    told: &mut Diagnostics,
    arguments: &CheckArgs,
) -> Result<(), ToolError> {
    let repairs = repair_map(map, |code| !arguments.ignore.contains(&code));
    save(map, output, told)?;
    if !arguments.json {
        for repair in &repairs {
            let title = repair.code.info().map_or("", |info| info.title);
            say(&format!("repaired {:5}  {}  {title}", repair.count, repair.code));
        }
        let total: usize = repairs.iter().map(|repair| repair.count).sum();
        say(&format!("wrote {} with {total} repairs", output.path.display()));
    }
    Ok(())
}

fn without_notes(told: Diagnostics, arguments: &CheckArgs) -> Diagnostics {
    if !arguments.no_notes {
        return told;
    }
    let mut kept = Diagnostics::new();
    told.iter().filter(|one| one.severity > Severity::Info).cloned().for_each(|one| kept.push(one));
    kept
}
