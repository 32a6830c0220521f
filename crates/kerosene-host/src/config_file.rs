//! What a player has set, kept in the player's folder: `config.cfg` with variables and binds, and the lines typed into the
//! console.

use crate::overlay::console::History;
use kerosene_console::Console;
use kerosene_input::Input;
use kerosene_vfs::{Vfs, VfsError};

/// The file of variables and binds, which the next start runs.
pub(crate) const CONFIG_FILE: &str = "config.cfg";

/// The file of the console's lines.
const HISTORY_FILE: &str = "console_history.txt";

/// Says whence the file is, and that changes to it are lost.
const HEADER: &str = "// Written when the game ends. What you want to be run after it belongs into autoexec.cfg.\n";

/// The text of `config.cfg`.
pub(crate) fn config_text(console: &Console, input: &Input) -> String {
    format!("{HEADER}{}{}", input.archive(), console.archive())
}

/// Writes `config.cfg`, whole or not at all.
///
/// # Errors
/// That there is no folder to write to, or why it cannot be written.
pub(crate) fn write_config(vfs: &Vfs, console: &Console, input: &Input) -> Result<(), VfsError> {
    vfs.write(CONFIG_FILE, config_text(console, input).as_bytes()).map(|_| ())
}

/// The console's lines of earlier runs; none where they cannot be read.
pub(crate) fn read_history(vfs: &Vfs) -> History {
    let bytes = vfs.read(HISTORY_FILE);
    bytes.map(|bytes| History::from_text(&String::from_utf8_lossy(&bytes))).unwrap_or_default()
}

/// Keeps the console's lines for the next run.
///
/// # Errors
/// As [`write_config`].
pub(crate) fn write_history(vfs: &Vfs, history: &History) -> Result<(), VfsError> {
    vfs.write(HISTORY_FILE, history.to_text().as_bytes()).map(|_| ())
}
