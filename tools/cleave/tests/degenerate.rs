//! Maps that hardly are any.
#![allow(clippy::unwrap_used, reason = "tests")]

use cleave::checks::{Solidity, portals_join_their_clusters, tree_agrees_with_brushes};
use cleave::{NoProgress, Options, Request, compile};
use kerosene_map::{ReadOptions, read_map};

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
    let asked = tree_agrees_with_brushes(&output.bsp, &map, Solidity::Everywhere, 4_000, 1).unwrap();
    assert!(asked > 1_000, "{asked}");
    assert!(!output.statistics.sealed);
}

/// Regression: the check looked for a portal's clusters farther away than the leaf beside it was thick.
#[test]
fn a_portal_of_a_leaf_thinner_than_a_step_is_no_stray() {
    let map = read_map("thin_gap.map", include_bytes!("data/thin_gap.map"), &ReadOptions::default()).unwrap().map;
    let options = Options { threads: 1, ..Options::default() };
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
    let asked = tree_agrees_with_brushes(&output.bsp, &map, Solidity::Everywhere, 20_000, 1).unwrap();
    assert!(asked > 10_000, "{asked}");
}
