//! Real maps as levels of entities: imported, translated, with boxes where their brushes are.

use kerosene_entity::{Due, EntityId, EntityWorld, LoadReport, Motion};
use kerosene_kv::Writer;
use kerosene_map::{ClassTable, Entity, Map, ReadOptions, apply_class_table, brush_bounds, read_any, settle_game};
use kerosene_math::{Aabb, Vec3};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Maps by other people, which lie beside the project; `None`, with a note, where they are absent.
pub(crate) fn corpus() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    let root = std::env::var_os("KEROSENE_CORPUS").map_or(beside, PathBuf::from);
    if root.is_dir() {
        return Some(root);
    }
    eprintln!("skipped: no maps at {}; KEROSENE_CORPUS names another place", root.display());
    None
}

/// A map as its game's table makes it ours; `None` for one that cannot be read.
pub(crate) fn import(path: &Path) -> Option<Map> {
    let bytes = std::fs::read(path).unwrap();
    let mut imported = read_any(&path.display().to_string(), &bytes, &ReadOptions::default()).ok()?;
    let (game, _) = settle_game(&mut imported, None);
    if imported.format.is_foreign() {
        apply_class_table(&mut imported.map, &ClassTable::for_game(game));
    }
    Some(imported.map)
}

/// The entities of a map as a living world, with what loading had to say.
pub(crate) fn load(map: &Map) -> (EntityWorld, LoadReport) {
    let (mut text, mut models) = (Writer::new(), vec![Aabb::EMPTY]);
    for (index, entity) in map.entities.iter().enumerate() {
        text.open("");
        entity.keys.iter().filter(|(key, _)| key != "model" || entity.brushes.is_empty()).for_each(|(key, value)| {
            text.pair(key, value);
        });
        if index > 0 && !entity.brushes.is_empty() {
            text.pair("model", &format!("*{}", models.len()));
            models.push(bounds(entity));
        }
        text.open("connections");
        for wire in &entity.connections {
            text.pair(&wire.output, &wire.to_text());
        }
        text.close();
        text.close();
    }
    let mut world = EntityWorld::new(&kerosene_game::registry().unwrap());
    let report = world.load_from_kv(&text.finish(), &models, &map.source).unwrap();
    (world, report)
}

/// The box of an entity's brushes about its position.
fn bounds(entity: &Entity) -> Aabb {
    let text = entity.get("origin").unwrap_or_default();
    let numbers: Vec<f32> = text.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    let origin = numbers.try_into().map_or(Vec3::ZERO, |numbers: [f32; 3]| Vec3::from(numbers));
    let mut all = Aabb::EMPTY;
    for bounds in entity.brushes.iter().filter_map(brush_bounds) {
        all = all.union(&Aabb::new(bounds.min.as_vec3() - origin, bounds.max.as_vec3() - origin));
    }
    all
}

/// A tick in which everything moves unhindered.
pub(crate) fn tick(world: &mut EntityWorld, interval: Duration) {
    world.begin_tick(interval);
    let movers: Vec<(EntityId, Motion)> =
        world.entities().filter_map(|entity| Some((entity, world.motion(entity)?))).collect();
    for (mover, motion) in movers {
        advance(world, mover, motion, interval);
    }
    world.run_due();
}

fn advance(world: &mut EntityWorld, mover: EntityId, motion: Motion, interval: Duration) {
    if motion.finish != Due::NEVER && motion.finish.has_come(world.time()) {
        return world.finish_motion(mover);
    }
    let to = motion.pose_at(world.local_pose(mover), interval.as_secs_f32(), world.time());
    world.set_local_pose(mover, to);
}
