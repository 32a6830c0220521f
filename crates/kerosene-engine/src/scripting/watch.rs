//! Seeing that a script's file has changed.
//!
//! A few files are asked for their times a few times a second, between ticks and in real time: no thread, no queue of
//! notices, no memory, and the same on every system. Only files that are there and lie in a folder: what is in an archive or in
//! the program does not change, and a file that is new is loaded by `script_execute` or with the level.

use super::files::script_path;
use crate::engine::Engine;
use kerosene_vfs::{Located, Vfs};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// How often files are looked at.
const INTERVAL: Duration = Duration::from_millis(250);

/// Most files that are watched.
const MOST_FILES: usize = 256;

/// Length and time of a file.
type Stamp = Option<(u64, SystemTime)>;

/// A file, and how it was when it was last looked at.
#[derive(Debug)]
struct Watched {
    /// Its path in the content.
    path: String,
    file: PathBuf,
    stamp: Stamp,
}

/// The files that are watched.
#[derive(Debug, Default)]
pub(crate) struct Watch {
    files: Vec<Watched>,
    /// How many scripts of entities are among them.
    scripts: usize,
    waited: Duration,
}

impl Watch {
    pub(super) fn clear(&mut self) {
        self.files.clear();
        self.scripts = 0;
    }

    /// Watches a file from now on, as it is now; nothing where it lies in no folder.
    pub(crate) fn add(&mut self, vfs: &Vfs, path: &str) {
        let Ok(Located::File { path: file, .. }) = vfs.locate(path) else { return };
        let watched = Watched { path: path.to_owned(), stamp: stamp(&file), file };
        if let Some(known) = self.files.iter_mut().find(|known| known.path == path) {
            *known = watched;
        } else if self.files.len() < MOST_FILES {
            self.files.push(watched);
        }
    }

    /// Watches a file from now on, if it is not watched yet.
    fn also(&mut self, vfs: &Vfs, path: &str) {
        if !self.files.iter().any(|known| known.path == path) {
            self.add(vfs, path);
        }
    }

    /// Lets real time go on; the files that have changed since they were looked at last.
    fn changed(&mut self, real: Duration) -> Vec<String> {
        self.waited = self.waited.saturating_add(real);
        if self.waited < INTERVAL {
            return Vec::new();
        }
        self.waited = Duration::ZERO;
        let mut changed = Vec::new();
        for watched in &mut self.files {
            let now = stamp(&watched.file);
            if now != watched.stamp {
                watched.stamp = now;
                if now.is_some() {
                    changed.push(watched.path.clone());
                }
            }
        }
        changed
    }
}

fn stamp(file: &Path) -> Stamp {
    let metadata = std::fs::metadata(file).ok()?;
    Some((metadata.len(), metadata.modified().ok()?))
}

impl Engine {
    /// Loads scripts again whose files have changed: between ticks, never within one.
    pub(crate) fn reload_changed_scripts(&mut self, real: Duration) {
        if self.level.is_none() || self.replays {
            return;
        }
        let count = self.scripting.language.script_count();
        if self.scripting.watch.scripts != count {
            self.scripting.watch.scripts = count;
            for (name, _) in self.scripting.language.scripts() {
                self.scripting.watch.also(&self.vfs, &script_path(&name));
            }
        }
        for path in self.scripting.watch.changed(real) {
            self.begin_entity_script_anew(&path);
            if self.is_script_of_map(&path) && self.load_script_file(&path) {
                self.say(&format!("{path} has changed and is loaded again"));
            }
        }
    }
}
