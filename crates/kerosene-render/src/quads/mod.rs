//! Flat pieces in the air: what sprites, particles and beams are made of.
//!
//! All of them are one list of quadrilaterals, sorted together from back to front and drawn from one buffer, an instance
//! each: neighbours of one material are one draw call. Eighty-four bytes a piece are more than a particle would need; in return
//! a beam's ribbon, whose ends are not parallel, sorts among the smoke that it passes through.

mod list;

pub(crate) use list::QuadList;

use crate::ambient::{PackedCube, PackedLight};
use bytemuck::{Pod, Zeroable};
use kerosene_math::Vec3;

/// A flat piece, as the GPU reads it.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
pub(crate) struct Quad {
    /// Lower left, lower right, upper right, upper left.
    pub(crate) corners: [[f32; 3]; 4],
    /// Texture coordinates of the upper left corner, then of the lower right one.
    pub(crate) uv: [f32; 4],
    /// Multiplied with colour and alpha, linear.
    pub(crate) tint: [f32; 4],
    /// Baked light onto it.
    pub(crate) light: PackedLight,
}

impl Quad {
    /// One that nobody has lit yet.
    pub(crate) fn new(corners: [Vec3; 4], uv: [f32; 4], tint: [f32; 4]) -> Self {
        Self { corners: corners.map(|corner| corner.to_array()), uv, tint, light: PackedCube::UNKNOWN.0[0] }
    }

    /// The mean of its corners.
    pub(crate) fn middle(&self) -> Vec3 {
        self.corners.iter().map(|corner| Vec3::from_array(*corner)).sum::<Vec3>() * 0.25
    }
}

/// The whole picture.
pub(crate) const WHOLE: [f32; 4] = [0.0, 0.0, 1.0, 1.0];
