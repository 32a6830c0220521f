//! Polygons in floating point.

use crate::exact::ExactWinding;
use crate::{DAabb, DPlane, DVec3};

/// A flat polygon; its points go clockwise as seen from the front.
///
/// Nothing is enforced: points may be out of plane, concave or too few, which the queries then say. For decisions
/// that have to be consistent use [`crate::exact::ExactWinding`].
///
/// ```
/// use kerosene_math::{DVec3, Winding};
/// let square = Winding::new([[0.0, 0.0], [0.0, 4.0], [4.0, 4.0], [4.0, 0.0]].map(|[x, y]| DVec3::new(x, y, 1.0)));
/// assert_eq!(square.area(), 16.0);
/// assert_eq!(square.normal(), Some(DVec3::Z));
/// assert_eq!(square.center(), DVec3::new(2.0, 2.0, 1.0));
/// assert!(square.is_convex(0.0));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Winding {
    points: Vec<DVec3>,
}

impl Winding {
    /// The polygon with these corners, clockwise as seen from the front.
    #[must_use]
    pub fn new(points: impl Into<Vec<DVec3>>) -> Self {
        Self { points: points.into() }
    }

    /// The corners, clockwise as seen from the front.
    #[must_use]
    pub fn points(&self) -> &[DVec3] {
        &self.points
    }

    /// The corners, out of the winding.
    #[must_use]
    pub fn into_points(self) -> Vec<DVec3> {
        self.points
    }

    /// Along the normal, twice the area long: Newell's method, relative to the first corner for precision.
    fn area_vector(&self) -> DVec3 {
        let Some((&first, rest)) = self.points.split_first() else { return DVec3::ZERO };
        // Clockwise corners turn away from the viewer, so the product is taken backwards.
        rest.windows(2).map(|pair| (pair[1] - first).cross(pair[0] - first)).sum()
    }

    /// The area in square units; 0 for fewer than three points.
    ///
    /// ```
    /// use kerosene_math::{DVec3, Winding};
    /// assert_eq!(Winding::new([DVec3::ZERO, DVec3::Y, DVec3::X]).area(), 0.5);
    /// ```
    #[must_use]
    pub fn area(&self) -> f64 {
        self.area_vector().length() * 0.5
    }

    /// The unit vector towards the front; `None` where there is no area.
    #[must_use]
    pub fn normal(&self) -> Option<DVec3> {
        self.area_vector().try_normalize()
    }

    /// The plane of the normal and the mean corner; `None` where there is no area.
    ///
    /// ```
    /// use kerosene_math::{DPlane, DVec3, Winding};
    /// let floor = Winding::new([DVec3::ZERO, DVec3::Y, DVec3::X]);
    /// assert_eq!(floor.plane(), Some(DPlane::new(DVec3::Z, 0.0)));
    /// ```
    #[must_use]
    pub fn plane(&self) -> Option<DPlane> {
        self.normal().map(|normal| DPlane::through(normal, self.center()))
    }

    /// The mean of the corners; the origin for none.
    #[must_use]
    pub fn center(&self) -> DVec3 {
        self.points.iter().sum::<DVec3>() / self.points.len().max(1) as f64
    }

    /// The smallest box around the corners.
    ///
    /// ```
    /// use kerosene_math::{DVec3, Winding};
    /// assert_eq!(Winding::new([DVec3::ZERO, DVec3::Y, DVec3::X]).bounds().size(), DVec3::new(1.0, 1.0, 0.0));
    /// ```
    #[must_use]
    pub fn bounds(&self) -> DAabb {
        DAabb::from_points(self.points.iter().copied())
    }

    /// Whether no corner lies more than `tolerance` units outside the line of any edge. Quadratic in the corners;
    /// false where there is no area.
    ///
    /// ```
    /// use kerosene_math::{DVec3, Winding};
    /// let arrow = [[0.0, 0.0], [2.0, 4.0], [4.0, 0.0], [2.0, 1.0]].map(|[x, y]| DVec3::new(x, y, 0.0));
    /// assert!(!Winding::new(arrow).is_convex(0.01));
    /// ```
    #[must_use]
    pub fn is_convex(&self, tolerance: f64) -> bool {
        let Some(normal) = self.normal() else { return false };
        let following = self.points.iter().cycle().skip(1);
        self.points.iter().zip(following).all(|(&from, &to)| {
            // An edge without length has no line to be outside of.
            let Some(outward) = normal.cross(to - from).try_normalize() else { return true };
            self.points.iter().all(|&point| outward.dot(point - from) <= tolerance)
        })
    }

    /// The same polygon seen from the other side.
    ///
    /// ```
    /// use kerosene_math::{DVec3, Winding};
    /// assert_eq!(Winding::new([DVec3::ZERO, DVec3::Y, DVec3::X]).flipped().normal(), Some(DVec3::NEG_Z));
    /// ```
    #[must_use]
    pub fn flipped(&self) -> Self {
        Self { points: self.points.iter().rev().copied().collect() }
    }
}

impl FromIterator<DVec3> for Winding {
    fn from_iter<I: IntoIterator<Item = DVec3>>(points: I) -> Self {
        Self { points: points.into_iter().collect() }
    }
}

impl From<&ExactWinding> for Winding {
    /// Rounds the corners.
    fn from(winding: &ExactWinding) -> Self {
        winding.positions().collect()
    }
}
