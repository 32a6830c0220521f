//! The map compiler: any handful of brushes compiles without a fault into a map that loads, the compiler's
//! invariants hold on it, and sweeps through it agree with an exact sweep over all its brushes.
#![no_main]

mod soup;

use cleave::checks::{
    Solidity, areas_and_waters_are_whole, bevels_repeat_no_side, edges_hold_no_vertices, floors_are_floors,
    meshes_are_in_their_leaves, meshes_collide_where_drawn, portals_join_their_clusters, rings_close,
    tree_agrees_with_brushes,
};
use cleave::{NoProgress, Request, compile};
use kerosene_bsp::reference::Reference;
use kerosene_bsp::{BspFile, CollisionMap, Contents, TraceRequest, TraceShape, WriteOptions};
use kerosene_math::{Pcg32, Vec3};
use libfuzzer_sys::fuzz_target;

/// Points at which tree and brushes are compared, and sweeps made.
const SAMPLES: u32 = 128;
const SWEEPS: u32 = 8;
/// Rays at meshes.
const RAYS: u32 = 16;
/// How far tree and exact sweep may differ, in units.
const TOLERANCE: f64 = 0.05;

/// A ray or a player's box through the soup.
fn request(random: &mut Pcg32) -> TraceRequest {
    let mut point = || Vec3::from_array([(); 3].map(|()| random.between(-560.0, 560.0)));
    let (start, end) = (point(), point());
    let shape = match random.below(2) {
        Some(0) => TraceShape::Point,
        _ => TraceShape::Box { mins: Vec3::new(-16.0, -16.0, 0.0), maxs: Vec3::new(16.0, 16.0, 72.0) },
    };
    TraceRequest { start, end, shape, mask: Contents::MASK_PLAYER_SOLID }
}

/// Sweeps through the world agree with an exact sweep over its brushes.
fn sweep(file: &BspFile) {
    let (tree, reference) = (CollisionMap::new(file), Reference::new(file));
    let mut random = Pcg32::new(7, 0);
    for _ in 0..SWEEPS {
        let request = request(&mut random);
        let checked = reference.check(&request, &tree.trace(&request), TOLERANCE);
        assert!(checked.is_ok(), "{}", checked.unwrap_err());
    }
}

fuzz_target!(|data: &[u8]| {
    let Some(soup) = soup::read(data) else { return };
    let request = Request { map: &soup.map, options: &soup.options, inputs: &[] };
    let Ok(output) = compile(&request, &NoProgress) else { return };
    let bytes = output.bsp.write_to(WriteOptions { compress: soup.options.compress }).expect("a map can be written");
    let file = BspFile::from_bytes(bytes).expect("the compiled map loads");
    rings_close(&output.bsp).unwrap();
    edges_hold_no_vertices(&output.bsp).unwrap();
    // Planes askew leave leaves thinner than any step beside a portal, so that a look at both sides proves nothing.
    if let Some(portals) = output.portals.as_ref().filter(|_| !soup.askew) {
        portals_join_their_clusters(&output.bsp, portals).unwrap();
    }
    if let Some(portals) = &output.portals {
        areas_and_waters_are_whole(&output.bsp, portals).unwrap();
    }
    bevels_repeat_no_side(&output.bsp).unwrap();
    floors_are_floors(&output.bsp).unwrap();
    let filled = output.statistics.sealed && !soup.options.no_fill;
    let solidity = if filled { Solidity::OutsideFilled } else { Solidity::Everywhere };
    tree_agrees_with_brushes(&output.bsp, &soup.map, &cleave::Materials::default(), solidity, SAMPLES, 1).unwrap();
    meshes_are_in_their_leaves(&output.bsp, 1).unwrap();
    meshes_collide_where_drawn(&output.bsp, RAYS, 1).unwrap();
    sweep(&file);
});
