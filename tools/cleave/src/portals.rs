//! Portals: the polygons through which the leaves of a tree touch.
//!
//! The portal of a node is its plane's polygon within the node's region, pushed down both subtrees: every
//! piece that arrives joins one leaf in front to one behind. Nodes do not depend on each other, so they are
//! done in parallel and collected by index. Six more polygons, the region's own walls, join the outermost
//! leaves to the void.

use crate::buckets::Buckets;
use crate::clearance::{is_crack, width};
use crate::cut::{behind, front_of, halves};
use crate::tree::{Child, Tree, TreeNode};
use kerosene_math::exact::{ExactPlane, ExactWinding, PackedWinding};
use kerosene_math::{DAabb, DVec3};
use rayon::prelude::*;

/// A polygon between two leaves.
#[derive(Debug, Clone)]
pub(crate) struct Portal {
    /// The polygon; its front looks at `leaves[0]`.
    pub winding: PackedWinding,
    /// Leaf in front and leaf behind; `None` is the void around the map.
    pub leaves: [Option<u32>; 2],
    /// The least distance between two parallel lines that hold the polygon between them, in units.
    pub width: f64,
    crack: bool,
}

impl Portal {
    fn new(planes: &[ExactPlane], tree: &Tree, winding: &ExactWinding, leaves: [Option<u32>; 2]) -> Self {
        let width = width(winding);
        Self { winding: winding.pack(), leaves, width, crack: is_crack(planes, tree, winding, leaves, width) }
    }

    /// Whether it is part of a crack, an opening narrower than `CRACK_WIDTH`: nothing passes, because the drawn faces
    /// on its two sides are welded together. Editors that store rotated brushes as decimals leave gaps of 1e-13 units.
    /// A narrow strip of a wide opening is none.
    pub(crate) fn is_crack(&self) -> bool {
        self.crack
    }

    /// The leaf on the other side.
    pub(crate) fn other(&self, leaf: Option<u32>) -> Option<u32> {
        if self.leaves[0] == leaf { self.leaves[1] } else { self.leaves[0] }
    }
}

/// All portals of a tree, and which touch each leaf.
#[derive(Debug, Clone)]
pub(crate) struct PortalGraph {
    /// In node order.
    pub portals: Vec<Portal>,
    /// Portal indices by leaf, rising.
    by_leaf: Buckets,
    /// Portals to the void.
    pub to_void: Vec<u32>,
}

impl PortalGraph {
    /// Portals of the tree within the box of `region` (six planes, normals outward).
    pub(crate) fn build(planes: &[ExactPlane], tree: &Tree, region: &[u32; 6]) -> Self {
        let parents = parents(tree);
        let of_node = |node| node_portals(planes, tree, region, node, &parents);
        let mut portals: Vec<Portal> = (0..tree.nodes.len()).into_par_iter().flat_map_iter(of_node).collect();
        portals.extend(wall_portals(planes, tree, region));
        portals.shrink_to_fit();
        let touching = || {
            let numbered = portals.iter().zip(0..);
            numbered.flat_map(|(portal, index)| portal.leaves.into_iter().flatten().map(move |leaf| (leaf, index)))
        };
        let by_leaf = Buckets::new(tree.leaves.len(), touching);
        let outermost = portals.iter().zip(0..).filter(|(portal, _)| portal.leaves.contains(&None));
        let to_void = outermost.map(|(_, index)| index).collect();
        Self { portals, by_leaf, to_void }
    }

    /// Portals that touch `leaf`.
    pub(crate) fn of_leaf(&self, leaf: u32) -> impl Iterator<Item = (u32, &Portal)> {
        self.by_leaf.of(leaf).iter().map(|&index| (index, &self.portals[index as usize]))
    }

    /// Bounds of a leaf, from its portals.
    pub(crate) fn leaf_bounds(&self, planes: &[ExactPlane], leaf: u32) -> DAabb {
        DAabb::from_points(self.leaf_corners(planes, leaf))
    }

    /// Corners of a leaf, each once or more.
    pub(crate) fn leaf_corners<'a>(&'a self, planes: &'a [ExactPlane], leaf: u32) -> impl Iterator<Item = DVec3> + 'a {
        self.of_leaf(leaf).flat_map(|(_, portal)| portal.winding.positions(planes))
    }
}

/// For each node the plane of its parent, oriented so that the node is in front, and the parent itself.
fn parents(tree: &Tree) -> Vec<Option<(u32, u32)>> {
    let mut parents = vec![None; tree.nodes.len()];
    for (index, node) in tree.nodes.iter().enumerate() {
        for (side, child) in node.children.iter().enumerate() {
            if let Child::Node(child) = child {
                parents[*child as usize] = Some((node.plane ^ side as u32, index as u32));
            }
        }
    }
    parents
}

fn node_portals(
    planes: &[ExactPlane],
    tree: &Tree,
    region: &[u32; 6],
    node: usize,
    parents: &[Option<(u32, u32)>],
) -> Vec<Portal> {
    let TreeNode { plane, children } = tree.nodes[node];
    let mut winding = Some(ExactWinding::base(planes, plane, region));
    for &wall in region {
        winding = winding.and_then(|winding| behind(planes, winding, wall));
    }
    // The nearest ancestors cut most.
    for (plane, _) in std::iter::successors(parents[node], |&(_, parent)| parents[parent as usize]) {
        winding = winding.and_then(|winding| front_of(planes, winding, plane));
    }
    let Some(winding) = winding else { return Vec::new() };
    let mut portals = Vec::new();
    for (front, piece) in pieces_by_leaf(planes, tree, children[0], winding, 0.0) {
        for (back, piece) in pieces_by_leaf(planes, tree, children[1], piece, 0.0) {
            portals.push(Portal::new(planes, tree, &piece, [Some(front), Some(back)]));
        }
    }
    portals
}

fn wall_portals(planes: &[ExactPlane], tree: &Tree, region: &[u32; 6]) -> Vec<Portal> {
    let mut portals = Vec::new();
    for (index, &wall) in region.iter().enumerate() {
        let mut winding = Some(ExactWinding::base(planes, wall, region));
        for (other_index, &other) in region.iter().enumerate() {
            if other_index / 2 != index / 2 {
                winding = winding.and_then(|winding| behind(planes, winding, other));
            }
        }
        let Some(winding) = winding else { continue };
        for (leaf, piece) in pieces_by_leaf(planes, tree, tree.root, winding, 0.0) {
            portals.push(Portal::new(planes, tree, &piece, [None, Some(leaf)]));
        }
    }
    portals
}

/// Pushes `winding` down a subtree; the pieces with the leaf that each arrives in. What is within `slack` of a plane
/// lies on it.
pub(crate) fn pieces_by_leaf(
    planes: &[ExactPlane],
    tree: &Tree,
    from: Child,
    winding: ExactWinding,
    slack: f64,
) -> Vec<(u32, ExactWinding)> {
    let mut pieces = Vec::new();
    let mut pending = vec![(from, winding)];
    while let Some((child, winding)) = pending.pop() {
        let node = match child {
            Child::Leaf(leaf) => {
                pieces.push((leaf, winding));
                continue;
            }
            Child::Node(node) => tree.nodes[node as usize],
        };
        match classify(planes, &winding, node.plane, slack) {
            (true, true) => {
                let (front, back) = halves(planes, winding, node.plane);
                pending.extend(back.map(|winding| (node.children[1], winding)));
                pending.extend(front.map(|winding| (node.children[0], winding)));
            }
            (false, true) => pending.push((node.children[1], winding)),
            (true, false) => pending.push((node.children[0], winding)),
            // On the plane: it belongs to the side it looks at.
            (false, false) => {
                let normals = [winding.plane(), node.plane].map(|plane| planes[plane as usize].normal());
                let side = usize::from(normals[0].dot(normals[1]) < 0.0);
                pending.push((node.children[side], winding));
            }
        }
    }
    pieces
}

/// Whether any of `winding` is further than `slack` in front of and behind plane `by`.
fn classify(planes: &[ExactPlane], winding: &ExactWinding, by: u32, slack: f64) -> (bool, bool) {
    if slack == 0.0 || winding.plane() | 1 == by | 1 {
        return winding.classify(planes, by);
    }
    let plane = &planes[by as usize];
    let distances = || winding.positions().map(|corner| plane.normal().dot(corner) - plane.dist());
    (distances().any(|distance| distance > slack), distances().any(|distance| distance < -slack))
}
