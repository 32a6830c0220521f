//! A sweep made ready for clipping: everything in `f64`, about the middle of the shape, in a model's coordinates.
//!
//! Coordinates come as `f32`, planes are stored as `f32`; their products are exact in `f64`, and so is the distance of
//! a box from an axial plane. A box that rests on a surface is therefore at distance 0 and not a rounding error inside.

use crate::{Contents, TraceRequest, TraceShape};
use kerosene_math::DVec3;

/// A box or point on its way.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sweep {
    /// Middle of the shape at the start.
    pub(super) start: DVec3,
    /// From there to where the middle should end.
    pub(super) delta: DVec3,
    /// Half the box's size along its own axes; zero for a point.
    pub(super) half: DVec3,
    /// The box's axes, `None` where they are those of the coordinates.
    pub(super) axes: Option<[DVec3; 3]>,
    pub(super) is_point: bool,
    pub(super) mask: Contents,
    /// How far the shape reaches from its middle along the coordinates' axes.
    pub(super) extent: DVec3,
    /// Bounds of all that the shape passes.
    pub(super) mins: DVec3,
    pub(super) maxs: DVec3,
}

/// Whether all numbers of a request are finite.
pub(super) fn says_something(request: &TraceRequest) -> bool {
    let is_finite = match request.shape {
        TraceShape::Point => true,
        TraceShape::Box { mins, maxs } => mins.is_finite() && maxs.is_finite(),
    };
    is_finite && request.start.is_finite() && request.end.is_finite()
}

/// Slack on bounds, in units: enough for what clipping takes for a touch, too little to matter.
const BOUNDS_SLACK: f64 = 1.0 / 16.0;

impl Sweep {
    /// The request in the world's coordinates. Ask [`says_something`] before.
    pub(super) fn new(request: &TraceRequest) -> Self {
        let (mins, maxs, is_point) = match request.shape {
            TraceShape::Point => (DVec3::ZERO, DVec3::ZERO, true),
            TraceShape::Box { mins, maxs } => (mins.as_dvec3(), maxs.as_dvec3(), false),
        };
        let (start, end) = (request.start.as_dvec3(), request.end.as_dvec3());
        let half = ((maxs - mins) * 0.5).max(DVec3::ZERO);
        let middle = (mins + maxs) * 0.5;
        Self::between(start + middle, end - start, half, None, is_point, request.mask)
    }

    fn between(
        start: DVec3,
        delta: DVec3,
        half: DVec3,
        axes: Option<[DVec3; 3]>,
        is_point: bool,
        mask: Contents,
    ) -> Self {
        let extent = match axes {
            Some([x, y, z]) => x.abs() * half.x + y.abs() * half.y + z.abs() * half.z,
            None => half,
        };
        let end = start + delta;
        let (mins, maxs) = (start.min(end) - extent - BOUNDS_SLACK, start.max(end) + extent + BOUNDS_SLACK);
        Self { start, delta, half, axes, is_point, mask, extent, mins, maxs }
    }

    /// The sweep in the coordinates of a model at `origin` whose axes in the world are `axes`, if it is turned.
    pub(super) fn in_model(&self, origin: DVec3, axes: Option<[DVec3; 3]>) -> Self {
        let start = self.start - origin;
        let Some([x, y, z]) = axes else {
            return Self::between(start, self.delta, self.half, None, self.is_point, self.mask);
        };
        let into = |v: DVec3| DVec3::new(x.dot(v), y.dot(v), z.dot(v));
        let box_axes = DVec3::AXES.map(into);
        Self::between(into(start), into(self.delta), self.half, Some(box_axes), self.is_point, self.mask)
    }

    /// How far the shape reaches from its middle along `normal`.
    pub(super) fn reach(&self, normal: DVec3) -> f64 {
        match self.axes {
            None => normal.abs().dot(self.half),
            Some([x, y, z]) => {
                x.dot(normal).abs() * self.half.x
                    + y.dot(normal).abs() * self.half.y
                    + z.dot(normal).abs() * self.half.z
            }
        }
    }

    /// Whether the swept bounds meet a box.
    pub(super) fn meets(&self, mins: &[f32; 3], maxs: &[f32; 3]) -> bool {
        self.mins.x <= f64::from(maxs[0])
            && self.maxs.x >= f64::from(mins[0])
            && self.mins.y <= f64::from(maxs[1])
            && self.maxs.y >= f64::from(mins[1])
            && self.mins.z <= f64::from(maxs[2])
            && self.maxs.z >= f64::from(mins[2])
    }
}
