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
mod shell;
mod stock;
mod toolbox;
mod vault;

use clap::Parser;
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
    let cli = match Cli::try_parse_from(arguments) {
        Ok(cli) => cli,
        Err(error) => {
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
        Command::Vault(command) => vault::run(&command),
        Command::Stock(arguments) => stock::run(&arguments),
        Command::Export(command) => export::run(&command),
        Command::Explain(arguments) => explain::run(&arguments),
        Command::Completions(arguments) => shell::completions(&arguments),
        Command::Man(arguments) => shell::man(&arguments),
    }
}
