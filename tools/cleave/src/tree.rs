//! The binary space partition, built top-down from the planes of the structural face fragments.
//!
//! A region that no fragment passes through is of one class throughout, because the fragments are exactly
//! the boundaries between classes; so a region without fragments is a leaf, and its class is what a
//! fragment on its rim says of that side. No leaf needs a brush to be found around it, and no plane splits
//! solid from solid.
//!
//! The plane is chosen by Quake's heuristic (coplanar faces count for it, split faces against it); large
//! regions are halved by an axial plane near the middle, which keeps trees shallow and the work near
//! n log n. Subtrees are built in parallel; each depends only on its own fragments, so the result does not
//! depend on the thread count.

use crate::csg::Fragment;
use crate::volume::VolumeClass;
use kerosene_bsp::MAX_TREE_DEPTH;
use kerosene_math::exact::{ExactPlane, ExactWinding, WindingSplit};
use kerosene_math::{DAabb, DVec3};
use thiserror::Error;

/// Regions with more faces than this are halved near the middle instead of scoring every plane.
const HALVING_FACES: usize = 192;
/// Planes scored per axis when halving.
const HALVING_CANDIDATES: usize = 6;
/// Regions with fewer faces are not worth a task of their own.
const PARALLEL_FACES: usize = 128;
/// Slack of the box test that precedes every exact one, in units.
const BOX_SLACK: f64 = 0.03125;

/// A child of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Child {
    /// Index of an inner node.
    Node(u32),
    /// Index of a leaf.
    Leaf(u32),
}

/// An inner node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TreeNode {
    /// Splitting plane.
    pub plane: u32,
    /// In front, behind.
    pub children: [Child; 2],
}

/// A tree over one model's space; nodes come before their descendants.
#[derive(Debug, Clone)]
pub struct Tree {
    /// Where it begins.
    pub root: Child,
    /// Inner nodes in preorder.
    pub nodes: Vec<TreeNode>,
    /// Class of each leaf, in the order that preorder meets them.
    pub leaves: Vec<VolumeClass>,
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
) -> Result<Tree, TooDeep> {
    let faces: Vec<TreeFace> =
        fragments.iter().filter(|fragment| fragment.structural).map(TreeFace::of_fragment).collect();
    let builder = Builder { planes, class_at };
    let built = if faces.is_empty() { Built::Leaf(VolumeClass::Empty) } else { builder.build(faces, 0)? };
    Ok(flatten(built))
}

/// A branch with more than [`MAX_TREE_DEPTH`] nodes, and where it ends.
#[derive(Debug, Clone, Copy, PartialEq, Error)]
#[error("more than {MAX_TREE_DEPTH} faces in front of one another, the last at {at}")]
pub struct TooDeep {
    /// Middle of a face that it would still have to divide.
    pub at: DVec3,
}

#[derive(Clone)]
struct TreeFace {
    winding: ExactWinding,
    bounds: DAabb,
    front: VolumeClass,
    back: VolumeClass,
    visible: bool,
    hint: bool,
}

impl TreeFace {
    fn of_fragment(fragment: &Fragment) -> Self {
        Self {
            winding: fragment.winding.clone(),
            bounds: fragment.winding.bounds(),
            front: fragment.front,
            back: fragment.back,
            visible: !fragment.hint,
            hint: fragment.hint,
        }
    }

    fn part(&self, winding: ExactWinding) -> Self {
        let bounds = winding.bounds();
        Self { winding, bounds, front: self.front, back: self.back, visible: self.visible, hint: self.hint }
    }

    fn is_on(&self, plane: u32) -> bool {
        self.winding.plane() | 1 == plane | 1
    }

    /// Whether any of the face is in front of and behind `plane`.
    fn sides(&self, planes: &[ExactPlane], plane: u32) -> (bool, bool) {
        let exact = &planes[plane as usize];
        let (normal, center, half) = (exact.normal(), self.bounds.center(), self.bounds.size() * 0.5);
        let distance = normal.dot(center) - exact.dist();
        let reach = normal.abs().dot(half) + BOX_SLACK;
        if distance > reach {
            (true, false)
        } else if distance < -reach {
            (false, true)
        } else {
            self.winding.classify(planes, plane)
        }
    }
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
}

/// What the faces on a splitting plane say of its two sides.
struct Rim {
    front: Option<VolumeClass>,
    back: Option<VolumeClass>,
    /// A point of a face on the plane.
    point: DVec3,
}

impl Builder<'_> {
    fn build(&self, faces: Vec<TreeFace>, depth: usize) -> Result<Built, TooDeep> {
        if depth >= MAX_TREE_DEPTH {
            return Err(TooDeep { at: faces[0].bounds.center() });
        }
        let plane = self.choose(&faces);
        let count = faces.len();
        let (front, back, rim) = self.partition(faces, plane);
        let grow = |faces: Vec<TreeFace>, known: Option<VolumeClass>, facing: u32| {
            if faces.is_empty() {
                Ok(Built::Leaf(known.unwrap_or_else(|| self.class_at.class_beside(rim.point, facing))))
            } else {
                self.build(faces, depth + 1)
            }
        };
        let front = || grow(front, rim.front, plane);
        let back = || grow(back, rim.back, plane ^ 1);
        let children: [Built; 2] = if count > PARALLEL_FACES {
            let (front, back) = rayon::join(front, back);
            [front?, back?]
        } else {
            [front()?, back()?]
        };
        Ok(Built::Node(Box::new(BuiltNode { plane, children })))
    }

    fn partition(&self, faces: Vec<TreeFace>, plane: u32) -> (Vec<TreeFace>, Vec<TreeFace>, Rim) {
        let mut rim = Rim { front: None, back: None, point: DVec3::ZERO };
        let (mut front, mut back) = (Vec::new(), Vec::new());
        for face in faces {
            if face.is_on(plane) {
                rim.note(&face, plane);
                continue;
            }
            match face.sides(self.planes, plane) {
                (true, false) => front.push(face),
                (false, _) => back.push(face),
                (true, true) => {
                    if let WindingSplit::Split { front: ahead, back: behind } = face.winding.split(self.planes, plane) {
                        front.push(face.part(ahead));
                        back.push(face.part(behind));
                    }
                }
            }
        }
        (front, back, rim)
    }

    /// The plane to split by: always one that a face lies on, so that every split uses up a face.
    fn choose(&self, faces: &[TreeFace]) -> u32 {
        let mut candidates: Vec<u32> = faces.iter().map(|face| face.winding.plane() & !1).collect();
        candidates.sort_unstable();
        candidates.dedup();
        if faces.len() > HALVING_FACES {
            candidates = self.near_middle(faces, &candidates);
        }
        let scored = candidates.iter().map(|&plane| (self.score(faces, plane), plane));
        // The first of the best: planes are numbered in source order.
        let best = scored.reduce(|best, next| if next.0 > best.0 { next } else { best });
        best.map_or(faces[0].winding.plane(), |(_, plane)| plane)
    }

    /// The axial planes nearest to the middle of the faces' bounds, or a spread of all where none is axial.
    fn near_middle(&self, faces: &[TreeFace], candidates: &[u32]) -> Vec<u32> {
        let bounds = faces.iter().fold(DAabb::EMPTY, |all, face| all.union(&face.bounds));
        let (center, size) = (bounds.center(), bounds.size());
        let mut chosen = Vec::new();
        for axis in (0..3).filter(|&axis| size[axis] * 4.0 >= size.max_element()) {
            let axial = candidates.iter().filter(|&&plane| self.planes[plane as usize].axis() == Some(axis));
            let offset = |plane: u32| {
                let exact = &self.planes[plane as usize];
                (exact.dist() * exact.normal()[axis].signum() - center[axis]).abs()
            };
            let mut near: Vec<u32> = axial.copied().filter(|&plane| offset(plane) < size[axis] * 0.4).collect();
            near.sort_by(|&a, &b| offset(a).total_cmp(&offset(b)).then(a.cmp(&b)));
            chosen.extend(near.into_iter().take(HALVING_CANDIDATES));
        }
        let hints = faces.iter().filter(|face| face.hint).map(|face| face.winding.plane() & !1);
        chosen.extend(hints);
        if chosen.is_empty() {
            let step = candidates.len().div_ceil(3 * HALVING_CANDIDATES).max(1);
            chosen.extend(candidates.iter().step_by(step));
        }
        chosen.sort_unstable();
        chosen.dedup();
        chosen
    }

    /// Quake's heuristic: 5 for each coplanar face, -5 for each split, minus half the imbalance, 5 for an
    /// axial plane, 3 where a drawn face lies on it, 1000 for a hint.
    fn score(&self, faces: &[TreeFace], plane: u32) -> i64 {
        let (mut coplanar, mut splits, mut front, mut back) = (0i64, 0i64, 0i64, 0i64);
        let (mut visible, mut hint) = (false, false);
        for face in faces {
            if face.is_on(plane) {
                coplanar += 1;
                visible |= face.visible;
                hint |= face.hint;
                continue;
            }
            match face.sides(self.planes, plane) {
                (true, true) => splits += 1,
                (true, false) => front += 1,
                _ => back += 1,
            }
        }
        let axial = self.planes[plane as usize].axis().is_some();
        10 * coplanar - 10 * splits - (front - back).abs()
            + i64::from(axial) * 10
            + i64::from(visible) * 6
            + i64::from(hint) * 2000
    }
}

impl Rim {
    fn note(&mut self, face: &TreeFace, plane: u32) {
        self.point = face.winding.center();
        if face.hint {
            return;
        }
        let same_facing = face.winding.plane() == plane;
        let (ahead, behind) = if same_facing { (face.front, face.back) } else { (face.back, face.front) };
        self.front = self.front.max(Some(ahead));
        self.back = self.back.max(Some(behind));
    }
}

/// Numbers nodes and leaves in preorder, without recursion.
fn flatten(built: Built) -> Tree {
    let mut tree = Tree { root: Child::Leaf(0), nodes: Vec::new(), leaves: Vec::new() };
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
                winding: winding.expect("a face"),
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

    /// Regression: a tree deeper than a compiled map may be was written, and the map did not load.
    #[test]
    fn a_tree_that_no_map_can_hold_is_refused() {
        let grow = |walls: usize| {
            let (table, fragments) = column(walls as u32);
            build_tree(table.planes(), &fragments, &Nowhere)
        };
        // Unoptimised, a branch takes more stack than a test's thread has.
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).stack_size(64 << 20).build().expect("a thread");
        let tree = pool.install(|| grow(MAX_TREE_DEPTH)).expect("just deep enough");
        assert_eq!(tree.nodes.len(), MAX_TREE_DEPTH);
        let refused = pool.install(|| grow(MAX_TREE_DEPTH + 1)).expect_err("one too deep");
        assert!(refused.to_string().contains("more than 512 faces"), "{refused}");
    }
}
