//! What is called sealed is sealed: no path of rays leads out. The rays meet the brushes one by one; neither tree
//! nor portals have a say.
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use cleave::{NoProgress, Options, Request, compile};
use common::{corpus, maps_in, read, stem};
use kerosene_bsp::reference::Reference;
use kerosene_bsp::{BspFile, Contents, TraceRequest, TraceShape, WriteOptions};
use kerosene_math::{Aabb, Pcg32, Vec3};
use std::path::{Path, PathBuf};

/// Steps of each random walk.
const STEPS: u32 = 3_000;

/// Levels by other people that the peer compiler finds sealed, or that it finds leaking and we do not.
const OTHERS: &[&str] = &[
    "valve220/nzp/ndu.map",
    "valve220/nzp/hangar.map",
    "valve220/nzp/wahnsinn.map",
    "valve220/spacehare/q30_junction.map",
    "valve220/spacehare/mcj_rabbit.map",
    "valve220/spacehare/scj_rabbit.map",
    "valve220/ericw/q1_mountain.map",
];

#[test]
fn no_path_of_rays_leads_out_of_a_sealed_map() {
    let Some(corpus) = corpus() else { return };
    let others = OTHERS.iter().map(|map| corpus.join(map));
    let maps: Vec<PathBuf> = maps_in(&corpus.join("quake/id")).into_iter().chain(others).collect();
    for path in maps {
        walk(&path);
    }
}

fn walk(path: &Path) {
    let (name, map) = (stem(path), read(path));
    let output = compile(&Request { map: &map, options: &Options::default(), inputs: &[] }, &NoProgress).unwrap();
    assert!(output.leak.is_none(), "{name} leaks: {:?}", output.leak);
    let file = BspFile::from_bytes(output.bsp.write_to(WriteOptions::default()).unwrap()).unwrap();
    let reference = Reference::new(&file);
    let world = &output.bsp.models[0];
    let bounds = Aabb::new(Vec3::from_array(world.mins), Vec3::from_array(world.maxs)).expanded(1.0);
    let start = map.entities.iter().find(|entity| entity.class_name() == "info_player_start").unwrap();
    let numbers: Vec<f32> = start.get("origin").unwrap().split_whitespace().map(|n| n.parse().unwrap()).collect();
    let (mut at, mut random) = (Vec3::from_slice(&numbers), Pcg32::new(5, 0));
    let mut moved = 0.0;
    for step in 0..STEPS {
        let reach = Vec3::from_array([(); 3].map(|()| random.between(-8192.0, 8192.0)));
        let mask = Contents::SOLID | Contents::SKY;
        let request = TraceRequest { start: at, end: at + reach, shape: TraceShape::Point, mask };
        // A ray through a crack is stopped by walls grown by half of what counts as one.
        let sweep = reference.sweep(&request, 0.03);
        if sweep.start_solid {
            continue;
        }
        let next = at + reach * (sweep.fraction as f32 * random.between(0.2, 0.95));
        assert!(bounds.contains(next), "{name}, step {step}: from {at} out to {next}");
        moved += at.distance(next);
        at = next;
    }
    assert!(moved > 10_000.0, "{name}: the walk went {moved} units");
}
