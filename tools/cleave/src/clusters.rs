//! Clusters: what visibility is worked out for.
//!
//! A tree cuts open space wherever a plane of it passes, also where nothing is seen of that plane or where it is but the
//! surface of a liquid. So neighbouring leaves that sight passes between are put together where the two are one convex
//! body: from all of that the same is seen as from a part, and the portals between its leaves are gone. First whole
//! branches of the tree that hold nothing opaque, for a branch is convex. Then whatever touches: two convex bodies that
//! touch in a plane are one convex body where each lies behind all other planes of the other. Greedy, the largest portals
//! first: those lead through the most open space.
//!
//! What a hint divides stays divided, and so do area portals.

use crate::merge::merge_fragments;
use crate::portals::PortalGraph;
use crate::tree::{Child, Tree};
use crate::volume::VolumeClass;
use kerosene_math::DVec3;
use kerosene_math::exact::{ExactPlane, ExactWinding};

/// Rounds over all portals; the second finds what the merges of the first made convex.
const ROUNDS: usize = 8;

/// Which cluster a leaf belongs to.
#[derive(Debug, Clone)]
pub(crate) struct Clusters {
    /// By leaf; `None` for what is not inside.
    pub(crate) of_leaf: Vec<Option<u32>>,
    /// How many there are.
    pub(crate) count: u32,
}

/// A portal between two clusters.
pub(crate) struct Passage {
    /// The winding's front looks at the first.
    pub(crate) clusters: [u32; 2],
    pub(crate) winding: ExactWinding,
}

impl Clusters {
    /// Each leaf that is inside by itself.
    pub(crate) fn of_leaves(inside: &[bool]) -> Self {
        let bodies: Vec<u32> = (0..inside.len() as u32).collect();
        Self::numbered(inside, |leaf| bodies[leaf as usize])
    }

    /// Leaves put together where that is convex but for `tree.slack`; none across the planes of `hints`, which rise.
    pub(crate) fn merged(
        planes: &[ExactPlane],
        tree: &Tree,
        graph: &PortalGraph,
        inside: &[bool],
        hints: &[u32],
    ) -> Self {
        let leaders = open_branches(tree, inside, hints);
        let mut merger = Merger::new(planes, tree, graph, inside, hints, leaders);
        for _ in 0..ROUNDS {
            if !merger.round() {
                break;
            }
        }
        Self::numbered(inside, |leaf| merger.find(leaf))
    }

    /// Numbers the bodies that leaves belong to, in the order of their first leaves.
    fn numbered(inside: &[bool], mut body: impl FnMut(u32) -> u32) -> Self {
        let mut numbers: Vec<Option<u32>> = vec![None; inside.len()];
        let mut clusters = Self { of_leaf: vec![None; inside.len()], count: 0 };
        for leaf in (0..inside.len()).filter(|&leaf| inside[leaf]) {
            let number = numbers[body(leaf as u32) as usize].get_or_insert_with(|| {
                clusters.count += 1;
                clusters.count - 1
            });
            clusters.of_leaf[leaf] = Some(*number);
        }
        clusters
    }

    /// The portals that sight passes from one cluster to another, put together where they lie in one plane and are
    /// convex together. In the order of their planes' first portals.
    pub(crate) fn passages(&self, planes: &[ExactPlane], tree: &Tree, graph: &PortalGraph) -> Vec<Passage> {
        let class = |leaf: u32| tree.leaves[leaf as usize];
        let mut found: Vec<(u32, [u32; 2], usize)> = Vec::new();
        for (index, portal) in graph.portals.iter().enumerate().filter(|(_, portal)| !portal.is_crack()) {
            let [Some(front), Some(back)] = portal.leaves else { continue };
            let clusters = [front, back].map(|leaf| self.of_leaf[leaf as usize]);
            if let [Some(a), Some(b)] = clusters
                && a != b
                && class(front).sees_into(class(back))
            {
                found.push((portal.winding.plane(), [a, b], index));
            }
        }
        let mut passages: Vec<Passage> = Vec::with_capacity(found.len());
        found.sort_unstable();
        for same in found.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            let windings = same.iter().map(|&(.., index)| graph.portals[index].winding.unpack(planes)).collect();
            let clusters = same[0].1;
            passages.extend(merge_fragments(planes, windings).into_iter().map(|winding| Passage { clusters, winding }));
        }
        passages
    }
}

/// Whether sight passes freely from a leaf of one class to one of the other. Area portals can be closed.
fn are_one_to_sight(a: VolumeClass, b: VolumeClass) -> bool {
    a.sees_into(b) && ![a, b].contains(&VolumeClass::AreaPortal)
}

/// By leaf: the first leaf of the largest branch of the tree around it through which sight passes freely.
fn open_branches(tree: &Tree, inside: &[bool], hints: &[u32]) -> Vec<u32> {
    let mut leaders: Vec<u32> = (0..inside.len() as u32).collect();
    // By node: a leaf of it, if sight passes through all of it.
    let mut open: Vec<Option<u32>> = vec![None; tree.nodes.len()];
    // Descendants come after their nodes.
    for (index, node) in tree.nodes.iter().enumerate().rev() {
        let sides = node.children.map(|child| match child {
            Child::Leaf(leaf) => Some(leaf).filter(|&leaf| inside[leaf as usize]),
            Child::Node(node) => open[node as usize],
        });
        if let [Some(front), Some(back)] = sides
            && are_one_to_sight(tree.leaves[front as usize], tree.leaves[back as usize])
            && hints.binary_search(&(node.plane & !1)).is_err()
        {
            leaders[front.max(back) as usize] = front.min(back);
            open[index] = Some(front.min(back));
        }
    }
    // Leaders come before those that they lead.
    for leaf in 0..leaders.len() {
        leaders[leaf] = leaders[leaders[leaf] as usize];
    }
    leaders
}

/// A convex body of one leaf or several.
#[derive(Debug, Clone, Default)]
struct Body {
    /// Planes around it, the body behind each.
    sides: Vec<u32>,
    corners: Vec<DVec3>,
}

struct Merger<'a> {
    planes: &'a [ExactPlane],
    slack: f64,
    /// By leaf; that of the first leaf counts for all.
    bodies: Vec<Body>,
    /// By leaf: one that it was put to, at last itself.
    leaders: Vec<u32>,
    /// Pairs of leaves, and the plane between them with the first in front; the largest portal first.
    pairs: Vec<(u32, [u32; 2])>,
}

impl<'a> Merger<'a> {
    fn new(
        planes: &'a [ExactPlane],
        tree: &Tree,
        graph: &PortalGraph,
        inside: &[bool],
        hints: &[u32],
        leaders: Vec<u32>,
    ) -> Self {
        let mut bodies = vec![Body::default(); inside.len()];
        let mut pairs = Vec::new();
        for portal in &graph.portals {
            let plane = portal.winding.plane();
            let within = portal.leaves.map(|leaf| leaf.filter(|&leaf| inside[leaf as usize]));
            let led = within.map(|leaf| leaf.map(|leaf| leaders[leaf as usize]));
            if led[0] == led[1] {
                continue;
            }
            let corners: Vec<DVec3> = portal.winding.positions(planes).collect();
            for (leaf, side) in led.into_iter().zip([plane ^ 1, plane]) {
                if let Some(leaf) = leaf {
                    bodies[leaf as usize].take(&[side], &corners);
                }
            }
            if let [Some(a), Some(b)] = within
                && !portal.is_crack()
                && are_one_to_sight(tree.leaves[a as usize], tree.leaves[b as usize])
                && hints.binary_search(&(plane & !1)).is_err()
            {
                pairs.push((area(&corners), plane, [a, b]));
            }
        }
        pairs.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.2.cmp(&b.2)));
        let pairs = pairs.into_iter().map(|(_, plane, leaves)| (plane, leaves)).collect();
        Self { planes, slack: tree.slack, bodies, leaders, pairs }
    }

    /// The leaf whose body `leaf` is part of (Tarjan 1975, with the way there halved).
    fn find(&mut self, mut leaf: u32) -> u32 {
        while self.leaders[leaf as usize] != leaf {
            let next = self.leaders[self.leaders[leaf as usize] as usize];
            self.leaders[leaf as usize] = next;
            leaf = next;
        }
        leaf
    }

    /// Tries all pairs; whether any became one.
    fn round(&mut self) -> bool {
        let mut merged = false;
        for (plane, leaves) in std::mem::take(&mut self.pairs) {
            let [a, b] = leaves.map(|leaf| self.find(leaf));
            if a == b {
                continue;
            }
            if self.is_convex(plane, a, b) {
                let body = std::mem::take(&mut self.bodies[b as usize]);
                let first = &mut self.bodies[a as usize];
                first.sides.retain(|&side| side | 1 != plane | 1);
                let sides: Vec<u32> = body.sides.into_iter().filter(|&side| side | 1 != plane | 1).collect();
                first.take(&sides, &body.corners);
                self.leaders[b as usize] = a;
                merged = true;
            } else {
                self.pairs.push((plane, leaves));
            }
        }
        merged
    }

    fn is_convex(&self, plane: u32, a: u32, b: u32) -> bool {
        let [a, b] = [a, b].map(|leaf| &self.bodies[leaf as usize]);
        self.holds(a, plane, b) && self.holds(b, plane, a)
    }

    /// Whether `other` lies behind all sides of `body`, but for `plane`.
    fn holds(&self, body: &Body, plane: u32, other: &Body) -> bool {
        body.sides.iter().filter(|&&side| side | 1 != plane | 1).all(|&side| {
            let side = &self.planes[side as usize];
            let (normal, most) = (side.normal(), side.dist() + self.slack);
            other.corners.iter().all(|corner| normal.dot(*corner) <= most)
        })
    }
}

impl Body {
    /// Adds sides and corners, each once.
    fn take(&mut self, sides: &[u32], corners: &[DVec3]) {
        for side in sides {
            if !self.sides.contains(side) {
                self.sides.push(*side);
            }
        }
        for corner in corners {
            if !self.corners.contains(corner) {
                self.corners.push(*corner);
            }
        }
    }
}

fn area(corners: &[DVec3]) -> f64 {
    let arms = corners[1..].windows(2).map(|pair| (pair[0] - corners[0]).cross(pair[1] - corners[0]));
    arms.sum::<DVec3>().length() * 0.5
}
