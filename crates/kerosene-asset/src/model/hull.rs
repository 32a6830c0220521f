//! Convex bodies that a model is collided with.

use super::ModelError;
use kerosene_math::{Aabb, DVec3, Vec3};
use std::collections::BTreeSet;

/// Most corners of a hull: a triangle names them by bytes.
pub const MAX_HULL_POINTS: usize = 256;

/// How far a corner may stand out of a plane of its hull, in parts of the hull's size: what rounding to `f32` gives.
const FLATNESS: f64 = 1e-4;

/// A convex body.
#[derive(Debug, Clone, PartialEq)]
pub struct Hull {
    /// Its corners, in units.
    pub points: Vec<Vec3>,
    /// Its surface, counter-clockwise as seen from outside; corners by their place in `points`.
    pub triangles: Vec<[u8; 3]>,
}

impl Hull {
    /// The box that holds it.
    #[must_use]
    pub fn bounds(&self) -> Aabb {
        Aabb::from_points(self.points.iter().copied())
    }

    /// What it holds, in cubic units.
    #[must_use]
    pub fn volume(&self) -> f64 {
        let first = self.points.first().map_or(DVec3::ZERO, |point| point.as_dvec3());
        let volume = |[a, b, c]: [DVec3; 3]| (a - first).dot((b - first).cross(c - first));
        self.triangles.iter().map(|triangle| volume(self.corners(*triangle))).sum::<f64>() / 6.0
    }

    fn corners(&self, triangle: [u8; 3]) -> [DVec3; 3] {
        triangle.map(|corner| self.points.get(usize::from(corner)).map_or(DVec3::ZERO, |point| point.as_dvec3()))
    }

    /// Whether it is a convex body: closed, in one piece, with every corner used and none before a face.
    pub(crate) fn validate(&self, index: usize) -> Result<(), ModelError> {
        let check = |holds, reason| ModelError::unless(holds, "hull", index, reason);
        ModelError::count("corners of a hull", self.points.len(), 4, MAX_HULL_POINTS)?;
        ModelError::count("triangles of a hull", self.triangles.len(), 4, 2 * MAX_HULL_POINTS)?;
        let there = |corner: &u8| usize::from(*corner) < self.points.len();
        check(self.triangles.as_flattened().iter().all(there), "a triangle has a corner that is not there")?;
        let edges = || self.triangles.iter().flat_map(|[a, b, c]| [(*a, *b), (*b, *c), (*c, *a)]);
        let set: BTreeSet<_> = edges().collect();
        let closed = set.len() == self.triangles.len() * 3 && set.iter().all(|(a, b)| set.contains(&(*b, *a)));
        check(closed, "its surface is not closed")?;
        let used: BTreeSet<_> = self.triangles.as_flattened().iter().collect();
        check(used.len() == self.points.len(), "it has a corner that no triangle has")?;
        // Euler's formula for what is like a sphere.
        check(self.points.len() + self.triangles.len() == set.len() / 2 + 2, "it is not in one piece")?;
        let slack = f64::from(self.bounds().size().max_element()) * FLATNESS;
        let convex = self.triangles.iter().all(|triangle| {
            let [a, b, c] = self.corners(*triangle);
            let normal = (b - a).cross(c - a).normalize_or_zero();
            self.points.iter().all(|point| normal.dot(point.as_dvec3() - a) <= slack)
        });
        check(convex, "it is not convex")?;
        check(self.volume() > 0.0, "it is inside out or flat")
    }
}
