//! An object that belongs to a group that is not there.

use super::super::lint::{Lint, Subject, retain_counted};
use super::{objects, objects_mut};
use crate::model::{EditorData, Map};
use crate::report::Reporter;
use kerosene_diagnostics::codes;
use std::collections::BTreeSet;

pub(in super::super) const LINT: Lint = Lint { code: codes::UNKNOWN_GROUP, check, repair: Some(repair) };

/// Ids of groups and of visgroups.
struct Known(BTreeSet<u32>, BTreeSet<u32>);

impl Known {
    fn of(map: &Map) -> Self {
        Self(map.groups.iter().map(|group| group.id).collect(), map.visgroups.iter().map(|set| set.id).collect())
    }

    fn strangers<'a>(&'a self, editor: &'a EditorData) -> impl Iterator<Item = (&'static str, u32)> + 'a {
        let group = editor.group.filter(|id| !self.0.contains(id)).map(|id| ("group", id));
        let sets = editor.visgroups.iter().filter(|id| !self.1.contains(id)).map(|id| ("visgroup", *id));
        group.into_iter().chain(sets)
    }
}

fn check(subject: &Subject<'_>, reporter: &mut Reporter) {
    let known = Known::of(subject.map);
    for (editor, place) in subject.map.entities.iter().flat_map(objects) {
        for (what, id) in known.strangers(editor) {
            let message = format!("an object belongs to {what} {id}, which is not there");
            reporter.report_with_fix(LINT.code, place, message, "take it out of the group");
        }
    }
}

fn repair(map: &mut Map) -> usize {
    let known = Known::of(map);
    let mut count = 0;
    for editor in objects_mut(map) {
        if editor.group.is_some_and(|id| !known.0.contains(&id)) {
            editor.group = None;
            count += 1;
        }
        count += retain_counted(&mut editor.visgroups, |id| known.1.contains(id));
    }
    count
}
