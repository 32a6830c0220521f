//! Walking a model's tree of boxes along a sweep, near boxes first, without recursion.

use super::bounds_tree::{BoundsNode, MAX_OPEN, Slabs, WIDTH};
use super::clip::{Clip, Hit, Owner};
use super::map::{CollisionMap, Model};
use super::sweep::Sweep;

/// A node or brush still to be looked at and when the sweep enters its box.
#[derive(Clone, Copy)]
struct Open {
    child: i32,
    from: f32,
}

/// What is still to be looked at, the nearest of a node's boxes last. It never holds more than there is room for: the
/// tree's construction bounds its depth.
struct Stack {
    entries: [Open; MAX_OPEN],
    length: usize,
}

impl Stack {
    const EMPTY: Self = Self { entries: [Open { child: 0, from: 0.0 }; MAX_OPEN], length: 0 };

    /// Adds an entry among those from `first` on, which are kept in order.
    fn push_sorted(&mut self, first: usize, entry: Open) {
        let mut at = self.length;
        while at > first && self.entries[at - 1].from < entry.from {
            self.entries[at] = self.entries[at - 1];
            at -= 1;
        }
        self.entries[at] = entry;
        self.length += 1;
    }

    /// Takes the last entry that is met before `limit`.
    fn pop(&mut self, limit: f32) -> Option<i32> {
        while self.length > 0 {
            self.length -= 1;
            let Open { child, from } = self.entries[self.length];
            if from <= limit {
                return Some(child);
            }
        }
        None
    }
}

/// The sweep and the model it is made against.
pub(super) struct Walk<'a> {
    pub(super) map: &'a CollisionMap,
    pub(super) sweep: &'a Sweep,
    pub(super) model: Owner,
    /// What all of the model's brushes are filled with, if not with what they say.
    pub(super) contents: Option<crate::Contents>,
}

impl Walk<'_> {
    /// Clips against every brush of a model that the sweep can touch before `hit`.
    pub(super) fn run_brushes(&self, model: &Model, hit: &mut Hit) {
        self.visit_brushes(model, hit, |brush, hit| self.clip_brush(brush, hit));
    }

    /// Goes through the brushes of a model whose boxes the sweep meets before `hit`.
    pub(super) fn visit_brushes(&self, model: &Model, hit: &mut Hit, visit: impl FnMut(u32, &mut Hit)) {
        if let Some(root) = model.bounds {
            self.visit_boxes(&self.map.bounds, root, hit, visit);
        }
    }

    /// Goes through what a tree of boxes holds and the sweep meets before `hit`.
    pub(super) fn visit_boxes(&self, nodes: &[BoundsNode], root: u32, hit: &mut Hit, visit: impl FnMut(u32, &mut Hit)) {
        let wanted = match self.contents {
            Some(contents) if !contents.intersects(self.sweep.mask) => return,
            Some(_) => None,
            None => Some(self.sweep.mask.bits()),
        };
        let slabs = Slabs::new(self.sweep);
        walk_boxes(nodes, root, &slabs, wanted, hit, visit);
    }

    fn clip_brush(&self, index: u32, hit: &mut Hit) {
        let (map, sweep) = (self.map, self.sweep);
        let brush = &map.brushes[index as usize];
        let mut clip = Clip::WHOLE;
        // Bevels are for upright boxes: a point needs none, a turned box needs its own.
        let plain = sweep.is_point || sweep.axes.is_some();
        let sides = map.brush_sides(brush, if plain { brush.real_sides } else { brush.all_sides });
        let inside = clip.by_sides(sweep, sides, brush.first_side)
            && (sweep.is_point
                || sweep.axes.is_none_or(|axes| {
                    map.hulls.facets(index, axes, |normal, dist| clip.by_facet(sweep, normal, dist))
                }));
        if inside {
            hit.offer(index, self.model, &clip);
        }
    }
}

/// Visits what a tree of boxes holds of the `wanted` contents, or of any, as far as the sweep can touch it before `hit`.
pub(super) fn walk_boxes(
    nodes: &[BoundsNode],
    root: u32,
    slabs: &Slabs,
    wanted: Option<u32>,
    hit: &mut Hit,
    mut visit: impl FnMut(u32, &mut Hit),
) {
    let mut open = Stack::EMPTY;
    let (mut next, mut limit) = (Some(root as i32), limit(hit));
    while let Some(child) = next {
        if child < 0 {
            visit(!child as u32, hit);
            limit = self::limit(hit);
        } else {
            let node = &nodes[child as usize];
            let (from, mut met) = slabs.meet(node, limit);
            let first = open.length;
            let mut nearest: Option<Open> = None;
            while met != 0 {
                let lane = met.trailing_zeros() as usize % WIDTH;
                met &= met - 1;
                if wanted.is_none_or(|wanted| node.contents[lane] & wanted != 0) {
                    let mut entry = Open { child: node.children[lane], from: from[lane] };
                    if let Some(nearest) = &mut nearest {
                        if entry.from < nearest.from {
                            std::mem::swap(nearest, &mut entry);
                        }
                        open.push_sorted(first, entry);
                    } else {
                        nearest = Some(entry);
                    }
                }
            }
            // Most nodes are met in one box: go on there, without a detour over the stack.
            if let Some(Open { child, .. }) = nearest {
                next = Some(child);
                continue;
            }
        }
        next = open.pop(limit);
    }
}

/// When boxes no longer matter.
fn limit(hit: &Hit) -> f32 {
    if hit.touch < 1.0 { hit.touch as f32 } else { 1.0 }
}
