//! What a trace is asked and what it answers.

use crate::{Contents, SurfaceFlags};
use kerosene_math::Vec3;

/// A sweep of a point, box or hull from `start` to `end`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TraceRequest {
    /// Where the shape's origin begins.
    pub start: Vec3,
    /// Where it should end.
    pub end: Vec3,
    /// What is swept.
    pub shape: TraceShape,
    /// Which contents stop it.
    pub mask: Contents,
}

/// The shape of a sweep, about its origin.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum TraceShape {
    /// A ray.
    Point,
    /// An axis-aligned box from `mins` to `maxs`, relative to the origin.
    Box {
        /// Lower corner, each component <= 0 for a shape that holds its origin.
        mins: Vec3,
        /// Upper corner.
        maxs: Vec3,
    },
    /// A vertical capsule: a segment of `half_height` up and down from `center`, swept by `radius`.
    Capsule {
        /// Middle of the segment relative to the origin.
        center: Vec3,
        /// Half the segment's length; 0 is a sphere.
        half_height: f32,
        /// Radius, > 0.
        radius: f32,
    },
}

/// The plane a sweep met.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct TracePlane {
    /// Unit normal, towards where the sweep came from.
    pub normal: Vec3,
    /// Distance from the origin along `normal`.
    pub dist: f32,
}

/// What a sweep met.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Trace {
    /// How far it got, 0 to 1 of the way, pulled back so that the shape stays clear of the surface.
    pub fraction: f32,
    /// Where the shape's origin ended.
    pub end: Vec3,
    /// The plane that stopped it; meaningless where `fraction` is 1.
    pub plane: TracePlane,
    /// Texinfo of the side that stopped it, `None` for a bevel or no hit.
    pub texinfo: Option<u32>,
    /// Flags of the surface that stopped it.
    pub surface: SurfaceFlags,
    /// Contents of the brush that stopped it.
    pub contents: Contents,
    /// The sweep began inside something of the mask.
    pub start_solid: bool,
    /// The sweep never left it.
    pub all_solid: bool,
    /// Brush that stopped it, index into the brushes.
    pub brush: Option<u32>,
    /// Model that stopped it: 0 the world, above it the caller's moving model (see `MovingModel::id`).
    pub model: Option<u32>,
}

impl Trace {
    /// A sweep that met nothing and reached `end`.
    pub const fn clear(end: Vec3) -> Self {
        Self {
            fraction: 1.0,
            end,
            plane: TracePlane { normal: Vec3::ZERO, dist: 0.0 },
            texinfo: None,
            surface: SurfaceFlags::empty(),
            contents: Contents::empty(),
            start_solid: false,
            all_solid: false,
            brush: None,
            model: None,
        }
    }

    /// Whether anything stopped the sweep or it began inside.
    pub const fn hit(&self) -> bool {
        self.fraction < 1.0 || self.start_solid
    }
}
