//! A cordon left on: only a part of the map is compiled.

use super::super::lint::{Lint, Subject};
use crate::report::{Place, Reporter};
use kerosene_diagnostics::codes;

pub(in super::super) const LINT: Lint = Lint { code: codes::CORDON_ACTIVE, check, repair: None };

fn check(subject: &Subject<'_>, reporter: &mut Reporter) {
    for cordon in subject.map.cordons.iter().filter(|cordon| cordon.active) {
        let message = format!("a cordon is on: only what lies from {} to {} is compiled", cordon.mins, cordon.maxs);
        reporter.report_with_fix(LINT.code, Place::default(), message, "turn it off before the map is published");
    }
}
