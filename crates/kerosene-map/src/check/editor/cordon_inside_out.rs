//! A cordon whose corners are the wrong way round.

use super::super::lint::{Lint, Subject};
use crate::model::Map;
use crate::report::{Place, Reporter};
use kerosene_diagnostics::codes;

pub(in super::super) const LINT: Lint = Lint { code: codes::CORDON_INSIDE_OUT, check, repair: Some(repair) };

fn check(subject: &Subject<'_>, reporter: &mut Reporter) {
    for cordon in subject.map.cordons.iter().filter(|cordon| cordon.mins.cmpge(cordon.maxs).any()) {
        let message = format!("the cordon from {} to {} encloses nothing", cordon.mins, cordon.maxs);
        reporter.report_with_fix(LINT.code, Place::default(), message, "draw it again");
    }
}

/// Swaps the corners where that encloses something.
fn repair(map: &mut Map) -> usize {
    let odd = map.cordons.iter_mut().filter(|cordon| cordon.mins.cmpgt(cordon.maxs).any());
    odd.map(|cordon| (cordon.mins, cordon.maxs) = (cordon.mins.min(cordon.maxs), cordon.mins.max(cordon.maxs))).count()
}
