//! Convex polygons as rings of planes.

use super::{ExactPlane, ExactVertex};
use crate::DAabb;
use glam::DVec3;
use smallvec::{SmallVec, smallvec};

/// Vertices and edges stored without an allocation.
pub(super) const INLINE: usize = 8;

/// A convex polygon on one plane, bounded by edge planes.
///
/// Seen from the front of its plane, vertices go clockwise. Edge `i` runs from vertex `i` to the next and lies on
/// `planes[edges()[i]]`, whose front is outside: the polygon lies behind all its edge planes. Vertex `i` is where the
/// polygon's plane and edges `i - 1` and `i` meet. No three vertices are in line, and none coincide, so the polygon
/// always has an area. [`Self::validate`] checks all of that.
///
/// ```
/// use kerosene_math::{DVec3, exact::{ExactPlane, ExactWinding}};
/// let mut planes = Vec::new();
/// for (axis, dist) in [(0, 128.0), (1, 128.0), (2, 128.0)] {
///     planes.extend([ExactPlane::axial(axis, dist), ExactPlane::axial(axis, dist).flipped()]);
///     planes.extend([ExactPlane::axial(axis, -dist).flipped(), ExactPlane::axial(axis, -dist)]);
/// }
/// let floor = ExactPlane::axial(2, 0.0);
/// planes.extend([floor.clone(), floor.flipped()]);
///
/// let winding = ExactWinding::base(&planes, 12, &[0, 2, 4, 6, 8, 10]);
/// assert_eq!(winding.area(), 256.0 * 256.0);
/// assert_eq!(winding.center(), DVec3::ZERO);
/// winding.validate(&planes).unwrap();
/// ```
#[derive(Clone, Debug)]
pub struct ExactWinding {
    pub(super) plane: u32,
    pub(super) edges: SmallVec<[u32; INLINE]>,
    pub(super) vertices: SmallVec<[ExactVertex; INLINE]>,
}

impl ExactWinding {
    /// The rectangle (a parallelogram in space) on `planes[plane]` that spans the world box.
    ///
    /// `box_planes` are the indices of the box's planes, normals outward, in the order +x, -x, +y, -y, +z, -z. The
    /// four across the two axes to which `plane` is steepest cut the polygon; across the third, it may reach out of
    /// the box, at most by the box's width.
    #[must_use]
    pub fn base(planes: &[ExactPlane], plane: u32, box_planes: &[u32; 6]) -> Self {
        let normal = planes[plane as usize].normal();
        let across = match normal.abs() {
            steep if steep.z >= steep.x && steep.z >= steep.y => 2,
            steep if steep.x >= steep.y => 0,
            _ => 1,
        };
        let (u, v) = ((across + 1) % 3, (across + 2) % 3);
        let [right, left, up, down] =
            [box_planes[2 * u], box_planes[2 * u + 1], box_planes[2 * v], box_planes[2 * v + 1]];
        let ring = if normal[across] > 0.0 { [left, up, right, down] } else { [left, down, right, up] };
        let corner = |i: usize| ExactVertex::meet(planes, plane, ring[(i + 3) % 4], ring[i]);
        // The plane's normal has a component across both pairs of parallel box planes, so each corner exists.
        let vertices = (0..4).filter_map(corner).collect();
        Self { plane, edges: smallvec![ring[0], ring[1], ring[2], ring[3]], vertices }
    }

    /// The polygon on `planes[plane]` bounded by `edges`, in order, clockwise as seen from the front, outside in
    /// front of each. `None` where there are fewer than three or two neighbours do not meet in a point.
    ///
    /// The caller vouches that the ring is convex and has no corner in line; [`Self::validate`] tells.
    ///
    /// ```
    /// # use kerosene_math::exact::{ExactPlane, ExactWinding};
    /// # let planes: Vec<_> = (0..3).flat_map(|axis| [64.0, -64.0].map(|dist| (axis, dist)))
    /// #     .map(|(axis, dist)| if dist > 0.0 { ExactPlane::axial(axis, dist) } else { ExactPlane::axial(axis, dist).flipped() })
    /// #     .flat_map(|plane| [plane.clone(), plane.flipped()]).collect();
    /// let wall = ExactWinding::base(&planes, 0, &[0, 2, 4, 6, 8, 10]);
    /// let again = ExactWinding::from_edges(&planes, wall.plane(), wall.edges()).unwrap();
    /// again.validate(&planes).unwrap();
    /// assert_eq!(again.area(), wall.area());
    /// assert!(ExactWinding::from_edges(&planes, 0, &wall.edges()[..2]).is_none());
    /// ```
    #[must_use]
    pub fn from_edges(planes: &[ExactPlane], plane: u32, edges: &[u32]) -> Option<Self> {
        if edges.len() < 3 {
            return None;
        }
        let before = edges.iter().cycle().skip(edges.len() - 1);
        let corners = before.zip(edges).map(|(&from, &to)| ExactVertex::meet(planes, plane, from, to));
        Some(Self { plane, edges: SmallVec::from_slice(edges), vertices: corners.collect::<Option<_>>()? })
    }

    /// The index of the plane that it lies on and whose front it shows.
    #[inline]
    #[must_use]
    pub const fn plane(&self) -> u32 {
        self.plane
    }

    /// The indices of the edge planes; edge `i` runs from vertex `i` to vertex `i + 1`.
    #[inline]
    #[must_use]
    pub fn edges(&self) -> &[u32] {
        &self.edges
    }

    /// The corners, clockwise as seen from the front; at least three.
    #[inline]
    #[must_use]
    pub fn vertices(&self) -> &[ExactVertex] {
        &self.vertices
    }

    /// The corners' positions in units, rounded.
    #[inline]
    pub fn positions(&self) -> impl ExactSizeIterator<Item = DVec3> + '_ {
        self.vertices.iter().map(ExactVertex::position)
    }

    /// The area in square units, from rounded positions.
    #[must_use]
    pub fn area(&self) -> f64 {
        let mut positions = self.positions();
        let Some(first) = positions.next() else { return 0.0 };
        let (_, doubled) = positions.fold((DVec3::ZERO, DVec3::ZERO), |(last, sum), position| {
            let arm = position - first;
            (arm, sum + last.cross(arm))
        });
        doubled.length() * 0.5
    }

    /// The mean of the corners in units; strictly inside the polygon, but for rounding.
    #[must_use]
    pub fn center(&self) -> DVec3 {
        self.positions().sum::<DVec3>() / self.vertices.len() as f64
    }

    /// The bounds of the rounded corners.
    #[must_use]
    pub fn bounds(&self) -> DAabb {
        DAabb::from_points(self.positions())
    }

    /// The same polygon seen from the other side: on `plane() ^ 1`, corners in reverse order.
    ///
    /// ```
    /// # use kerosene_math::exact::{ExactPlane, ExactWinding};
    /// # let planes: Vec<_> = (0..3).flat_map(|axis| [64.0, -64.0].map(|dist| (axis, dist)))
    /// #     .map(|(axis, dist)| if dist > 0.0 { ExactPlane::axial(axis, dist) } else { ExactPlane::axial(axis, dist).flipped() })
    /// #     .flat_map(|plane| [plane.clone(), plane.flipped()]).collect();
    /// let wall = ExactWinding::base(&planes, 0, &[0, 2, 4, 6, 8, 10]);
    /// let back = wall.flipped();
    /// assert_eq!((back.plane(), back.area()), (1, wall.area()));
    /// back.validate(&planes).unwrap();
    /// ```
    #[must_use]
    pub fn flipped(&self) -> Self {
        // New edge i joins old vertices n-1-i and n-2-i, which old edge n-2-i does.
        let mut edges: SmallVec<[u32; INLINE]> = self.edges.iter().rev().copied().collect();
        edges.rotate_left(1);
        Self { plane: self.plane ^ 1, edges, vertices: self.vertices.iter().rev().copied().collect() }
    }
}
