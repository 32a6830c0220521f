//! Quadratic Bézier patches, as Quake 3 has them, made into triangles.
//!
//! A patch of `w x h` control points, both odd, is a grid of biquadratic cells that share their rims. Each cell is
//! tessellated by itself, with two promises:
//!
//! * **No point of the surface is further than the tolerance from the triangle that stands for it.** The bounds are
//!   those of the second derivatives, which for a biquadratic are exact at its control points (Filip, Magedson and
//!   Markot, "Surface algorithms using bounds on derivatives", 1986). The distance is measured to the point with the same
//!   parameters, so that texture coordinates do not swim either.
//! * **Neighbours meet without a crack.** How finely a rim is cut follows from its own three control points and
//!   nothing else, and its vertices are computed by a formula that gives the same bits from either end. Two patches,
//!   or two cells, whose rims have the same control points have the same vertices there.
//!
//! Rims are cut in halves of halves. Where the four rims of a cell agree with its inside, the cell becomes a
//! regular grid; where they do not, triangles are split edge by edge, each edge by a rule that sees nothing but the
//! edge (as in Chung and Field, "A simple recursive tessellator for adaptive surface triangulation", 2000), until
//! all are flat enough. The finest cut is [`cell::FINEST`] pieces a cell; a patch that would need more says so.

mod cell;
mod curve;
mod mesh;
mod split;
#[cfg(test)]
mod tests;

pub(crate) use mesh::{PatchMesh, TooManyVertices, tessellate};

use kerosene_math::{DVec2, DVec3};

/// One control point.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct ControlPoint {
    /// Position in world units.
    pub(crate) position: DVec3,
    /// Texture coordinates in repeats.
    pub(crate) texture: DVec2,
}

/// A grid of control points; width and height are odd and at least 3.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Patch {
    /// Points in a row.
    pub(crate) width: usize,
    /// Points row by row, `width` in each.
    pub(crate) points: Vec<ControlPoint>,
}

impl Patch {
    /// Number of rows.
    fn height(&self) -> usize {
        self.points.len() / self.width.max(1)
    }

    /// Biquadratic cells across and down.
    fn cells(&self) -> [u32; 2] {
        [self.width, self.height()].map(|count| (count.saturating_sub(1) / 2) as u32)
    }

    /// The nine control points of a cell.
    fn cell(&self, column: u32, row: u32) -> cell::Cell {
        let at = |r: usize, c: usize| {
            let index = (2 * row as usize + r) * self.width + 2 * column as usize + c;
            self.points.get(index).copied().unwrap_or_default()
        };
        cell::Cell { points: std::array::from_fn(|r| std::array::from_fn(|c| at(r, c))) }
    }
}
