//! One set of numbers for everything: Hammer counts objects, sides and visgroups apart.

use crate::model::{Entity, Map};

/// Key of an entity that names sides, such as those an overlay lies on.
pub(super) const SIDES_KEY: &str = "sides";

/// Moves sides up behind entities, solids and groups, and visgroups up behind sides. Where a hostile file
/// leaves no room, they lose their numbers and get new ones later.
pub(super) fn spread(map: &mut Map) {
    let objects = highest_object(map);
    let sides = map.entities.iter().flat_map(|entity| &entity.brushes).flat_map(|brush| &brush.sides);
    let highest_side = sides.map(|side| side.id).max().unwrap_or(0);
    for entity in &mut map.entities {
        let sides = entity.brushes.iter_mut().flat_map(|brush| &mut brush.sides);
        sides.for_each(|side| side.id = moved(side.id, objects));
        rename_sides(entity, |side| moved(side, objects));
    }
    let visgroups = highest_side.saturating_add(objects);
    for entity in &mut map.entities {
        let brushes = entity.brushes.iter_mut().map(|brush| &mut brush.editor);
        let meshes = entity.meshes.iter_mut().map(|mesh| &mut mesh.editor);
        for editor in brushes.chain(meshes).chain([&mut entity.editor]) {
            editor.visgroups.iter_mut().for_each(|id| *id = moved(*id, visgroups));
        }
    }
    for visgroup in &mut map.visgroups {
        visgroup.id = moved(visgroup.id, visgroups);
        visgroup.parent = visgroup.parent.map(|parent| moved(parent, visgroups));
    }
}

/// The largest number among entities, solids, what became of solids, and groups.
fn highest_object(map: &Map) -> u32 {
    let groups = map.groups.iter().map(|group| group.id);
    let objects = map.entities.iter().flat_map(|entity| {
        let brushes = entity.brushes.iter().map(|brush| brush.id);
        brushes.chain(entity.meshes.iter().map(|mesh| mesh.id)).chain([entity.id])
    });
    objects.chain(groups).max().unwrap_or(0)
}

fn moved(id: u32, by: u32) -> u32 {
    if id == 0 { 0 } else { id.checked_add(by).unwrap_or(0) }
}

/// Gives the sides that an entity names their new numbers; a list with anything else in it stays as it is.
pub(super) fn rename_sides(entity: &mut Entity, mut rename: impl FnMut(u32) -> u32) {
    for (key, value) in &mut entity.keys {
        if !key.eq_ignore_ascii_case(SIDES_KEY) {
            continue;
        }
        let sides: Option<Vec<u32>> = value.split_ascii_whitespace().map(|word| word.parse().ok()).collect();
        if let Some(sides) = sides {
            let renamed: Vec<String> = sides.into_iter().map(|side| rename(side).to_string()).collect();
            *value = renamed.join(" ");
        }
    }
}
