//! The logic of real maps: every input that their classes take, at every entity, and what comes of it.
//!
//! By default a dozen maps of each game; all with `KEROSENE_ALL_MAPS=1 cargo test -p kerosene-game --test corpus --release`.
#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "tests")]

mod common;

use common::level::{corpus, import, load, tick};
use kerosene_entity::{EntityId, EntityWorld, TouchPhase, Value, ValueKind};
use kerosene_math::Pcg32;
use std::path::{Path, PathBuf};
use std::time::Duration;

const INTERVAL: Duration = Duration::from_nanos(15_625_000);

/// Maps to a folder, unless all are asked for.
const SAMPLE: usize = 6;

fn maps() -> Vec<PathBuf> {
    let Some(root) = corpus() else { return Vec::new() };
    let mut maps = Vec::new();
    let mut folders = vec![root];
    while let Some(folder) = folders.pop() {
        let mut here = Vec::new();
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
            if path.is_dir() {
                folders.push(path);
            } else if matches!(extension, "map" | "vmf") && path.metadata().unwrap().len() < 8_000_000 {
                here.push(path);
            }
        }
        here.sort();
        let step = if std::env::var_os("KEROSENE_ALL_MAPS").is_some() { 1 } else { here.len().div_ceil(SAMPLE).max(1) };
        maps.extend(here.into_iter().step_by(step));
    }
    maps.sort();
    maps
}

/// Gives every entity every input of its class, with values of all sorts, touches and uses it, in an order that a seed
/// says, a few in each tick.
fn pester(world: &mut EntityWorld, seed: u64) {
    let mut random = Pcg32::new(seed, 1);
    let player = world.spawn_with("player", &[]);
    let kdef = world.registry().kdef();
    let mut todo: Vec<(EntityId, String, ValueKind)> = Vec::new();
    for entity in world.entities() {
        let Some(class) = kdef.resolved(world.class_name(entity)) else { continue };
        todo.extend(class.inputs.iter().map(|input| (entity, input.name.clone(), input.kind)));
    }
    while !todo.is_empty() {
        for _ in 0..8.min(todo.len()) {
            let (entity, input, kind) = todo.swap_remove(pick(&mut random, todo.len()));
            let value = value(world, kind, &mut random);
            if world.is_active(entity) && input != "Kill" {
                world.accept_input(entity, &input, value, Some(player), Some(player));
                world.use_entity(entity, player);
                world.touch(entity, player, TouchPhase::Start);
                world.touch(entity, player, TouchPhase::End);
                world.blocked(entity, player);
            }
        }
        tick(world, INTERVAL);
    }
    for _ in 0..640 {
        tick(world, INTERVAL);
    }
}

fn pick(random: &mut Pcg32, count: usize) -> usize {
    random.below(count as u32).unwrap_or(0) as usize
}

fn value(world: &mut EntityWorld, kind: ValueKind, random: &mut Pcg32) -> Value {
    let number = [0.0, 1.0, -1.0, 0.25, 1e30, -3.5][pick(random, 6)];
    match kind {
        ValueKind::None => Value::None,
        ValueKind::Text | ValueKind::Any => Value::Text(world.intern("lamp")),
        _ => Value::Float(number),
    }
}

/// What comes of it, and a hash of the state.
fn outcome(path: &Path, seed: u64) -> Option<(u64, Vec<String>)> {
    let (mut world, _) = load(&import(path)?);
    pester(&mut world, seed);
    let (notices, _) = world.take_notices();
    let faults = notices.into_iter().map(|notice| notice.message);
    let faults = faults.filter(|message| message.contains("does not declare") || message.contains("cut off"));
    Some((world.state_hash(), faults.collect()))
}

#[test]
fn no_input_of_any_class_on_real_maps_goes_wrong_and_twice_goes_the_same_way() {
    for path in maps() {
        let Some((hash, faults)) = outcome(&path, 7) else { continue };
        assert!(faults.is_empty(), "{}: {faults:#?}", path.display());
        assert_eq!(outcome(&path, 7).unwrap().0, hash, "{}", path.display());
    }
}

#[test]
fn keys_of_real_maps_are_read() {
    let mut unread = std::collections::BTreeMap::<String, u32>::new();
    for path in maps() {
        let Some(map) = import(&path) else { continue };
        let (world, report) = load(&map);
        for told in report.diagnostics.iter().filter(|told| told.message.contains("expected")) {
            let known = report.entities.iter().any(|&entity| {
                let class = world.class_name(entity);
                kerosene_game::classes().iter().any(|def| def.name == class)
                    && told.message.starts_with(&world.describe(entity))
            });
            if known {
                *unread.entry(told.message.split(": key").nth(1).unwrap_or_default().to_owned()).or_default() += 1;
            }
        }
    }
    assert!(unread.is_empty(), "{unread:#?}");
}
