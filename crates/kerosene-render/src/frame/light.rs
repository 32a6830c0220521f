//! Light, sky and air of a picture.

use kerosene_math::{Angles, Vec3};

/// How many light styles there are: 0 is always 1, the others flicker as the level says.
pub const LIGHT_STYLES: usize = 64;

/// Where a light's rays go.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum LightShape {
    /// Everywhere.
    Point,
    /// Forward, within a cone.
    Spot {
        /// Where it shines.
        angles: Angles,
        /// Full light within so many degrees of its axis.
        inner: f32,
        /// None beyond so many; 1 to 89.
        outer: f32,
    },
}

/// A light that may move: not baked. Its brightness falls with the square of the distance and ends at its radius. Of many
/// in sight the 32 that matter most are drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Light {
    /// Where it is.
    pub origin: Vec3,
    /// Where its rays go.
    pub shape: LightShape,
    /// Linear colour times brightness: 1 shows white paint white that faces it from 100 units away, as Source reckons.
    pub color: Vec3,
    /// Nothing is lit from further away, in units.
    pub radius: f32,
    /// Whether what stands in its way casts a shadow. A picture has 16 shadow maps for those that matter most; a spot
    /// light takes one, a point light and a spot light of more than 60 degrees six.
    pub shadows: bool,
}

/// What is behind everything.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Sky {
    /// Name of the sky (`worldspawn`'s `skyname`): six textures `skybox/NAME` with `rt lf bk ft up dn` at their end, or one
    /// material; empty for what the map's own sky material says.
    pub name: String,
}

/// Air that takes light away and gives its own.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fog {
    /// Its linear colour.
    pub color: Vec3,
    /// Where it begins, in units from the camera.
    pub start: f32,
    /// Where it reaches its full density.
    pub end: f32,
    /// How much of what is behind it is taken away there, 0 to 1.
    pub density: f32,
    /// Height fog: the height at which it is half as thick as below, and how many units it takes to be so; none without.
    pub height: Option<[f32; 2]>,
}
