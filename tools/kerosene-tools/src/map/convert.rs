//! Converts maps between formats.

use super::fail;
use crate::cli::ConvertArgs;
use crate::error::ToolError;
use crate::files::{LoadedMap, load_classes, load_map_with, write_whole};
use crate::output::{say, show, source};
use kerosene_diagnostics::Diagnostics;
use kerosene_map::{
    ClassTable, Game, Map, MapFormat, ReadOptions, apply_class_table, guess_game, settle_game, write_kmap,
    write_valve220,
};
use std::path::Path;
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
    let output = &arguments.output;
    let format = Target::of(output)?;
    if output.exists() && !arguments.force {
        return Err(ToolError::Exists { file: output.display().to_string() });
    }
    let options = ReadOptions { patch_tolerance: arguments.patch_tolerance, ..ReadOptions::default() };
    let LoadedMap { bytes, mut imported } = load_map_with(&arguments.input, &options)?;
    let mut diagnostics = std::mem::take(&mut imported.diagnostics);
    // What stays in a foreign format keeps its meaning, whatever that is.
    let game = if format != Target::Kmap {
        arguments.game.unwrap_or_else(|| guess_game(&imported).game)
    } else {
        let (game, told) = settle_game(&mut imported, arguments.game);
        diagnostics.append(told);
        game
    };
    if let Some(table) = class_table(arguments, game, imported.format, format)? {
        diagnostics.append(apply_class_table(&mut imported.map, &table));
    }
    let text = text_of(&imported.map, format, output, &mut diagnostics)?;
    write_whole(output, &text)?;
    show(&diagnostics, &source(&arguments.input, &bytes), arguments.json);
    if !arguments.json {
        let (entities, brushes) = (imported.map.entities.len(), imported.statistics.brushes);
        say(&format!("wrote {}: {}, {entities} entities, {brushes} brushes", output.display(), format.name()));
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

/// A format that can be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Target {
    Kmap,
    Valve220,
}

impl Target {
    /// The format that the name of a file says.
    fn of(path: &Path) -> Result<Self, ToolError> {
        let is = |wanted: &str| path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(wanted));
        if is("kmap") {
            Ok(Self::Kmap)
        } else if is("map") {
            Ok(Self::Valve220)
        } else {
            Err(ToolError::UnknownFormat { file: path.display().to_string() })
        }
    }

    /// The name that people know it by.
    fn name(self) -> &'static str {
        match self {
            Self::Kmap => MapFormat::Kmap.name(),
            Self::Valve220 => MapFormat::QuakeMap.name(),
        }
    }
}

fn text_of(map: &Map, format: Target, output: &Path, told: &mut Diagnostics) -> Result<String, ToolError> {
    let not_held = |reason| ToolError::NotHeld { file: output.display().to_string(), reason };
    match format {
        Target::Kmap => write_kmap(map).map_err(not_held),
        Target::Valve220 => {
            let exported = write_valve220(map).map_err(not_held)?;
            told.append(exported.diagnostics);
            Ok(exported.text)
        }
    }
}
