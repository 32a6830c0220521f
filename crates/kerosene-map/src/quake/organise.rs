//! Makes a map of the entities as they stand in the file: finds the world, understands layers
//! and groups, leaves out what is marked to stay out.

use super::containers::{Containers, Role, role};
use super::reader::RawMap;
use crate::import::ImportStatistics;
use crate::limits::ReadOptions;
use crate::model::{Brush, Entity, Map, Mesh};
use crate::report::{Place, Reporter};
use kerosene_diagnostics::codes;

/// Puts the world first and every object where it belongs.
pub(super) fn organise(
    source_name: &str,
    raw: RawMap,
    options: &ReadOptions,
    reporter: &mut Reporter,
) -> (Map, ImportStatistics) {
    let containers = Containers::find(&raw.entities, options.keep_omitted_layers, reporter);
    let mut organiser = Organiser { containers, reporter, world: None, others: Vec::new(), statistics: raw.statistics };
    organiser.containers.count(&mut organiser.statistics);
    let mut next_id = raw.next_id;
    let mut grouped = Bodies::default();
    for entity in raw.entities {
        match role(&entity) {
            Role::World => organiser.add_world(entity),
            Role::Layer | Role::Group | Role::PlainGroup if has_compiler_keys(&entity) => {
                organiser.keep_group(entity, &mut next_id);
            }
            Role::Layer | Role::Group | Role::PlainGroup => organiser.take_bodies(entity, &mut grouped),
            Role::Other => organiser.add_entity(entity),
        }
    }
    let mut world = organiser.world.take().unwrap_or_else(|| organiser.make_world(&mut next_id));
    world.brushes.append(&mut grouped.brushes);
    world.meshes.append(&mut grouped.meshes);
    organiser.add_loose(&mut world, Bodies { brushes: raw.loose_brushes, meshes: raw.loose_meshes });
    organiser.report_omitted();
    let mut entities = vec![world];
    entities.append(&mut organiser.others);
    let (visgroups, groups) = organiser.containers.into_parts();
    let map = Map { source: source_name.to_owned(), entities, visgroups, groups, ..Map::default() };
    (map, organiser.statistics)
}

/// What joins the world.
#[derive(Default)]
struct Bodies {
    brushes: Vec<Brush>,
    meshes: Vec<Mesh>,
}

/// How many bodies an entity has.
fn body_count(entity: &Entity) -> usize {
    entity.brushes.len() + entity.meshes.len()
}

/// What the keys of an editor begin with.
const EDITOR_KEY: &str = "_tb_";

/// Keys that say how the brushes of a group are compiled.
const COMPILER_KEYS: &[&str] = &[
    "_chop_order",
    "_lightmap_scale",
    "_lmscale",
    "_mirrorinside",
    "_noclipfaces",
    "_omitbrushes",
    "_world_units_per_luxel",
];

/// Whether an entity has keys for the compiler.
fn has_compiler_keys(entity: &Entity) -> bool {
    COMPILER_KEYS.iter().any(|key| entity.get(key).is_some())
}

struct Organiser<'a> {
    containers: Containers,
    reporter: &'a mut Reporter,
    world: Option<Entity>,
    others: Vec<Entity>,
    statistics: ImportStatistics,
}

impl Organiser<'_> {
    fn add_world(&mut self, mut entity: Entity) {
        if self.containers.default_layer_is_omitted() {
            self.omit(&entity, 0);
            entity.brushes.clear();
            entity.meshes.clear();
        }
        let Some(world) = &mut self.world else {
            self.world = Some(entity);
            return;
        };
        let message = format!(
            "a second worldspawn (the first is on line {}): its {} brushes and the keys that the first lacks join it",
            world.line,
            entity.brushes.len()
        );
        let place = Place::entity(&entity);
        let fix = "keep one worldspawn; maps that were joined by hand often have two";
        self.reporter.report_with_fix(codes::SECOND_WORLD, place, message, fix);
        world.brushes.append(&mut entity.brushes);
        world.meshes.append(&mut entity.meshes);
        for (key, value) in entity.keys {
            if world.get(&key).is_none() {
                world.keys.push((key, value));
            }
        }
    }

    /// A group whose keys say how its brushes are compiled stays an entity, so that the keys stay with them.
    fn keep_group(&mut self, entity: Entity, next_id: &mut u32) {
        if self.containers.is_omitted(&entity) {
            self.omit(&entity, 0);
        } else if body_count(&entity) > 0 {
            let editor = self.containers.members_of(&entity);
            let keys = entity.keys.into_iter().filter(|(key, _)| !key.starts_with(EDITOR_KEY)).collect();
            // Its own id is the group's.
            let id = *next_id;
            *next_id = id.saturating_add(1);
            self.others.push(Entity { id, keys, editor, ..entity });
        }
    }

    /// The brushes and patches of a layer or group, each marked as its member.
    fn take_bodies(&mut self, mut entity: Entity, taken: &mut Bodies) {
        if self.containers.is_omitted(&entity) {
            self.omit(&entity, 0);
            return;
        }
        let editor = self.containers.members_of(&entity);
        entity.brushes.iter_mut().for_each(|brush| brush.editor = editor.clone());
        entity.meshes.iter_mut().for_each(|mesh| mesh.editor = editor.clone());
        taken.brushes.append(&mut entity.brushes);
        taken.meshes.append(&mut entity.meshes);
    }

    fn add_entity(&mut self, mut entity: Entity) {
        if self.containers.is_omitted(&entity) {
            self.omit(&entity, 1);
            return;
        }
        if entity.class_name().is_empty() {
            let place = Place::entity(&entity);
            let message = format!("an entity with {} brushes has no classname", body_count(&entity));
            let fix = "give it a classname, or delete it";
            self.reporter.report_with_fix(codes::NO_CLASS_NAME, place, message, fix);
        }
        self.containers.enlist(&mut entity, self.reporter);
        self.others.push(entity);
    }

    fn omit(&mut self, entity: &Entity, entities: usize) {
        self.containers.note_omitted(entity, entities, body_count(entity));
        self.statistics.omitted_entities += entities;
        self.statistics.omitted_brushes += body_count(entity);
    }

    fn make_world(&mut self, next_id: &mut u32) -> Entity {
        let message = "the file has no worldspawn; an empty one was made".to_owned();
        let fix = "check that the map is whole";
        self.reporter.report_with_fix(codes::NO_WORLD, Place::default(), message, fix);
        let id = *next_id;
        *next_id = id.saturating_add(1);
        Entity { id, keys: vec![("classname".to_owned(), "worldspawn".to_owned())], ..Entity::default() }
    }

    fn add_loose(&mut self, world: &mut Entity, Bodies { mut brushes, mut meshes }: Bodies) {
        let firsts =
            [brushes.first().map(|first| (first.line, first.id)), meshes.first().map(|first| (first.line, first.id))];
        let Some((line, id)) = firsts.into_iter().flatten().min() else { return };
        let count = brushes.len() + meshes.len();
        let message = format!("{count} brushes outside every entity joined the world, the first one here");
        let place = Place { brush: Some(id), ..Place::line(line) };
        let fix = "this looks like a copied selection; save it as a map of its own";
        self.reporter.report_with_fix(codes::LOOSE_BRUSHES, place, message, fix);
        world.brushes.append(&mut brushes);
        world.meshes.append(&mut meshes);
    }

    fn report_omitted(&mut self) {
        for omitted in self.containers.omitted() {
            let message = format!(
                "layer `{}` is marked to stay out of the export: left out with {} entities and {} brushes",
                omitted.name, omitted.entities, omitted.brushes
            );
            self.reporter.report(codes::OMITTED_LAYER, Place::line(omitted.line), message);
        }
    }
}
