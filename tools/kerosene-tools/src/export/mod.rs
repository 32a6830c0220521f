//! What other people's editors need to edit our maps.

mod editor_class;
mod fgd;
mod game_config;
mod icons;
mod picture;
mod profiles;
#[cfg(test)]
mod tests;
mod trenchbroom;

use crate::classes;
use crate::cli::{ExportCommand, ExportFgdArgs};
use crate::error::ToolError;
use kerosene_cli::{ResultKind, say, show_one};
use kerosene_diagnostics::Sources;
use kerosene_vfs::Replacement;
use std::path::Path;
use std::process::ExitCode;

/// Classes for Hammer.
const CLASSES: ResultKind = ResultKind { name: "table of our classes", ending: "fgd", magic: fgd::HEADER.as_bytes() };

/// Does what the command says.
pub(crate) fn run(command: &ExportCommand) -> ExitCode {
    let done = match command {
        ExportCommand::Trenchbroom(arguments) => trenchbroom::run(arguments),
        ExportCommand::Fgd(arguments) => hammer(arguments),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            show_one(error.diagnostic(), &Sources::new(), false);
            ExitCode::FAILURE
        }
    }
}

/// The classes for Hammer.
fn hammer(arguments: &ExportFgdArgs) -> Result<(), ToolError> {
    let kdef = classes::schema(&arguments.mods)?;
    let text = fgd::for_hammer(&kdef);
    match &arguments.output {
        None => say(text.trim_end()),
        Some(file) => {
            CLASSES.check(file)?;
            let written = write(file, text.as_bytes())?;
            say(&format!("{} {}: {} classes", verb(written), file.display(), kdef.classes.len()));
        }
    }
    Ok(())
}

fn verb(written: bool) -> &'static str {
    if written { "wrote" } else { "up to date:" }
}

/// Writes a file whole, and its folder; one that holds these bytes already is left alone. Whether it was written.
fn write(file: &Path, bytes: &[u8]) -> Result<bool, ToolError> {
    if std::fs::read(file).is_ok_and(|there| there == bytes) {
        return Ok(false);
    }
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let made = std::fs::create_dir_all(folder);
    made.and_then(|()| Replacement::write(file, bytes)).map_err(|reason| ToolError::write(file, reason))?;
    Ok(true)
}
