//! Groups that lie in each other.

use super::super::lint::{Lint, Subject};
use crate::model::Map;
use crate::report::{Place, Reporter};
use kerosene_diagnostics::codes;
use std::collections::{BTreeMap, BTreeSet};

pub(in super::super) const LINT: Lint = Lint { code: codes::GROUP_LOOP, check, repair: Some(repair) };

fn check(subject: &Subject<'_>, reporter: &mut Reporter) {
    let groups = looping(subject.map.groups.iter().map(|group| (group.id, group.parent)));
    let sets = looping(subject.map.visgroups.iter().map(|set| (set.id, set.parent)));
    for (what, id) in groups.iter().map(|id| ("group", id)).chain(sets.iter().map(|id| ("visgroup", id))) {
        let message = format!("{what} {id} lies in itself, by way of its parents");
        reporter.report_with_fix(LINT.code, Place::default(), message, "take it out of its parent");
    }
}

/// Takes one group of each loop out of its parent.
fn repair(map: &mut Map) -> usize {
    let groups = looping(map.groups.iter().map(|group| (group.id, group.parent)));
    let sets = looping(map.visgroups.iter().map(|set| (set.id, set.parent)));
    map.groups.iter_mut().filter(|group| groups.contains(&group.id)).for_each(|group| group.parent = None);
    map.visgroups.iter_mut().filter(|set| sets.contains(&set.id)).for_each(|set| set.parent = None);
    groups.len() + sets.len()
}

/// One id of each loop.
fn looping(parents: impl Iterator<Item = (u32, Option<u32>)>) -> BTreeSet<u32> {
    let parents: BTreeMap<u32, Option<u32>> = parents.collect();
    let mut met: BTreeMap<u32, u32> = BTreeMap::new();
    let mut found = BTreeSet::new();
    for start in parents.keys() {
        let mut next = Some(*start);
        while let Some(id) = next.filter(|id| !met.contains_key(id)) {
            met.insert(id, *start);
            next = parents.get(&id).copied().flatten();
        }
        found.extend(next.filter(|id| met.get(id) == Some(start)));
    }
    found
}
