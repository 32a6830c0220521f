//! A value under no key.

use super::super::lint::{Lint, Subject, retain_counted};
use crate::model::Map;
use crate::report::{Place, Reporter};
use kerosene_diagnostics::codes;

pub(in super::super) const LINT: Lint = Lint { code: codes::EMPTY_KEY, check, repair: Some(repair) };

fn check(subject: &Subject<'_>, reporter: &mut Reporter) {
    for entity in &subject.map.entities {
        for (_, value) in entity.keys.iter().filter(|(key, _)| key.trim().is_empty()) {
            let message = format!("the value `{}` stands under an empty key", value.escape_debug());
            reporter.report_with_fix(LINT.code, Place::entity(entity), message, "name the key, or delete it");
        }
    }
}

fn repair(map: &mut Map) -> usize {
    map.entities.iter_mut().map(|entity| retain_counted(&mut entity.keys, |(key, _)| !key.trim().is_empty())).sum()
}
