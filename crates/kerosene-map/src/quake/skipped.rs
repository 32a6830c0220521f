//! Counts what is told once for a whole file: blocks that are stepped over, by kind, and patches that are read
//! otherwise than they say.

use crate::import::ImportStatistics;
use crate::report::{Place, Reporter};
use kerosene_diagnostics::codes;
use std::collections::BTreeMap;

/// Kinds told apart; a damaged file could name a new one in every block.
const KINDS: usize = 16;

/// What a patch that was read did not get.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Note {
    /// Into as many pieces as it says.
    PiecesNotFollowed,
    /// So fine that the tolerance is met.
    Coarse,
}

/// Blocks stepped over so far, and patches of note.
#[derive(Debug, Default)]
pub(super) struct Skipped {
    kinds: BTreeMap<String, Seen>,
    notes: BTreeMap<Note, Seen>,
}

#[derive(Debug)]
struct Seen {
    count: usize,
    first: Place,
}

impl Skipped {
    pub(super) fn add(&mut self, kind: &str, place: Place) {
        let mut kind: String = kind.chars().take(40).collect();
        if self.kinds.len() >= KINDS && !self.kinds.contains_key(&kind) {
            kind = "other".into();
        }
        self.kinds.entry(kind).or_insert(Seen { count: 0, first: place }).count += 1;
    }

    pub(super) fn note(&mut self, note: Note, place: Place) {
        self.notes.entry(note).or_insert(Seen { count: 0, first: place }).count += 1;
    }

    /// One message for each kind, with the place of the first and the count.
    pub(super) fn report(&self, reporter: &mut Reporter, statistics: &mut ImportStatistics) {
        for (kind, seen) in &self.kinds {
            if kind.starts_with("patch") {
                statistics.patches_not_read += seen.count;
                let message = format!("patches (`{kind}`) are not read: {} left out, the first one here", seen.count);
                reporter.report_with_fix(codes::PATCH_NOT_READ, seen.first, message, "turn the patches into brushes");
            } else {
                statistics.primitives_not_read += seen.count;
                let message = format!("`{kind}` blocks are not read: {} left out, the first one here", seen.count);
                let fix = "save the map with brushes in the standard or Valve 220 format";
                reporter.report_with_fix(codes::PRIMITIVE_NOT_READ, seen.first, message, fix);
            }
        }
        for (note, seen) in &self.notes {
            let count = seen.count;
            let (code, message) = match note {
                Note::PiecesNotFollowed => (
                    codes::PATCH_PIECES,
                    format!("{count} patches say into how many pieces to cut them; they are cut by the tolerance"),
                ),
                Note::Coarse => (
                    codes::PATCH_COARSE,
                    format!("{count} patches are too large for the tolerance and are cut as finely as can be"),
                ),
            };
            reporter.report(code, seen.first, message);
        }
    }
}
