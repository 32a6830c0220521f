//! Saved games: the whole simulation as a file in the player's folder.
//!
//! A save is a [`Container`](kerosene_entity::Container) of the kind `KSAV` with the sections of
//! [`kerosene_entity::save_tags`]. It is written to another name, synced and renamed, so that a crash at any moment leaves
//! the old save or the new one. What is read is checked as a whole, and made into a level beside the running one, before
//! anything of that one is touched: a save that is refused changes nothing.
//!
//! Not part of it: pause and time scale, the console's waiting text, and what the game does not give in
//! [`Game::save`](crate::Game::save).

mod error;
mod level_part;
mod loading;
mod saving;
mod variables;

pub use error::{LoadGameError, SaveGameError};
pub(crate) use variables::{Replicated, Variables};

use kerosene_vfs::{EntryKind, Vfs};
use xxhash_rust::xxh3::Xxh3Default;

/// Folder of saves in the layers of content.
const FOLDER: &str = "save";

/// Ending of a save's file.
const EXTENSION: &str = ".ksav";

/// Most bytes of a save's name.
const MAX_NAME: usize = 64;

/// The name of the save that `quicksave` writes.
pub(crate) const QUICK: &str = "quick";

/// The path of a save; `None` where its name is none: 1 to 64 letters, digits, `_`, `-` and `.`, no `.` first.
pub(crate) fn path_of(name: &str, folder: &str, extension: &str) -> Option<String> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
    let fits = (1..=MAX_NAME).contains(&name.len()) && !name.starts_with('.') && name.bytes().all(is_plain);
    fits.then(|| format!("{folder}/{}{extension}", name.to_ascii_lowercase()))
}

/// The path of a save.
fn save_path(name: &str) -> Option<String> {
    path_of(name, FOLDER, EXTENSION)
}

/// Names of the saves in the layers of content, in order.
pub(crate) fn names(vfs: &Vfs) -> Vec<String> {
    let entries = vfs.list(FOLDER).unwrap_or_default();
    let files = entries.into_iter().filter(|entry| entry.kind == EntryKind::File);
    let names = files.filter_map(|entry| entry.name.strip_suffix(EXTENSION).map(str::to_owned));
    names.filter(|name| save_path(name).is_some()).collect()
}

/// One number for a compiled map: every section of it that has a meaning for the simulation or the eye.
pub(crate) fn map_hash(bsp: &kerosene_bsp::BspFile) -> u64 {
    let mut hasher = Xxh3Default::new();
    for lump in kerosene_bsp::Lump::ALL {
        let bytes = bsp.lump(lump);
        hasher.update(&(bytes.len() as u64).to_le_bytes());
        hasher.update(bytes);
    }
    hasher.digest()
}
