//! Text longer than the games that the formats come from can read.

use super::super::lint::{Lint, Subject};
use crate::report::{Place, Reporter};
use kerosene_diagnostics::codes;

pub(in super::super) const LINT: Lint = Lint { code: codes::LONG_TEXT, check, repair: None };

/// Quake's `MAX_KEY`, with its terminator.
const LONGEST_KEY: usize = 31;
/// Quake's `MAX_VALUE` as widened by Quake 3 and Half-Life, with its terminator.
const LONGEST_VALUE: usize = 1_023;

fn check(subject: &Subject<'_>, reporter: &mut Reporter) {
    for entity in &subject.map.entities {
        for (key, value) in &entity.keys {
            let (what, length, limit) = match (key.len(), value.len()) {
                (length, _) if length > LONGEST_KEY => ("key", length, LONGEST_KEY),
                (_, length) if length > LONGEST_VALUE => ("value", length, LONGEST_VALUE),
                _ => continue,
            };
            let start: String = key.chars().take(LONGEST_KEY).collect();
            let message = format!("the {what} at `{start}` has {length} bytes: other games read {limit}");
            reporter.report_with_fix(
                LINT.code,
                Place::entity(entity),
                message,
                "shorten it if the map must load elsewhere",
            );
        }
    }
}
