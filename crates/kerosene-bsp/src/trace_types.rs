//! What a trace is asked and what it answers.

use crate::{Contents, SurfaceFlags};
use kerosene_math::{Angles, DVec3, Vec3};

/// A sweep of a point or box from `start` to `end`.
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

impl TraceRequest {
    /// The shape at rest.
    pub const fn at(origin: Vec3, shape: TraceShape, mask: Contents) -> Self {
        Self { start: origin, end: origin, shape, mask }
    }
}

/// The shape of a sweep, about its origin.
///
/// Only shapes that are swept exactly are here. A capsule is deliberately absent: pushing planes out by a radius
/// leaves sharp edges where a capsule has round ones, and nothing here pretends otherwise.
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
    /// Texinfo of the side or mesh that stopped it, `None` for a bevel or no hit.
    pub texinfo: Option<u32>,
    /// Flags of the surface that stopped it.
    pub surface: SurfaceFlags,
    /// Contents of the brush or mesh that stopped it.
    pub contents: Contents,
    /// The sweep began inside something of the mask.
    pub start_solid: bool,
    /// The sweep never left it.
    pub all_solid: bool,
    /// Brush that stopped it, index into the brushes.
    pub brush: Option<u32>,
    /// Mesh that stopped it, index into the meshes.
    pub mesh: Option<u32>,
    /// Model that stopped it: 0 the world, above it the caller's moving model ([`MovingModel::id`]).
    pub model: Option<u32>,
}

/// Which way a model faces: where its own axes point in the world.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Orientation {
    /// The model's x, y and z axes in the world; unit length, at right angles to each other.
    pub axes: [Vec3; 3],
}

impl Orientation {
    /// Not turned.
    pub const UPRIGHT: Self = Self { axes: [Vec3::X, Vec3::Y, Vec3::Z] };
}

impl Orientation {
    /// The orientation that angles in degrees describe; quarter turns are exact.
    ///
    /// ```
    /// use kerosene_bsp::Orientation;
    /// use kerosene_math::{Angles, Vec3};
    /// assert_eq!(Orientation::of(Angles::ZERO), Orientation::UPRIGHT);
    /// assert_eq!(Orientation::of(Angles::new(0.0, 90.0, 0.0)).axes[0], Vec3::Y);
    /// ```
    #[must_use]
    pub fn of(angles: Angles) -> Self {
        let [forward, right, up] = angles.vectors();
        Self { axes: [forward, Vec3::ZERO - right, up] }
    }

    /// A vector of the model's own coordinates in the world's.
    #[must_use]
    pub fn to_world(self, local: DVec3) -> DVec3 {
        let [x, y, z] = self.axes.map(Vec3::as_dvec3);
        x * local.x + y * local.y + z * local.z
    }

    /// A vector of the world's coordinates in the model's own.
    #[must_use]
    pub fn to_local(self, world: DVec3) -> DVec3 {
        let [x, y, z] = self.axes.map(Vec3::as_dvec3);
        DVec3::new(x.dot(world), y.dot(world), z.dot(world))
    }
}

/// Where a brush entity is: the place in the world of the point that its model turns about
/// ([`crate::records::ModelRecord::origin`]), and how far it is turned. At rest, that point is where it was compiled:
/// at the origin of coordinates for models that have none of their own.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ModelPose {
    /// Place of the point that the model turns about, in units.
    pub origin: Vec3,
    /// Degrees.
    pub angles: Angles,
}

impl Default for Orientation {
    fn default() -> Self {
        Self::UPRIGHT
    }
}

/// A brush model where it is now, for sweeps against more than the world.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MovingModel {
    /// The caller's name for it, handed back in [`Trace::model`]; not 0, which is the world.
    pub id: u32,
    /// Index into the models, at least 1 for a brush entity.
    pub model: u32,
    /// Where the model's own origin of coordinates is in the world: a brush entity that has not moved is at 0.
    ///
    /// A model that turns about its [`crate::records::ModelRecord::origin`] `p` by a rotation `r` and is displaced by
    /// `d` has the origin `d + p - r p`; [`MovingModel::turned_about`] does that.
    pub origin: Vec3,
    /// Which way it faces.
    pub orientation: Orientation,
    /// What it is filled with instead of what its brushes say.
    pub contents: Option<Contents>,
}

impl MovingModel {
    /// A model that stands where it was compiled.
    pub const fn at_rest(id: u32, model: u32) -> Self {
        Self { id, model, origin: Vec3::ZERO, orientation: Orientation::UPRIGHT, contents: None }
    }

    /// The model displaced from where it was compiled.
    #[must_use]
    pub const fn displaced(mut self, by: Vec3) -> Self {
        self.origin = by;
        self
    }

    /// The model in a pose, given the point that it turns about in its own coordinates
    /// ([`CollisionMap::model_pivot`](crate::CollisionMap::model_pivot)).
    ///
    /// ```
    /// use kerosene_bsp::{ModelPose, MovingModel};
    /// use kerosene_math::{Angles, Vec3};
    /// let pose = ModelPose { origin: Vec3::X * 10.0, angles: Angles::new(0.0, 90.0, 0.0) };
    /// let door = MovingModel::at_rest(7, 1).posed(Vec3::X * 10.0, pose);
    /// assert_eq!(door.origin, Vec3::new(10.0, -10.0, 0.0));
    /// ```
    #[must_use]
    pub fn posed(mut self, pivot: Vec3, pose: ModelPose) -> Self {
        self.orientation = Orientation::of(pose.angles);
        self.origin = (pose.origin.as_dvec3() - self.orientation.to_world(pivot.as_dvec3())).as_vec3();
        self
    }

    /// The model turned about a point given in its own coordinates, which then is displaced by `by`.
    ///
    /// ```
    /// use kerosene_bsp::{MovingModel, Orientation};
    /// use kerosene_math::{Angles, DVec3, Vec3};
    /// // A quarter turn to the left about a hinge at (10, 0, 0).
    /// let turn = Orientation { axes: [Vec3::Y, Vec3::NEG_X, Vec3::Z] };
    /// let door = MovingModel::at_rest(7, 1).turned_about(Vec3::X * 10.0, turn, Vec3::ZERO);
    /// assert_eq!(door.origin, Vec3::new(10.0, -10.0, 0.0));
    /// ```
    #[must_use]
    pub fn turned_about(mut self, pivot: Vec3, orientation: Orientation, by: Vec3) -> Self {
        let [x, y, z] = orientation.axes;
        self.origin = by + pivot - (x * pivot.x + y * pivot.y + z * pivot.z);
        self.orientation = orientation;
        self
    }
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
            mesh: None,
            model: None,
        }
    }

    /// Whether anything stopped the sweep or it began inside.
    pub const fn hit(&self) -> bool {
        self.fraction < 1.0 || self.start_solid
    }
}
