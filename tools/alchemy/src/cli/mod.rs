//! The command line: reads pictures and texts, makes textures and materials, and says what was made.

mod args;
mod developer;
mod export;
mod files;
mod foreign;
mod foreign_info;
mod info;
mod make;
mod material;
mod textures;

pub use args::{AlchemyCommand, CompileArgs, DevTexturesArgs, ExportArgs, InfoArgs, MaterialArgs};

use files::FileError;
use std::process::ExitCode;

/// Does what was asked; exit code 1 where something could not be done.
///
/// ```
/// use alchemy::cli::{AlchemyCommand, InfoArgs, run};
/// use std::process::ExitCode;
///
/// let nothing = AlchemyCommand::Info(InfoArgs { files: vec!["none.ktex".into()], json: false });
/// assert_eq!(run(&nothing), ExitCode::FAILURE);
/// ```
pub fn run(command: &AlchemyCommand) -> ExitCode {
    let done = match command {
        AlchemyCommand::Compile(arguments) => make::run(arguments),
        AlchemyCommand::Material(arguments) => material::run(arguments),
        AlchemyCommand::DevTextures(arguments) => developer::run(arguments),
        AlchemyCommand::Info(arguments) => info::run(arguments),
        AlchemyCommand::Export(arguments) => export::run(arguments),
    };
    if done { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Whether it went well; what went wrong is shown.
fn concluded(done: Result<(), FileError>, json: bool) -> bool {
    kerosene_cli::concluded(done.map_err(|error| error.diagnostic()), json)
}
