//! The map compiler on its own; the same as `kerosene-tools cleave`.

use clap::Parser;
use cleave::cli::{CleaveArgs, run};
use std::process::ExitCode;

#[derive(Parser)]
#[command(name = "cleave", version)]
struct Cli {
    #[command(flatten)]
    args: CleaveArgs,
}

fn main() -> ExitCode {
    run(&Cli::parse().args)
}
