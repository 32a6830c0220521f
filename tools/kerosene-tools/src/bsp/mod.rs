//! Looks at and compares compiled maps, ours and those of other engines.

mod compare;
mod counts;
mod info;
mod load;
mod sweeps;

use crate::cli::BspCommand;
use crate::error::ToolError;
use kerosene_cli::show_one;
use kerosene_diagnostics::Sources;
use std::process::ExitCode;

/// Does what the command says.
pub(crate) fn run(command: &BspCommand) -> ExitCode {
    let (done, json) = match command {
        BspCommand::Info(arguments) => (info::run(arguments), arguments.json),
        BspCommand::Compare(arguments) => (compare::run(arguments), arguments.json),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            fail(&error, json);
            ExitCode::FAILURE
        }
    }
}

fn fail(error: &ToolError, json: bool) {
    show_one(error.diagnostic(), &Sources::new(), json);
}
