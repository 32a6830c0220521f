//! The command line: reads recordings, makes sounds, and says what was made.

mod args;
mod export;
mod files;
mod info;
mod make;
mod script;
mod waveform;

pub use args::{CompileArgs, Encoding, ExportArgs, InfoArgs, TimbreCommand};

use files::FileError;
use std::process::ExitCode;

/// Does what was asked; exit code 1 where something could not be done.
///
/// ```
/// use std::process::ExitCode;
/// use timbre::cli::{InfoArgs, TimbreCommand, run};
///
/// let nothing = TimbreCommand::Info(InfoArgs { files: vec!["none.kaud".into()], json: false });
/// assert_eq!(run(&nothing), ExitCode::FAILURE);
/// ```
pub fn run(command: &TimbreCommand) -> ExitCode {
    let done = match command {
        TimbreCommand::Compile(arguments) => make::run(arguments),
        TimbreCommand::Info(arguments) => info::run(arguments),
        TimbreCommand::Export(arguments) => export::run(arguments),
    };
    if done { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Whether it went well; what went wrong is shown.
fn concluded(done: Result<(), FileError>, json: bool) -> bool {
    kerosene_cli::concluded(done.map_err(|error| error.diagnostic()), json)
}
