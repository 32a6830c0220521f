//! Dividing the leaves that are part room and part crack.
//!
//! Where the planes of a crack's walls pass through the rooms on both its sides, one convex leaf, thin all over, reaches
//! from room to room, and no portal lies where the crack begins. Such leaves are divided where their walls end, so that
//! every narrow place has a portal that can be judged.

use crate::clearance::CRACK_WIDTH;
use crate::compile::Space;
use crate::portals::PortalGraph;
use crate::refine::refine;
use kerosene_math::DVec3;

/// Planes that may divide one leaf.
const MOST_PLANES: usize = 64;

/// The space with its thin leaves divided.
pub(crate) fn divide_thin_leaves<'a>(space: Space<'a>, region: &[u32; 6]) -> Space<'a> {
    let thin = thin_leaves(&space);
    if !thin.contains(&true) {
        return space;
    }
    let tree = refine(&space, region, &thin, MOST_PLANES);
    if tree.leaves.len() == space.tree.leaves.len() {
        return space;
    }
    let planes = space.planes;
    drop(space);
    let graph = PortalGraph::build(planes, &tree, region);
    Space { planes, tree, graph }
}

/// By leaf: open, and narrower than a crack. Such a leaf has narrow portals at its rim, so most need no look.
fn thin_leaves(space: &Space<'_>) -> Vec<bool> {
    let Space { tree, graph, .. } = space;
    let mut thin = vec![false; tree.leaves.len()];
    let narrow = graph.portals.iter().filter(|portal| portal.width < CRACK_WIDTH);
    for leaf in narrow.flat_map(|portal| portal.leaves.into_iter().flatten()) {
        thin[leaf as usize] = true;
    }
    for (leaf, thin) in thin.iter_mut().enumerate().filter(|(_, thin)| **thin) {
        *thin = !tree.leaves[leaf].is_opaque() && is_thinner(space, leaf as u32, CRACK_WIDTH);
    }
    thin
}

/// Whether a leaf fits between two parallel planes that are so far apart, one of them on its rim.
pub(crate) fn is_thinner(Space { planes, graph, .. }: &Space<'_>, leaf: u32, distance: f64) -> bool {
    let corners: Vec<DVec3> = graph.leaf_corners(planes, leaf).collect();
    let mut sides = graph.of_leaf(leaf).map(|(_, portal)| &planes[portal.winding.plane() as usize]);
    sides.any(|plane| corners.iter().all(|&corner| (plane.normal().dot(corner) - plane.dist()).abs() < distance))
}
