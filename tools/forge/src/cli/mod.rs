//! The command line: reads sources, makes models, and says what was made.

mod args;
mod export;
mod files;
mod info;
mod make;

pub use args::{CompileArgs, ExportArgs, ForgeCommand, InfoArgs};

use files::FileError;
use std::process::ExitCode;

/// Does what was asked; exit code 1 where something could not be done.
///
/// ```
/// use forge::cli::{ForgeCommand, InfoArgs, run};
/// use std::process::ExitCode;
///
/// let nothing = ForgeCommand::Info(InfoArgs { files: vec!["none.kmdl".into()], json: false });
/// assert_eq!(run(&nothing), ExitCode::FAILURE);
/// ```
pub fn run(command: &ForgeCommand) -> ExitCode {
    let done = match command {
        ForgeCommand::Compile(arguments) => make::run(arguments),
        ForgeCommand::Info(arguments) => info::run(arguments),
        ForgeCommand::Export(arguments) => export::run(arguments),
    };
    if done { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Whether it went well; what went wrong is shown.
fn concluded(done: Result<(), FileError>, json: bool) -> bool {
    kerosene_cli::concluded(done.map_err(|error| error.diagnostic()), json)
}
