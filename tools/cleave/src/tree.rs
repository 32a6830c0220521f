//! The binary space partition, built top-down from the planes of the structural face fragments.
//!
//! A region that no fragment passes through is of one class throughout, because the fragments are exactly
//! the boundaries between classes; so a region without fragments is a leaf, and its class is what a
//! fragment on its rim says of that side. No leaf needs a brush to be found around it, and no plane splits
//! solid from solid.
//!
//! The plane is chosen as Quake does (coplanar faces count for it, split faces against it); very large
//! regions are halved by an axial plane near the middle, which keeps the work near n log n. Subtrees are built in parallel; each depends only on its own fragments, so the result does not
//! depend on the thread count.
//!
//! The tree that finds the inside is exact. To the one that is compiled, what lies within a hair of a plane lies on it, and
//! slivers bound nothing: of brushes that miss each other by a rounding, no plane cuts the rest of the map.
//!
//! Large regions hold their faces packed, since a box decides nearly every side. Only the faces of a small region are unpacked, so that the corners of a whole map are never in
//! memory at once.

mod choose;
mod region;

use crate::csg::Fragment;
use crate::volume::VolumeClass;
use kerosene_bsp::MAX_TREE_DEPTH;
use kerosene_math::DVec3;
use kerosene_math::exact::{ExactPlane, ExactWinding, PackedWinding};
use region::{Divider, Face, Polygon, Region, Rim};
use thiserror::Error;

/// Regions with no more faces than this keep their corners at hand.
const UNPACKED_FACES: usize = 192;

/// So many times the slack beside a plane, nothing lies on it.
const BEYOND: f64 = 2.0;

/// How much work a tree is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Effort {
    /// Enough to find out what is inside.
    Rough,
    /// For the tree that goes into the compiled map.
    Fine,
}

impl Effort {
    const fn scored_faces(self) -> usize {
        match self {
            Self::Rough => 192,
            Self::Fine => 1_000,
        }
    }

    /// How far from a plane something may be and still lie on it, in units.
    const fn slack(self) -> f64 {
        match self {
            Self::Rough => 0.0,
            // Brushes of real maps miss each other by some 0.004 units, and what differs by 0.05 is welded.
            Self::Fine => 0.02,
        }
    }
}

/// A child of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Child {
    /// Index of an inner node.
    Node(u32),
    /// Index of a leaf.
    Leaf(u32),
}

/// An inner node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TreeNode {
    /// Splitting plane.
    pub plane: u32,
    /// In front, behind.
    pub children: [Child; 2],
}

/// A tree over one model's space; nodes come before their descendants.
#[derive(Debug, Clone)]
pub(crate) struct Tree {
    /// Where it begins.
    pub root: Child,
    /// Inner nodes in preorder.
    pub nodes: Vec<TreeNode>,
    /// Class of each leaf, in the order that preorder meets them.
    pub leaves: Vec<VolumeClass>,
    /// How far beside a plane what bounds the leaves may lie, in units.
    pub slack: f64,
}

/// Where a region without fragments gets its class from when no fragment lies on its rim.
pub(crate) trait ClassAt: Sync {
    /// The class just beside `point` on the side of `plane` that its normal points to.
    fn class_beside(&self, point: DVec3, plane: u32) -> VolumeClass;
}

/// Builds the tree of `fragments`; those that are not structural are left out.
///
/// # Errors
///
/// [`TooDeep`] where a branch would be longer than the compiled map may have; nothing grows beyond that.
pub(crate) fn build_tree(
    planes: &[ExactPlane],
    fragments: &[Fragment],
    class_at: &dyn ClassAt,
    effort: Effort,
) -> Result<Tree, TooDeep> {
    let slack = effort.slack();
    let structural = fragments.iter().filter(|fragment| fragment.structural);
    let region: Region<PackedWinding> =
        structural.filter_map(|fragment| Face::of_fragment(planes, fragment, slack)).collect();
    let builder = Builder { planes, class_at, scored_faces: effort.scored_faces(), slack };
    let built = if region.is_empty() { Built::Leaf(VolumeClass::Empty) } else { builder.large(region, 0)? };
    Ok(Tree { slack, ..flatten(built) })
}

/// A branch with more than [`MAX_TREE_DEPTH`] nodes, and where it ends.
#[derive(Debug, Clone, Copy, PartialEq, Error)]
#[error("more than {MAX_TREE_DEPTH} faces in front of one another, the last at {at}")]
pub struct TooDeep {
    /// Middle of a face that it would still have to divide.
    pub at: DVec3,
}

enum Built {
    Leaf(VolumeClass),
    Node(Box<BuiltNode>),
}

struct BuiltNode {
    plane: u32,
    children: [Built; 2],
}

struct Builder<'a> {
    planes: &'a [ExactPlane],
    class_at: &'a dyn ClassAt,
    /// Regions with more faces are halved near the middle instead of scoring every plane.
    scored_faces: usize,
    /// What is no further from a plane than this lies on it, in units.
    slack: f64,
}

impl Builder<'_> {
    /// The subtree of a region that keeps its faces packed; its halves are built in parallel.
    fn large(&self, region: Region<PackedWinding>, depth: usize) -> Result<Built, TooDeep> {
        if region.len() <= UNPACKED_FACES {
            let mut small = region.unpacked(self.planes);
            let all = small.all();
            return self.small(&mut small, &all, depth);
        }
        self.check_depth(depth, &region, 0)?;
        let plane = self.best_plane(&region, &region.all());
        let (front, back, rim) = region.divided(self.planes, &self.divider(plane));
        let half = |region: Region<PackedWinding>, side: usize| match region.is_empty() {
            true => Ok(self.leaf(&rim, plane, side)),
            false => self.large(region, depth + 1),
        };
        let (front, back) = rayon::join(|| half(front, 0), || half(back, 1));
        Ok(Built::Node(Box::new(BuiltNode { plane, children: [front?, back?] })))
    }

    /// The subtree of those faces of a region that `faces` lists, never none; parts of split faces are added.
    fn small(&self, region: &mut Region<ExactWinding>, faces: &[u32], depth: usize) -> Result<Built, TooDeep> {
        self.check_depth(depth, region, faces[0])?;
        let plane = self.best_plane(region, faces);
        let (front, back, rim) = region.divide(self.planes, faces, &self.divider(plane));
        let mut half = |faces: &[u32], side: usize| match faces.is_empty() {
            true => Ok(self.leaf(&rim, plane, side)),
            false => self.small(region, faces, depth + 1),
        };
        let children = [half(&front, 0)?, half(&back, 1)?];
        Ok(Built::Node(Box::new(BuiltNode { plane, children })))
    }

    /// The region on one side (0 in front, 1 behind) of `plane`, which no face passes through. Where the faces on its rim
    /// do not say what it is, what is beyond all that lies on the plane is.
    fn leaf(&self, rim: &Rim, plane: u32, side: usize) -> Built {
        let beside = || {
            let facing = plane ^ side as u32;
            let beyond = self.planes[facing as usize].normal() * (BEYOND * self.slack);
            self.class_at.class_beside(rim.point + beyond, facing)
        };
        Built::Leaf(rim.class(side).unwrap_or_else(beside))
    }

    fn divider(&self, plane: u32) -> Divider {
        Divider::new(self.planes, plane, self.slack)
    }

    fn check_depth<W: Polygon>(&self, depth: usize, region: &Region<W>, face: u32) -> Result<(), TooDeep> {
        if depth < MAX_TREE_DEPTH { Ok(()) } else { Err(TooDeep { at: region.center(self.planes, face) }) }
    }
}

/// Numbers nodes and leaves in preorder, without recursion.
fn flatten(built: Built) -> Tree {
    let mut tree = Tree { root: Child::Leaf(0), nodes: Vec::new(), leaves: Vec::new(), slack: 0.0 };
    let mut pending: Vec<(Built, Option<(u32, usize)>)> = vec![(built, None)];
    while let Some((built, parent)) = pending.pop() {
        let child = match built {
            Built::Leaf(class) => {
                tree.leaves.push(class);
                Child::Leaf(tree.leaves.len() as u32 - 1)
            }
            Built::Node(node) => {
                let index = tree.nodes.len() as u32;
                tree.nodes.push(TreeNode { plane: node.plane, children: [Child::Leaf(0); 2] });
                let [front, back] = node.children;
                pending.push((back, Some((index, 1))));
                pending.push((front, Some((index, 0))));
                Child::Node(index)
            }
        };
        match parent {
            None => tree.root = child,
            Some((node, side)) => tree.nodes[node as usize].children[side] = child,
        }
    }
    tree
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cut::behind;
    use crate::planes::PlaneTable;
    use kerosene_math::deterministic::sin_cos_degrees;

    struct Nowhere;

    impl ClassAt for Nowhere {
        fn class_beside(&self, _point: DVec3, _plane: u32) -> VolumeClass {
            VolumeClass::Empty
        }
    }

    /// The walls of a round column: each has all others behind it, so every plane makes the tree deeper by one.
    fn column(walls: u32) -> (PlaneTable, Vec<Fragment>) {
        let mut table = PlaneTable::new();
        let at = |wall: u32| {
            let (sine, cosine) = sin_cos_degrees(f64::from(wall) * 360.0 / f64::from(walls));
            DVec3::new(cosine, sine, 0.0) * 1000.0
        };
        let points = (0..walls).map(|wall| [at(wall + 1), at(wall), at(wall) + DVec3::Z]);
        let sides: Vec<u32> = points.map(|points| table.intern_points(points).expect("a plane")).collect();
        let fragment = |&plane: &u32| {
            let base = ExactWinding::base(table.planes(), plane, &PlaneTable::outer_box());
            let mut others = sides.iter().filter(|&&other| other != plane);
            let winding = others.try_fold(base, |winding, &other| behind(table.planes(), winding, other));
            let (front, back) = (VolumeClass::Empty, VolumeClass::Solid);
            Fragment {
                winding: winding.expect("a face").pack(),
                front,
                back,
                brush: 0,
                side: 0,
                structural: true,
                hint: false,
            }
        };
        let fragments = sides.iter().map(fragment).collect();
        (table, fragments)
    }

    /// Regression: a small facet that lies beside a large face, and on the plane for the tree, decided what is beyond both.
    #[test]
    fn what_lies_beyond_faces_that_disagree_is_asked_for() {
        let mut table = PlaneTable::new();
        let ground = table.intern_axial(2, 0.0);
        let (sine, cosine) = sin_cos_degrees(4.0);
        let (corner, along) = (DVec3::Z * 0.002, DVec3::new(cosine, 0.0, sine));
        let facet = table.intern_points([corner + along, corner, corner + DVec3::Y]).expect("a plane");
        let mut sides = |reach: f64| {
            let mut side = |axis: usize, dist: f64, flip: u32| table.intern_axial(axis, dist) ^ flip;
            [side(0, reach, 0), side(0, 0.0, 1), side(1, reach, 0), side(1, 0.0, 1)]
        };
        let (large, small) = (sides(64.0), sides(0.2));
        let fragment = |plane: u32, sides: [u32; 4], front: VolumeClass| {
            let base = ExactWinding::base(table.planes(), plane, &PlaneTable::outer_box());
            let winding = sides.into_iter().try_fold(base, |winding, side| behind(table.planes(), winding, side));
            let winding = winding.expect("a face").pack();
            Fragment { winding, front, back: VolumeClass::Solid, brush: 0, side: 0, structural: true, hint: false }
        };
        let fragments = [fragment(ground, large, VolumeClass::Empty), fragment(facet, small, VolumeClass::Water)];
        let tree = build_tree(table.planes(), &fragments, &Nowhere, Effort::Fine).expect("a tree");
        assert_eq!(tree.leaves, [VolumeClass::Empty, VolumeClass::Solid]);
        let exact = build_tree(table.planes(), &fragments, &Nowhere, Effort::Rough).expect("a tree");
        assert_eq!(exact.leaves.len(), 3);
    }

    /// Regression: a tree deeper than a compiled map may be was written, and the map did not load.
    #[test]
    fn a_tree_that_no_map_can_hold_is_refused() {
        let grow = |walls: usize| {
            let (table, fragments) = column(walls as u32);
            build_tree(table.planes(), &fragments, &Nowhere, Effort::Fine)
        };
        // Unoptimised, a branch takes more stack than a test's thread has.
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).stack_size(64 << 20).build().expect("a thread");
        let tree = pool.install(|| grow(MAX_TREE_DEPTH)).expect("just deep enough");
        assert_eq!(tree.nodes.len(), MAX_TREE_DEPTH);
        let refused = pool.install(|| grow(MAX_TREE_DEPTH + 1)).expect_err("one too deep");
        assert!(refused.to_string().contains("more than 512 faces"), "{refused}");
    }
}
