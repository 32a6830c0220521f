//! Dividing leaves where their walls end.
//!
//! A leaf is convex, but part of its boundary is wall and part is open. The least opening on a way through it lies
//! where walls end: at the mouth of a hole, say, of which the tree knows nothing if it never had to split there.

use crate::compile::Space;
use crate::cut::front_of;
use crate::portals::PortalGraph;
use crate::tree::{Child, Tree, TreeNode};
use kerosene_math::exact::{ExactPlane, ExactWinding};
use rayon::prelude::*;

/// Walls must end along this share of a section's rim for it to be worth a division.
const LEAST_RIM: f64 = 0.2;

/// The world's tree with the leaves of `wanted` divided further, each by at most so many planes.
pub(crate) fn refine(world: &Space<'_>, region: &[u32; 6], wanted: &[bool], most_planes: usize) -> Tree {
    let mut tree = world.tree.clone();
    let divisions: Vec<Option<Division>> = (0..world.tree.leaves.len() as u32)
        .into_par_iter()
        .map(|leaf| if wanted[leaf as usize] { divide(world, region, leaf, most_planes) } else { None })
        .collect();
    for node in 0..world.tree.nodes.len() {
        for side in 0..2 {
            if let Child::Leaf(leaf) = world.tree.nodes[node].children[side]
                && let Some(division) = &divisions[leaf as usize]
            {
                tree.nodes[node].children[side] = division.graft(&mut tree, leaf);
            }
        }
    }
    tree
}

/// A small tree within one leaf; its leaf 0 keeps the old leaf's number.
struct Division {
    nodes: Vec<TreeNode>,
    leaves: u32,
}

impl Division {
    fn graft(&self, tree: &mut Tree, leaf: u32) -> Child {
        let (first_node, first_leaf) = (tree.nodes.len() as u32, tree.leaves.len() as u32);
        let class = tree.leaves[leaf as usize];
        tree.leaves.extend((1..self.leaves).map(|_| class));
        let renumber = |child: Child| match child {
            Child::Node(node) => Child::Node(first_node + node),
            Child::Leaf(0) => Child::Leaf(leaf),
            Child::Leaf(new) => Child::Leaf(first_leaf + new - 1),
        };
        let grown = self.nodes.iter().map(|node| TreeNode { plane: node.plane, children: node.children.map(renumber) });
        tree.nodes.extend(grown);
        Child::Node(first_node)
    }
}

fn divide(world: &Space<'_>, region: &[u32; 6], leaf: u32, most_planes: usize) -> Option<Division> {
    let Space { planes, tree, graph } = world;
    let rim = bounding_planes(graph, leaf);
    let mut chosen: Vec<(f64, u32)> = wall_ends(planes, tree, graph, leaf)
        .into_iter()
        .filter(|&(plane, _)| !rim.iter().any(|&known| known | 1 == plane | 1))
        .filter_map(|(plane, length)| {
            let share = length / perimeter(&section(planes, region, plane, &rim)?);
            (share >= LEAST_RIM).then_some((share, plane))
        })
        .collect();
    chosen.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    chosen.truncate(most_planes);
    let by: Vec<u32> = chosen.into_iter().map(|(_, plane)| plane).collect();
    (!by.is_empty()).then(|| grow(planes, region, rim, &by))
}

/// Divides the cell in front of `rim` by each of `by` that passes through it.
fn grow(planes: &[ExactPlane], region: &[u32; 6], rim: Vec<u32>, by: &[u32]) -> Division {
    let mut division = Division { nodes: Vec::new(), leaves: 0 };
    let mut pending = vec![(rim, by, None::<(usize, usize)>)];
    while let Some((rim, by, parent)) = pending.pop() {
        let splits = |plane: &u32| section(planes, region, *plane, &rim).is_some();
        let child = if let Some(place) = by.iter().position(splits) {
            let (plane, rest, node) = (by[place], &by[place + 1..], division.nodes.len());
            division.nodes.push(TreeNode { plane, children: [Child::Leaf(0); 2] });
            for (side, facing) in [(1, plane ^ 1), (0, plane)] {
                pending.push((rim.iter().copied().chain([facing]).collect(), rest, Some((node, side))));
            }
            Child::Node(node as u32)
        } else {
            division.leaves += 1;
            Child::Leaf(division.leaves - 1)
        };
        if let Some((node, side)) = parent {
            division.nodes[node].children[side] = child;
        }
    }
    division
}

/// The planes around a leaf, each with the leaf in front.
fn bounding_planes(graph: &PortalGraph, leaf: u32) -> Vec<u32> {
    let facing = |in_front: bool, plane: u32| if in_front { plane } else { plane ^ 1 };
    let portals = graph.of_leaf(leaf);
    let mut planes: Vec<u32> =
        portals.map(|(_, portal)| facing(portal.leaves[0] == Some(leaf), portal.winding.plane())).collect();
    planes.sort_unstable();
    planes.dedup();
    planes
}

/// Planes on which walls of the leaf end, with the length of those ends, by plane.
fn wall_ends(planes: &[ExactPlane], tree: &Tree, graph: &PortalGraph, leaf: u32) -> Vec<(u32, f64)> {
    let solid = |leaf: u32| tree.leaves[leaf as usize].is_opaque();
    let walls = graph.of_leaf(leaf).filter(|(_, portal)| portal.other(Some(leaf)).is_some_and(solid));
    let mut ends: Vec<(u32, f64)> = Vec::new();
    for (_, wall) in walls {
        let corners: Vec<_> = wall.winding.positions(planes).collect();
        let lengths = corners.iter().zip(corners.iter().cycle().skip(1)).map(|(from, to)| from.distance(*to));
        ends.extend(wall.winding.edges().iter().map(|edge| edge & !1).zip(lengths));
    }
    ends.sort_by_key(|&(plane, _)| plane);
    ends.dedup_by(|next, first| {
        let same = next.0 == first.0;
        first.1 += if same { next.1 } else { 0.0 };
        same
    });
    ends
}

/// The polygon of `plane` within the cell in front of `rim`.
fn section(planes: &[ExactPlane], region: &[u32; 6], plane: u32, rim: &[u32]) -> Option<ExactWinding> {
    rim.iter().try_fold(ExactWinding::base(planes, plane, region), |winding, &side| front_of(planes, winding, side))
}

fn perimeter(winding: &ExactWinding) -> f64 {
    let corners: Vec<_> = winding.positions().collect();
    corners.iter().zip(corners.iter().cycle().skip(1)).map(|(from, to)| from.distance(*to)).sum()
}
