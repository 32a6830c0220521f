//! The Kerosene runtime: opens a level. See `kerosene --help`.

use std::process::ExitCode;

fn main() -> ExitCode {
    kerosene::launch(kerosene::LaunchOptions::from_environment())
}
