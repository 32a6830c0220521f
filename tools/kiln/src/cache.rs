//! The cache of results: what was made once of an input need not be made again, in another clone or after going back.
//!
//! A folder of two parts. `results/` holds each file that was made, named by its hash. `known/` says, for a source with
//! options and a tool, which other files were read and what came out; several answers where those others differed. Files are
//! put in their places whole, so that many builds can share one folder, and are held against their hash when they are
//! taken out: a damaged one is thrown away and made anew.

use crate::record::{Input, Made, Record};
use kerosene_container::{Container, ContainerBuilder, ContainerError, Tag};
use kerosene_vfs::Replacement;
use kerosene_vfs::vault::ContentHash;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

const MAGIC: Tag = Tag(*b"KLNA");
const VERSION: u32 = 1;
const SECTION: Tag = Tag(*b"KNOW");
/// Answers that are kept for one source, options and tool; the oldest goes.
const MAX_ANSWERS: usize = 16;
/// Largest file of answers that is read, in bytes.
const MAX_FILE: u64 = 16 << 20;
/// The marker that backup programs know (bford.info/cachedir).
const MARKER: &str = "Signature: 8a477f597d28d172789f06886806bc55\n# Results of kerosene-tools kiln; may be deleted.\n";

/// A folder of results.
#[derive(Debug, Clone)]
pub(crate) struct Cache {
    folder: PathBuf,
}

impl Cache {
    /// The cache in a folder, which is made.
    pub(crate) fn open(folder: &Path) -> io::Result<Self> {
        for part in ["results", "known"] {
            fs::create_dir_all(folder.join(part))?;
        }
        let marker = folder.join("CACHEDIR.TAG");
        if !marker.exists() {
            Replacement::write(&marker, MARKER.as_bytes())?;
        }
        Ok(Self { folder: folder.to_owned() })
    }

    fn result(&self, hash: &ContentHash) -> PathBuf {
        self.place("results", hash)
    }

    fn place(&self, part: &str, hash: &ContentHash) -> PathBuf {
        let name = hash.to_string();
        self.folder.join(part).join(&name[..2]).join(&name[2..])
    }

    /// What is known of a key, the latest first; damaged answers are none.
    pub(crate) fn answers(&self, key: &ContentHash) -> Vec<Record> {
        let path = self.place("known", key);
        let small = fs::metadata(&path).is_ok_and(|metadata| metadata.len() <= MAX_FILE);
        let bytes = if small { fs::read(&path).unwrap_or_default() } else { Vec::new() };
        let answers = parse(&bytes).unwrap_or_default();
        if !answers.is_empty() {
            touch(&path);
        }
        answers
    }

    /// Copies a result to a file, if it is there and whole.
    pub(crate) fn take(&self, hash: &ContentHash, to: &Path) -> io::Result<bool> {
        let path = self.result(hash);
        let Ok(bytes) = fs::read(&path) else { return Ok(false) };
        if ContentHash::of(&bytes) != *hash {
            let _ = fs::remove_file(&path);
            return Ok(false);
        }
        touch(&path);
        if let Some(folder) = to.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(to, bytes)?;
        Ok(true)
    }

    /// Keeps the results of a step, each at `file_of` its record, under a key.
    pub(crate) fn keep(
        &self,
        key: &ContentHash,
        record: &Record,
        file_of: impl Fn(&Made) -> PathBuf,
    ) -> io::Result<()> {
        for made in &record.outputs {
            let path = self.result(&made.hash);
            if !path.exists() {
                put(&path, &fs::read(file_of(made))?)?;
            }
        }
        let mut answers = self.answers(key);
        answers.retain(|answer| (&answer.inputs, &answer.facts) != (&record.inputs, &record.facts));
        answers.insert(0, record.clone());
        answers.truncate(MAX_ANSWERS);
        put(&self.place("known", key), &to_bytes(&answers))
    }

    /// Removes what was used longest ago until so many bytes are left; gives the bytes that went and those that stay.
    pub(crate) fn prune(&self, limit: u64) -> io::Result<(u64, u64)> {
        let mut files = Vec::new();
        for part in ["results", "known"] {
            for folder in fs::read_dir(self.folder.join(part))? {
                let Ok(entries) = fs::read_dir(folder?.path()) else { continue };
                for entry in entries.filter_map(Result::ok) {
                    let Ok(metadata) = entry.metadata() else { continue };
                    let used = metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH);
                    files.push((used, entry.path(), metadata.len()));
                }
            }
        }
        files.sort();
        let mut total: u64 = files.iter().map(|(_, _, length)| length).sum();
        let mut gone = 0;
        for (_, path, length) in files {
            if total <= limit {
                break;
            }
            // Another build may have taken it away already.
            let _ = fs::remove_file(path);
            (total, gone) = (total - length, gone + length);
        }
        Ok((gone, total))
    }
}

/// What a step is made of before anything is known of what it reads: the key of its answers.
pub(crate) fn key(record: &Record) -> ContentHash {
    let known = Record {
        tool: record.tool.clone(),
        arguments: record.arguments.clone(),
        inputs: record.inputs.first().cloned().into_iter().collect(),
        ..Record::default()
    };
    let mut bytes = b"kiln 1".to_vec();
    known.put(&mut bytes);
    ContentHash::of(&bytes)
}

/// The first answer whose other inputs are as they are now.
pub(crate) fn fitting(
    answers: Vec<Record>,
    is_now: impl Fn(&Input) -> bool,
    is_fact: impl Fn(&Input) -> bool,
) -> Option<Record> {
    answers.into_iter().find(|answer| answer.inputs.iter().all(&is_now) && answer.facts.iter().all(&is_fact))
}

fn to_bytes(answers: &[Record]) -> Vec<u8> {
    let mut out = (answers.len() as u32).to_le_bytes().to_vec();
    answers.iter().for_each(|answer| answer.put(&mut out));
    ContainerBuilder::new(MAGIC, VERSION).section(SECTION, out).to_bytes()
}

fn parse(bytes: &[u8]) -> Result<Vec<Record>, ContainerError> {
    let container = Container::parse(bytes, MAGIC, VERSION)?;
    let mut reader = container.reader(SECTION)?;
    let count = reader.count(4, "the answers")?;
    let answers = (0..count.min(MAX_ANSWERS)).map(|_| Record::read(&mut reader)).collect::<Result<_, _>>()?;
    reader.end()?;
    Ok(answers)
}

fn put(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let new = Replacement::begin(path)?;
    new.file().write_all(bytes)?;
    new.put_unsynced()
}

/// Marks a file as used now.
fn touch(path: &Path) {
    #[allow(clippy::disallowed_methods, reason = "the order of eviction; never reaches a result")]
    let now = SystemTime::now();
    let _ = fs::File::options().append(true).open(path).and_then(|file| file.set_modified(now));
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use super::*;

    /// A result of so many bytes that depends on another file with a content.
    fn record(folder: &Path, other: &str, bytes: usize) -> Record {
        let content = vec![other.as_bytes()[0]; bytes];
        fs::write(folder.join("a.kmdl"), &content).unwrap();
        let input =
            |path: &str, text: &str| Input { path: path.to_owned(), hash: Some(ContentHash::of(text.as_bytes())) };
        Record {
            tool: "forge 1".to_owned(),
            inputs: vec![input("a.obj", "source"), input("a.mtl", other)],
            outputs: vec![Made { path: "a.kmdl".to_owned(), hash: ContentHash::of(&content) }],
            ..Record::default()
        }
    }

    #[test]
    fn answers_fit_what_was_read_and_results_are_whole_or_none() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::open(&folder.path().join("cache")).unwrap();
        let (red, blue) = (record(folder.path(), "red", 10), record(folder.path(), "blue", 10));
        assert_eq!(key(&red), key(&blue));
        for record in [("red", &red), ("blue", &blue)] {
            fs::write(folder.path().join("a.kmdl"), vec![record.0.as_bytes()[0]; 10]).unwrap();
            cache.keep(&key(record.1), record.1, |made| folder.path().join(&made.path)).unwrap();
        }
        let with = |mtl: &str| {
            let now = [("a.obj", "source"), ("a.mtl", mtl)];
            let is_now = |input: &Input| {
                now.iter()
                    .any(|(path, text)| *path == input.path && Some(ContentHash::of(text.as_bytes())) == input.hash)
            };
            fitting(cache.answers(&key(&red)), is_now, |_| true)
        };
        assert_eq!((with("red"), with("blue"), with("green")), (Some(red.clone()), Some(blue), None));
        let out = folder.path().join("deep/out");
        assert!(cache.take(&red.outputs[0].hash, &out).unwrap());
        assert_eq!(fs::read(&out).unwrap(), b"rrrrrrrrrr");
        fs::write(cache.result(&red.outputs[0].hash), b"damaged").unwrap();
        assert!(!cache.take(&red.outputs[0].hash, &out).unwrap());
        assert!(!cache.result(&red.outputs[0].hash).exists());
    }

    #[test]
    fn what_was_used_longest_ago_goes_first() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::open(&folder.path().join("cache")).unwrap();
        let records = ["a", "b", "c"].map(|name| {
            let record = record(folder.path(), name, 1000);
            cache.keep(&key(&record), &record, |made| folder.path().join(&made.path)).unwrap();
            record
        });
        for (age, record) in records.iter().enumerate() {
            let file = fs::File::options().append(true).open(cache.result(&record.outputs[0].hash)).unwrap();
            file.set_modified(SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(age as u64)).unwrap();
        }
        let (gone, left) = cache.prune(2600).unwrap();
        assert!(gone == 1000 && left <= 2600, "{gone} gone, {left} left");
        let is_there = |record: &Record| cache.result(&record.outputs[0].hash).exists();
        assert_eq!(records.each_ref().map(is_there), [false, true, true]);
        assert_eq!(cache.prune(0).unwrap().1, 0);
    }
}
