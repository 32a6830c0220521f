//! What a game keeps for good, beside saved games: scores, what was unlocked, what was seen.
//!
//! It belongs to a project and not to a level. Going back in time, loading a game and playing again leave it as it is, and
//! so what it says is no part of the state's hash. It is text with a line for each value, so that people can read it and compare
//! two of them; it is written to another name, synced and renamed, so that a crash leaves the old file or the new one.

use kerosene_vfs::{Vfs, VfsError};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Folder of the files in the player's folder.
const FOLDER: &str = "data";
/// Most values.
const MOST_VALUES: usize = 4096;
/// Most bytes of a key and of a value.
const MOST_BYTES: usize = 4096;

/// A project's values, by name.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SaveData {
    project: String,
    values: BTreeMap<String, String>,
    /// Whether something differs from the file.
    is_dirty: bool,
    /// Whether a script wants it written now.
    is_wanted: bool,
}

impl SaveData {
    /// No values yet, for a project: letters, digits, `-`, `_` and `.` are kept of its name, everything else becomes `_`.
    #[must_use]
    pub fn new(project: &str) -> Self {
        Self { project: tidy(project), ..Self::default() }
    }

    /// The values of a project that are in the player's folder; none where there is no file.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn open(vfs: &Vfs, project: &str) -> Result<Self, VfsError> {
        let mut data = Self::new(project);
        match vfs.read(&data.path()) {
            Ok(bytes) => data.take_text(&String::from_utf8_lossy(&bytes)),
            Err(VfsError::NotFound { .. }) => {}
            Err(error) => return Err(error),
        }
        Ok(data)
    }

    /// Goes over to another project: what is not written yet is written first.
    ///
    /// # Errors
    /// A file cannot be written or read; the values are then as they were.
    pub fn switch(&mut self, vfs: &Vfs, project: &str) -> Result<(), VfsError> {
        self.flush(vfs)?;
        *self = Self::open(vfs, project)?;
        Ok(())
    }

    /// Writes the file where something has changed. True if it was written.
    ///
    /// ```
    /// use kerosene_framework::SaveData;
    /// use kerosene_vfs::{Access, Vfs};
    ///
    /// let folder = tempfile::tempdir()?;
    /// let mut vfs = Vfs::new();
    /// vfs.mount_folder(folder.path(), Access::Writable);
    /// let mut data = SaveData::open(&vfs, "my game")?;
    /// data.set("best_lap", "81.5");
    /// assert!(data.flush(&vfs)?);
    /// assert!(!data.flush(&vfs)?);
    /// assert_eq!(SaveData::open(&vfs, "my game")?.float("best_lap", 999.0), 81.5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// It cannot be written; what is to be written still is.
    pub fn flush(&mut self, vfs: &Vfs) -> Result<bool, VfsError> {
        self.is_wanted = false;
        if !self.is_dirty {
            return Ok(false);
        }
        vfs.write(&self.path(), self.to_text().as_bytes())?;
        self.is_dirty = false;
        Ok(true)
    }

    /// Asks for the file to be written as soon as the tick is over.
    pub fn want_flush(&mut self) {
        self.is_wanted = true;
    }

    /// Whether that was asked for.
    #[must_use]
    pub fn wants_flush(&self) -> bool {
        self.is_wanted
    }

    /// Whether something is not written yet.
    #[must_use]
    pub fn is_dirty(&self) -> bool {
        self.is_dirty
    }

    /// The name of the project, as its file has it.
    #[must_use]
    pub fn project(&self) -> &str {
        &self.project
    }

    /// Keeps a value. False if there are 4,096 already or it is longer than 4,096 bytes.
    pub fn set(&mut self, key: &str, value: &str) -> bool {
        let has_room = self.values.contains_key(key) || self.values.len() < MOST_VALUES;
        if !has_room || key.is_empty() || key.len() > MOST_BYTES || value.len() > MOST_BYTES {
            return false;
        }
        if self.text(key) != Some(value) {
            self.values.insert(key.to_owned(), value.to_owned());
            self.is_dirty = true;
        }
        true
    }

    /// Forgets a value. False if there is none.
    pub fn delete(&mut self, key: &str) -> bool {
        let there = self.values.remove(key).is_some();
        self.is_dirty |= there;
        there
    }

    /// Forgets everything.
    pub fn delete_all(&mut self) {
        self.is_dirty |= !self.values.is_empty();
        self.values.clear();
    }

    /// A value as text.
    #[must_use]
    pub fn text(&self, key: &str) -> Option<&str> {
        self.values.get(key).map(String::as_str)
    }

    /// A value as a number, else what is given.
    #[must_use]
    pub fn float(&self, key: &str, otherwise: f32) -> f32 {
        let value = self.text(key).and_then(|text| text.trim().parse().ok());
        value.filter(|number: &f32| number.is_finite()).unwrap_or(otherwise)
    }

    /// A value as a whole number, else what is given.
    #[must_use]
    pub fn int(&self, key: &str, otherwise: i64) -> i64 {
        self.text(key).and_then(|text| text.trim().parse().ok()).unwrap_or(otherwise)
    }

    /// A value as truth, `true`, `false`, `1` or `0`, else what is given.
    #[must_use]
    pub fn bool(&self, key: &str, otherwise: bool) -> bool {
        match self.text(key).map(str::trim) {
            Some(text) if text == "1" || text.eq_ignore_ascii_case("true") => true,
            Some(text) if text == "0" || text.eq_ignore_ascii_case("false") => false,
            _ => otherwise,
        }
    }

    /// The file in the player's folder.
    fn path(&self) -> String {
        format!("{FOLDER}/{}.txt", self.project)
    }

    fn to_text(&self) -> String {
        let mut text = String::new();
        for (key, value) in &self.values {
            // Writing to a string does not fail.
            let _ = writeln!(text, "{}={}", escaped(key), escaped(value));
        }
        text
    }

    fn take_text(&mut self, text: &str) {
        for (key, value) in text.lines().filter_map(|line| line.split_once('=')) {
            self.set(&unescaped(key), &unescaped(value));
        }
        self.is_dirty = false;
    }
}

fn tidy(project: &str) -> String {
    let keep = |letter: char| if letter.is_ascii_alphanumeric() || "-_".contains(letter) { letter } else { '_' };
    let name: String = project.chars().take(64).map(|letter| if letter == '.' { '.' } else { keep(letter) }).collect();
    let name = name.trim_matches('.').to_ascii_lowercase();
    if name.is_empty() { "game".to_owned() } else { name }
}

/// What would end a line or a key, written so that it does not.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '=' => out.push_str("\\e"),
            other => out.push(other),
        }
    }
    out
}

fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => match letters.next() {
                Some('n') => out.push('\n'),
                Some('r') => out.push('\r'),
                Some('e') => out.push('='),
                Some(other) => out.push(other),
                None => {}
            },
            other => out.push(other),
        }
    }
    out
}
