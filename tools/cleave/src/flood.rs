//! The flood: what can be reached from the entities, and does the void reach it?

use crate::portals::{Portal, PortalGraph};
use crate::tree::{Child, Tree};
use kerosene_math::DVec3;
use kerosene_math::exact::{ExactPlane, Side};
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

/// An entity that occupies space, and the leaf it stands in.
#[derive(Debug, Clone, PartialEq)]
pub struct Occupant {
    /// Index of the entity in the source map.
    pub entity: usize,
    /// Where it is.
    pub origin: DVec3,
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

/// The shortest way from `occupant` through open leaves to the void, as portals in walking order. Distances
/// are between portal centres, by Dijkstra's method (1959).
pub(crate) fn way_out(tree: &Tree, graph: &PortalGraph, occupant: &Occupant) -> Option<Vec<u32>> {
    let mut best: Vec<Option<(f64, Option<u32>)>> = vec![None; graph.portals.len()];
    let mut queue = BinaryHeap::new();
    let leave =
        |leaf: u32, from: DVec3, walked: f64, via: Option<u32>, best: &mut Vec<_>, queue: &mut BinaryHeap<_>| {
            for (index, portal) in graph.of_leaf(leaf) {
                let next = portal.other(Some(leaf));
                if portal.is_crack() || next.is_some_and(|next| tree.leaves[next as usize].is_opaque()) {
                    continue;
                }
                let distance = walked + from.distance(portal.winding.center());
                let slot: &mut Option<(f64, Option<u32>)> = &mut best[index as usize];
                if slot.is_none_or(|(known, _)| distance < known) {
                    *slot = Some((distance, via));
                    queue.push(Reverse(Step { distance, portal: index, enters: next }));
                }
            }
        };
    leave(occupant.leaf, occupant.origin, 0.0, None, &mut best, &mut queue);
    while let Some(Reverse(step)) = queue.pop() {
        if best[step.portal as usize].is_none_or(|(known, _)| step.distance > known) {
            continue;
        }
        let Some(leaf) = step.enters else { return Some(trace_back(&best, step.portal)) };
        let center = graph.portals[step.portal as usize].winding.center();
        leave(leaf, center, step.distance, Some(step.portal), &mut best, &mut queue);
    }
    None
}

fn trace_back(best: &[Option<(f64, Option<u32>)>], last: u32) -> Vec<u32> {
    let mut way = vec![last];
    let mut portal = last;
    while let Some((_, Some(previous))) = best[portal as usize] {
        way.push(previous);
        portal = previous;
    }
    way.reverse();
    way
}

struct Step {
    distance: f64,
    portal: u32,
    enters: Option<u32>,
}

impl Ord for Step {
    fn cmp(&self, other: &Self) -> Ordering {
        self.distance.total_cmp(&other.distance).then(self.portal.cmp(&other.portal))
    }
}

impl PartialOrd for Step {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Step {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Step {}
