//! Straight lines through a tree: is this one clear, and how much sky is seen from here?
//!
//! Plain floating point: what is asked here is evidence and cosmetics. Nothing exact hangs on it.

use crate::tree::{Child, Tree};
use kerosene_math::DVec3;
use kerosene_math::exact::ExactPlane;
use smallvec::SmallVec;

/// Rays that are sent from a place.
pub(super) const RAYS: u32 = 24;
/// A point this close to a plane, in units, is on both sides of it.
const ON_PLANE: f64 = 1e-7;

/// Lines of sight through the open leaves of a tree.
pub(super) struct Sight<'a> {
    planes: &'a [ExactPlane],
    tree: &'a Tree,
}

impl<'a> Sight<'a> {
    pub(super) fn new(planes: &'a [ExactPlane], tree: &'a Tree) -> Self {
        Self { planes, tree }
    }

    /// How many of [`RAYS`] lines of length `reach`, spread over all directions, meet nothing solid.
    pub(super) fn leaving(&self, from: DVec3, reach: f64) -> u32 {
        let mut leaving = 0;
        for turn in 0..3 {
            for signs in 0..8 {
                let sign = |bit: u32| if signs >> bit & 1 == 0 { 1.0 } else { -1.0 };
                let steps = [1.0 * sign(0), 2.0 * sign(1), 3.0 * sign(2)];
                let direction = DVec3::new(steps[turn % 3], steps[(turn + 1) % 3], steps[(turn + 2) % 3]);
                leaving += u32::from(self.is_clear(from, from + direction.normalize() * reach));
            }
        }
        leaving
    }

    /// Whether the line from `from` to `to` passes through open leaves alone.
    pub(super) fn is_clear(&self, from: DVec3, to: DVec3) -> bool {
        let mut pending: SmallVec<[(Child, DVec3, DVec3); 64]> = SmallVec::new();
        pending.push((self.tree.root, from, to));
        while let Some((child, from, to)) = pending.pop() {
            let node = match child {
                Child::Leaf(leaf) if self.tree.leaves[leaf as usize].is_opaque() => return false,
                Child::Leaf(_) => continue,
                Child::Node(node) => self.tree.nodes[node as usize],
            };
            let plane = &self.planes[node.plane as usize];
            let (normal, dist) = (plane.normal(), plane.dist());
            let (start, end) = (normal.dot(from) - dist, normal.dot(to) - dist);
            if start >= -ON_PLANE && end >= -ON_PLANE {
                pending.push((node.children[0], from, to));
            } else if start <= ON_PLANE && end <= ON_PLANE {
                pending.push((node.children[1], from, to));
            } else {
                let crossing = from + (to - from) * (start / (start - end));
                let near = usize::from(start < 0.0);
                pending.push((node.children[1 - near], crossing, to));
                pending.push((node.children[near], from, crossing));
            }
        }
        true
    }
}
