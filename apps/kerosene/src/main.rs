//! The Kerosene runtime: opens a level. See `kerosene --help`.

use std::process::ExitCode;

fn main() -> ExitCode {
    kerosene::launch(kerosene::game::Stock, kerosene::LaunchOptions::from_environment())
}
