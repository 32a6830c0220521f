//! A key without a value: most readers take it for the default, some for zero.

use super::super::lint::{Lint, Subject, retain_counted};
use crate::model::Map;
use crate::report::{Place, Reporter};
use kerosene_diagnostics::codes;

pub(in super::super) const LINT: Lint = Lint { code: codes::EMPTY_VALUE, check, repair: Some(repair) };

fn check(subject: &Subject<'_>, reporter: &mut Reporter) {
    for entity in &subject.map.entities {
        for (key, _) in entity.keys.iter().filter(|pair| is_blank(pair)) {
            let message = format!("key `{}` of `{}` has no value", key.escape_debug(), entity.class_name());
            reporter.report_with_fix(LINT.code, Place::entity(entity), message, "give it a value, or delete it");
        }
    }
}

fn repair(map: &mut Map) -> usize {
    map.entities.iter_mut().map(|entity| retain_counted(&mut entity.keys, |pair| !is_blank(pair))).sum()
}

/// Empty keys have a check of their own.
fn is_blank((key, value): &(String, String)) -> bool {
    value.is_empty() && !key.trim().is_empty()
}
