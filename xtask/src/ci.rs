//! Runs what continuous integration runs, on this machine.

use std::io;
use std::path::Path;
use std::process::Command;

/// Runs `.ci/run` in `root` with this terminal as its own; `true` when it passed.
///
/// # Errors
/// When the script cannot be started.
pub fn run(root: &Path) -> io::Result<bool> {
    Ok(Command::new(root.join(".ci/run")).current_dir(root).status()?.success())
}
