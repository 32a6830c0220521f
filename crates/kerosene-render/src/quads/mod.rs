//! Flat pieces in the air: what sprites, particles and beams are made of.
//!
//! All of them are one list of quadrilaterals, sorted together from back to front and drawn from one buffer, an instance
//! each: neighbours of one material are one draw call. Eighty bytes a piece are more than a particle would need; in return
//! a beam's ribbon, whose ends are not parallel, sorts among the smoke that it passes through.

mod list;

pub(crate) use list::QuadList;

use bytemuck::{Pod, Zeroable};

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
}

/// The whole picture.
pub(crate) const WHOLE: [f32; 4] = [0.0, 0.0, 1.0, 1.0];
