//! One key twice on one entity: the last one counts.

use super::super::lint::{Lint, Subject, retain_counted};
use crate::model::{Entity, Map};
use crate::report::{Place, Reporter};
use kerosene_diagnostics::codes;
use std::collections::{BTreeMap, BTreeSet};

pub(in super::super) const LINT: Lint = Lint { code: codes::DUPLICATE_KEY, check, repair: Some(repair) };

fn check(subject: &Subject<'_>, reporter: &mut Reporter) {
    for entity in &subject.map.entities {
        let mut values: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        for (key, value) in &entity.keys {
            values.entry(key.to_ascii_lowercase()).or_default().push(value);
        }
        for (key, values) in values.iter().filter(|(_, values)| values.len() > 1) {
            let last = values.last().copied().unwrap_or_default();
            let class = entity.class_name();
            let message = format!("key `{key}` of `{class}` is given {} times: `{last}` counts", values.len());
            reporter.report_with_fix(LINT.code, Place::entity(entity), message, "delete the others");
        }
    }
}

/// Keeps the last of each, which is the one that counts.
fn repair(map: &mut Map) -> usize {
    map.entities.iter_mut().map(keep_last).sum()
}

fn keep_last(entity: &mut Entity) -> usize {
    let mut seen = BTreeSet::new();
    entity.keys.reverse();
    let count = retain_counted(&mut entity.keys, |(key, _)| seen.insert(key.to_ascii_lowercase()));
    entity.keys.reverse();
    count
}
