//! Exact side-of-plane decisions for planes, vertices and convex polygons.
//!
//! A compiler of brush maps asks one question many millions of times: on which side of this plane is that vertex?
//! Answered in plain floating point with an epsilon, the answers contradict each other now and then, and every
//! contradiction is a crack, a sliver or a leak. Here the answers are those of exact arithmetic on the coordinates as
//! the map file has them.
//!
//! The method is that of Sugihara and Iri ("Construction of the Voronoi diagram for one million generators", 1989)
//! and of Bernstein and Fussell ("Fast, exact, linear booleans", 2009): planes are the only primary data. A vertex is
//! the meeting point of three planes and a polygon is a plane with a ring of edge planes, so that cutting a polygon
//! never makes a new number, only a new combination of old planes, and depth of construction never adds precision.
//! All that is ever evaluated is the sign of a 3x3 and of a 4x4 determinant.
//!
//! Exactness is paid for only where it is needed, in tiers ([`Tier`]):
//!
//! 0. A vertex on the grid of 1/64 units against a plane with coefficients below 2^25 needs one dot product whose
//!    every operation is exact in `f64`, zeros included.
//! 1. A floating-point filter: the dot product with the approximate position decides when it exceeds a proven bound
//!    on its own error (after Shewchuk, "Adaptive precision floating-point arithmetic and fast robust geometric
//!    predicates", 1997, and Devillers and Preparata, "A probabilistic analysis of the power of arithmetic filters",
//!    1998). What it leaves open is first compared with the vertex's own planes, which need no arithmetic.
//! 2. Determinants in 128-bit integers, when bit lengths kept with the planes say that they fit.
//! 3. Determinants in integers of 1024 bits on the stack, which hold those of decimals of 17 digits; and beyond that
//!    in integers of any length.
//!
//! Only the very last of these allocates. No tier uses a fused multiply-add, so that results have the same bits
//! everywhere.
//!
//! **Plane lists.** The caller owns the planes and keeps them in pairs: `planes[i ^ 1]` is `planes[i].flipped()`, so
//! a list has an even length. Vertices and windings hold indices into that list and take it as an argument; giving a
//! different list than the one they were made with gives meaningless answers (or a panic for an index out of range),
//! never undefined behaviour.
//!
//! Deliberately absent: epsilons, snapping, interning (the compiler's business), and any global state, counters
//! included.

mod coefficients;
mod determinant;
mod dyadic;
mod fixed;
mod packed;
mod plane;
mod split;
mod validate;
mod vertex;
mod winding;

pub use packed::PackedWinding;
pub use plane::{ExactPlane, MAX_COORDINATE, PlaneError};
pub use split::WindingSplit;
pub use validate::WindingFault;
pub use vertex::ExactVertex;
pub use winding::ExactWinding;

use core::cmp::Ordering;

/// Where a point lies relative to an oriented plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(i8)]
pub enum Side {
    /// Strictly on the side that the normal points away from.
    Back = -1,
    /// Exactly on the plane.
    On = 0,
    /// Strictly on the side that the normal points to.
    Front = 1,
}

impl Side {
    /// The side seen from the flipped plane.
    ///
    /// ```
    /// use kerosene_math::exact::Side;
    /// assert_eq!(Side::Front.flipped(), Side::Back);
    /// assert_eq!(Side::On.flipped(), Side::On);
    /// ```
    #[must_use]
    pub const fn flipped(self) -> Self {
        match self {
            Self::Back => Self::Front,
            Self::On => Self::On,
            Self::Front => Self::Back,
        }
    }
}

impl Side {
    /// The side of a signed distance that may be off by `bound` (0 or more): `On` where that leaves it open. Without
    /// branches, since the sides of a map's vertices are hard to predict.
    #[inline]
    fn beyond(distance: f64, bound: f64) -> Self {
        match i8::from(distance > bound) - i8::from(distance < -bound) {
            -1 => Self::Back,
            1 => Self::Front,
            _ => Self::On,
        }
    }
}

impl From<Ordering> for Side {
    /// The side of a signed distance that compares so with zero.
    fn from(ordering: Ordering) -> Self {
        match ordering {
            Ordering::Less => Self::Back,
            Ordering::Equal => Self::On,
            Ordering::Greater => Self::Front,
        }
    }
}

/// Which tier of arithmetic decided a side test; see the module documentation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tier {
    /// One dot product, exact in `f64`.
    Grid,
    /// A dot product beyond its error bound.
    Filter,
    /// The plane is one of the vertex's own, which the filter left open.
    Shared,
    /// Determinants in 128-bit integers.
    Wide,
    /// Determinants in 1024-bit integers on the stack.
    Fixed,
    /// Determinants in integers of any length.
    Big,
}
