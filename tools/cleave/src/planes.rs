//! The plane table: every plane of a map, stored once.
//!
//! Two faces that are meant to be coplanar must share one plane, or the tree splits along the hair's
//! width between them. This is the only place where a tolerance decides anything: a plane that differs
//! from one already known by less than [`NORMAL_TOLERANCE`] and [`DISTANCE_TOLERANCE`] *is* that plane,
//! and one that is axial within the tolerance becomes exactly axial. From here on every decision is exact
//! on the planes of this table.
//!
//! Planes come in pairs: `index ^ 1` is the same plane seen from behind.

use crate::lookup::Lookup;
use kerosene_math::DVec3;
use kerosene_math::exact::{ExactPlane, PlaneError};
use smallvec::SmallVec;

/// Largest difference of a component of two unit normals that are the same.
pub(crate) const NORMAL_TOLERANCE: f64 = 1e-5;
/// Largest difference of two distances that are the same, in units.
pub(crate) const DISTANCE_TOLERANCE: f64 = 0.01;
/// Half the edge of the box that every base polygon is cut from, in units.
pub(crate) const BOX_EXTENT: f64 = 131_072.0;

/// Interned planes in pairs. Lookup is by a hash whose order is never iterated.
#[derive(Debug, Clone)]
pub(crate) struct PlaneTable {
    planes: Vec<ExactPlane>,
    buckets: Lookup<(u8, i64), SmallVec<[u32; 4]>>,
}

impl PlaneTable {
    /// A table that holds the planes of the outermost box and nothing else.
    pub(crate) fn new() -> Self {
        let mut table = Self { planes: Vec::new(), buckets: Lookup::default() };
        for axis in 0..3 {
            table.intern(ExactPlane::axial(axis, BOX_EXTENT));
            table.intern(ExactPlane::axial(axis, -BOX_EXTENT));
        }
        table
    }

    /// All planes, for the exact predicates.
    pub(crate) fn planes(&self) -> &[ExactPlane] {
        &self.planes
    }

    /// All planes, given up: what only interning needs goes.
    pub(crate) fn into_planes(mut self) -> Vec<ExactPlane> {
        self.planes.shrink_to_fit();
        self.planes
    }

    /// The planes of the outermost box, normals outward: +x, -x, +y, -y, +z, -z.
    pub(crate) const fn outer_box() -> [u32; 6] {
        [0, 3, 4, 7, 8, 11]
    }

    /// The plane through three points of the source, clockwise seen from its front.
    pub(crate) fn intern_points(&mut self, points: [DVec3; 3]) -> Result<u32, PlaneError> {
        let plane = ExactPlane::from_points(points)?;
        let normal = plane.normal().to_array();
        for axis in 0..3 {
            let others = [normal[(axis + 1) % 3], normal[(axis + 2) % 3]];
            if plane.axis().is_none() && others.iter().all(|c| c.abs() < NORMAL_TOLERANCE) {
                // Some editors store points tens of thousands of units away, where a hair's tilt is a fraction of a unit:
                // the one nearest to the map says where the plane is.
                let nearest = points.into_iter().min_by(|a, b| a.abs().max_element().total_cmp(&b.abs().max_element()));
                let axial = self.intern(ExactPlane::axial(axis, nearest.map_or(0.0, |point| point[axis])));
                return Ok(if normal[axis] > 0.0 { axial } else { axial ^ 1 });
            }
        }
        Ok(self.intern(plane))
    }

    /// The plane whose normal points along +`axis` at `dist`.
    pub(crate) fn intern_axial(&mut self, axis: usize, dist: f64) -> u32 {
        self.intern(ExactPlane::axial(axis, dist))
    }

    /// The six planes around a box, normals outward, in the order of [`Self::outer_box`].
    pub(crate) fn intern_box(&mut self, mins: DVec3, maxs: DVec3) -> [u32; 6] {
        let mut planes = [0; 6];
        for axis in 0..3 {
            planes[axis * 2] = self.intern_axial(axis, maxs[axis]);
            planes[axis * 2 + 1] = self.intern_axial(axis, mins[axis]) ^ 1;
        }
        planes
    }

    /// Index of `plane`, entered if no known plane is within the tolerance.
    pub(crate) fn intern(&mut self, plane: ExactPlane) -> u32 {
        let normal = plane.normal();
        let axis = dominant_axis(normal);
        let flip = normal[axis] < 0.0;
        let (normal, dist) = if flip { (-normal, -plane.dist()) } else { (normal, plane.dist()) };
        let bucket = dist.floor() as i64;
        for neighbour in bucket - 1..=bucket + 1 {
            if let Some(found) = self.find(axis, neighbour, normal, dist) {
                return found ^ u32::from(flip);
            }
        }
        let index = u32::try_from(self.planes.len()).expect("fewer planes than 32 bits count: sides are limited");
        let (front, back) = if flip { (plane.flipped(), plane) } else { (plane.clone(), plane.flipped()) };
        self.planes.push(front);
        self.planes.push(back);
        self.buckets.entry((axis as u8, bucket)).or_default().push(index);
        index ^ u32::from(flip)
    }

    fn find(&self, axis: usize, bucket: i64, normal: DVec3, dist: f64) -> Option<u32> {
        let candidates = self.buckets.get(&(axis as u8, bucket))?;
        candidates.iter().copied().find(|&index| {
            let known = &self.planes[index as usize];
            (known.dist() - dist).abs() < DISTANCE_TOLERANCE
                && (known.normal() - normal).abs().max_element() < NORMAL_TOLERANCE
        })
    }
}

impl Default for PlaneTable {
    fn default() -> Self {
        Self::new()
    }
}

fn dominant_axis(normal: DVec3) -> usize {
    let size = normal.abs();
    if size.x >= size.y && size.x >= size.z {
        0
    } else if size.y >= size.z {
        1
    } else {
        2
    }
}
