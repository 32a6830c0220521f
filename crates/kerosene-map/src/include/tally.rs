//! What there is to say about included maps: one message a file and one a reason, with counts.

use super::loader::{Loader, Refusal};
use crate::report::{Place, Reporter};
use kerosene_diagnostics::codes;
use std::collections::BTreeMap;

/// Bytes shown of what a file has.
const SHOWN: usize = 60;

/// The beginning of a text that a file gives.
pub(crate) fn shown(text: &str) -> String {
    text.chars().take(SHOWN).collect()
}

/// How often something was seen, and where first.
#[derive(Debug, Default)]
struct Seen {
    count: usize,
    first: Place,
    /// What one of them brings, in words.
    brings: String,
}

/// Inclusions that were made and that failed.
#[derive(Debug)]
pub(crate) struct Tally {
    /// What the entities are called that include: `instances`.
    kind: &'static str,
    /// The way round a file that is not to be had.
    way_round: &'static str,
    included: BTreeMap<usize, Seen>,
    failed: BTreeMap<(String, Refusal), Seen>,
}

impl Tally {
    pub(crate) fn new(kind: &'static str, way_round: &'static str) -> Self {
        Self { kind, way_round, included: BTreeMap::new(), failed: BTreeMap::new() }
    }

    /// Map `at` took the place of what stood at `place`, and brought what `brings` says.
    pub(crate) fn include(&mut self, at: usize, place: Place, brings: impl FnOnce() -> String) {
        let seen = self.included.entry(at).or_insert_with(|| Seen { count: 0, first: place, brings: brings() });
        seen.count += 1;
    }

    pub(crate) fn fail(&mut self, file: &str, refusal: Refusal, place: Place) {
        let seen = self.failed.entry((shown(file), refusal)).or_insert(Seen { first: place, ..Seen::default() });
        seen.count += 1;
    }

    pub(crate) fn inclusions(&self) -> usize {
        self.included.values().map(|seen| seen.count).sum()
    }

    pub(crate) fn failures(&self) -> usize {
        self.failed.values().map(|seen| seen.count).sum()
    }

    pub(crate) fn report(&self, loader: &Loader<'_>, reporter: &mut Reporter) {
        for (at, Seen { count, first, brings }) in &self.included {
            let name = loader.name(*at);
            let message = format!("`{name}` is included {count} times, the first one here, with {brings} each");
            reporter.report(codes::INSTANCE_INCLUDED, *first, message);
        }
        for ((file, refusal), seen) in &self.failed {
            let message = format!("{} {} of `{file}` stay out, the first one here: {refusal}", seen.count, self.kind);
            let fix = format!("put the file where it is looked for, or {}", self.way_round);
            reporter.report_with_fix(codes::INSTANCE_NOT_EXPANDED, seen.first, message, &fix);
        }
    }
}
