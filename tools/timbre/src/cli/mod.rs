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
use kerosene_diagnostics::{Diagnostic, Diagnostics, Sources, Terminal};
use std::io::{self, Write};
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

/// A line of results; a reader that went away is no reason to fail.
fn say(line: &str) {
    let _ = writeln!(io::stdout().lock(), "{line}");
}

/// Shows diagnostics: on standard error for people, as lines of JSON on standard output for programs.
fn show(diagnostics: &Diagnostics, sources: &Sources<'_>, json: bool) {
    if json {
        let _ = diagnostics.write_json(&mut io::stdout().lock());
    } else {
        let terminal = Terminal::for_stream(&io::stderr());
        let _ = terminal.write(diagnostics, sources, &mut io::stderr().lock());
    }
}

fn show_one(diagnostic: Diagnostic, sources: &Sources<'_>, json: bool) {
    let mut diagnostics = Diagnostics::new();
    diagnostics.push(diagnostic);
    show(&diagnostics, sources, json);
}

/// Whether it went well; what went wrong is shown.
fn concluded(done: Result<(), FileError>, json: bool) -> bool {
    match done {
        Ok(()) => true,
        Err(error) => {
            show_one(error.diagnostic(), &Sources::new(), json);
            false
        }
    }
}
