//! Kiln's own folder in a project: who works there, what was made, hashes, scratch files.

use crate::cache::Cache;
use crate::error::KilnError;
use crate::facts::Facts;
use crate::freshness::Now;
use crate::journal::{self, Condition, Journal, Memory};
use crate::stat_cache::{StatCache, modified};
use crate::workplace::Workplace;
use kerosene_diagnostics::{Diagnostic, SourcePosition, codes};
use kerosene_vfs::Replacement;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

const LOCK: &str = "lock";
const JOURNAL: &str = "journal";
const STATS: &str = "hashes";
const CLOCK: &str = "clock";
const SCRATCH: &str = "scratch";
const IGNORE: &str = ".gitignore";
/// Bytes that must find room for a disk not to be full.
const PROBE: usize = 64 << 10;

/// The folder while a build works in it.
#[derive(Debug)]
pub(crate) struct Site {
    pub(crate) root: PathBuf,
    folder: PathBuf,
    /// Held until the build ends; the system gives it back even where the build is killed.
    _lock: File,
    pub(crate) stats: StatCache,
    pub(crate) facts: Facts,
    journal: Mutex<Journal>,
    pub(crate) cache: Option<Cache>,
    scratches: AtomicUsize,
}

/// What was found of earlier builds, without a change to it.
pub(crate) struct Glimpse {
    pub(crate) memory: Memory,
    pub(crate) stats: StatCache,
    pub(crate) notes: Vec<Diagnostic>,
}

fn damaged(path: &Path, what: &str) -> Diagnostic {
    let message = format!("{what} is damaged: what it does not know any more is made anew");
    Diagnostic::new(codes::STATE_DAMAGED, message).at(SourcePosition::file(path.display().to_string()))
}

/// Looks at what earlier builds left.
pub(crate) fn glimpse(workplace: &Workplace) -> Result<Glimpse, KilnError> {
    let folder = workplace.state();
    let path = folder.join(JOURNAL);
    let (memory, condition) = journal::read(&path).map_err(|reason| KilnError::state(&path, reason))?;
    let mut notes = of_condition(&path, condition);
    let stats = read_stats(&folder, i64::MIN, &mut notes);
    Ok(Glimpse { memory, stats, notes })
}

fn of_condition(path: &Path, condition: Condition) -> Vec<Diagnostic> {
    let is_damaged = matches!(condition, Condition::Damaged { .. });
    is_damaged.then(|| damaged(path, "the journal of builds")).into_iter().collect()
}

fn read_stats(folder: &Path, began: i64, notes: &mut Vec<Diagnostic>) -> StatCache {
    let path = folder.join(STATS);
    let Ok(bytes) = fs::read(&path) else { return StatCache::empty(began) };
    StatCache::parse(&bytes, began).unwrap_or_else(|_| {
        notes.push(damaged(&path, "the list of hashes"));
        StatCache::empty(began)
    })
}

impl Site {
    /// Takes the folder for a build.
    pub(crate) fn open(workplace: &Workplace, cache: Option<Cache>) -> Result<(Self, Vec<Diagnostic>), KilnError> {
        let folder = workplace.state();
        fs::create_dir_all(&folder).map_err(|reason| KilnError::state(&folder, reason))?;
        let lock = lock(&folder, &workplace.root)?;
        let at = |name: &str| folder.join(name);
        let failed = |name: &str| {
            let path = at(name);
            move |reason| KilnError::state(&path, reason)
        };
        if !at(IGNORE).exists() {
            fs::write(at(IGNORE), "*\n").map_err(failed(IGNORE))?;
        }
        // Whatever is there was left by a build that was killed, files that were to replace the journal too.
        let _ = fs::remove_dir_all(at(SCRATCH));
        remove_leftovers(&folder);
        fs::create_dir_all(at(SCRATCH)).map_err(failed(SCRATCH))?;
        fs::write(at(CLOCK), "").map_err(failed(CLOCK))?;
        let began = fs::metadata(at(CLOCK)).map(|metadata| modified(&metadata)).map_err(failed(CLOCK))?;
        let (journal, condition) = Journal::open(&at(JOURNAL)).map_err(failed(JOURNAL))?;
        let mut notes = of_condition(&at(JOURNAL), condition);
        let stats = read_stats(&folder, began, &mut notes);
        let root = workplace.root.clone();
        let journal = Mutex::new(journal);
        let facts = Facts::new(&workplace.toolbox);
        Ok((Self { root, folder, _lock: lock, stats, facts, journal, cache, scratches: AtomicUsize::new(0) }, notes))
    }

    pub(crate) fn now(&self) -> Now<'_> {
        Now { root: &self.root, stats: &self.stats, facts: &self.facts }
    }

    pub(crate) fn journal(&self) -> MutexGuard<'_, Journal> {
        self.journal.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A folder for a step's work, which goes with the value.
    pub(crate) fn scratch(&self) -> io::Result<Scratch> {
        let number = self.scratches.fetch_add(1, Ordering::Relaxed);
        let folder = self.folder.join(SCRATCH).join(number.to_string());
        fs::create_dir_all(folder.join(RESULTS))?;
        Ok(Scratch { folder })
    }

    /// Keeps the hashes for the next build. That it cannot is no fault of this one.
    pub(crate) fn close(&self) {
        let _ = Replacement::write(&self.folder.join(STATS), &self.stats.to_bytes());
        let _ = fs::remove_dir_all(self.folder.join(SCRATCH));
    }

    /// Removes the folder with what kiln put into it.
    pub(crate) fn remove(self) -> io::Result<()> {
        let _ = fs::remove_dir_all(self.folder.join(SCRATCH));
        for name in [JOURNAL, STATS, CLOCK, IGNORE, LOCK] {
            match fs::remove_file(self.folder.join(name)) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        // What else is in it is somebody's.
        let _ = fs::remove_dir(&self.folder);
        Ok(())
    }
}

/// Removes files that were to take the place of others when a build was killed.
fn remove_leftovers(folder: &Path) {
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    let is_leftover = |name: &str| name.starts_with('.') && name.ends_with(".tmp");
    for entry in entries.filter(|entry| entry.file_name().to_str().is_some_and(is_leftover)) {
        let _ = fs::remove_file(entry.path());
    }
}

/// Takes the lock of a project, or says who has it.
fn lock(folder: &Path, root: &Path) -> Result<File, KilnError> {
    let path = folder.join(LOCK);
    let failed = |reason| KilnError::state(&path, reason);
    let mut file = File::options().create(true).truncate(false).read(true).write(true).open(&path).map_err(failed)?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            let mut text = String::new();
            let _ = file.read_to_string(&mut text);
            return Err(KilnError::Locked { folder: root.to_owned(), process: text.trim().parse().ok() });
        }
        Err(TryLockError::Error(reason)) => return Err(failed(reason)),
    }
    let own = std::process::id().to_string();
    file.set_len(0)
        .and_then(|()| file.seek(SeekFrom::Start(0)))
        .and_then(|_| file.write_all(own.as_bytes()))
        .map_err(failed)?;
    Ok(file)
}

/// Folder of results in a scratch folder.
const RESULTS: &str = "out";

/// A step's scratch folder.
#[derive(Debug)]
pub(crate) struct Scratch {
    pub(crate) folder: PathBuf,
}

impl Scratch {
    /// Where a result is until it is put in its place.
    pub(crate) fn result(&self, path: &str) -> PathBuf {
        self.folder.join(RESULTS).join(path)
    }

    /// Writes and removes a file, to find out whether there is room.
    pub(crate) fn probe(&self) -> io::Result<()> {
        let path = self.folder.join("probe");
        let written =
            File::create(&path).and_then(|mut file| file.write_all(&[1; PROBE]).and_then(|()| file.sync_all()));
        let _ = fs::remove_file(path);
        written
    }

    /// The results that are there, below the folder, in order.
    pub(crate) fn results(&self) -> io::Result<Vec<String>> {
        let mut found = Vec::new();
        let mut folders = vec![(self.folder.join(RESULTS), String::new())];
        while let Some((folder, below)) = folders.pop() {
            for entry in fs::read_dir(folder)? {
                let entry = entry?;
                let Ok(name) = entry.file_name().into_string() else { continue };
                let path = if below.is_empty() { name } else { format!("{below}/{name}") };
                if entry.file_type()?.is_dir() {
                    folders.push((entry.path(), path));
                } else {
                    found.push(path);
                }
            }
        }
        found.sort();
        Ok(found)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}
