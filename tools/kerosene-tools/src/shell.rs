//! Completions for shells and manual pages, made of the command line itself.

use crate::cli::{CompletionsArgs, ManArgs, command};
use crate::error::ToolError;
use clap_complete::Shell;
use clap_mangen::Man;
use kerosene_cli::{say, show_one};
use kerosene_diagnostics::Sources;
use kerosene_vfs::Replacement;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

/// Prints what a shell needs to complete commands and options.
pub(crate) fn completions(arguments: &CompletionsArgs) -> ExitCode {
    let mut command = command();
    let name = command.get_name().to_owned();
    let mut text = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, name, &mut text);
    // A reader that went away is no reason to fail.
    let _ = io::stdout().lock().write_all(&repaired(arguments.shell, text));
    ExitCode::SUCCESS
}

/// The script with one name for each command: for bash, `clap_complete` takes the hyphen in the program's name for the step to
/// a subcommand in the labels that it jumps to, and not where it sets what to jump to.
fn repaired(shell: Shell, text: Vec<u8>) -> Vec<u8> {
    if shell != Shell::Bash {
        return text;
    }
    String::from_utf8_lossy(&text).replace("kerosene__subcmd__tools", "kerosene__tools").into_bytes()
}

/// Writes a manual page for each command.
pub(crate) fn man(arguments: &ManArgs) -> ExitCode {
    match write_pages(&arguments.folder) {
        Ok(count) => {
            say(&format!("{count} pages in {}", arguments.folder.display()));
            ExitCode::SUCCESS
        }
        Err(error) => {
            show_one(error.diagnostic(), &Sources::new(), false);
            ExitCode::FAILURE
        }
    }
}

fn write_pages(folder: &Path) -> Result<usize, ToolError> {
    std::fs::create_dir_all(folder).map_err(|reason| ToolError::write(folder, reason))?;
    // `build` gives every command its options and the name by which it is called.
    let mut root = command().disable_help_subcommand(true);
    root.build();
    let mut commands = vec![root];
    let mut count = 0;
    while let Some(command) = commands.pop() {
        commands.extend(command.get_subcommands().cloned());
        let name = command.get_display_name().unwrap_or(command.get_name()).to_owned();
        let file = folder.join(format!("{name}.1"));
        let mut page = Vec::new();
        let made = Man::new(command.display_name(name)).render(&mut page);
        made.and_then(|()| Replacement::write(&file, &page)).map_err(|reason| ToolError::write(&file, reason))?;
        count += 1;
    }
    Ok(count)
}
