//! Checks maps.

use super::fail;
use crate::cli::CheckArgs;
use crate::files::{LoadedMap, load_map};
use crate::output::{say, show, source};
use kerosene_map::check_map;
use std::path::Path;
use std::process::ExitCode;

/// Checks every map, and fails where one has errors or cannot be read.
pub(super) fn run(arguments: &CheckArgs) -> ExitCode {
    let mut failed = false;
    for file in &arguments.files {
        failed |= !check_file(file, arguments.json);
    }
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// Whether the map has no errors.
fn check_file(path: &Path, json: bool) -> bool {
    let LoadedMap { bytes, imported } = match load_map(path) {
        Ok(loaded) => loaded,
        Err(error) => {
            fail(path, &error, json);
            return false;
        }
    };
    let mut diagnostics = imported.diagnostics;
    diagnostics.append(check_map(&imported.map));
    show(&diagnostics, &source(path, &bytes), json);
    let (errors, warnings) = (diagnostics.errors(), diagnostics.warnings());
    if !json {
        let statistics = imported.statistics;
        let verdict = if errors == 0 { "good" } else { "bad" };
        let path = path.display();
        let counts = [(statistics.brushes, "brush", "es"), (errors, "error", "s"), (warnings, "warning", "s")];
        let counts = counts.map(|(count, one, more)| format!("{count} {one}{}", if count == 1 { "" } else { more }));
        say(&format!("{path}: {verdict}; {}", counts.join(", ")));
    }
    errors == 0
}
