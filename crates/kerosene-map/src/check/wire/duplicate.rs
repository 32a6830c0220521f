//! One wire twice on one entity: it fires twice.

use super::super::lint::{Lint, Subject, retain_counted};
use crate::model::{Connection, Map};
use crate::report::{Place, Reporter};
use kerosene_diagnostics::codes;
use std::collections::BTreeSet;

pub(in super::super) const LINT: Lint = Lint { code: codes::DUPLICATE_WIRE, check, repair: Some(repair) };

fn check(subject: &Subject<'_>, reporter: &mut Reporter) {
    for entity in &subject.map.entities {
        let mut seen = BTreeSet::new();
        for wire in entity.connections.iter().filter(|wire| !seen.insert(content(wire))) {
            let Connection { output, target, input, .. } = wire;
            let message = format!("the wire `{output}` to `{target}`, `{input}` is there twice");
            reporter.report_with_fix(LINT.code, Place::entity(entity), message, "delete one of the two");
        }
    }
}

fn repair(map: &mut Map) -> usize {
    let entities = map.entities.iter_mut();
    entities
        .map(|entity| {
            let mut seen = BTreeSet::new();
            retain_counted(&mut entity.connections, |wire| seen.insert(content(wire)))
        })
        .sum()
}

fn content(wire: &Connection) -> (String, String, String, String, u64, i32) {
    let lower = |text: &str| text.to_ascii_lowercase();
    let Connection { output, target, input, parameter, delay, times } = wire;
    (lower(output), lower(target), lower(input), parameter.clone(), delay.to_bits(), *times)
}
