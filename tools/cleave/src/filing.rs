//! Filing: which brushes and faces belong to which leaves.

use crate::brush::{Brush, BrushSide};
use crate::buckets::Buckets;
use crate::clusters::Clusters;
use crate::compile::CompiledSpace;
use crate::csg::Fragment;
use crate::portals::PortalGraph;
use crate::tree::{Child, Tree};
use crate::volume::BrushRole;
use kerosene_math::exact::{ExactPlane, ExactWinding};
use kerosene_math::{DAabb, DVec3};
use rayon::prelude::*;
use smallvec::SmallVec;

/// A leaf whose corners all are at least this far in front of a brush's plane does not meet the brush.
const CLEAR: f64 = -1e-6;
/// Slack of box tests, in units.
const BOX_SLACK: f64 = 0.03125;

/// A tree whose brushes are filed. Its portals have told all that they had to, and are gone.
pub(crate) struct FiledSpace {
    /// The tree.
    pub(crate) tree: Tree,
    /// By leaf: open and inside the map.
    pub(crate) inside: Vec<bool>,
    /// What the leaves that are inside belong to.
    pub(crate) clusters: Clusters,
    /// By leaf.
    pub(crate) bounds: Vec<DAabb>,
    /// Brush indices by leaf, rising: every brush that a leaf meets, and at times one that it nearly meets.
    pub(crate) brushes: Buckets,
}

impl FiledSpace {
    /// Files `brushes` into the leaves of a space; what is drawn of it comes back too.
    pub(crate) fn new(planes: &[ExactPlane], space: CompiledSpace, brushes: &[Brush]) -> (Self, Vec<Fragment>) {
        let CompiledSpace { fragments, inside, tree, graph, clusters } = space;
        let shapes = LeafShapes::new(planes, &tree, &graph);
        let brushes = file_brushes(planes, &tree, &shapes, brushes);
        let bounds = shapes.bounds;
        (Self { tree, inside, clusters, bounds, brushes }, fragments)
    }
}

fn file_brushes(planes: &[ExactPlane], tree: &Tree, shapes: &LeafShapes<'_>, brushes: &[Brush]) -> Buckets {
    let leaves: Vec<(u32, u32)> = (0..brushes.len() as u32)
        .into_par_iter()
        .filter(|&index| !matches!(brushes[index as usize].role, BrushRole::Hint | BrushRole::Origin))
        .flat_map_iter(|index| {
            let leaves = leaves_of_brush(planes, tree, shapes, &brushes[index as usize]);
            leaves.into_iter().map(move |leaf| (leaf, index))
        })
        .collect();
    Buckets::new(tree.leaves.len(), || leaves.iter().copied())
}

/// The corners and bounds of all leaves of a tree, rounded.
struct LeafShapes<'a> {
    graph: &'a PortalGraph,
    /// The corners of each portal, one after the other.
    corners: Vec<DVec3>,
    /// Where each portal's corners begin, and the end of the last.
    starts: Vec<u32>,
    /// By leaf.
    bounds: Vec<DAabb>,
}

impl<'a> LeafShapes<'a> {
    /// Of the leaves that `graph` joins.
    fn new(planes: &[ExactPlane], tree: &Tree, graph: &'a PortalGraph) -> Self {
        let count = graph.portals.iter().map(|portal| portal.winding.edges().len()).sum();
        let mut shapes = Self {
            graph,
            corners: Vec::with_capacity(count),
            starts: Vec::with_capacity(graph.portals.len() + 1),
            bounds: vec![DAabb::EMPTY; tree.leaves.len()],
        };
        for portal in &graph.portals {
            let start = shapes.corners.len();
            shapes.starts.push(start as u32);
            shapes.corners.extend(portal.winding.positions(planes));
            let bounds = DAabb::from_points(shapes.corners[start..].iter().copied());
            for leaf in portal.leaves.into_iter().flatten() {
                shapes.bounds[leaf as usize] = shapes.bounds[leaf as usize].union(&bounds);
            }
        }
        shapes.starts.push(shapes.corners.len() as u32);
        shapes
    }

    /// The corners of `leaf`, most of them more than once.
    fn corners(&self, leaf: u32) -> impl Iterator<Item = DVec3> + '_ {
        let range = |portal: u32| self.starts[portal as usize] as usize..self.starts[portal as usize + 1] as usize;
        self.graph.of_leaf(leaf).flat_map(move |(portal, _)| self.corners[range(portal)].iter().copied())
    }
}

fn leaves_of_brush(planes: &[ExactPlane], tree: &Tree, shapes: &LeafShapes<'_>, brush: &Brush) -> Vec<u32> {
    let windings: SmallVec<[ExactWinding; 6]> = brush.sides.iter().map(|side| side.winding.unpack(planes)).collect();
    let mut leaves = Vec::new();
    let mut pending = vec![tree.root];
    while let Some(child) = pending.pop() {
        match child {
            Child::Leaf(leaf) => {
                if meets(planes, brush, shapes, leaf) {
                    leaves.push(leaf);
                }
            }
            Child::Node(node) => {
                let node = tree.nodes[node as usize];
                let (front, back) = brush_sides(planes, brush, &windings, node.plane);
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
fn brush_sides(planes: &[ExactPlane], brush: &Brush, windings: &[ExactWinding], plane: u32) -> (bool, bool) {
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
    for winding in windings {
        let (ahead, behind) = winding.classify(planes, plane);
        front |= ahead;
        back |= behind;
        if front && back {
            break;
        }
    }
    (front, back)
}

fn meets(planes: &[ExactPlane], brush: &Brush, shapes: &LeafShapes<'_>, leaf: u32) -> bool {
    let apart = |side: &BrushSide| {
        let plane = &planes[side.plane as usize];
        let (normal, dist) = (plane.normal(), plane.dist());
        shapes.corners(leaf).all(|corner| normal.dot(corner) - dist >= CLEAR)
    };
    shapes.bounds[leaf as usize].touches(&brush.bounds.expanded(BOX_SLACK)) && !brush.sides.iter().any(apart)
}
