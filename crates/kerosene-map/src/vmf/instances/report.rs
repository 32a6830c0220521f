//! What there is to say about instances: one message a file and one a reason, with counts.

use super::loaded::{Loader, Refusal};
use super::parameters::Parameters;
use super::place::Arrivals;
use crate::report::{Place, Reporter};
use kerosene_diagnostics::codes;
use std::collections::BTreeMap;

/// How often something was seen, and where first.
#[derive(Debug, Default)]
struct Seen {
    count: usize,
    first: Place,
    /// World brushes, meshes and entities of the file.
    brings: [usize; 3],
}

/// Everything that happened, counted.
#[derive(Debug, Default)]
pub(super) struct Tally {
    included: BTreeMap<usize, Seen>,
    failed: BTreeMap<(String, Refusal), Seen>,
    parameters: BTreeMap<String, Seen>,
    /// Wires of instances that lead nowhere.
    pub(super) lost_wires: usize,
}

/// Bytes shown of what a file has.
const SHOWN: usize = 60;

impl Tally {
    pub(super) fn include(&mut self, at: usize, place: Place, arrivals: &Arrivals) {
        let brings = [arrivals.brushes.len(), arrivals.meshes.len(), arrivals.entities.len()];
        self.included.entry(at).or_insert(Seen { count: 0, first: place, brings }).count += 1;
    }

    pub(super) fn fail(&mut self, file: &str, refusal: Refusal, place: Place) {
        let file: String = file.chars().take(SHOWN).collect();
        let seen = self.failed.entry((file, refusal)).or_insert(Seen { first: place, ..Seen::default() });
        seen.count += 1;
    }

    pub(super) fn parameters(&mut self, parameters: &Parameters, place: Place) {
        let malformed = parameters.malformed.iter().map(|text| {
            let shown: String = text.chars().take(SHOWN).collect();
            format!("`{shown}` is no parameter: expected `$name value`")
        });
        let missing = parameters.missing.iter().map(|name| {
            let shown: String = name.chars().take(SHOWN).collect();
            format!("nothing gives `{shown}` a value")
        });
        for message in malformed.chain(missing) {
            self.parameters.entry(message).or_insert(Seen { first: place, ..Seen::default() }).count += 1;
        }
    }

    pub(super) fn inclusions(&self) -> usize {
        self.included.values().map(|seen| seen.count).sum()
    }

    pub(super) fn failures(&self) -> usize {
        self.failed.values().map(|seen| seen.count).sum()
    }

    pub(super) fn report(&self, loader: &Loader<'_>, reporter: &mut Reporter) {
        for (at, seen) in &self.included {
            let [brushes, meshes, entities] = seen.brings;
            let message = format!(
                "`{}` is included {} times, the first one here, with {brushes} brushes and {meshes} meshes of its \
                 world and {entities} entities each",
                loader.name(*at),
                seen.count
            );
            reporter.report(codes::INSTANCE_INCLUDED, seen.first, message);
        }
        for ((file, refusal), seen) in &self.failed {
            let message = format!("{} instances of `{file}` stay out, the first one here: {refusal}", seen.count);
            let fix = "put the file where it is looked for, or collapse the instance in its editor";
            reporter.report_with_fix(codes::INSTANCE_NOT_EXPANDED, seen.first, message, fix);
        }
        for (what, seen) in &self.parameters {
            let message = format!("in {} instances, the first one here: {what}", seen.count);
            reporter.report(codes::INSTANCE_PARAMETER, seen.first, message);
        }
        if self.lost_wires > 0 {
            let message = format!(
                "{} wires of instances lead from nothing in them, or cannot be read, and do nothing",
                self.lost_wires
            );
            let fix = "an output of an instance is written instance:name;Output";
            reporter.report_with_fix(codes::BAD_CONNECTION, Place::default(), message, fix);
        }
    }
}
