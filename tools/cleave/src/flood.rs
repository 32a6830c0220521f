//! The flood: what can be reached from the entities, and does the void reach it?

use crate::portals::{Portal, PortalGraph};
use crate::tree::{Child, Tree};
use kerosene_math::DVec3;
use kerosene_math::exact::{ExactPlane, Side};

/// An entity that occupies space, and the leaf it stands in.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Occupant {
    /// Index of the entity in the source map.
    pub entity: usize,
    /// Its origin.
    pub origin: DVec3,
    /// The point near its origin that is in open space.
    pub stands_at: DVec3,
    /// The leaf there.
    pub leaf: u32,
}

/// Leaf of a point, exactly; a point on a plane is in front of it.
pub(crate) fn leaf_at(planes: &[ExactPlane], tree: &Tree, point: DVec3) -> u32 {
    let mut child = tree.root;
    loop {
        match child {
            Child::Leaf(leaf) => return leaf,
            Child::Node(node) => {
                let node = tree.nodes[node as usize];
                let behind = planes[node.plane as usize].side_of_point(point) == Side::Back;
                child = node.children[usize::from(behind)];
            }
        }
    }
}

/// Leaves that can be reached from `starts` without passing through solid; solid starts reach nothing.
pub(crate) fn reach(tree: &Tree, graph: &PortalGraph, starts: impl Iterator<Item = u32>) -> Vec<bool> {
    reach_through(tree, graph, starts, |portal| !portal.is_crack())
}

/// Leaves that can be reached from `starts` through open leaves and portals that `passes` lets through.
pub(crate) fn reach_through(
    tree: &Tree,
    graph: &PortalGraph,
    starts: impl Iterator<Item = u32>,
    passes: impl Fn(&Portal) -> bool,
) -> Vec<bool> {
    let open = |leaf: u32| !tree.leaves[leaf as usize].is_opaque();
    let mut reached = vec![false; tree.leaves.len()];
    let mut pending: Vec<u32> = starts.filter(|&leaf| open(leaf)).collect();
    for &leaf in &pending {
        reached[leaf as usize] = true;
    }
    while let Some(leaf) = pending.pop() {
        for (_, portal) in graph.of_leaf(leaf) {
            if let Some(next) = portal.other(Some(leaf))
                && passes(portal)
                && open(next)
                && !reached[next as usize]
            {
                reached[next as usize] = true;
                pending.push(next);
            }
        }
    }
    reached
}

/// Leaves that the void reaches.
pub(crate) fn reach_from_void(tree: &Tree, graph: &PortalGraph) -> Vec<bool> {
    let portals = graph.to_void.iter().map(|&index| &graph.portals[index as usize]);
    let starts = portals.filter_map(|portal| portal.other(None));
    reach(tree, graph, starts)
}
