//! Puts the maps that `misc_external_map` entities name in their place, as ericw-tools does: all brushes of a prefab
//! become the body of the entity, which takes the class that it asks for.
//!
//! A worklist, not a recursion: a prefab may place others, whose bodies join that of the outermost. Files, circles,
//! depth and size are those of [`crate::include`].

use crate::any::read_any;
use crate::ids::{self, FreshIds};
use crate::import::Imported;
use crate::include::{IncludedFiles, Loader, Refusal, Tally, add_statistics, shown};
use crate::kmap::text::parse_triple;
use crate::limits::ReadOptions;
use crate::model::{Brush, Entity, Mesh};
use crate::placement::Placement;
use crate::quake::COORDINATE_LIMIT;
use crate::report::{Place, Reporter};
use kerosene_math::DVec3;
use std::collections::VecDeque;

/// Class of the entities that place another map.
const EXTERNAL: &str = "misc_external_map";
/// Keys that say what is placed and how; `origin` is one of them.
const FILE: &str = "_external_map";
const CLASS: &str = "_external_map_classname";
const ANGLES: &str = "_external_map_angles";
const YAW: &str = "_external_map_angle";
const SCALE: &str = "_external_map_scale";
const ORIGIN: &str = "origin";
/// Classes whose brushes are the world's.
const WORLD_CLASSES: [&str; 2] = ["func_group", "worldspawn"];

/// A prefab that waits for its file.
struct Pending {
    file: String,
    /// Name of the file that it is placed in.
    includer: String,
    /// Files that are being included around it, outermost first.
    within: Vec<usize>,
    /// Its own placement, then those around it.
    placements: Vec<Placement>,
}

/// What a prefab brings.
#[derive(Default)]
struct Body {
    brushes: Vec<Brush>,
    meshes: Vec<Mesh>,
}

/// Gives every `misc_external_map` of `imported`, which was read from `root`, its body and class.
///
/// One whose file is not to be had stays as it is and is reported.
pub(crate) fn include(imported: &mut Imported, root: &[u8], options: &ReadOptions, files: &dyn IncludedFiles) {
    if !imported.map.entities.iter().any(is_external) {
        return;
    }
    let mut reporter = Reporter::new(&imported.map.source);
    let mut includer = Includer {
        ids: FreshIds::after(&imported.map),
        loader: Loader::new(files, options, root, read_any),
        tally: Tally::new("external maps", "paste its brushes into this map"),
    };
    for index in 1..imported.map.entities.len() {
        if is_external(&imported.map.entities[index]) {
            includer.expand(imported, index);
        }
    }
    join_world(&mut imported.map.entities);
    includer.tally.report(&includer.loader, &mut reporter);
    imported.statistics.inclusions += includer.tally.inclusions();
    imported.statistics.failed_inclusions += includer.tally.failures();
    ids::repair(&mut imported.map, &mut reporter);
    imported.diagnostics.append(reporter.finish());
    imported.diagnostics.append(includer.loader.into_diagnostics());
}

fn is_external(entity: &Entity) -> bool {
    entity.class_name().eq_ignore_ascii_case(EXTERNAL)
}

struct Includer<'a> {
    loader: Loader<'a>,
    tally: Tally,
    ids: FreshIds,
}

impl Includer<'_> {
    fn expand(&mut self, imported: &mut Imported, index: usize) {
        let entity = imported.map.entities[index].clone();
        let place = Place::entity(&entity);
        let class = entity.get(CLASS).unwrap_or_default().trim().to_owned();
        let first = if class.is_empty() { Err(Refusal::Empty(CLASS)) } else { pending_of(&entity) };
        let body = first
            .map(|pending| Pending { includer: imported.map.source.clone(), ..pending })
            .and_then(|pending| self.body_of(imported, pending, place));
        let mut body = match body {
            Ok(body) => body,
            Err(refusal) => return self.tally.fail(file_of(&entity), refusal, place),
        };
        for brush in &mut body.brushes {
            brush.adopt(&entity.editor, entity.line);
            brush.id = self.ids.take();
            brush.sides.iter_mut().for_each(|side| side.id = self.ids.take());
        }
        for mesh in &mut body.meshes {
            mesh.adopt(&entity.editor, entity.line);
            mesh.id = self.ids.take();
        }
        let host = &mut imported.map.entities[index];
        host.brushes.append(&mut body.brushes);
        host.meshes.append(&mut body.meshes);
        settle_keys(host, class);
    }

    /// All brushes and meshes of a prefab and of those that it places. What is wrong with one of the latter is
    /// reported; only the outermost fails the whole.
    fn body_of(&mut self, imported: &mut Imported, outermost: Pending, place: Place) -> Result<Body, Refusal> {
        let mut body = Body::default();
        let mut waiting = VecDeque::new();
        self.open(imported, outermost, place, &mut body, &mut waiting)?;
        while let Some(pending) = waiting.pop_front() {
            let file = pending.file.clone();
            if let Err(refusal) = self.open(imported, pending, place, &mut body, &mut waiting) {
                self.tally.fail(&file, refusal, place);
            }
        }
        Ok(body)
    }

    fn open(
        &mut self,
        imported: &mut Imported,
        pending: Pending,
        place: Place,
        body: &mut Body,
        waiting: &mut VecDeque<Pending>,
    ) -> Result<(), Refusal> {
        let at = self.loader.load(&pending.file, &pending.includer, &pending.within)?;
        self.loader.charge(at, imported)?;
        add_statistics(&mut imported.statistics, self.loader.statistics(at));
        let mut within = pending.within;
        within.push(at);
        let before = (body.brushes.len(), body.meshes.len());
        let mut bodiless = 0;
        for (number, entity) in self.loader.map(at).entities.iter().enumerate() {
            if is_external(entity) {
                match pending_of(entity) {
                    Ok(inner) => {
                        let placements = inner.placements.iter().chain(&pending.placements).cloned().collect();
                        let (includer, within) = (self.loader.name(at).to_owned(), within.clone());
                        waiting.push_back(Pending { includer, within, placements, ..inner });
                    }
                    Err(refusal) => self.tally.fail(file_of(entity), refusal, place),
                }
                continue;
            }
            bodiless += usize::from(number > 0 && entity.brushes.is_empty() && entity.meshes.is_empty());
            body.take(entity, &pending.placements);
        }
        let (brushes, meshes) = (body.brushes.len() - before.0, body.meshes.len() - before.1);
        self.tally.include(at, place, || {
            format!("{brushes} brushes and {meshes} meshes and without its {bodiless} point entities")
        });
        Ok(())
    }
}

impl Body {
    /// Takes what an entity is made of to its place.
    fn take(&mut self, entity: &Entity, placements: &[Placement]) {
        for brush in &entity.brushes {
            let mut brush = brush.clone();
            placements.iter().for_each(|placement| placement.brush(&mut brush));
            self.brushes.push(brush);
        }
        for mesh in &entity.meshes {
            let mut mesh = mesh.clone();
            placements.iter().for_each(|placement| placement.mesh(&mut mesh));
            self.meshes.push(mesh);
        }
    }
}

fn file_of(entity: &Entity) -> &str {
    entity.get(FILE).unwrap_or_default().trim()
}

/// What an entity places, read from its keys.
fn pending_of(entity: &Entity) -> Result<Pending, Refusal> {
    let file = file_of(entity).to_owned();
    if file.is_empty() {
        return Err(Refusal::Empty(FILE));
    }
    let placements = vec![placement_of(entity)?];
    Ok(Pending { file, includer: String::new(), within: Vec::new(), placements })
}

/// Scaled about the prefab's own origin, then turned about it, then moved.
fn placement_of(entity: &Entity) -> Result<Placement, Refusal> {
    let key = |key: &'static str, expected: &'static str, read: fn(&str) -> Option<DVec3>, default: DVec3| {
        let Some(value) = entity.get(key).filter(|value| !value.trim().is_empty()) else { return Ok(default) };
        let sane = |read: &DVec3| read.abs().max_element() <= COORDINATE_LIMIT;
        let refusal = || Refusal::BadValue { key, expected, value: shown(value) };
        read(value).filter(sane).ok_or_else(refusal)
    };
    let origin = key(ORIGIN, "three numbers that a map can hold", parse_triple, DVec3::ZERO)?;
    let yaw = key(YAW, "a yaw in degrees", |value| Some(DVec3::Y * number(value)?), DVec3::ZERO)?;
    // Quake's pitch looks up where it is positive, ours down.
    let angles = |value: &str| parse_triple(value).map(|angles| DVec3::new(-angles.x, angles.y, angles.z));
    let angles = key(ANGLES, "pitch, yaw and roll in degrees", angles, yaw)?;
    let scale = key(SCALE, "one number or three, none of them 0", scale, DVec3::ONE)?;
    Ok(Placement::new(angles, DVec3::ZERO, origin).scaled(scale))
}

fn number(value: &str) -> Option<f64> {
    value.trim().parse().ok().filter(|number: &f64| number.is_finite())
}

fn scale(value: &str) -> Option<DVec3> {
    let scale = number(value).map(DVec3::splat).or_else(|| parse_triple(value))?;
    (scale.abs().min_element() >= 1.0 / COORDINATE_LIMIT).then_some(scale)
}

/// The entity is now of the class that it asked for; where its body stands is said by the body.
fn settle_keys(entity: &mut Entity, class: String) {
    let said = [FILE, CLASS, ANGLES, YAW, SCALE, ORIGIN];
    entity.keys.retain(|(key, _)| !said.iter().any(|own| own.eq_ignore_ascii_case(key)));
    if let Some((_, value)) = entity.keys.iter_mut().find(|(key, _)| key.eq_ignore_ascii_case("classname")) {
        *value = class;
    }
}

/// Prefabs that ask to be part of the world are, as a plain `func_group` is.
fn join_world(entities: &mut Vec<Entity>) {
    let joins = |entity: &Entity| {
        entity.keys.len() == 1 && WORLD_CLASSES.iter().any(|class| entity.class_name().eq_ignore_ascii_case(class))
    };
    let mut joined = Body::default();
    let mut index = 0;
    entities.retain_mut(|entity| {
        let stays = index == 0 || !joins(entity);
        index += 1;
        if !stays {
            joined.brushes.append(&mut entity.brushes);
            joined.meshes.append(&mut entity.meshes);
        }
        stays
    });
    if let Some(world) = entities.first_mut() {
        world.brushes.append(&mut joined.brushes);
        world.meshes.append(&mut joined.meshes);
    }
}
