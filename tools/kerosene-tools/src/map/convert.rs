//! Converts maps between formats.

use super::fail;
use super::save::{Destination, Target, save};
use crate::cli::ConvertArgs;
use crate::error::ToolError;
use crate::files::{LoadedMap, load_classes, load_map_with};
use crate::output::source;
use kerosene_cli::{say, show};
use kerosene_map::{ClassTable, Game, MapFormat, ReadOptions, apply_class_table, guess_game, settle_game};
use std::process::ExitCode;

/// Converts a map, and fails where it cannot be read or written, or where something of it was an error.
pub(super) fn run(arguments: &ConvertArgs) -> ExitCode {
    match convert(arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            fail(&arguments.input, &error, arguments.json);
            ExitCode::FAILURE
        }
    }
}

fn convert(arguments: &ConvertArgs) -> Result<bool, ToolError> {
    let output = Destination::new(&arguments.output, arguments.force)?;
    let options = ReadOptions { patch_tolerance: arguments.patch_tolerance, ..ReadOptions::default() };
    let LoadedMap { bytes, mut imported } = load_map_with(&arguments.input, &options)?;
    let mut diagnostics = std::mem::take(&mut imported.diagnostics);
    // What stays in a foreign format keeps its meaning, whatever that is.
    let game = if output.format != Target::Kmap {
        arguments.game.unwrap_or_else(|| guess_game(&imported).game)
    } else {
        let (game, told) = settle_game(&mut imported, arguments.game);
        diagnostics.append(told);
        game
    };
    if let Some(table) = class_table(arguments, game, imported.format, output.format)? {
        diagnostics.append(apply_class_table(&mut imported.map, &table));
    }
    save(&imported.map, &output, &mut diagnostics)?;
    show(&diagnostics, &source(&arguments.input, &bytes), arguments.json);
    if !arguments.json {
        let (entities, brushes) = (imported.map.entities.len(), imported.statistics.brushes);
        say(&format!(
            "wrote {}: {}, {entities} entities, {brushes} brushes",
            output.path.display(),
            output.format.name()
        ));
    }
    Ok(!diagnostics.has_errors())
}

/// The table to apply: the one that was named, or on the way from a foreign format to ours the built-in one.
fn class_table(
    arguments: &ConvertArgs,
    game: Game,
    from: MapFormat,
    to: Target,
) -> Result<Option<ClassTable>, ToolError> {
    match &arguments.classes {
        Some(path) => load_classes(path).map(Some),
        None if arguments.keep_classes || !from.is_foreign() || to != Target::Kmap => Ok(None),
        None => Ok(Some(ClassTable::for_game(game))),
    }
}
