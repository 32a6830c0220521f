//! A game's folder: begin one, look at it, play it.

mod create;
mod doctor;
mod meant;
mod play;

pub(crate) use create::{run_init, run_new};
pub(crate) use doctor::run as run_doctor;
pub(crate) use play::run as run_play;

use crate::error::ToolError;
use kerosene_cli::{show, show_one};
use kerosene_config::{Content, find_content};
use kerosene_diagnostics::Sources;
use kerosene_vfs::RootSearch;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Name of the runtime's program, where a project names no other.
const RUNTIME: &str = "kerosene";

/// The content: of the folder that was named, else of the map, else of where we are.
fn content(named: Option<&PathBuf>, map: Option<&Path>) -> Result<Content, ToolError> {
    let search =
        RootSearch { explicit: named.cloned(), map: map.map(Path::to_owned), ..RootSearch::from_environment() };
    let content = find_content(&search)?;
    show(&content.notes, &Sources::new(), false);
    Ok(content)
}

/// The exit code of what was done, or its error shown.
fn concluded(done: Result<ExitCode, ToolError>) -> ExitCode {
    done.unwrap_or_else(|error| {
        show_one(error.diagnostic(), &Sources::new(), false);
        ExitCode::FAILURE
    })
}
