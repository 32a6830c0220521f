//! Random sweeps through whole levels against the exact reference, as many as asked for.
//!
//! `KEROSENE_TRACE_MAPS` names a folder of `.kbsp` files to sweep through instead of a generated level, and
//! `KEROSENE_TRACE_SWEEPS` says how many sweeps to make, through all levels together. The full run is
//!
//! ```text
//! KEROSENE_TRACE_MAPS=maps KEROSENE_TRACE_SWEEPS=10000000 cargo test --release -p kerosene-bsp --test trace_sweeps
//! ```
#![allow(clippy::unwrap_used, reason = "tests")]

use kerosene_bsp::reference::Reference;
use kerosene_bsp::sample::grid;
use kerosene_bsp::{BspFile, CollisionMap, Contents, TraceRequest, TraceShape};
use kerosene_math::{Pcg32, Vec3};
use std::path::PathBuf;

/// Sweeps where nobody says how many.
const SWEEPS: u64 = 5_000;
/// How far trace and reference may differ, in units: corners of brushes are found to about that.
const TOLERANCE: f64 = 0.01;

fn levels() -> Vec<(String, BspFile)> {
    let Some(folder) = std::env::var_os("KEROSENE_TRACE_MAPS") else {
        return vec![("a grid of rooms".to_owned(), grid(6).to_file().unwrap())];
    };
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "kbsp"));
    paths.sort();
    paths.iter().map(|path| (path.display().to_string(), BspFile::open(path).unwrap())).collect()
}

#[test]
fn random_sweeps_through_levels_agree_with_all_brushes() {
    let asked = std::env::var("KEROSENE_TRACE_SWEEPS").map_or(SWEEPS, |count| count.parse().unwrap());
    let levels = levels();
    assert!(!levels.is_empty(), "no .kbsp in the folder");
    let each = asked.div_ceil(levels.len() as u64);
    for (stream, (name, file)) in levels.iter().enumerate() {
        let (map, reference) = (CollisionMap::new(file), Reference::new(file));
        let mut random = Pcg32::new(9, stream as u64);
        let (mut hits, mut solid) = (0u64, 0u64);
        for sweep in 0..each {
            let request = random_request(&mut random, file);
            let trace = map.trace(&request);
            hits += u64::from(trace.fraction < 1.0);
            solid += u64::from(trace.start_solid);
            let checked = reference.check(&request, &trace, TOLERANCE);
            assert!(checked.is_ok(), "{name}, sweep {sweep}: {}", checked.unwrap_err());
        }
        assert!(hits > each / 8 && solid < each, "{name}: {hits} of {each} hit, {solid} start in solid");
    }
}

/// A ray or a box of a player's, a crouched player's or any size, from an open leaf, up to 512 units along each axis;
/// some straight along an axis, some short, some in whole units, as things at rest on brushes are.
fn random_request(random: &mut Pcg32, file: &BspFile) -> TraceRequest {
    let leaves = file.leaves();
    let leaf = loop {
        let leaf = &leaves[random.below(leaves.len() as u32).unwrap() as usize];
        if leaf.cluster >= 0 {
            break leaf;
        }
    };
    let (low, high) = (Vec3::from_array(leaf.mins), Vec3::from_array(leaf.maxs));
    let mut start = low + (high - low) * Vec3::from_array([(); 3].map(|()| random.next_f32()));
    let mut way = Vec3::from_array([(); 3].map(|()| random.between(-512.0, 512.0)));
    match random.below(8).unwrap() {
        0 => way *= Vec3::X,
        1 => way *= Vec3::Z,
        2 => way *= 1.0 / 64.0,
        3 => (start, way) = (start.round(), way.round()),
        _ => {}
    }
    let boxed = |mins, maxs| TraceShape::Box { mins, maxs };
    let shape = match random.below(4).unwrap() {
        0 => TraceShape::Point,
        1 => boxed(Vec3::new(-16.0, -16.0, 0.0), Vec3::new(16.0, 16.0, 36.0)),
        2 => boxed(Vec3::new(-16.0, -16.0, 0.0), Vec3::new(16.0, 16.0, 72.0)),
        _ => {
            let size = Vec3::from_array([(); 3].map(|()| random.between(0.0, 48.0)));
            boxed(-size, size)
        }
    };
    TraceRequest { start, end: start + way, shape, mask: Contents::MASK_PLAYER_SOLID }
}
