//! Two brushes of one shape in one place: pasted twice, they fight for the same pixels.

use super::super::lint::{BrushView, Lint, Subject};
use crate::model::Map;
use crate::report::Reporter;
use kerosene_diagnostics::codes;
use std::collections::{BTreeMap, BTreeSet};

pub(in super::super) const LINT: Lint = Lint { code: codes::DUPLICATE_BRUSH, check, repair: Some(repair) };

/// Corners to a thousandth of a unit, sorted: equal for equal shapes, however the sides are written.
type Corners = Vec<[i64; 3]>;

fn check(subject: &Subject<'_>, reporter: &mut Reporter) {
    for (view, first) in duplicates(subject) {
        let message = match first.line {
            0 => "brush stands exactly where another one does".to_owned(),
            line => format!("brush stands exactly where the one at line {line} does"),
        };
        reporter.report_with_fix(LINT.code, view.place, message, "delete one of the two");
    }
}

/// Each brush that has an earlier one of its entity's in its place, with that one.
fn duplicates<'a>(subject: &'a Subject<'_>) -> Vec<(BrushView<'a>, &'a crate::model::Brush)> {
    let mut seen: BTreeMap<(usize, Corners), &crate::model::Brush> = BTreeMap::new();
    let mut found = Vec::new();
    for view in subject.brushes().filter(|view| view.shape.is_solid()) {
        let key = (view.entity, corners(&view));
        match seen.get(&key) {
            Some(first) => found.push((view, *first)),
            None => {
                seen.insert(key, view.brush);
            }
        }
    }
    found
}

fn corners(view: &BrushView<'_>) -> Corners {
    let all = view.shape.faces().flat_map(|(_, corners, _)| corners.iter());
    let rounded: BTreeSet<[i64; 3]> =
        all.map(|corner| (*corner * 1000.0).to_array().map(|at| at.round() as i64)).collect();
    rounded.into_iter().collect()
}

/// Deletes the later of two that are painted alike; which of two different ones is meant, a person must say.
fn repair(map: &mut Map) -> usize {
    let subject = Subject::new(map);
    let painted = |brush: &crate::model::Brush| -> BTreeSet<String> {
        brush.sides.iter().map(|side| side.material.to_ascii_lowercase()).collect()
    };
    let surplus = duplicates(&subject).into_iter().filter(|(view, first)| painted(view.brush) == painted(first));
    let surplus: BTreeSet<(usize, u32)> = surplus.map(|(view, _)| (view.entity, view.brush.id)).collect();
    for (index, entity) in map.entities.iter_mut().enumerate() {
        entity.brushes.retain(|brush| !surplus.contains(&(index, brush.id)));
    }
    surplus.len()
}
