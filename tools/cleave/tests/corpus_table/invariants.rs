//! The invariants of compiled maps.

use cleave::Output;
use cleave::checks::{
    Solidity, edges_hold_no_vertices, portals_join_their_clusters, rings_close, tree_agrees_with_brushes,
};
use kerosene_map::Map;

/// Points at which tree and brushes are compared.
const SAMPLES: u32 = 4_000;

/// What does not hold, in words.
pub(super) fn broken(map: &Map, output: &Output) -> Vec<String> {
    let solidity = if output.statistics.sealed { Solidity::OutsideFilled } else { Solidity::Everywhere };
    let portals = output.portals.as_ref().map(|file| portals_join_their_clusters(&output.bsp, file));
    let checks = [
        rings_close(&output.bsp).err(),
        edges_hold_no_vertices(&output.bsp).err(),
        portals.and_then(Result::err),
        tree_agrees_with_brushes(&output.bsp, map, &cleave::Materials::default(), solidity, SAMPLES, 7).err(),
    ];
    checks.into_iter().flatten().map(|violation| violation.to_string()).collect()
}
