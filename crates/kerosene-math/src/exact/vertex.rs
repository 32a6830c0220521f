//! Vertices as meeting points of three planes.

use super::plane::{ExactPlane, FILTER_EPSILON};
use super::{Side, Tier, determinant};
use glam::DVec3;

/// Steps per unit of the grid on which positions are recognised as exact.
const GRID: f64 = 64.0;

/// Grid positions stay within this magnitude, so that their products with a grid plane's normal are exact: 2^26 steps
/// times 2^25 are 2^51, and three of them sum to below 2^53.
const GRID_EXTENT: f64 = 1_048_576.0;

/// Below this determinant of unit normals the floating-point solution is not trusted; see [`ExactVertex::meet`].
const MIN_DETERMINANT: f64 = 1.0 / (1_u64 << 46) as f64;

/// Relative error of the floating-point solution; see [`ExactVertex::meet`].
const SOLUTION_EPSILON: f64 = 1.0 / (1_u64 << 45) as f64;

/// Solutions with a larger error bound (units) are replaced by rounded exact ones, which filter better and are worth
/// emitting. Corners of the world box, which are cut away again, stay below it.
const COARSE: f64 = 1.0 / (1 << 20) as f64;

/// The point in which three planes meet.
///
/// Planes are kept by index: the even one of each pair (`index & !1`), in ascending order, so that the same three
/// planes give the same vertex to the bit whichever way they face and in whatever order they come.
///
/// ```
/// use kerosene_math::{DVec3, exact::{ExactPlane, ExactVertex, Side}};
/// let planes: Vec<_> = [(0, 1.0), (1, 2.0), (2, 3.0), (2, 8.0)]
///     .into_iter()
///     .map(|(axis, dist)| ExactPlane::axial(axis, dist))
///     .flat_map(|plane| [plane.flipped(), plane])
///     .collect();
/// let corner = ExactVertex::meet(&planes, 1, 3, 5).unwrap();
/// assert_eq!(corner.position(), DVec3::new(1.0, 2.0, 3.0));
/// assert_eq!(corner.side(&planes, 5), Side::On);
/// assert_eq!(corner.side(&planes, 7), Side::Back);
/// assert!(ExactVertex::meet(&planes, 1, 5, 7).is_none());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ExactVertex {
    position: DVec3,
    planes: [u32; 3],
    /// Greatest distance of `position` from the true point, units; 0 where they are the same.
    error: f32,
    /// This vertex's share of a filtered dot product's error bound: `error` and the rounding that grows with
    /// `position`.
    slack: f32,
    /// Whether `position` is exact, on the grid and within its extent.
    on_grid: bool,
}

impl ExactVertex {
    /// The meeting point of three planes; `None` when they do not meet in exactly one point.
    ///
    /// The position comes from Cramer's rule in floating point. Think of the normals as unit vectors (the code
    /// carries their lengths along instead of dividing by them). With u = 2^-53: their components carry at most 8u of
    /// relative error, so a cross product of two carries at most 20u in each component and 35u as a vector, the
    /// determinant at most 64u, and the numerator at most 64u times D, the sum of the distances' magnitudes. Dividing
    /// two such numbers, with a determinant of at least 128u, the position is off by at most twice `64u (D + |p|) /
    /// |det| + 2u |p|`, which `2^-45 (D + |p|) / |det|` exceeds. Smaller determinants are left to exact arithmetic.
    #[must_use]
    pub fn meet(planes: &[ExactPlane], a: u32, b: u32, c: u32) -> Option<Self> {
        let indices = sorted([a & !1, b & !1, c & !1]);
        let meeting = indices.map(|index| &planes[index as usize]);
        let [(n0, d0), (n1, d1), (n2, d2)] = meeting.map(|plane| {
            let [a, b, c, d] = plane.scaled;
            (DVec3::new(a, b, c), d)
        });
        let [l0, l1, l2] = meeting.map(|plane| plane.length);
        let (l01, l12, l20) = (l0 * l1, l1 * l2, l2 * l0);
        let minor = n1.cross(n2);
        let determinant = n0.x * minor.x + n0.y * minor.y + n0.z * minor.z;
        if determinant.abs() <= MIN_DETERMINANT * (l01 * l2) {
            return Self::meet_exactly(planes, indices);
        }
        let inverse = 1.0 / determinant;
        let mut position = (minor * d0 + n2.cross(n0) * d1 + n0.cross(n1) * d2) * inverse;
        let size = d0.abs() * l12 + d1.abs() * l20 + d2.abs() * l01 + sum_of_magnitudes(position) * (l01 * l2);
        let error = SOLUTION_EPSILON * size * inverse.abs();
        if error > COARSE {
            return Self::meet_exactly(planes, indices);
        }
        let mut axes = 0;
        for plane in meeting {
            if let Some(axis) = plane.axis() {
                // The normal of an axial plane on the grid is plus or minus one.
                position[axis] = plane.scaled[3] * plane.scaled[axis] + 0.0;
                axes += 1;
            }
        }
        if axes == 3 {
            return Some(Self::new(indices, position, 0.0));
        }
        if meeting[0].on_grid && meeting[1].on_grid && meeting[2].on_grid {
            let near = nearest_on_grid(position);
            if sum_of_magnitudes(near - position) <= 4.0 * error && is_grid_point_of(meeting, near) {
                return Some(Self::new(indices, near, 0.0));
            }
        }
        Some(Self::new(indices, position, error))
    }

    /// The indices of its planes: even, ascending.
    #[inline]
    #[must_use]
    pub const fn planes(&self) -> [u32; 3] {
        self.planes
    }

    /// The position in units, within [`Self::error`] of the true one.
    #[inline]
    #[must_use]
    pub const fn position(&self) -> DVec3 {
        self.position
    }

    /// An upper bound on the distance between [`Self::position`] and the true point, units.
    #[inline]
    #[must_use]
    pub fn error(&self) -> f64 {
        f64::from(self.error)
    }

    /// Whether [`Self::position`] is known to be the point itself.
    #[inline]
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.error == 0.0
    }

    /// The side of `planes[d]` on which the vertex lies, exactly.
    #[inline]
    #[must_use]
    pub fn side(&self, planes: &[ExactPlane], d: u32) -> Side {
        self.side_and_tier(planes, d).0
    }

    /// As [`Self::side`], with the tier of arithmetic that decided; for statistics.
    #[inline]
    #[must_use]
    pub fn side_and_tier(&self, planes: &[ExactPlane], d: u32) -> (Side, Tier) {
        let plane = &planes[d as usize];
        let exact = self.on_grid & plane.on_grid;
        let bound = if exact { 0.0 } else { plane.slack + plane.length * f64::from(self.slack) };
        let side = Side::beyond(plane.distance(self.position), bound);
        if exact {
            (side, Tier::Grid)
        } else if side != Side::On {
            (side, Tier::Filter)
        } else {
            self.undecided_side(planes, d)
        }
    }

    /// The side where the filter leaves it open, as it does for the vertex's own planes.
    #[cold]
    #[inline(never)]
    fn undecided_side(&self, planes: &[ExactPlane], d: u32) -> (Side, Tier) {
        if self.planes.contains(&(d & !1)) {
            return (Side::On, Tier::Shared);
        }
        determinant::side(
            self.planes.map(|index| &planes[index as usize].coefficients),
            &planes[d as usize].coefficients,
        )
    }

    /// Whether both are the same point, exactly.
    ///
    /// ```
    /// use kerosene_math::{DVec3, exact::{ExactPlane, ExactVertex}};
    /// let slope = ExactPlane::from_points([DVec3::X, DVec3::Y, DVec3::Z]).unwrap();
    /// let planes: Vec<_> = [ExactPlane::axial(0, 1.0), ExactPlane::axial(1, 0.0), ExactPlane::axial(2, 0.0), slope]
    ///     .into_iter()
    ///     .flat_map(|plane| [plane.clone(), plane.flipped()])
    ///     .collect();
    /// let corner = ExactVertex::meet(&planes, 0, 2, 4).unwrap();
    /// assert!(corner.same_point(&planes, &ExactVertex::meet(&planes, 2, 4, 6).unwrap()));
    /// ```
    #[must_use]
    pub fn same_point(&self, planes: &[ExactPlane], other: &Self) -> bool {
        if self.planes == other.planes {
            return true;
        }
        if self.is_exact() && other.is_exact() {
            return self.position == other.position;
        }
        // Positions themselves are only compared; a third more than the sum of the errors covers the rounding.
        if self.position.distance(other.position) > (self.error() + other.error()) * 1.5 {
            return false;
        }
        self.planes.iter().all(|&plane| other.side(planes, plane) == Side::On)
    }

    #[cold]
    #[inline(never)]
    fn meet_exactly(planes: &[ExactPlane], indices: [u32; 3]) -> Option<Self> {
        let position = determinant::position(indices.map(|index| &planes[index as usize].coefficients))?;
        if !position.is_finite() {
            let position = position.clamp(DVec3::splat(-f64::MAX), DVec3::splat(f64::MAX));
            return Some(Self {
                planes: indices,
                position,
                error: f32::INFINITY,
                slack: f32::INFINITY,
                on_grid: false,
            });
        }
        let near = nearest_on_grid(position);
        if is_grid_point_of(indices.map(|index| &planes[index as usize]), near) {
            return Some(Self::new(indices, near, 0.0));
        }
        let error = sum_of_magnitudes(position) * (1.0 / (1_u64 << 49) as f64) + f64::from(f32::MIN_POSITIVE);
        Some(Self::new(indices, position, error))
    }

    fn new(planes: [u32; 3], position: DVec3, error: f64) -> Self {
        let on_grid =
            error == 0.0 && position.abs().max_element() < GRID_EXTENT && nearest_on_grid(position) == position;
        let slack = error + FILTER_EPSILON * sum_of_magnitudes(position);
        Self { position, planes, error: round_up(error), slack: round_up(slack), on_grid }
    }
}

/// Whether `point`, on the grid, lies exactly on all three planes; false where one is not on the grid.
fn is_grid_point_of(planes: [&ExactPlane; 3], point: DVec3) -> bool {
    point.abs().max_element() < GRID_EXTENT && planes.iter().all(|plane| plane.on_grid && plane.distance(point) == 0.0)
}

/// The three indices in ascending order.
fn sorted([mut a, mut b, mut c]: [u32; 3]) -> [u32; 3] {
    (a, b) = (a.min(b), a.max(b));
    (b, c) = (b.min(c), b.max(c));
    (a, b) = (a.min(b), a.max(b));
    [a, b, c]
}

/// The nearest grid point, for coordinates below 2^45.
fn nearest_on_grid(point: DVec3) -> DVec3 {
    // Adding 1.5 * 2^52 pushes the fraction out of the mantissa.
    const SHIFTER: f64 = 6_755_399_441_055_744.0;
    ((point * GRID + SHIFTER) - SHIFTER) * (1.0 / GRID)
}

fn sum_of_magnitudes(vector: DVec3) -> f64 {
    vector.x.abs() + vector.y.abs() + vector.z.abs()
}

/// A single-precision number not below `value` (0 or more); 0 only for 0.
fn round_up(value: f64) -> f32 {
    if value == 0.0 {
        return 0.0;
    }
    // Conversion to the nearest takes off at most 2^-24.
    ((value * (1.0 + 1.0 / (1 << 22) as f64)) as f32).max(f32::MIN_POSITIVE)
}
