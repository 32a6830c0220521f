//! Sweeps through compiled levels against an exact sweep over all brushes.
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use cleave::{NoProgress, Options, Request, compile};
use common::{corpus, maps_in, read, stem};
use kerosene_bsp::reference::Reference;
use kerosene_bsp::{BspFile, CollisionMap, Contents, TraceRequest, TraceShape, WriteOptions};
use kerosene_math::{Pcg32, Vec3};

/// Sweeps per level.
const SWEEPS: u32 = 2_000;
/// How far tree and reference may differ, in units.
const TOLERANCE: f64 = 0.01;

#[test]
fn sweeps_through_quake_levels_agree_with_all_brushes() {
    let Some(corpus) = corpus() else { return };
    for path in maps_in(&corpus.join("quake/id")) {
        let (name, map) = (stem(&path), read(&path));
        let output = compile(&Request { map: &map, options: &Options::default(), inputs: &[] }, &NoProgress).unwrap();
        let file = BspFile::from_bytes(output.bsp.write_to(WriteOptions::default()).unwrap()).unwrap();
        let (tree, reference) = (CollisionMap::new(&file), Reference::new(&file));
        let mut random = Pcg32::new(11, 0);
        let mut hits = 0;
        for sweep in 0..SWEEPS {
            let request = random_request(&mut random, &output.bsp.leaves);
            let trace = tree.trace(&request);
            hits += u32::from(trace.fraction < 1.0);
            let checked = reference.check(&request, &trace, TOLERANCE);
            assert!(checked.is_ok(), "{name}, sweep {sweep}: {}\n{request:?}", checked.unwrap_err());
        }
        assert!(hits > SWEEPS / 4, "{name}: only {hits} sweeps hit anything");
    }
}

/// A ray or a player's box from somewhere in an open leaf, up to 512 units in any direction.
fn random_request(random: &mut Pcg32, leaves: &[kerosene_bsp::records::LeafRecord]) -> TraceRequest {
    let start = loop {
        let leaf = &leaves[random.below(leaves.len() as u32).unwrap() as usize];
        if leaf.cluster >= 0 {
            let (low, high) = (Vec3::from_array(leaf.mins), Vec3::from_array(leaf.maxs));
            break low + (high - low) * Vec3::from_array([(); 3].map(|()| random.next_f32()));
        }
    };
    let reach = Vec3::from_array([(); 3].map(|()| random.between(-512.0, 512.0)));
    let shape = match random.below(3) {
        Some(0) => TraceShape::Point,
        Some(1) => TraceShape::Box { mins: Vec3::new(-16.0, -16.0, 0.0), maxs: Vec3::new(16.0, 16.0, 36.0) },
        _ => TraceShape::Box { mins: Vec3::new(-16.0, -16.0, 0.0), maxs: Vec3::new(16.0, 16.0, 72.0) },
    };
    TraceRequest { start, end: start + reach, shape, mask: Contents::MASK_PLAYER_SOLID }
}
