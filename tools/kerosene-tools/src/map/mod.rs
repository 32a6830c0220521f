//! Looks at, converts and checks editable maps.

mod check;
mod convert;
mod info;
mod save;

use crate::cli::MapCommand;
use crate::error::ToolError;
use crate::output::source;
use kerosene_cli::show_one;
use std::path::Path;
use std::process::ExitCode;

/// Does what the command says.
pub(crate) fn run(command: &MapCommand) -> ExitCode {
    match command {
        MapCommand::Info(arguments) => info::run(arguments),
        MapCommand::Convert(arguments) => convert::run(arguments),
        MapCommand::Check(arguments) => check::run(arguments),
    }
}

/// Shows an error, with the place in the file where it has one.
fn fail(path: &Path, error: &ToolError, json: bool) {
    let bytes = match error {
        ToolError::Map(_) => std::fs::read(path).unwrap_or_default(),
        _ => Vec::new(),
    };
    show_one(error.diagnostic(), &source(path, &bytes), json);
}
