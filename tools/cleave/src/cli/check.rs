//! `--check`: the compiler's invariants on the user's own map.

use crate::checks::{
    Solidity, Violation, areas_and_waters_are_whole, bevels_repeat_no_side, edges_hold_no_vertices, floors_are_floors,
    meshes_are_in_their_leaves, meshes_collide_where_drawn, portals_join_their_clusters, rings_close,
    tree_agrees_with_brushes,
};
use crate::{Options, Output, cut_to_cordon};
use kerosene_diagnostics::{Diagnostic, Diagnostics, SourcePosition, codes};
use kerosene_map::Map;

/// Random points asked about.
const SAMPLES: u32 = 100_000;
/// Random rays at meshes, each tried against every triangle.
const RAYS: u32 = 1_000;

/// Every invariant that does not hold, as a fault in the compiler.
pub(super) fn all(map: &Map, options: &Options, output: &Output) -> Diagnostics {
    let solidity =
        if output.statistics.sealed && !options.no_fill { Solidity::OutsideFilled } else { Solidity::Everywhere };
    let cordoned = cut_to_cordon(map, options);
    let map = cordoned.as_ref().map_or(map, |cordoned| &cordoned.map);
    let (bsp, portals) = (&output.bsp, output.portals.as_ref());
    let results: [Result<(), Violation>; 9] = [
        rings_close(bsp),
        edges_hold_no_vertices(bsp),
        portals.map_or(Ok(()), |file| portals_join_their_clusters(bsp, file)),
        portals.map_or(Ok(()), |file| areas_and_waters_are_whole(bsp, file)),
        bevels_repeat_no_side(bsp),
        floors_are_floors(bsp),
        meshes_are_in_their_leaves(bsp, 1).map(|_| ()),
        meshes_collide_where_drawn(bsp, RAYS, 1).map(|_| ()),
        tree_agrees_with_brushes(bsp, map, &options.materials, solidity, SAMPLES, 1).map(|_| ()),
    ];
    let mut diagnostics = Diagnostics::new();
    for violation in results.into_iter().filter_map(Result::err) {
        let diagnostic = Diagnostic::new(codes::INTERNAL, violation.to_string())
            .at(SourcePosition::file(&map.source))
            .fix("please report this with the map");
        diagnostics.push(diagnostic);
    }
    diagnostics
}
