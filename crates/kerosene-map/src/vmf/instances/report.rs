//! What there is to say about instances beside their files: parameters and wires, with counts.

use super::parameters::Parameters;
use crate::include::shown;
use crate::report::{Place, Reporter};
use kerosene_diagnostics::codes;
use std::collections::BTreeMap;

/// What went wrong within instances, counted.
#[derive(Debug, Default)]
pub(super) struct Losses {
    /// By message: how often, and where first.
    parameters: BTreeMap<String, (usize, Place)>,
    /// Wires of instances that lead nowhere.
    pub(super) wires: usize,
}

impl Losses {
    pub(super) fn parameters(&mut self, parameters: &Parameters, place: Place) {
        let malformed = parameters.malformed.iter();
        let malformed = malformed.map(|text| format!("`{}` is no parameter: expected `$name value`", shown(text)));
        let missing = parameters.missing.iter().map(|name| format!("nothing gives `{}` a value", shown(name)));
        for message in malformed.chain(missing) {
            self.parameters.entry(message).or_insert((0, place)).0 += 1;
        }
    }

    pub(super) fn report(&self, reporter: &mut Reporter) {
        for (what, (count, first)) in &self.parameters {
            let message = format!("in {count} instances, the first one here: {what}");
            reporter.report(codes::INSTANCE_PARAMETER, *first, message);
        }
        if self.wires > 0 {
            let message = format!(
                "{} wires of instances lead from nothing in them, or cannot be read, and do nothing",
                self.wires
            );
            let fix = "an output of an instance is written instance:name;Output";
            reporter.report_with_fix(codes::BAD_CONNECTION, Place::default(), message, fix);
        }
    }
}
