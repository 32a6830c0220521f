//! The journal: what was made, kept as it happens.
//!
//! A line is appended before results are put in their places and another one after it, so that a build that is killed at
//! any moment leaves a journal that knows every file that kiln has made, and takes no half-made step for done. Each line
//! carries its length and a hash; a line that was cut off at the end is what a killed build leaves and is dropped, damage
//! anywhere before it is told, and what followed it is made anew.

use crate::record::{Made, Record};
use kerosene_container::{SectionReader, Tag, put_text};
use kerosene_vfs::Replacement;
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::xxh3_64;

/// What a journal begins with.
const MAGIC: &[u8; 8] = b"KILNLOG1";
/// Length and hash of a line.
const HEAD: usize = 12;
/// Longest line, in bytes: a pack names every file.
const MAX_LINE: usize = 256 << 20;
/// Longest name of a step, in bytes.
const MAX_NAME: usize = 4096;
/// A journal of fewer bytes is never too long.
const LEAST_LONG: u64 = 64 << 10;
const TAG: Tag = Tag(*b"LINE");

/// What is known of a step.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Known {
    /// How it was last done.
    pub(crate) done: Option<Record>,
    /// Results that were about to be put in their places when the build was killed.
    pub(crate) begun: Option<Record>,
}

impl Known {
    /// Every file that kiln has made or may have made for the step.
    pub(crate) fn made(&self) -> impl Iterator<Item = &Made> {
        self.done.iter().chain(&self.begun).flat_map(|record| &record.outputs)
    }
}

/// How a journal was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Condition {
    /// Whole.
    Whole,
    /// Cut off in its last line, as a killed build leaves it.
    Cut,
    /// Damaged from this byte on.
    Damaged {
        /// Offset of the first line that cannot be used.
        at: usize,
    },
}

/// What was made, by step.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Memory {
    pub(crate) steps: BTreeMap<String, Known>,
}

/// Kinds of lines.
const BEGUN: u8 = 1;
const DONE: u8 = 2;
const GONE: u8 = 3;

impl Memory {
    /// Reads a journal as far as it is whole.
    ///
    /// ```
    /// use kiln::{Condition, Memory};
    ///
    /// assert_eq!(Memory::read(b"KILNLOG1").1, Condition::Whole);
    /// assert_eq!(Memory::read(b"some text").1, Condition::Damaged { at: 0 });
    /// ```
    #[must_use]
    pub fn read(bytes: &[u8]) -> (Self, Condition) {
        let mut memory = Self::default();
        if bytes.is_empty() {
            return (memory, Condition::Whole);
        }
        let Some(mut rest) = bytes.strip_prefix(MAGIC) else { return (memory, Condition::Damaged { at: 0 }) };
        while !rest.is_empty() {
            let at = bytes.len() - rest.len();
            match memory.line(rest) {
                Ok(after) => rest = after,
                Err(condition) => return (memory, condition.unwrap_or(Condition::Damaged { at })),
            }
        }
        (memory, Condition::Whole)
    }

    /// Takes a line from the front of what is left.
    fn line<'a>(&mut self, rest: &'a [u8]) -> Result<&'a [u8], Option<Condition>> {
        let (head, after) = rest.split_at_checked(HEAD).ok_or(Some(Condition::Cut))?;
        let (length, hash) = head.split_first_chunk::<4>().ok_or(None)?;
        let length = u32::from_le_bytes(*length) as usize;
        if length > MAX_LINE {
            return Err(None);
        }
        let (line, after) = after.split_at_checked(length).ok_or(Some(Condition::Cut))?;
        if hash != xxh3_64(line).to_le_bytes() {
            return Err(None);
        }
        self.take(line).map_err(|_| None)?;
        Ok(after)
    }

    fn take(&mut self, line: &[u8]) -> Result<(), kerosene_container::ContainerError> {
        let mut reader = SectionReader::new(TAG, line);
        let kind = reader.u8("the kind of a line")?;
        let step = reader.text(MAX_NAME, "a step")?.to_owned();
        match kind {
            BEGUN => self.steps.entry(step).or_default().begun = Some(Record::read(&mut reader)?),
            DONE => {
                let done = Some(Record::read(&mut reader)?);
                self.steps.insert(step, Known { done, begun: None });
            }
            GONE => {
                self.steps.remove(&step);
            }
            _ => return Err(reader.error("a line of an unknown kind")),
        }
        reader.end()
    }

    /// The shortest journal that says this.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        for (step, known) in &self.steps {
            let lines = [(DONE, &known.done), (BEGUN, &known.begun)];
            for (kind, record) in lines {
                if let Some(record) = record {
                    out.extend_from_slice(&line(kind, step, Some(record)));
                }
            }
        }
        out
    }
}

fn line(kind: u8, step: &str, record: Option<&Record>) -> Vec<u8> {
    let mut text = vec![kind];
    put_text(&mut text, step);
    if let Some(record) = record {
        record.put(&mut text);
    }
    let mut out = (text.len() as u32).to_le_bytes().to_vec();
    out.extend_from_slice(&xxh3_64(&text).to_le_bytes());
    out.extend_from_slice(&text);
    out
}

/// A journal that is written to.
#[derive(Debug)]
pub(crate) struct Journal {
    path: PathBuf,
    file: File,
    pub(crate) memory: Memory,
}

impl Journal {
    /// Opens the journal of a project, made anew as far as it is damaged.
    pub(crate) fn open(path: &Path) -> io::Result<(Self, Condition)> {
        let (memory, condition) = read(path)?;
        let shortest = memory.to_bytes();
        let length = std::fs::metadata(path).map_or(0, |metadata| metadata.len());
        // A journal that says little for its length is written anew, and so is a damaged one: lines go after whole ones.
        let long = length > 2 * shortest.len() as u64 + LEAST_LONG;
        if condition != Condition::Whole || long || length == 0 {
            Replacement::write(path, &shortest)?;
        }
        let file = OpenOptions::new().append(true).open(path)?;
        Ok((Self { path: path.to_owned(), file, memory }, condition))
    }

    /// Results are about to be put in their places.
    pub(crate) fn begin(&mut self, step: &str, record: &Record) -> io::Result<()> {
        self.append(&line(BEGUN, step, Some(record)))?;
        self.memory.steps.entry(step.to_owned()).or_default().begun = Some(record.clone());
        Ok(())
    }

    /// They are there.
    pub(crate) fn done(&mut self, step: &str, record: Record) -> io::Result<()> {
        self.append(&line(DONE, step, Some(&record)))?;
        self.memory.steps.insert(step.to_owned(), Known { done: Some(record), begun: None });
        Ok(())
    }

    /// Nothing of the step is there any more.
    pub(crate) fn gone(&mut self, step: &str) -> io::Result<()> {
        self.append(&line(GONE, step, None))?;
        self.memory.steps.remove(step);
        Ok(())
    }

    /// One call, so that a killed build cuts a line and never mixes two.
    fn append(&mut self, line: &[u8]) -> io::Result<()> {
        let written = self.file.write_all(line);
        if written.is_err() {
            // Half a line must not stand before whole ones.
            let _ = Replacement::write(&self.path, &self.memory.to_bytes());
            if let Ok(file) = OpenOptions::new().append(true).open(&self.path) {
                self.file = file;
            }
        }
        written
    }
}

/// What a journal says, without a change to it.
pub(crate) fn read(path: &Path) -> io::Result<(Memory, Condition)> {
    let mut bytes = Vec::new();
    match File::open(path).and_then(|mut file| file.read_to_end(&mut bytes)) {
        Ok(_) => Ok(Memory::read(&bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok((Memory::default(), Condition::Whole)),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use super::*;
    use crate::record::Input;
    use kerosene_vfs::vault::ContentHash;

    fn record(name: &str) -> Record {
        let hash = ContentHash::of(name.as_bytes());
        Record {
            tool: "t 1".to_owned(),
            arguments: vec!["--clamp".to_owned()],
            inputs: vec![Input { path: format!("art/{name}.png"), hash: Some(hash) }],
            facts: vec![Input { path: "materials/none".to_owned(), hash: None }],
            outputs: vec![Made { path: format!("materials/{name}.ktex"), hash }],
            failed: false,
        }
    }

    /// A journal as a build writes it, with what is known after each line.
    fn written(path: &Path) -> Vec<(usize, Memory)> {
        let (mut journal, condition) = Journal::open(path).unwrap();
        assert_eq!(condition, Condition::Whole);
        let mut states = Vec::new();
        let mut keep = |journal: &Journal| {
            states.push((std::fs::metadata(path).unwrap().len() as usize, journal.memory.clone()));
        };
        keep(&journal);
        for name in ["a", "b"] {
            journal.begin(name, &record(name)).unwrap();
            keep(&journal);
            journal.done(name, record(name)).unwrap();
            keep(&journal);
        }
        journal.gone("a").unwrap();
        keep(&journal);
        states
    }

    #[test]
    fn a_journal_cut_at_any_byte_is_what_it_was_before() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let states = written(&path);
        let bytes = std::fs::read(&path).unwrap();
        for end in MAGIC.len()..=bytes.len() {
            let (memory, condition) = Memory::read(&bytes[..end]);
            let (length, expected) = states.iter().rfind(|(length, _)| *length <= end).unwrap();
            assert_eq!(memory, *expected, "cut at {end}");
            assert_eq!(condition == Condition::Whole, *length == end, "cut at {end}");
        }
        // Building goes on from there.
        std::fs::write(&path, &bytes[..bytes.len() - 1]).unwrap();
        let (mut journal, condition) = Journal::open(&path).unwrap();
        assert_eq!(condition, Condition::Cut);
        journal.done("c", record("c")).unwrap();
        let (memory, condition) = read(&path).unwrap();
        assert!(condition == Condition::Whole && memory.steps.keys().eq(["a", "b", "c"]));
    }

    #[test]
    fn a_flipped_bit_is_found_and_what_stands_before_it_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let states = written(&path);
        let bytes = std::fs::read(&path).unwrap();
        for at in 0..bytes.len() {
            let mut bytes = bytes.clone();
            bytes[at] ^= 0x10;
            let (memory, condition) = Memory::read(&bytes);
            assert_ne!(condition, Condition::Whole, "byte {at}");
            assert!(
                states.iter().any(|(length, state)| *length <= at.max(MAGIC.len()) && *state == memory),
                "byte {at}"
            );
        }
    }

    #[test]
    fn results_outside_the_project_are_no_record() {
        for path in ["../a", "/etc/passwd", "a/../../b", "", "a//b", "c:\\a", "./a"] {
            let mut bad = record("a");
            bad.outputs[0].path = path.to_owned();
            let bytes = [MAGIC.as_slice(), &line(DONE, "a", Some(&bad))].concat();
            assert_eq!(Memory::read(&bytes), (Memory::default(), Condition::Damaged { at: MAGIC.len() }), "{path}");
        }
    }
}
