//! The command line: reads pictures, makes textures, and says what was made.

mod args;
mod export;
mod files;
mod foreign;
mod foreign_info;
mod info;
mod make;

pub use args::{AlchemyCommand, CompileArgs, ExportArgs, InfoArgs};

use files::FileError;
use kerosene_diagnostics::{Diagnostic, Diagnostics, Sources, Terminal};
use std::io::{self, Write};
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
        AlchemyCommand::Info(arguments) => info::run(arguments),
        AlchemyCommand::Export(arguments) => export::run(arguments),
    };
    if done { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// A line of results; a reader that went away is no reason to fail.
fn say(line: &str) {
    let _ = writeln!(io::stdout().lock(), "{line}");
}

/// Shows a diagnostic: on standard error for people, as a line of JSON on standard output for programs.
fn show(diagnostic: Diagnostic, json: bool) {
    let mut diagnostics = Diagnostics::new();
    diagnostics.push(diagnostic);
    if json {
        let _ = diagnostics.write_json(&mut io::stdout().lock());
    } else {
        let terminal = Terminal::for_stream(&io::stderr());
        let _ = terminal.write(&diagnostics, &Sources::new(), &mut io::stderr().lock());
    }
}

/// Whether it went well; what went wrong is shown.
fn concluded(done: Result<(), FileError>, json: bool) -> bool {
    match done {
        Ok(()) => true,
        Err(error) => {
            show(error.diagnostic(), json);
            false
        }
    }
}
