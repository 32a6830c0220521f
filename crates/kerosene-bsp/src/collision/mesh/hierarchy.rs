//! Boxes over the triangles of one model (Kay and Kajiya, "Ray Tracing Complex Scenes", 1986).

use super::super::clip::Hit;
use super::super::sweep::Sweep;
use super::triangle::Triangle;
use crate::meshes::{GROUP, longest_axis};
use kerosene_math::{DVec3, Vec3};
use smallvec::SmallVec;
use std::ops::Range;

/// Most boxes open at once: halving 2^32 groups takes 32 levels, each of which leaves one.
const MAX_OPEN: usize = 40;

/// A box and what is in it.
#[derive(Debug, Clone, Copy)]
struct Node {
    mins: [f32; 3],
    /// The first triangle of a leaf; the second child of another, whose first child follows it.
    first: u32,
    maxs: [f32; 3],
    /// Triangles of a leaf; 0 for others.
    count: u32,
}

/// A group of triangles that stand together.
#[derive(Clone, Copy)]
struct Group {
    mins: Vec3,
    maxs: Vec3,
    first: u32,
    count: u32,
}

/// The boxes of one model; none where it has no triangles.
#[derive(Debug, Default)]
pub(super) struct Hierarchy {
    nodes: Vec<Node>,
}

impl Hierarchy {
    /// Boxes over `triangles`, the first of which has the number `first`.
    pub(super) fn new(triangles: &[Triangle], first: u32) -> Self {
        let numbers = (first..).step_by(GROUP);
        let mut groups: Vec<Group> =
            triangles.chunks(GROUP).zip(numbers).map(|(triangles, first)| Group::new(triangles, first)).collect();
        let mut nodes: Vec<Node> = Vec::with_capacity(2 * groups.len());
        let mut open: SmallVec<[(Range<usize>, Option<usize>); MAX_OPEN]> = SmallVec::new();
        if !groups.is_empty() {
            open.push((0..groups.len(), None));
        }
        while let Some((range, parent)) = open.pop() {
            let index = nodes.len();
            if let Some(parent) = parent {
                nodes[parent].first = index as u32;
            }
            let part = &mut groups[range.clone()];
            nodes.push(Node::around(part));
            if part.len() > 1 {
                let half = halve(part);
                open.push((range.start + half..range.end, Some(index)));
                open.push((range.start..range.start + half, None));
            }
        }
        Self { nodes }
    }

    /// Hands the triangles of every box that a sweep enters before `hit` to `clip`, nearer boxes first.
    pub(super) fn walk(&self, slabs: &Slabs, hit: &mut Hit, mut clip: impl FnMut(Range<u32>, &mut Hit)) {
        let mut open: SmallVec<[(u32, f64); MAX_OPEN]> = SmallVec::new();
        open.extend(self.nodes.first().and_then(|root| slabs.enter(root)).map(|from| (0, from)));
        while let Some((index, from)) = open.pop() {
            if from > hit.touch {
                continue;
            }
            let node = &self.nodes[index as usize];
            if node.count > 0 {
                clip(node.first..node.first + node.count, hit);
                continue;
            }
            let children = [index + 1, node.first];
            let [near, far] = children.map(|child| slabs.enter(&self.nodes[child as usize]).map(|from| (child, from)));
            let swapped = near.zip(far).is_some_and(|((_, near), (_, far))| far < near);
            let (near, far) = if swapped { (far, near) } else { (near, far) };
            open.extend(far);
            open.extend(near);
        }
    }
}

impl Group {
    fn new(triangles: &[Triangle], first: u32) -> Self {
        let mins = triangles.iter().map(Triangle::mins).fold(Vec3::INFINITY, Vec3::min);
        let maxs = triangles.iter().map(Triangle::maxs).fold(Vec3::NEG_INFINITY, Vec3::max);
        Self { mins, maxs, first, count: triangles.len() as u32 }
    }
}

impl Node {
    /// A leaf for one group; for more, a node whose children are still to come.
    fn around(groups: &[Group]) -> Self {
        let (mins, maxs) = bounds(groups);
        let alone = groups.first().filter(|_| groups.len() == 1);
        let (first, count) = alone.map_or((0, 0), |group| (group.first, group.count));
        Self { mins: mins.to_array(), first, maxs: maxs.to_array(), count }
    }
}

fn bounds(groups: &[Group]) -> (Vec3, Vec3) {
    groups
        .iter()
        .fold((Vec3::INFINITY, Vec3::NEG_INFINITY), |(mins, maxs), group| (mins.min(group.mins), maxs.max(group.maxs)))
}

/// Sorts groups into a lower and an upper half along the longest axis; returns where the upper one begins.
fn halve(groups: &mut [Group]) -> usize {
    let (mins, maxs) = bounds(groups);
    let (axis, half) = (longest_axis(maxs - mins), groups.len() / 2);
    let along = |group: &Group| group.mins[axis] + group.maxs[axis];
    groups.select_nth_unstable_by(half, |a, b| along(a).total_cmp(&along(b)).then(a.first.cmp(&b.first)));
    half
}

/// A sweep made ready for testing boxes.
pub(super) struct Slabs {
    start: DVec3,
    /// How far the shape reaches along each axis, with slack.
    reach: DVec3,
    /// Sweeps in a unit; finite where the sweep does not move along an axis.
    per_unit: DVec3,
}

/// Stands for a way of no length.
const STILL: f64 = 1e-100;

impl Slabs {
    pub(super) fn new(sweep: &Sweep) -> Self {
        let reach = sweep.maxs - sweep.start.max(sweep.start + sweep.delta);
        let moving = |way: f64| if way.abs() < STILL { STILL } else { way };
        let per_unit = DVec3::from_array(sweep.delta.to_array().map(|way| moving(way).recip()));
        Self { start: sweep.start, reach, per_unit }
    }

    /// When the sweep enters a box, `None` if never.
    fn enter(&self, node: &Node) -> Option<f64> {
        let to_low = (Vec3::from(node.mins).as_dvec3() - self.reach - self.start) * self.per_unit;
        let to_high = (Vec3::from(node.maxs).as_dvec3() + self.reach - self.start) * self.per_unit;
        let from = to_low.min(to_high).max_element().max(0.0);
        let to = to_low.max(to_high).min_element().min(1.0);
        (from <= to).then_some(from)
    }
}
