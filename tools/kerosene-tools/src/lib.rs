//! Every content tool in one executable.
//!
//! Each tool is a subcommand. The tools themselves are libraries (`kerosene-map`, `kerosene-bsp`, `kerosene-vfs`, `kerosene-config`, `cleave`, `alchemy`, `timbre`, `kiln`, `forge`); here are
//! only the command line, the reading and writing of files, and what people see of it. The library of
//! this crate exists so that tests can call it as a program is called.
//!
//! Results go to standard output and messages to standard error, so that results can be piped; with
//! `--json` both are lines of JSON on standard output. Exit codes are 0 for success, 1 for errors in
//! what was given, 2 for a wrong command line.
//!
//! Deliberately absent: anything that the libraries could do, and the engine, which tools never link.

mod bsp;
mod classes;
mod cli;
mod error;
mod explain;
mod export;
mod files;
mod map;
mod output;
mod project;
mod save;
mod script;
mod shell;
mod stock;
mod toolbox;
mod vault;

use clap::FromArgMatches;
use clap::error::{ContextKind, ContextValue};
use cli::{Cli, Command};
use std::ffi::OsString;
use std::process::ExitCode;

/// Runs the tool that the arguments name; the first is the name of the program.
///
/// # Examples
///
/// ```
/// use std::process::ExitCode;
///
/// assert_eq!(kerosene_tools::run(["kerosene-tools", "explain", "K0401"]), ExitCode::SUCCESS);
/// ```
pub fn run(arguments: impl IntoIterator<Item = impl Into<OsString> + Clone>) -> ExitCode {
    let parsed = cli::command().try_get_matches_from(arguments);
    let cli = match parsed.and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => cli,
        Err(mut error) => {
            suggest_the_nearest(&mut error);
            // Help and version are errors to the parser and no errors to people; it knows where each goes.
            let _ = error.print();
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
        }
    };
    match cli.command {
        Command::New(arguments) => project::run_new(&arguments),
        Command::Init(arguments) => project::run_init(&arguments),
        Command::Doctor(arguments) => project::run_doctor(&arguments),
        Command::Play(arguments) => project::run_play(&arguments),
        Command::Kiln(arguments) => kiln::cli::run(&arguments, toolbox::toolbox()),
        Command::Map(command) => map::run(&command),
        Command::Cleave(arguments) => cleave::cli::run(&arguments),
        Command::Alchemy(command) => alchemy::cli::run(&command),
        Command::Timbre(command) => timbre::cli::run(&command),
        Command::Forge(command) => forge::cli::run(&command),
        Command::Bsp(command) => bsp::run(&command),
        Command::Classes(arguments) => classes::run(&arguments),
        Command::Save(command) => save::run(&command),
        Command::Script(command) => script::run(&command),
        Command::Vault(command) => vault::run(&command),
        Command::Stock(arguments) => stock::run(&arguments),
        Command::Export(command) => export::run(&command),
        Command::Explain(arguments) => explain::run(&arguments),
        Command::Completions(arguments) => shell::completions(&arguments),
        Command::Man(arguments) => shell::man(&arguments),
    }
}

/// Of several commands that were perhaps meant, names the one that is nearest by slips of fingers.
fn suggest_the_nearest(error: &mut clap::Error) {
    let Some(ContextValue::String(given)) = error.get(ContextKind::InvalidSubcommand) else { return };
    let Some(ContextValue::Strings(near)) = error.get(ContextKind::SuggestedSubcommand) else { return };
    if let Some(nearest) = kerosene_diagnostics::nearest(given, near.iter().map(String::as_str)) {
        let nearest = ContextValue::Strings(vec![nearest.to_owned()]);
        error.insert(ContextKind::SuggestedSubcommand, nearest);
    }
}
