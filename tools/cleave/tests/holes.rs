//! Every hole is found: holes drilled into sealed levels are reported where they are, as large as they are, and what
//! `--patch` writes closes them.
//!
//! Without further ado a sample is checked. The whole, 200 holes in ten levels:
//! `KEROSENE_ALL_HOLES=1 cargo test --release -p cleave --test holes`.
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;
#[path = "common/drill.rs"]
mod drill;

use cleave::{Hole, Leak, NoProgress, Options, Output, Request, compile};
use common::{corpus, read, stem};
use drill::{Drill, Places};
use kerosene_diagnostics::codes;
use kerosene_map::{Entity, Map};
use kerosene_math::{DVec3, Pcg32};
use std::path::Path;

/// Levels that are sealed as their authors left them.
const LEVELS: [&str; 10] = [
    "quake/id/dm1.map",
    "quake/id/dm4.map",
    "quake/id/e1m1.map",
    "quake/id/e1m7.map",
    "quake/id/e2m6.map",
    "quake/id/start.map",
    "quake/id/e3m1.map",
    "valve220/nzp/nzp_warehouse.map",
    "valve220/nzp/lexi_overlook.map",
    "valve220/spacehare/e1m1_rabbit.map",
];
const HOLES_PER_LEVEL: usize = 20;
const SAMPLE_PER_LEVEL: usize = 2;

fn compiled(map: &Map, no_fill: bool) -> Output {
    let options = Options { no_fill, ..Options::default() };
    compile(&Request { map, options: &options, inputs: &[] }, &NoProgress).unwrap()
}

/// The map with what `--patch` writes, after a round through the text of a `.map`.
fn patched(map: &Map, leak: &Leak) -> Map {
    let text = kerosene_map::write_valve220(&leak.patch().unwrap()).unwrap().text;
    let patch = kerosene_map::read_map("patch.map", text.as_bytes(), &Default::default()).unwrap().map;
    let mut map = map.clone();
    let mut id = 1_000_000;
    for mut brush in patch.entities[0].brushes.clone() {
        id += 100;
        brush.id = id;
        map.entities[0].brushes.push(brush);
    }
    map
}

/// What is wrong with the report of a hole.
fn fault(hole: &Hole, drill: &Drill) -> Option<String> {
    let found = [hole.width.min(hole.height), hole.width.max(hole.height)];
    let drilled = [drill.size[0].min(drill.size[1]), drill.size[0].max(drill.size[1])];
    for (found, drilled) in found.into_iter().zip(drilled) {
        if (found - drilled).abs() > f64::max(0.125, drilled * 0.05) {
            return Some(format!("{} by {} units", found, hole.width.max(hole.height)));
        }
    }
    if !drill.tunnel().expanded(0.01).contains(hole.center) {
        return Some(format!("its centre is at {}", hole.center));
    }
    if hole.normal.dot(drill.outward()) < 0.9 {
        return Some(format!("it leads out towards {}", hole.normal));
    }
    if hole.rim.is_empty() || hole.way.points.len() < 2 {
        return Some("it has no rim or no way".to_owned());
    }
    (hole.is_micro() != (drilled[0] < 1.0)).then(|| "whether it is a micro-leak".to_owned())
}

fn check(name: &str, map: &Map, drills: &[Drill]) -> Vec<String> {
    let mut faults = Vec::new();
    let leaking = drills.iter().fold(map.clone(), |map, drill| drill.through(&map));
    let output = compiled(&leaking, false);
    let Some(leak) = output.leak else { return vec![format!("{name}: {drills:?} is no leak")] };
    for drill in drills {
        let near = |hole: &&Hole| fault(hole, drill).is_none();
        if leak.holes.iter().find(near).is_none() {
            let told: Vec<_> =
                leak.holes.iter().map(|hole| (fault(hole, drill), hole.center, hole.width, hole.height)).collect();
            faults.push(format!("{name}: {drill:?}: {told:?}"));
        }
    }
    if leak.holes.len() != drills.len() {
        faults.push(format!("{name}: {drills:?}: {} holes", leak.holes.len()));
    }
    let output = compiled(&patched(&leaking, &leak), false);
    if output.leak.is_some() || !output.statistics.sealed {
        faults.push(format!("{name}: {drills:?} leaks when patched: {:?}", output.leak));
    }
    faults
}

fn places(corpus: &Path, level: &str, count: usize, seed: u64) -> (String, Map, Vec<Drill>) {
    let map = read(&corpus.join(level));
    let (filled, open) = (compiled(&map, false), compiled(&map, true));
    assert!(filled.leak.is_none(), "{level} leaks as it is");
    let mut random = Pcg32::new(seed, 0);
    let mut drills = Places::new(&filled.bsp, &open.bsp).choose(&mut random, 3 * count + 8);
    keep_those_to_the_void(&map, &mut drills);
    drills.retain(|drill| !is_plugged(&map, drill));
    assert!(drills.len() >= count, "{level}: too few places");
    drills.truncate(count);
    (stem(Path::new(level)), map, drills)
}

/// Whether a brush that is not drilled through may lie in the hole or before it: detail seals where nothing else does.
fn is_plugged(map: &Map, drill: &Drill) -> bool {
    let way = drill.tunnel().expanded(24.0);
    let others = map.entities[1..].iter().flat_map(|entity| &entity.brushes);
    others.filter_map(kerosene_map::brush_bounds).any(|bounds| bounds.intersects(&way))
}

/// What is filled is not always the void: there are closed pockets between walls. Lights put at the far ends of the
/// holes are told to be outside where the void reaches them.
fn keep_those_to_the_void(map: &Map, drills: &mut Vec<Drill>) {
    let mut lit = map.clone();
    let light = |drill: &Drill| {
        let [x, y, z] = drill.beyond().to_array();
        let keys = vec![("classname".to_owned(), "light".to_owned()), ("origin".to_owned(), format!("{x} {y} {z}"))];
        Entity { id: 2_000_000, keys, ..Entity::default() }
    };
    lit.entities.extend(drills.iter().map(light));
    let told = compiled(&lit, false).diagnostics;
    let outside = told.iter().filter(|told| told.code == codes::ENTITY_OUTSIDE).filter_map(|told| told.world);
    let outside: Vec<DVec3> = outside.map(DVec3::from_array).collect();
    drills.retain(|drill| outside.iter().any(|place| place.distance(drill.beyond()) < 0.01));
}

#[test]
fn every_planted_hole_is_found_and_closed() {
    let Some(corpus) = corpus() else { return };
    let count = if std::env::var_os("KEROSENE_ALL_HOLES").is_some() { HOLES_PER_LEVEL } else { SAMPLE_PER_LEVEL };
    let mut faults = Vec::new();
    for (number, level) in LEVELS.iter().enumerate() {
        let (name, map, drills) = places(&corpus, level, count, number as u64);
        for drill in &drills {
            let found = check(&name, &map, std::slice::from_ref(drill));
            faults.extend(found);
        }
    }
    assert!(faults.is_empty(), "{} of {}:\n{}", faults.len(), count * LEVELS.len(), faults.join("\n"));
}

#[test]
fn two_holes_at_once_are_two() {
    let Some(corpus) = corpus() else { return };
    for (number, level) in LEVELS.iter().enumerate().take(3) {
        let (name, map, drills) = places(&corpus, level, 2, 100 + number as u64);
        let faults = check(&name, &map, &drills);
        assert!(faults.is_empty(), "{faults:?}");
    }
}
