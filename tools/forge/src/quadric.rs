//! Sums of squared distances to planes (Garland and Heckbert, *Surface Simplification Using Quadric Error Metrics*, 1997).

use kerosene_math::DVec3;

/// The weighted sum of the squared distances of a point to planes, as a polynomial of the point.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Quadric {
    /// xx, yy, zz, xy, xz, yz.
    squares: [f64; 6],
    linear: DVec3,
    constant: f64,
    weight: f64,
}

impl Quadric {
    /// Of the plane with a unit normal through a point.
    pub(crate) fn of_plane(normal: DVec3, point: DVec3, weight: f64) -> Self {
        let distance = -normal.dot(point);
        let (x, y, z) = (normal.x, normal.y, normal.z);
        Self {
            squares: [x * x, y * y, z * z, x * y, x * z, y * z].map(|square| square * weight),
            linear: normal * (distance * weight),
            constant: distance * distance * weight,
            weight,
        }
    }

    pub(crate) fn add(&mut self, other: &Self) {
        for (sum, square) in self.squares.iter_mut().zip(other.squares) {
            *sum += square;
        }
        self.linear += other.linear;
        self.constant += other.constant;
        self.weight += other.weight;
    }

    /// The mean squared distance of a point to the planes.
    pub(crate) fn at(&self, point: DVec3) -> f64 {
        let [xx, yy, zz, xy, xz, yz] = self.squares;
        let (x, y, z) = (point.x, point.y, point.z);
        let squares = xx * x * x + yy * y * y + zz * z * z + 2.0 * (xy * x * y + xz * x * z + yz * y * z);
        let sum = squares + 2.0 * self.linear.dot(point) + self.constant;
        if self.weight > 0.0 { (sum / self.weight).max(0.0) } else { 0.0 }
    }
}
