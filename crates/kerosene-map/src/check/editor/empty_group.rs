//! A group or visgroup that nothing belongs to.

use super::super::lint::{Lint, Subject, retain_counted};
use super::objects;
use crate::model::Map;
use crate::report::{Place, Reporter};
use kerosene_diagnostics::codes;
use std::collections::BTreeSet;

pub(in super::super) const LINT: Lint = Lint { code: codes::EMPTY_GROUP, check, repair: Some(repair) };

fn check(subject: &Subject<'_>, reporter: &mut Reporter) {
    let used = Used::of(subject.map);
    let groups = subject.map.groups.iter().filter(|group| !used.groups.contains(&group.id));
    let sets = subject.map.visgroups.iter().filter(|set| !used.visgroups.contains(&set.id));
    let empty =
        groups.map(|group| ("group", &group.name, group.id)).chain(sets.map(|set| ("visgroup", &set.name, set.id)));
    for (what, name, id) in empty {
        let message = format!("{what} `{name}` (id {id}) is empty");
        reporter.report_with_fix(LINT.code, Place::default(), message, "delete it");
    }
}

/// Deletes them, and those that are empty without them.
fn repair(map: &mut Map) -> usize {
    let mut count = 0;
    loop {
        let used = Used::of(map);
        let gone = retain_counted(&mut map.groups, |group| used.groups.contains(&group.id))
            + retain_counted(&mut map.visgroups, |set| used.visgroups.contains(&set.id));
        count += gone;
        if gone == 0 {
            return count;
        }
    }
}

/// Ids that something belongs to.
struct Used {
    groups: BTreeSet<u32>,
    visgroups: BTreeSet<u32>,
}

impl Used {
    fn of(map: &Map) -> Self {
        let mut used = Self {
            groups: map.groups.iter().filter_map(|group| group.parent).collect(),
            visgroups: map.visgroups.iter().filter_map(|set| set.parent).collect(),
        };
        for (editor, _) in map.entities.iter().flat_map(objects) {
            used.groups.extend(editor.group);
            used.visgroups.extend(&editor.visgroups);
        }
        // Sections may be named by brushes rather than joined.
        let named = map.entities.iter().flat_map(|entity| &entity.brushes).map(|brush| brush.section.as_str());
        let named: BTreeSet<&str> = named.collect();
        let sections = map.visgroups.iter().filter(|set| set.stream && named.contains(set.name.as_str()));
        used.visgroups.extend(sections.map(|set| set.id));
        used
    }
}
