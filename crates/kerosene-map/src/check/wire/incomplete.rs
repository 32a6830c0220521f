//! A wire that does not say from what, to whom, or what to do.

use super::super::lint::{Lint, Subject, retain_counted};
use super::wires;
use crate::model::{Connection, Map};
use crate::report::{Place, Reporter};
use kerosene_diagnostics::codes;

pub(in super::super) const LINT: Lint = Lint { code: codes::INCOMPLETE_WIRE, check, repair: Some(repair) };

fn check(subject: &Subject<'_>, reporter: &mut Reporter) {
    for (entity, wire) in wires(subject) {
        let Some(missing) = missing(wire) else { continue };
        let Connection { output, target, input, .. } = wire;
        let message = format!("the wire `{output}` to `{target}`, `{input}` has no {missing}");
        reporter.report_with_fix(LINT.code, Place::entity(entity), message, "complete it, or delete it");
    }
}

fn missing(wire: &Connection) -> Option<&'static str> {
    let parts = [("output", &wire.output), ("target", &wire.target), ("input", &wire.input)];
    parts.into_iter().find(|(_, text)| text.trim().is_empty()).map(|(part, _)| part)
}

/// Deletes them: nothing could fire them, or nothing would come of it.
fn repair(map: &mut Map) -> usize {
    let entities = map.entities.iter_mut();
    entities.map(|entity| retain_counted(&mut entity.connections, |wire| missing(wire).is_none())).sum()
}
