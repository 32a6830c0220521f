//! What scripts cost, line by line.
//!
//! A profile is taken from another version of a script: the same text with a mark at each statement and a sign before each
//! list and text that is put together ([`instrument`]), run by an engine whose functions say what they build ([`recorder`]). Its
//! lines are those of the file. Nothing of it is in the version that runs otherwise, so a profile that is not taken costs
//! nothing; one that is makes scripts several times slower, so the shares tell, not the times.

mod instrument;
mod recorder;

pub(crate) use instrument::{ENTER, Instrumented, MARK};
pub(crate) use recorder::{built, mark, run, value_built};

use std::collections::BTreeMap;
use std::fmt::Write;
use std::rc::Rc;
use std::time::Duration;

/// A statement of a script: where it stands.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The file.
    pub file: Rc<str>,
    /// Its line, from 1.
    pub line: u32,
    /// The function that the line belongs to.
    pub function: Rc<str>,
}

/// What a line has cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LineCost {
    /// Calls of the function that begins on the line.
    pub calls: u64,
    /// How often a statement of the line has begun.
    pub runs: u64,
    /// Calls, operators and turns of loops.
    pub operations: u64,
    /// Time until the next statement, whatever the line called in it.
    pub time: Duration,
    /// Texts, arrays, maps and blobs that were built.
    pub built: u64,
    /// Their bytes; a value of an array counts as much as it takes there, without what hangs on it.
    pub bytes: u64,
}

impl LineCost {
    fn add(&mut self, other: &Self) {
        self.calls += other.calls;
        self.runs += other.runs;
        self.operations += other.operations;
        self.time += other.time;
        self.built += other.built;
        self.bytes += other.bytes;
    }
}

/// What scripts have cost since it was begun.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Profile {
    lines: BTreeMap<Place, LineCost>,
    /// Files that are not in it, and why.
    missing: BTreeMap<String, String>,
}

impl Profile {
    /// The lines that have run, by file and line.
    pub fn lines(&self) -> impl Iterator<Item = (&Place, &LineCost)> {
        self.lines.iter()
    }

    /// Adds what another has.
    pub fn add(&mut self, other: &Self) {
        for (place, cost) in &other.lines {
            self.lines.entry(place.clone()).or_default().add(cost);
        }
        self.missing.extend(other.missing.iter().map(|(file, reason)| (file.clone(), reason.clone())));
    }

    /// Files whose functions have run without being profiled, and why.
    pub fn missing(&self) -> impl Iterator<Item = (&str, &str)> {
        self.missing.iter().map(|(file, reason)| (file.as_str(), reason.as_str()))
    }

    /// A file has run without marks.
    pub(crate) fn miss(&mut self, file: &str, reason: &str) {
        if !self.missing.contains_key(file) {
            self.missing.insert(file.to_owned(), reason.to_owned());
        }
    }

    fn charge(&mut self, place: &Place, cost: &LineCost) {
        match self.lines.get_mut(place) {
            Some(known) => known.add(cost),
            None => {
                self.lines.insert(place.clone(), *cost);
            }
        }
    }

    /// As a table for people: functions by their time, under each its lines.
    ///
    /// ```
    /// assert_eq!(kerosene_script::Profile::default().report(), "no script has run since the profile was begun\n");
    /// ```
    pub fn report(&self) -> String {
        if self.lines.is_empty() && self.missing.is_empty() {
            return "no script has run since the profile was begun\n".to_owned();
        }
        let mut functions: BTreeMap<(&str, &str), LineCost> = BTreeMap::new();
        for (place, cost) in &self.lines {
            functions.entry((&place.file, &place.function)).or_default().add(cost);
        }
        let mut functions: Vec<_> = functions.into_iter().collect();
        functions.sort_by_key(|&(name, cost)| (std::cmp::Reverse(cost.time), name));
        let mut text =
            format!("{:>10} {:>12} {:>11} {:>9} {:>12}\n", "calls", "operations", "time in us", "built", "bytes");
        for ((file, function), cost) in functions {
            row(&mut text, &cost, cost.calls, &format!("{file} {function}"));
            for (place, cost) in
                self.lines.iter().filter(|(place, _)| (&*place.file, &*place.function) == (file, function))
            {
                row(&mut text, cost, cost.runs, &format!("  line {}", place.line));
            }
        }
        for (file, reason) in &self.missing {
            // Writing to a text cannot fail.
            let _ = writeln!(text, "{file} is not in it: {reason}");
        }
        text
    }
}

fn row(text: &mut String, cost: &LineCost, count: u64, what: &str) {
    let time = cost.time.as_micros();
    // Writing to a text cannot fail.
    let _ =
        writeln!(text, "{count:>10} {:>12} {time:>11} {:>9} {:>12} {what}", cost.operations, cost.built, cost.bytes);
}
