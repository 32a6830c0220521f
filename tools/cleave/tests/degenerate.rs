//! Maps that hardly are any.
#![allow(clippy::unwrap_used, reason = "tests")]

use cleave::checks::{Solidity, portals_join_their_clusters, tree_agrees_with_brushes};
use cleave::{NoProgress, Options, Request, compile};
use kerosene_bsp::reference::Reference;
use kerosene_bsp::{BspFile, CollisionMap, Contents, TraceRequest, TraceShape, WriteOptions};
use kerosene_map::{ReadOptions, read_map};
use kerosene_math::Vec3;

/// One brush in the void, and no entity that stands anywhere.
const LONE_BRUSH: &[u8] = b"
{ \"classname\" \"worldspawn\"
{
( 0 0 8 ) ( 0 8 8 ) ( 8 8 8 ) a 0 0 0 1 1
( 0 0 0 ) ( 8 0 0 ) ( 8 8 0 ) a 0 0 0 1 1
( 0 0 0 ) ( 0 8 0 ) ( 0 8 8 ) a 0 0 0 1 1
( 8 8 0 ) ( 8 0 0 ) ( 8 0 8 ) a 0 0 0 1 1
( 8 0 0 ) ( 0 0 0 ) ( 0 0 8 ) a 0 0 0 1 1
( 0 8 0 ) ( 8 8 0 ) ( 8 8 8 ) a 0 0 0 1 1
}
}";

/// Regression: outside removal took the whole map for the outside, and nothing in it was solid any more.
#[test]
fn a_map_without_an_inside_stays_solid() {
    let map = read_map("lone.map", LONE_BRUSH, &ReadOptions::default()).unwrap().map;
    let options = Options { threads: 1, ..Options::default() };
    let output = compile(&Request { map: &map, options: &options, inputs: &[] }, &NoProgress).unwrap();
    let asked =
        tree_agrees_with_brushes(&output.bsp, &map, &cleave::Materials::default(), Solidity::Everywhere, 4_000, 1)
            .unwrap();
    assert!(asked > 1_000, "{asked}");
    assert!(!output.statistics.sealed);
}

/// Regression: the check looked for a portal's clusters farther away than the leaf beside it was thick.
#[test]
fn a_portal_of_a_leaf_thinner_than_a_step_is_no_stray() {
    let map = read_map("thin_gap.map", include_bytes!("data/thin_gap.map"), &ReadOptions::default()).unwrap().map;
    let options = Options { threads: 1, no_fill: true, ..Options::default() };
    let output = compile(&Request { map: &map, options: &options, inputs: &[] }, &NoProgress).unwrap();
    let portals = output.portals.unwrap();
    assert!(portals.portals.len() > 6);
    portals_join_their_clusters(&output.bsp, &portals).unwrap();
}

/// Regression, found by fuzzing: a sliver between brushes, open to the void through a crack alone, was taken for the inside
/// of the map. It went on behind the crack, and what is solid there was open.
#[test]
fn a_sliver_between_brushes_is_no_inside() {
    let text = include_bytes!("data/inside_behind_a_crack.map");
    let map = read_map("inside_behind_a_crack.map", text, &ReadOptions::default()).unwrap().map;
    let options = Options { threads: 1, ..Options::default() };
    let output = compile(&Request { map: &map, options: &options, inputs: &[] }, &NoProgress).unwrap();
    assert!(!output.statistics.sealed);
    let asked =
        tree_agrees_with_brushes(&output.bsp, &map, &cleave::Materials::default(), Solidity::Everywhere, 20_000, 1)
            .unwrap();
    assert!(asked > 10_000, "{asked}");
}

/// A clip brush 600 units long whose sides are all but parallel.
const NEEDLE: &[u8] = b"
{ \"classname\" \"worldspawn\"
{
( -0.016666666666666607 -0.016666666666666607 -4 ) ( 233.9 460 4 ) ( 4 0 4 ) tools/clip 0 0 0 1 1
( 461.93333333333334 404.1 507.98333333333335 ) ( 4 0 4 ) ( 233.9 460 4 ) tools/clip 0 0 0 1 1
( 4 0 4 ) ( 461.93333333333334 404.1 507.98333333333335 ) ( -0.016666666666666607 -0.016666666666666607 -4 ) tools/clip 0 0 0 1 1
( 233.9 460 4 ) ( -0.016666666666666607 -0.016666666666666607 -4 ) ( 461.93333333333334 404.1 507.98333333333335 ) tools/clip 0 0 0 1 1
( 0.11666666666666667 0 0 ) ( 0.13333333333333333 0 176.73333333333332 ) ( 176.73333333333332 176.05 0 ) cut 0 0 0 1 1
}
}";

/// Regression, found by fuzzing: the bevels of a needle stood on its exact corners, and the corners of its planes in single
/// precision, which are what is collided with, lie half a unit from those. A box stopped at the bevel in the air.
#[test]
fn the_bevels_of_a_needle_touch_what_is_collided_with() {
    let map = read_map("needle.map", NEEDLE, &ReadOptions::default()).unwrap().map;
    let options = Options { threads: 1, ..Options::default() };
    let output = compile(&Request { map: &map, options: &options, inputs: &[] }, &NoProgress).unwrap();
    let file = BspFile::from_bytes(output.bsp.write_to(WriteOptions::default()).unwrap()).unwrap();
    let (tree, reference) = (CollisionMap::new(&file), Reference::new(&file));
    let request = TraceRequest {
        start: Vec3::new(113.161_316, 542.507_7, 537.260_4),
        end: Vec3::new(415.334_4, 398.706_9, -289.762_8),
        shape: TraceShape::Box { mins: Vec3::new(-16.0, -16.0, 0.0), maxs: Vec3::new(16.0, 16.0, 72.0) },
        mask: Contents::MASK_PLAYER_SOLID,
    };
    let trace = tree.trace(&request);
    assert_eq!(reference.check(&request, &trace, 0.05), Ok(()));
    assert!((trace.fraction - 0.533_95).abs() < 1e-4, "{trace:?}");
}
