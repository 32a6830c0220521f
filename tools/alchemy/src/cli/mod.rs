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
        AlchemyCommand::Material(arguments) => material::run(arguments),
        AlchemyCommand::DevTextures(arguments) => developer::run(arguments),
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
    show_all(&diagnostics, &Sources::new(), json);
}

/// Shows diagnostics, with the lines of the sources that are given.
fn show_all(diagnostics: &Diagnostics, sources: &Sources<'_>, json: bool) {
    if json {
        let _ = diagnostics.write_json(&mut io::stdout().lock());
    } else if !diagnostics.is_empty() {
        let terminal = Terminal::for_stream(&io::stderr());
        let _ = terminal.write(diagnostics, sources, &mut io::stderr().lock());
    }
}

/// Does work in so many threads; 0 for as many as there are processors.
fn with_threads<R: Send>(jobs: usize, work: impl FnOnce() -> R + Send) -> R {
    match rayon::ThreadPoolBuilder::new().num_threads(jobs).build() {
        Ok(pool) => pool.install(work),
        // A system that gives no threads still has the one that we are on.
        Err(_) => work(),
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
