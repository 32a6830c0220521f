//! Windings at a twelfth of their size, for the many that are kept and not cut just now.

use super::{ExactPlane, ExactVertex, ExactWinding};
use crate::DAabb;
use glam::DVec3;
use smallvec::SmallVec;

/// The winding's plane and this many edges less one are stored without an allocation.
const INLINE: usize = 6;

/// A winding reduced to the planes that define it; [`Self::unpack`] finds the corners again.
///
/// A corner of an [`ExactWinding`] takes 48 bytes, most of them a position that follows from the planes. Whoever
/// keeps the polygons of a whole map keeps them packed and unpacks the one that it looks at: a corner costs about as
/// much as one side test without a filter. The same ring of planes always unpacks to the same bits.
///
/// ```
/// use kerosene_math::exact::{ExactPlane, ExactWinding};
/// # let planes: Vec<_> = (0..3).flat_map(|axis| [64.0, -64.0].map(|dist| (axis, dist)))
/// #     .map(|(axis, dist)| if dist > 0.0 { ExactPlane::axial(axis, dist) } else { ExactPlane::axial(axis, dist).flipped() })
/// #     .flat_map(|plane| [plane.clone(), plane.flipped()]).collect();
/// let wall = ExactWinding::base(&planes, 0, &[0, 2, 4, 6, 8, 10]);
/// let packed = wall.pack();
/// assert!(size_of_val(&packed) <= 32 && size_of_val(&wall) > 400);
/// assert_eq!((packed.plane(), packed.edges()), (wall.plane(), wall.edges()));
/// assert_eq!(packed.unpack(&planes).area(), 128.0 * 128.0);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackedWinding {
    /// The plane, then the edges; at least four in all.
    ring: SmallVec<[u32; INLINE]>,
}

impl ExactWinding {
    /// The winding without its corners.
    #[must_use]
    pub fn pack(&self) -> PackedWinding {
        let mut ring = SmallVec::with_capacity(1 + self.edges.len());
        ring.push(self.plane);
        ring.extend_from_slice(&self.edges);
        PackedWinding { ring }
    }
}

impl PackedWinding {
    /// The index of the plane that it lies on and whose front it shows.
    #[inline]
    #[must_use]
    pub fn plane(&self) -> u32 {
        self.ring[0]
    }

    /// The indices of the edge planes, as [`ExactWinding::edges`] has them.
    #[inline]
    #[must_use]
    pub fn edges(&self) -> &[u32] {
        &self.ring[1..]
    }

    /// The winding with its corners, from the same planes as before.
    #[must_use]
    pub fn unpack(&self, planes: &[ExactPlane]) -> ExactWinding {
        let vertices = self.vertices(planes).collect();
        ExactWinding { plane: self.plane(), edges: SmallVec::from_slice(self.edges()), vertices }
    }

    /// The same polygon seen from the other side, as [`ExactWinding::flipped`].
    #[must_use]
    pub fn flipped(&self) -> Self {
        let mut ring = self.ring.clone();
        ring[0] ^= 1;
        ring[1..].reverse();
        ring[1..].rotate_left(1);
        Self { ring }
    }

    /// The corners' positions in units, rounded.
    pub fn positions<'a>(&'a self, planes: &'a [ExactPlane]) -> impl Iterator<Item = DVec3> + 'a {
        self.vertices(planes).map(|vertex| vertex.position())
    }

    /// The mean of the corners in units.
    #[must_use]
    pub fn center(&self, planes: &[ExactPlane]) -> DVec3 {
        self.positions(planes).sum::<DVec3>() / self.edges().len() as f64
    }

    /// The area in square units, from rounded positions.
    #[must_use]
    pub fn area(&self, planes: &[ExactPlane]) -> f64 {
        self.unpack(planes).area()
    }

    /// The bounds of the rounded corners.
    #[must_use]
    pub fn bounds(&self, planes: &[ExactPlane]) -> DAabb {
        DAabb::from_points(self.positions(planes))
    }

    /// Neighbouring edges of a winding meet in a corner on its plane, so none is left out.
    fn vertices<'a>(&'a self, planes: &'a [ExactPlane]) -> impl Iterator<Item = ExactVertex> + 'a {
        let edges = self.edges();
        let before = edges.last().into_iter().chain(edges);
        before.zip(edges).filter_map(|(&from, &to)| ExactVertex::meet(planes, self.plane(), from, to))
    }
}
