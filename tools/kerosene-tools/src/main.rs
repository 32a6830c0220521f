//! Every content tool in one executable.

use std::process::ExitCode;

fn main() -> ExitCode {
    kerosene_tools::run(std::env::args_os())
}
