//! Entities that are each other's parents: none of them could move.

use super::super::lint::{Lint, Subject};
use crate::report::{Place, Reporter};
use kerosene_diagnostics::codes;

pub(in super::super) const LINT: Lint = Lint { code: codes::PARENT_LOOP, check, repair: None };

/// One message for each loop, at its first entity in the map.
fn check(subject: &Subject<'_>, reporter: &mut Reporter) {
    let parents: Vec<Option<usize>> = (0..subject.map.entities.len()).map(|entity| parent(subject, entity)).collect();
    // The walk on which an entity was met first; each is met once.
    let mut met: Vec<Option<usize>> = vec![None; parents.len()];
    for start in 0..parents.len() {
        let mut next = Some(start);
        while let Some(entity) = next.filter(|entity| met[*entity].is_none()) {
            met[entity] = Some(start);
            next = parents[entity];
        }
        if let Some(entity) = next.filter(|entity| met[*entity] == Some(start)) {
            let bearer = &subject.map.entities[entity];
            let name = bearer.get("targetname").unwrap_or_default();
            let message = format!("`{}` named `{name}` is its own parent, by way of its parents", bearer.class_name());
            reporter.report_with_fix(LINT.code, Place::entity(bearer), message, "delete one `parentname` of the loop");
        }
    }
}

/// The entity's parent: the first bearer of the name.
fn parent(subject: &Subject<'_>, entity: usize) -> Option<usize> {
    let name = subject.map.entities[entity].get("parentname")?;
    let name = name.split(',').next().unwrap_or_default().trim();
    subject.names.bearers(name).first().copied()
}
