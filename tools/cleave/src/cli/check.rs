//! `--check`: the compiler's invariants on the user's own map.

use crate::checks::{
    Solidity, Violation, edges_hold_no_vertices, portals_join_their_clusters, rings_close, tree_agrees_with_brushes,
};
use crate::{Options, Output};
use kerosene_diagnostics::{Diagnostic, Diagnostics, SourcePosition, codes};
use kerosene_map::Map;

/// Random points asked about.
const SAMPLES: u32 = 100_000;

/// Every invariant that does not hold, as a fault in the compiler.
pub(super) fn all(map: &Map, options: &Options, output: &Output) -> Diagnostics {
    let solidity =
        if output.statistics.sealed && !options.no_fill { Solidity::OutsideFilled } else { Solidity::Everywhere };
    let portals = output.portals.as_ref().map_or(Ok(()), |file| portals_join_their_clusters(&output.bsp, file));
    let results: [Result<(), Violation>; 4] = [
        rings_close(&output.bsp),
        edges_hold_no_vertices(&output.bsp),
        portals,
        tree_agrees_with_brushes(&output.bsp, map, solidity, SAMPLES, 1).map(|_| ()),
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
