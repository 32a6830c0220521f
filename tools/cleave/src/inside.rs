//! Outside removal: only what is seen from inside is kept, and the tree is built again from that alone.

use crate::clusters::Clusters;
use crate::compile::{CompiledSpace, Space};
use crate::csg::Fragment;
use crate::merge::merge_fragments;
use crate::portals::{Portal, PortalGraph, pieces_by_leaf};
use crate::tree::{Child, ClassAt, Effort, TooDeep, Tree, build_tree};
use crate::volume::VolumeClass;
use kerosene_math::DVec3;
use kerosene_math::exact::{ExactPlane, ExactWinding, Side};
use rayon::prelude::*;
use smallvec::{SmallVec, smallvec};

/// Keeps the parts of all fragments that are seen from inside, and builds the tree from those.
pub(crate) fn rebuild_inside(
    world: Space<'_>,
    fragments: Vec<Fragment>,
    inside: &[bool],
    region: &[u32; 6],
) -> Result<CompiledSpace, TooDeep> {
    let Space { planes, tree, graph } = world;
    let parts = |fragment| inside_parts(planes, &tree, fragment, inside);
    let mut kept: Vec<Fragment> = fragments.into_par_iter().flat_map_iter(parts).collect();
    let drawn = kept.len();
    kept.extend(closed_cracks(&tree, &graph, inside));
    // What is not needed any more goes before as much again is made.
    drop(graph);
    let classes = FilledClasses { planes, tree: &tree, inside };
    let filled = build_tree(planes, &kept, &classes, Effort::Fine)?;
    drop(tree);
    kept.truncate(drawn);
    Ok(clustered(planes, kept, filled, region))
}

/// Builds the tree again of a world that is not filled: all that is open stays.
pub(crate) fn rebuild_all(
    Space { planes, tree, .. }: Space<'_>,
    fragments: Vec<Fragment>,
    region: &[u32; 6],
) -> Result<CompiledSpace, TooDeep> {
    let open: Vec<bool> = tree.leaves.iter().map(|class| !class.is_opaque()).collect();
    let classes = FilledClasses { planes, tree: &tree, inside: &open };
    let fine = build_tree(planes, &fragments, &classes, Effort::Fine)?;
    drop(tree);
    Ok(clustered(planes, fragments, fine, region))
}

/// The space of a tree in which all that is open is inside.
fn clustered(planes: &[ExactPlane], fragments: Vec<Fragment>, tree: Tree, region: &[u32; 6]) -> CompiledSpace {
    let graph = PortalGraph::build(planes, &tree, region);
    let inside: Vec<bool> = tree.leaves.iter().map(|class| !class.is_opaque()).collect();
    let clusters = Clusters::merged(planes, &tree, &graph, &inside, &hint_planes(&fragments));
    CompiledSpace { fragments, inside, tree, graph, clusters }
}

/// The planes that hints lie on, the even one of each pair, rising.
fn hint_planes(fragments: &[Fragment]) -> Vec<u32> {
    let hints = fragments.iter().filter(|fragment| fragment.hint);
    let mut planes: Vec<u32> = hints.map(|hint| hint.winding.plane() & !1).collect();
    planes.sort_unstable();
    planes.dedup();
    planes
}

/// Boundaries where the inside ends at a crack that is taken as closed. No face is there, and without a boundary the
/// inside would go on behind it.
fn closed_cracks(tree: &Tree, graph: &PortalGraph, inside: &[bool]) -> Vec<Fragment> {
    let is_inside = |leaf: Option<u32>| leaf.is_some_and(|leaf| inside[leaf as usize]);
    let is_open = |leaf: Option<u32>| leaf.is_none_or(|leaf| !tree.leaves[leaf as usize].is_opaque());
    let close = |portal: &Portal| {
        let winding = match portal.leaves.map(is_inside) {
            [true, false] if is_open(portal.leaves[1]) => portal.winding.clone(),
            [false, true] if is_open(portal.leaves[0]) => portal.winding.flipped(),
            _ => return None,
        };
        let leaf = portal.leaves.into_iter().flatten().find(|&leaf| inside[leaf as usize])?;
        let (front, back) = (tree.leaves[leaf as usize], VolumeClass::Solid);
        Some(Fragment { winding, front, back, brush: 0, side: 0, structural: true, hint: false })
    };
    graph.portals.iter().filter_map(close).collect()
}

fn inside_parts(planes: &[ExactPlane], tree: &Tree, fragment: Fragment, inside: &[bool]) -> SmallVec<[Fragment; 1]> {
    let mut all = true;
    let mut kept = Vec::new();
    for (leaf, piece) in pieces_by_leaf(planes, tree, tree.root, fragment.winding.unpack(planes), 0.0) {
        if inside[leaf as usize] || fragment.back.is_entered() && back_is_inside(planes, tree, &piece, inside) {
            kept.push(piece);
        } else {
            all = false;
        }
    }
    if all {
        return smallvec![fragment];
    }
    let part = |winding: &ExactWinding| Fragment { winding: winding.pack(), ..fragment.clone() };
    merge_fragments(planes, kept).iter().map(part).collect()
}

fn back_is_inside(planes: &[ExactPlane], tree: &Tree, piece: &ExactWinding, inside: &[bool]) -> bool {
    pieces_by_leaf(planes, tree, tree.root, piece.flipped(), 0.0).iter().any(|(leaf, _)| inside[*leaf as usize])
}

/// The class of a place from the tree before the outside was filled.
struct FilledClasses<'a> {
    planes: &'a [ExactPlane],
    tree: &'a Tree,
    inside: &'a [bool],
}

impl ClassAt for FilledClasses<'_> {
    fn class_beside(&self, point: DVec3, plane: u32) -> VolumeClass {
        let mut child = self.tree.root;
        loop {
            let node = match child {
                Child::Leaf(leaf) if self.inside[leaf as usize] => return self.tree.leaves[leaf as usize],
                Child::Leaf(_) => return VolumeClass::Solid,
                Child::Node(node) => self.tree.nodes[node as usize],
            };
            let behind = if node.plane | 1 == plane | 1 {
                node.plane != plane
            } else {
                self.planes[node.plane as usize].side_of_point(point) == Side::Back
            };
            child = node.children[usize::from(behind)];
        }
    }
}
