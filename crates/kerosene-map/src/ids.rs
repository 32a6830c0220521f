//! Makes the ids of a map unique and present.

use crate::model::Map;
use crate::report::{Place, Reporter};
use kerosene_diagnostics::codes;
use std::collections::BTreeSet;

/// Gives a new id to every object that has none (0) or one that an earlier object has.
/// What refers to a repeated id means the earlier object.
pub(crate) fn repair(map: &mut Map, reporter: &mut Reporter) {
    let mut used = BTreeSet::new();
    visit_ids(map, |id, _| {
        used.insert(*id);
    });
    let highest = used.last().copied().unwrap_or(0);
    // Above all others, and in the gaps only where a hostile file leaves no room there.
    let above = highest.checked_add(1).map(|first| first..=u32::MAX);
    let mut fresh = above.into_iter().flatten().chain(1..=highest).filter(|id| *id > highest || !used.contains(id));
    let (mut taken, mut repeated, mut first_repeated) = (BTreeSet::new(), 0_usize, None);
    visit_ids(map, |id, line| {
        let is_repeated = *id != 0 && !taken.insert(*id);
        if is_repeated {
            repeated += 1;
            first_repeated.get_or_insert((*id, line));
        }
        if is_repeated || *id == 0 {
            *id = fresh.next().unwrap_or(0);
        }
    });
    if let Some((id, line)) = first_repeated {
        let message =
            format!("{repeated} objects have an id that another has, the first one here with {id}; they got new ones");
        reporter.report_with_fix(
            codes::DUPLICATE_ID,
            Place::line(line),
            message,
            "save the map, and the new ids are kept",
        );
    }
}

/// Shows every id of a map, in order, with its line.
fn visit_ids(map: &mut Map, mut visit: impl FnMut(&mut u32, u32)) {
    for entity in &mut map.entities {
        visit(&mut entity.id, entity.line);
        for brush in &mut entity.brushes {
            visit(&mut brush.id, brush.line);
            for side in &mut brush.sides {
                visit(&mut side.id, side.line);
            }
        }
        for mesh in &mut entity.meshes {
            visit(&mut mesh.id, mesh.line);
        }
    }
    for visgroup in &mut map.visgroups {
        visit(&mut visgroup.id, 0);
    }
    for group in &mut map.groups {
        visit(&mut group.id, 0);
    }
}

/// Ids above all that a map has.
#[derive(Debug)]
pub(crate) struct FreshIds {
    next: u32,
}

impl FreshIds {
    pub(crate) fn after(map: &Map) -> Self {
        let entities = map.entities.iter().flat_map(|entity| {
            let brushes =
                entity.brushes.iter().flat_map(|brush| brush.sides.iter().map(|side| side.id).chain([brush.id]));
            brushes.chain(entity.meshes.iter().map(|mesh| mesh.id)).chain([entity.id])
        });
        let visgroups = map.visgroups.iter().map(|visgroup| visgroup.id);
        let all = entities.chain(visgroups).chain(map.groups.iter().map(|group| group.id));
        Self { next: all.max().unwrap_or(0).saturating_add(1) }
    }

    /// 0 where no number is left; [`repair`] then gives the object one that is free.
    pub(crate) fn take(&mut self) -> u32 {
        let id = self.next;
        self.next = if id == 0 { 0 } else { id.checked_add(1).unwrap_or(0) };
        id
    }
}
