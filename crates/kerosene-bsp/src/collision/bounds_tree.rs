//! A tree of boxes over the brushes of each model, and over the triangles of its meshes: what sweeps walk.
//!
//! The leaves of the map's own tree name the brushes that reach into them, so a sweep can be walked through those. It
//! then passes every splitting plane on its way, empty rooms included, and meets each brush once in every leaf that it
//! reaches into. A hierarchy of bounding boxes over the brushes themselves holds each once and passes through empty
//! space in few steps (Kay and Kajiya, "Ray Tracing Complex Scenes", 1986). Nodes hold four boxes, which are tested at
//! once (Dammertz, Hanika and Keller, "Shallow Bounding Volume Hierarchies for Fast SIMD Ray Tracing of Incoherent
//! Rays", 2008), side by side with what a sweep asks of them: a node is two cache lines.
//!
//! The boxes only choose which brushes are clipped exactly, so they may be tested in `f32`: grown by more than the
//! error of that ([`Slabs::new`]), no brush that a sweep touches is ever missed.

use super::sweep::Sweep;
use kerosene_math::DVec3;
use kerosene_math::glam::Vec4;

/// Boxes in a node.
pub(super) const WIDTH: usize = 4;
/// Levels that are split for speed; below, nodes are split evenly, so that the depth is bounded.
pub(super) const FREE_LEVELS: u32 = 24;
/// Most nodes and brushes open at once in a walk: each of at most 41 levels (2^31 brushes split evenly are 16 below the
/// free ones) leaves three, and the last one four.
pub(super) const MAX_OPEN: usize = 128;
/// Coordinates beyond this are as good as infinite to the boxes. No map reaches it.
pub(super) const FAR: f32 = (1 << 28) as f32;

/// Four boxes.
#[derive(Debug, Clone)]
#[repr(C, align(64))]
pub(super) struct BoundsNode {
    /// Lower and upper ends along x, y and z.
    pub(super) slabs: [[Vec4; 2]; 3],
    /// What is in the boxes: a node, or the brush or group of triangles `!child`.
    pub(super) children: [i32; WIDTH],
    /// Union of the contents of all brushes in a box.
    pub(super) contents: [u32; WIDTH],
}

impl BoundsNode {
    /// No boxes: the ends are the wrong way round, which nothing meets.
    pub(super) const EMPTY: Self =
        Self { slabs: [[Vec4::INFINITY, Vec4::NEG_INFINITY]; 3], children: [-1; WIDTH], contents: [0; WIDTH] };
}

/// A sweep made ready for testing boxes (the slab method of Kay and Kajiya).
#[derive(Debug, Clone, Copy)]
pub(super) struct Slabs {
    axes: [Slab; 3],
}

#[derive(Debug, Clone, Copy)]
struct Slab {
    /// The end that the sweep reaches first, 0 or 1.
    near: usize,
    /// The start, moved against the way of the sweep by the shape's reach.
    near_start: Vec4,
    /// The start, moved along.
    far_start: Vec4,
    /// One by the way along this axis.
    per_unit: Vec4,
}

/// What clipping takes for a touch, with plenty of room, in units.
const TOUCH_SLACK: f64 = 1.0 / 16.0;
/// Relative error of the times at which a sweep enters and leaves a slab: five roundings, of numbers up to twice the
/// largest coordinate; four times what they add up to.
const ROUNDING: f64 = 2e-6;
/// Sweeps beyond this are not worth the trouble: they meet every box.
const FARTHEST: f64 = (1 << 26) as f64;
/// Stands for a way of no length, so that no product is infinite.
const STILL: f32 = 1e-30;

impl Slabs {
    /// A brush that is touched has the shape's middle in its box grown by the shape's reach and the touch distance.
    /// Here the boxes are grown by more than that and by the rounding of everything that follows.
    pub(super) fn new(sweep: &Sweep) -> Self {
        let largest = sweep.mins.abs().max(sweep.maxs.abs()).max_element();
        if largest > FARTHEST {
            return Self::everything();
        }
        let grown = sweep.extent + DVec3::splat(TOUCH_SLACK + ROUNDING * largest);
        let axis = |axis: usize| {
            let (start, grown, delta) = (sweep.start[axis], grown[axis], sweep.delta[axis] as f32);
            let forward = delta >= 0.0;
            let grown = if forward { grown } else { -grown };
            Slab {
                near: usize::from(!forward),
                near_start: Vec4::splat((start + grown) as f32),
                far_start: Vec4::splat((start - grown) as f32),
                per_unit: Vec4::splat(if forward { delta.max(STILL) } else { delta.min(-STILL) }.recip()),
            }
        };
        Self { axes: [axis(0), axis(1), axis(2)] }
    }

    /// Meets every box.
    fn everything() -> Self {
        let axis = Slab {
            near: 0,
            near_start: Vec4::splat(f32::MAX / 4.0),
            far_start: Vec4::splat(f32::MIN / 4.0),
            per_unit: Vec4::ONE,
        };
        Self { axes: [axis; 3] }
    }

    /// When the sweep is first in each box of a node, 0 or later, and which it meets by `limit`, a bit for each.
    pub(super) fn meet(&self, node: &BoundsNode, limit: f32) -> ([f32; WIDTH], u32) {
        let [x, y, z] = &self.axes;
        let enter = |slab: &Slab, axis: usize| (node.slabs[axis][slab.near & 1] - slab.near_start) * slab.per_unit;
        let leave = |slab: &Slab, axis: usize| (node.slabs[axis][!slab.near & 1] - slab.far_start) * slab.per_unit;
        let from = enter(x, 0).max(enter(y, 1)).max(enter(z, 2)).max(Vec4::ZERO);
        let to = leave(x, 0).min(leave(y, 1)).min(leave(z, 2)).min(Vec4::splat(limit));
        (from.to_array(), from.cmple(to).bitmask())
    }
}
