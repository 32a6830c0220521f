//! Makes the objects of an included map those of the map around it.

use super::names::{Fixup, Names};
use super::{is_instance, parameters};
use crate::ids::FreshIds;
use crate::include::{Refusal, shown};
use crate::kmap::text::parse_triple;
use crate::model::{Brush, EditorData, Entity, Map, Mesh};
use crate::placement::Placement;
use crate::quake::COORDINATE_LIMIT;
use crate::vmf::numbering::rename_sides;
use kerosene_math::DVec3;
use std::collections::{BTreeMap, BTreeSet};

/// Angles and origin of an instance.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pose {
    angles: DVec3,
    origin: DVec3,
}

/// What an instance brings.
pub(super) struct Arrivals {
    /// Of the included map's world.
    pub(super) brushes: Vec<Brush>,
    pub(super) meshes: Vec<Mesh>,
    pub(super) entities: Vec<Entity>,
    /// Names, in lower case, of the entities that only pass wires out of the included map.
    pub(super) proxies: BTreeSet<String>,
}

impl Arrivals {
    pub(super) fn in_words(&self) -> String {
        let [brushes, meshes, entities] = [self.brushes.len(), self.meshes.len(), self.entities.len()];
        format!("{brushes} brushes and {meshes} meshes of its world and {entities} entities")
    }
}

/// Where an instance is placed.
pub(super) fn placement_of(instance: &Entity) -> Result<Pose, Refusal> {
    let triple = |key: &'static str| {
        let Some(value) = instance.get(key).filter(|value| !value.trim().is_empty()) else { return Ok(DVec3::ZERO) };
        let within = |triple: &DVec3| triple.abs().max_element() <= COORDINATE_LIMIT;
        parse_triple(value).filter(within).ok_or_else(|| {
            let expected = "three numbers that a map can hold";
            Refusal::BadValue { key, expected, value: shown(value) }
        })
    };
    Ok(Pose { angles: triple("angles")?, origin: triple("origin")? })
}

/// Turns, moves, names and numbers everything in `map`, which `instance` places.
pub(super) fn arrange(map: Map, instance: &Entity, pose: Pose, fixup: &Fixup, ids: &mut FreshIds) -> Arrivals {
    let pivot = map.entities.iter().find(|entity| has_class(entity, "func_instance_origin"));
    let pivot = pivot.and_then(|entity| parse_triple(entity.get("origin")?));
    let pivot = pivot.filter(|pivot| pivot.abs().max_element() <= COORDINATE_LIMIT).unwrap_or(DVec3::ZERO);
    let placement = Placement::new(pose.angles, pivot, pose.origin);
    let mut entities = map.entities;
    let proxies = take_helpers(&mut entities);
    let names = Names::new(fixup, &entities);
    let editor = EditorData { comments: String::new(), hidden: false, ..instance.editor.clone() };
    let mut numbers = Numbers { ids, sides: BTreeMap::new() };
    for entity in &mut entities {
        name_instance(entity);
        names.fix(entity);
        numbers.give(entity);
        settle(entity, &placement, &editor, instance.line);
    }
    for entity in &mut entities {
        rename_sides(entity, |side| numbers.sides.get(&side).copied().unwrap_or(0));
    }
    let world = if entities.is_empty() { Entity::default() } else { entities.remove(0) };
    Arrivals { brushes: world.brushes, meshes: world.meshes, entities, proxies }
}

/// Instances within one that fixes names up are told apart by name, so each has one before that.
fn name_instance(entity: &mut Entity) {
    if is_instance(entity) && entity.get("targetname").is_some_and(str::is_empty) {
        entity.keys.retain(|(key, _)| !key.eq_ignore_ascii_case("targetname"));
    }
}

/// Takes out the entities that are there for the instance alone: declarations, its origin, its proxies and the
/// wires to these. The world stays first.
fn take_helpers(entities: &mut Vec<Entity>) -> BTreeSet<String> {
    let mut proxies = BTreeSet::new();
    let mut index = 0;
    entities.retain(|entity| {
        let is_world = index == 0;
        index += 1;
        let is_proxy = has_class(entity, "func_instance_io_proxy");
        if is_proxy {
            proxies.extend(entity.get("targetname").map(str::to_ascii_lowercase));
        }
        is_world || !(is_proxy || has_class(entity, "func_instance_origin") || parameters::is_declaration(entity))
    });
    if !proxies.is_empty() {
        for entity in entities {
            entity.connections.retain(|wire| !proxies.contains(&wire.target.to_ascii_lowercase()));
        }
    }
    proxies
}

fn has_class(entity: &Entity, class: &str) -> bool {
    entity.class_name().eq_ignore_ascii_case(class)
}

/// Moves an entity with all that it is made of; its objects belong to what the instance belongs to.
fn settle(entity: &mut Entity, placement: &Placement, editor: &EditorData, line: u32) {
    placement.keys(entity);
    entity.line = line;
    entity.editor.join(editor);
    for brush in &mut entity.brushes {
        placement.brush(brush);
        brush.adopt(editor, line);
    }
    for mesh in &mut entity.meshes {
        placement.mesh(mesh);
        mesh.adopt(editor, line);
    }
}

/// Gives new ids, and remembers those of sides.
struct Numbers<'a> {
    ids: &'a mut FreshIds,
    sides: BTreeMap<u32, u32>,
}

impl Numbers<'_> {
    fn give(&mut self, entity: &mut Entity) {
        entity.id = self.ids.take();
        for brush in &mut entity.brushes {
            brush.id = self.ids.take();
            for side in &mut brush.sides {
                let id = self.ids.take();
                self.sides.insert(side.id, id);
                side.id = id;
            }
        }
        for mesh in &mut entity.meshes {
            mesh.id = self.ids.take();
        }
    }
}
