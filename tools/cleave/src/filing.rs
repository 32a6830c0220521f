//! Filing: which brushes and faces belong to which leaves.

use crate::brush::{Brush, BrushSide};
use crate::portals::PortalGraph;
use crate::tree::{Child, Tree};
use crate::volume::BrushRole;
use kerosene_math::exact::ExactPlane;
use kerosene_math::{DAabb, DVec3};
use rayon::prelude::*;

/// A leaf whose corners all are at least this far in front of a brush's plane does not meet the brush.
const CLEAR: f64 = -1e-6;
/// Slack of box tests, in units.
const BOX_SLACK: f64 = 0.03125;

/// Brush indices by leaf, rising: every brush that a leaf meets, and at times one that it nearly meets.
pub(crate) fn file_brushes(
    planes: &[ExactPlane],
    tree: &Tree,
    graph: &PortalGraph,
    brushes: &[Brush],
) -> Vec<Vec<u32>> {
    let shapes: Vec<LeafShape> = (0..tree.leaves.len())
        .into_par_iter()
        .map(|leaf| LeafShape {
            bounds: graph.leaf_bounds(leaf as u32),
            corners: graph.leaf_corners(leaf as u32).collect(),
        })
        .collect();
    let leaves: Vec<Vec<u32>> = brushes
        .par_iter()
        .map(|brush| match brush.role {
            BrushRole::Hint | BrushRole::Origin => Vec::new(),
            _ => leaves_of_brush(planes, tree, &shapes, brush),
        })
        .collect();
    let mut by_leaf = vec![Vec::new(); tree.leaves.len()];
    for (index, leaves) in leaves.iter().enumerate() {
        for &leaf in leaves {
            by_leaf[leaf as usize].push(index as u32);
        }
    }
    by_leaf
}

struct LeafShape {
    bounds: DAabb,
    corners: Vec<DVec3>,
}

fn leaves_of_brush(planes: &[ExactPlane], tree: &Tree, shapes: &[LeafShape], brush: &Brush) -> Vec<u32> {
    let mut leaves = Vec::new();
    let mut pending = vec![tree.root];
    while let Some(child) = pending.pop() {
        match child {
            Child::Leaf(leaf) => {
                if meets(planes, brush, &shapes[leaf as usize]) {
                    leaves.push(leaf);
                }
            }
            Child::Node(node) => {
                let node = tree.nodes[node as usize];
                let (front, back) = brush_sides(planes, brush, node.plane);
                if back {
                    pending.push(node.children[1]);
                }
                if front {
                    pending.push(node.children[0]);
                }
            }
        }
    }
    leaves
}

/// Whether any of the brush is in front of and behind `plane`, exactly.
fn brush_sides(planes: &[ExactPlane], brush: &Brush, plane: u32) -> (bool, bool) {
    let exact = &planes[plane as usize];
    let normal = exact.normal();
    let distance = normal.dot(brush.bounds.center()) - exact.dist();
    let reach = normal.abs().dot(brush.bounds.size() * 0.5) + BOX_SLACK;
    if distance > reach {
        return (true, false);
    }
    if distance < -reach {
        return (false, true);
    }
    let (mut front, mut back) = (false, false);
    for side in &brush.sides {
        let (ahead, behind) = side.winding.classify(planes, plane);
        front |= ahead;
        back |= behind;
        if front && back {
            break;
        }
    }
    (front, back)
}

fn meets(planes: &[ExactPlane], brush: &Brush, leaf: &LeafShape) -> bool {
    let apart = |side: &BrushSide| {
        let plane = &planes[side.plane as usize];
        leaf.corners.iter().all(|corner| plane.normal().dot(*corner) - plane.dist() >= CLEAR)
    };
    leaf.bounds.touches(&brush.bounds.expanded(BOX_SLACK)) && !brush.sides.iter().any(apart)
}
