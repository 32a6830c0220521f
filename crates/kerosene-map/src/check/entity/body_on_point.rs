//! Brushes on an entity of a class that is a point: they would be nothing in the level.

use super::super::lint::{Lint, Subject};
use super::plain_class;
use crate::model::{Entity, Map};
use crate::report::{Place, Reporter};
use kerosene_diagnostics::codes;

pub(in super::super) const LINT: Lint = Lint { code: codes::BODY_ON_POINT_ENTITY, check, repair: Some(repair) };

/// Beginnings of the names of classes that are points in every game of the family.
const POINTS: [&str; 16] = [
    "info_",
    "light",
    "path_",
    "weapon_",
    "ammo_",
    "item_",
    "monster_",
    "npc_",
    "ambient_",
    "logic_",
    "math_",
    "point_",
    "keyframe_",
    "move_",
    "target_",
    "prop_",
];
/// Those among them that may have a body.
const BODIES: [&str; 2] = ["light_volume", "item_flag"];

fn check(subject: &Subject<'_>, reporter: &mut Reporter) {
    for entity in subject.map.entities.iter().filter(|entity| is_misplaced(entity)) {
        let count = entity.brushes.len() + entity.meshes.len();
        let message = format!("`{}` is a point, and has {count} brushes", entity.class_name());
        let fix = "give the brushes to the world, or the entity another class";
        reporter.report_with_fix(LINT.code, Place::entity(entity), message, fix);
    }
}

/// Gives the brushes to the world.
fn repair(map: &mut Map) -> usize {
    let Some((world, others)) = map.entities.split_first_mut() else { return 0 };
    let mut count = 0;
    for entity in others.iter_mut().filter(|entity| is_misplaced(entity)) {
        world.brushes.append(&mut entity.brushes);
        world.meshes.append(&mut entity.meshes);
        count += 1;
    }
    count
}

fn is_misplaced(entity: &Entity) -> bool {
    let class = plain_class(entity);
    let is_point = POINTS.iter().any(|start| class.starts_with(start)) && !BODIES.contains(&&*class);
    is_point && !(entity.brushes.is_empty() && entity.meshes.is_empty())
}
