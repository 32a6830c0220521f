//! Two point entities of one class in one place: pasted twice, or never moved after pasting.

use super::super::lint::{Lint, Subject, retain_counted};
use super::parse_vector;
use crate::model::{Connection, Entity, Map};
use crate::report::{Place, Reporter};
use kerosene_diagnostics::codes;
use std::collections::{BTreeMap, BTreeSet};

pub(in super::super) const LINT: Lint = Lint { code: codes::STACKED_ENTITIES, check, repair: Some(repair) };

fn check(subject: &Subject<'_>, reporter: &mut Reporter) {
    let mut seen: BTreeMap<(String, String), u32> = BTreeMap::new();
    for entity in &subject.map.entities {
        let Some(key) = standing(entity) else { continue };
        let Some(line) = seen.get(&key) else {
            seen.insert(key, entity.line);
            continue;
        };
        let class = entity.class_name();
        let message = match line {
            0 => format!("`{class}` stands exactly where another one does"),
            line => format!("`{class}` stands exactly where the one at line {line} does"),
        };
        reporter.report_with_fix(LINT.code, Place::entity(entity), message, "move one of the two, or delete it");
    }
}

/// Class and place of an entity without a body.
fn standing(entity: &Entity) -> Option<(String, String)> {
    let origin = entity.get("origin").and_then(parse_vector)?;
    let is_point = entity.brushes.is_empty() && entity.meshes.is_empty();
    is_point.then(|| (entity.class_name().to_ascii_lowercase(), format!("{origin:?}")))
}

/// Deletes those that are equal in every key and wire to an earlier one.
fn repair(map: &mut Map) -> usize {
    let mut seen = BTreeSet::new();
    retain_counted(&mut map.entities, |entity| standing(entity).is_none() || seen.insert(content(entity)))
}

type Content = (Vec<(String, String)>, Vec<String>);

fn content(entity: &Entity) -> Content {
    let wire = |wire: &Connection| format!("{wire:?}");
    let mut keys = entity.keys.clone();
    keys.sort();
    (keys, entity.connections.iter().map(wire).collect())
}
