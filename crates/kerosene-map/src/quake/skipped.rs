//! Counts the blocks that are stepped over, by kind.

use crate::import::ImportStatistics;
use crate::report::{Place, Reporter};
use kerosene_diagnostics::codes;
use std::collections::BTreeMap;

/// Kinds told apart; a damaged file could name a new one in every block.
const KINDS: usize = 16;

/// Blocks stepped over so far.
#[derive(Debug, Default)]
pub(super) struct Skipped {
    kinds: BTreeMap<String, Seen>,
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

    /// One message for each kind, with the place of the first and the count.
    pub(super) fn report(&self, reporter: &mut Reporter, statistics: &mut ImportStatistics) {
        for (kind, seen) in &self.kinds {
            if kind.starts_with("patchDef") {
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
    }
}
