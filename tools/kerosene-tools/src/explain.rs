//! Explains diagnostic codes.

use crate::cli::ExplainArgs;
use kerosene_cli::say;
use kerosene_diagnostics::{Code, codes, explain};
use std::io::{self, Write};
use std::process::ExitCode;

/// Prints the page of a code, or the list of all codes.
pub(crate) fn run(arguments: &ExplainArgs) -> ExitCode {
    if arguments.list {
        for info in codes::TABLE {
            say(&format!("{}  {:<7}  {}", info.code, info.severity.to_string(), info.title));
        }
        return ExitCode::SUCCESS;
    }
    let text = arguments.code.as_deref().unwrap_or_default();
    let problem = match text.parse::<Code>() {
        Ok(code) => match explain(code) {
            Some(page) => {
                say(page.trim_end());
                return ExitCode::SUCCESS;
            }
            None => format!("there is no code {code}"),
        },
        Err(error) => error.to_string(),
    };
    let _ = writeln!(io::stderr().lock(), "error: {problem}; `kerosene-tools explain --list` lists all codes");
    ExitCode::FAILURE
}
