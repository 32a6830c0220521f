//! The command line: reads sources, makes models, and says what was made.

mod args;
mod export;
mod files;
mod info;
mod make;

pub use args::{CompileArgs, ExportArgs, ForgeCommand, InfoArgs};

use files::FileError;
use kerosene_diagnostics::{Diagnostics, Sources, Terminal};
use std::io::{self, Write};
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

/// A line of results; a reader that went away is no reason to fail.
fn say(line: &str) {
    let _ = writeln!(io::stdout().lock(), "{line}");
}

/// Shows diagnostics: on standard error for people, as lines of JSON on standard output for programs.
fn show(diagnostics: &Diagnostics, json: bool) {
    if json {
        let _ = diagnostics.write_json(&mut io::stdout().lock());
    } else {
        let terminal = Terminal::for_stream(&io::stderr());
        let _ = terminal.write(diagnostics, &Sources::new(), &mut io::stderr().lock());
    }
}

/// Whether it went well; what went wrong is shown.
fn concluded(done: Result<(), FileError>, json: bool) -> bool {
    done.map_err(|error| {
        let mut diagnostics = Diagnostics::new();
        diagnostics.push(error.diagnostic());
        show(&diagnostics, json);
    })
    .is_ok()
}
