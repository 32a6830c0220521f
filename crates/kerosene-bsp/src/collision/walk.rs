//! Walking a tree along a sweep, near leaves first, without recursion.
//!
//! Each open subtree carries the span of the sweep during which the shape can be in it, always measured on the whole
//! sweep: no midpoints are computed, so no error builds up on the way down.

use super::clip::{Clip, Hit};
use super::map::{CollisionMap, Leaf};
use super::node::Node;
use super::sweep::Sweep;
use crate::MAX_TREE_DEPTH;
use smallvec::SmallVec;

/// Slack around splitting planes, in units: more than the distance at which clipping takes a brush for touched.
const PLANE_SLACK: f64 = 1.0 / 32.0;
/// Size of the memory of brushes tested lately; a power of two.
const REMEMBERED: usize = 64;

/// A subtree still to be walked and when the shape is in it.
#[derive(Clone, Copy)]
struct Open {
    child: i32,
    from: f64,
    to: f64,
}

/// The sweep and the model it is made against.
pub(super) struct Walk<'a> {
    pub(super) map: &'a CollisionMap,
    pub(super) sweep: &'a Sweep,
    /// The caller's name for the model.
    pub(super) model: u32,
    /// What all of the model's brushes are filled with, if not with what they say.
    pub(super) contents: Option<crate::Contents>,
}

/// How a sweep passes a plane.
#[derive(Clone, Copy)]
struct Crossing {
    /// Distance of the shape's middle from the plane at the start.
    distance: f64,
    /// Change of that distance over the whole sweep.
    slope: f64,
    /// How far the shape reaches towards the plane, with slack.
    reach: f64,
}

impl Crossing {
    /// The only side that the shape is on during a span, 0 in front and 1 behind.
    fn side(self, from: f64, to: f64) -> Option<usize> {
        let (first, last) = (self.distance + self.slope * from, self.distance + self.slope * to);
        if first.min(last) > self.reach {
            Some(0)
        } else if first.max(last) < -self.reach {
            Some(1)
        } else {
            None
        }
    }

    /// The parts of a span of the sweep in the two halves of a node: the start's own half first.
    fn split(self, node: &Node, from: f64, to: f64) -> (Option<Open>, Option<Open>) {
        let Self { distance, slope, reach } = self;
        let near_side = usize::from(distance < 0.0);
        // Seen from the start's side: positive distances are near, negative slopes lead away.
        let (distance, slope) = if near_side == 0 { (distance, slope) } else { (-distance, -slope) };
        let (mut near_to, mut far_from, mut far_to) = (to, from, to);
        if slope < 0.0 {
            near_to = to.min((distance + reach) / -slope);
            far_from = from.max((distance - reach) / -slope);
        } else if distance > reach {
            far_from = f64::INFINITY;
        } else if slope > 0.0 {
            far_to = to.min((reach - distance) / slope);
        }
        let part =
            |side: usize, from: f64, to: f64| (from <= to).then_some(Open { child: node.children[side], from, to });
        (part(near_side, from, near_to), part(1 - near_side, far_from, far_to))
    }
}

impl Walk<'_> {
    /// Clips against every brush that the sweep can touch before `hit`, and returns the leaf it starts in.
    pub(super) fn run(&self, root: i32, hit: &mut Hit) -> u32 {
        let mut first_leaf = None;
        // A brush spans many leaves. Testing it again changes nothing, so forgetting one in a collision is harmless.
        let mut tested = [u32::MAX; REMEMBERED];
        // Never more than the tree is deep, which the file's validation bounds: the list does not leave the stack.
        let mut open: SmallVec<[Open; MAX_TREE_DEPTH + 1]> = SmallVec::new();
        open.push(Open { child: root, from: 0.0, to: 1.0 });
        while let Some(Open { mut child, mut from, mut to }) = open.pop() {
            while child >= 0 && from <= hit.touch {
                let node = self.map.nodes.get(child);
                let crossing = self.crossing(node);
                match crossing.side(from, to) {
                    Some(side) => child = node.children[side],
                    None => {
                        let (near, far) = crossing.split(node, from, to);
                        if let (Some(_), Some(far)) = (near, far) {
                            open.push(far);
                        }
                        // The spans of both halves cover the node's: there is at least one.
                        let Some(next) = near.or(far) else { break };
                        Open { child, from, to } = next;
                    }
                }
            }
            if child < 0 && from <= hit.touch {
                let leaf = !child as u32;
                first_leaf.get_or_insert(leaf);
                self.clip_leaf(&self.map.leaves[leaf as usize], &mut tested, hit);
            }
        }
        first_leaf.unwrap_or(0)
    }

    /// How the sweep passes a node's plane. Most planes of most maps are axial, and need one component only.
    fn crossing(&self, node: &Node) -> Crossing {
        let sweep = self.sweep;
        if let (Some((axis, sign)), None) = (node.axial(), sweep.axes) {
            let distance = node.axial_distance(axis, sign, sweep.start);
            return Crossing { distance, slope: sign * sweep.delta[axis], reach: sweep.half[axis] + PLANE_SLACK };
        }
        let nodes = &self.map.nodes;
        let normal = nodes.normal(node);
        let (distance, slope) = (nodes.distance(node, sweep.start), normal.dot(sweep.delta));
        Crossing { distance, slope, reach: sweep.reach(normal) + PLANE_SLACK }
    }

    fn clip_leaf(&self, leaf: &Leaf, tested: &mut [u32; REMEMBERED], hit: &mut Hit) {
        for &index in &self.map.leaf_brushes[leaf.first_brush as usize..][..leaf.brush_count as usize] {
            let slot = &mut tested[index as usize % REMEMBERED];
            if *slot != index {
                *slot = index;
                self.clip_brush(index, hit);
            }
        }
    }

    fn clip_brush(&self, index: u32, hit: &mut Hit) {
        let (map, sweep) = (self.map, self.sweep);
        let brush = &map.brushes[index as usize];
        let contents = self.contents.unwrap_or(brush.contents);
        if !contents.intersects(sweep.mask) || !sweep.meets(&brush.mins, &brush.maxs) {
            return;
        }
        let mut clip = Clip::WHOLE;
        // Bevels are for upright boxes: a point needs none, a turned box needs its own.
        let plain = sweep.is_point || sweep.axes.is_some();
        let sides = map.brush_sides(brush, if plain { brush.real_sides } else { brush.all_sides });
        let inside = clip.by_sides(sweep, sides, brush.first_side)
            && (sweep.is_point || sweep.axes.is_none_or(|axes| map.hulls.clip(index, sweep, axes, &mut clip)));
        if inside {
            hit.offer(index, self.model, &clip);
        }
    }
}
