//! Makes the objects of an included map those of the map around it.

use super::loaded::Refusal;
use super::names::{Fixup, Names};
use super::{is_instance, parameters};
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

/// Where an instance is placed.
pub(super) fn placement_of(instance: &Entity) -> Result<Pose, Refusal> {
    let triple = |key: &'static str| {
        let Some(value) = instance.get(key).filter(|value| !value.trim().is_empty()) else { return Ok(DVec3::ZERO) };
        let shown: String = value.chars().take(60).collect();
        let within = |triple: &DVec3| triple.abs().max_element() <= COORDINATE_LIMIT;
        parse_triple(value).filter(within).ok_or(Refusal::BadPlace { key, value: shown })
    };
    Ok(Pose { angles: triple("angles")?, origin: triple("origin")? })
}

/// Turns, moves, names and numbers everything in `map`, which `instance` places.
pub(super) fn arrange(map: Map, instance: &Entity, pose: Pose, fixup: &Fixup, next_id: &mut u32) -> Arrivals {
    let pivot = map.entities.iter().find(|entity| has_class(entity, "func_instance_origin"));
    let pivot = pivot.and_then(|entity| parse_triple(entity.get("origin")?));
    let pivot = pivot.filter(|pivot| pivot.abs().max_element() <= COORDINATE_LIMIT).unwrap_or(DVec3::ZERO);
    let placement = Placement::new(pose.angles, pivot, pose.origin);
    let mut entities = map.entities;
    let proxies = take_helpers(&mut entities);
    let names = Names::new(fixup, &entities);
    let editor = EditorData { comments: String::new(), hidden: false, ..instance.editor.clone() };
    let mut numbers = Numbers { next_id, sides: BTreeMap::new() };
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
    join(&mut entity.editor, editor);
    for brush in &mut entity.brushes {
        placement.brush(brush);
        join(&mut brush.editor, editor);
        brush.line = line;
        brush.sides.iter_mut().for_each(|side| side.line = line);
    }
    for mesh in &mut entity.meshes {
        placement.mesh(mesh);
        join(&mut mesh.editor, editor);
        mesh.line = line;
    }
}

/// Visgroups and groups of the included map stay behind.
fn join(own: &mut EditorData, around: &EditorData) {
    own.visgroups.clone_from(&around.visgroups);
    own.group = around.group;
}

/// Gives new ids, and remembers those of sides.
struct Numbers<'a> {
    next_id: &'a mut u32,
    sides: BTreeMap<u32, u32>,
}

impl Numbers<'_> {
    fn give(&mut self, entity: &mut Entity) {
        entity.id = self.take();
        for brush in &mut entity.brushes {
            brush.id = self.take();
            for side in &mut brush.sides {
                let id = self.take();
                self.sides.insert(side.id, id);
                side.id = id;
            }
        }
        for mesh in &mut entity.meshes {
            mesh.id = self.take();
        }
    }

    /// 0 where no number is left; the object then gets one that is free.
    fn take(&mut self) -> u32 {
        let id = *self.next_id;
        *self.next_id = if id == 0 { 0 } else { id.checked_add(1).unwrap_or(0) };
        id
    }
}

/// The largest id in a map.
pub(super) fn highest_id(map: &Map) -> u32 {
    let entities = map.entities.iter().flat_map(|entity| {
        let brushes = entity.brushes.iter().flat_map(|brush| brush.sides.iter().map(|side| side.id).chain([brush.id]));
        brushes.chain(entity.meshes.iter().map(|mesh| mesh.id)).chain([entity.id])
    });
    let visgroups = map.visgroups.iter().map(|visgroup| visgroup.id);
    entities.chain(visgroups).chain(map.groups.iter().map(|group| group.id)).max().unwrap_or(0)
}
