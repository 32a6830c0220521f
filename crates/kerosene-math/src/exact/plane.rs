//! Oriented planes with exact integer coefficients.

use super::coefficients::{Coefficients, Values, split_big};
use super::dyadic::Scaled;
use super::{Side, determinant};
use core::hash::{Hash, Hasher};
use glam::DVec3;
use thiserror::Error;

/// Greatest magnitude of a coordinate that planes are made from: 2^20 units.
pub const MAX_COORDINATE: f64 = 1_048_576.0;

/// Relative error bound of a filtered dot product and of what goes into it.
///
/// For a point `p` with computed distance `s = n . p - d` (three products, three additions) from a plane with a
/// normal of length `l`, the true distance differs from `s` by at most `(8 + 4) * 2^-53 * (l |p| + |d|)` and what
/// underflows. This constant doubles that more than twice, which also covers the rounding of `l` and of the bound
/// itself.
pub(super) const FILTER_EPSILON: f64 = 1.0 / (1_u64 << 48) as f64;

/// Covers results that underflow; far below any distance that matters and far above what can underflow.
const UNDERFLOW: f64 = 1.0e-280;

/// Coefficients of a plane's normal stay below this where dot products with grid points are exact.
const GRID_COEFFICIENT: i64 = 1 << 25;

/// Why three points make no plane.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum PlaneError {
    /// A coordinate is not a finite number.
    #[error("plane point {point} is not finite: {position}")]
    NotFinite {
        /// Index of the point, 0 to 2.
        point: usize,
        /// The point.
        position: DVec3,
    },
    /// A coordinate is beyond [`MAX_COORDINATE`].
    #[error("plane point {point} is farther than 1048576 units from the origin on some axis: {position}")]
    TooLarge {
        /// Index of the point, 0 to 2.
        point: usize,
        /// The point.
        position: DVec3,
    },
    /// The points lie on one line, exactly.
    #[error("the plane's points {}, {}, {} lie on one line", points[0], points[1], points[2])]
    Collinear {
        /// The points.
        points: [DVec3; 3],
    },
}

/// An oriented plane whose coefficients are exact.
///
/// Equality and hash are those of the oriented plane: two planes made from different points are equal exactly when
/// the same points lie on them and the same points in front of them.
///
/// ```
/// use kerosene_math::{DVec3, exact::{ExactPlane, Side}};
/// let floor = ExactPlane::from_points([DVec3::X, DVec3::ZERO, DVec3::Y]).unwrap();
/// assert_eq!(floor.normal(), DVec3::Z);
/// assert_eq!(floor.side_of_point(DVec3::new(5.0, 5.0, 1e-300)), Side::Front);
/// assert_eq!(floor, ExactPlane::axial(2, 0.0));
/// ```
// In this order, what a side test reads shares one cache line.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub struct ExactPlane {
    /// What a side test reads: the plane `a x + b y + c z = d` in floating point.
    ///
    /// When `on_grid`, integers below 2^25 and a `d` without rounding: the plane itself. Otherwise the unit normal
    /// and the distance along it, each within eight roundings of the true one.
    pub(super) scaled: [f64; 4],
    /// Length of the normal in `scaled`: rounded when `on_grid`, else 1.
    pub(super) length: f64,
    /// This plane's share of a filtered dot product's error bound; see [`FILTER_EPSILON`].
    pub(super) slack: f64,
    pub(super) on_grid: bool,
    axis: Option<u8>,
    pub(super) coefficients: Coefficients,
}

impl ExactPlane {
    /// The plane through three points, with normal along `(p0 - p1) x (p2 - p1)`: seen from the front, the points go
    /// clockwise, as in Quake's map format.
    ///
    /// # Errors
    ///
    /// [`PlaneError`] when a coordinate is not finite or too large, or when the points lie exactly on a line.
    ///
    /// ```
    /// use kerosene_math::{DVec3, exact::{ExactPlane, PlaneError}};
    /// let line = [DVec3::ZERO, DVec3::splat(0.1), DVec3::splat(0.2)];
    /// assert!(matches!(ExactPlane::from_points(line), Err(PlaneError::Collinear { .. })));
    /// ```
    pub fn from_points(points: [DVec3; 3]) -> Result<Self, PlaneError> {
        for (point, position) in points.into_iter().enumerate() {
            if !position.is_finite() {
                return Err(PlaneError::NotFinite { point, position });
            }
            if position.abs().max_element() > MAX_COORDINATE {
                return Err(PlaneError::TooLarge { point, position });
            }
        }
        let [p, q, r] = points;
        let scaled = Scaled::new([p.x, p.y, p.z, q.x, q.y, q.z, r.x, r.y, r.z]);
        // Differences have one bit more, their products twice that, sums of those again one or two more.
        let coefficients = if 3 * scaled.bits + 6 <= 126 {
            Coefficients::from_wide(plane_through(&scaled.wide()), scaled.scale)
        } else {
            Coefficients::from_big(plane_through(&scaled.big()), scaled.scale)
        };
        coefficients.map(Self::from_coefficients).ok_or(PlaneError::Collinear { points })
    }

    /// The plane across `axis` (0 is x, 1 is y, 2 is z) at `dist`, its normal along the positive axis.
    ///
    /// `dist` must be within [`MAX_COORDINATE`]; debug builds assert it, others clamp it (and take 0 for what is not
    /// a number).
    ///
    /// ```
    /// use kerosene_math::{DVec3, exact::ExactPlane};
    /// let wall = ExactPlane::axial(0, 64.5);
    /// assert_eq!((wall.normal(), wall.dist(), wall.axis()), (DVec3::X, 64.5, Some(0)));
    /// ```
    #[must_use]
    pub fn axial(axis: usize, dist: f64) -> Self {
        debug_assert!(axis < 3 && dist.abs() <= MAX_COORDINATE, "axis {axis}, distance {dist}");
        let dist = if dist.is_nan() { 0.0 } else { dist.clamp(-MAX_COORDINATE, MAX_COORDINATE) };
        Self::from_coefficients(Coefficients::axial(axis.min(2), dist))
    }

    /// The same plane facing the other way.
    ///
    /// ```
    /// use kerosene_math::{DVec3, exact::ExactPlane};
    /// let ceiling = ExactPlane::axial(2, 128.0).flipped();
    /// assert_eq!((ceiling.normal(), ceiling.dist()), (DVec3::NEG_Z, -128.0));
    /// ```
    #[must_use]
    pub fn flipped(&self) -> Self {
        // Subtracting from zero, unlike negating, makes no negative zeros.
        Self { scaled: self.scaled.map(|value| 0.0 - value), coefficients: self.coefficients.negated(), ..*self }
    }

    /// The unit normal, rounded; exact for axial planes.
    #[inline]
    #[must_use]
    pub fn normal(&self) -> DVec3 {
        let [a, b, c, _] = self.scaled;
        DVec3::new(a / self.length, b / self.length, c / self.length)
    }

    /// Distance from the origin along the normal in units, rounded: `normal . p` of the points on the plane; exact
    /// for axial planes.
    #[inline]
    #[must_use]
    pub fn dist(&self) -> f64 {
        self.scaled[3] / self.length
    }

    /// The axis (0 to 2) that the plane is exactly perpendicular to, facing either way.
    #[inline]
    #[must_use]
    pub fn axis(&self) -> Option<usize> {
        self.axis.map(usize::from)
    }

    /// The exact side on which the finite point `p` lies.
    ///
    /// ```
    /// use kerosene_math::{DVec3, exact::{ExactPlane, Side}};
    /// let plane = ExactPlane::from_points([DVec3::new(1.0, 0.0, 0.1), DVec3::ZERO, DVec3::Y]).unwrap();
    /// assert_eq!(plane.side_of_point(DVec3::new(2.0, 7.0, 0.2)), Side::On);
    /// assert_eq!(plane.side_of_point(DVec3::new(3.0, 7.0, 0.3)), Side::Back); // 3 * 0.1 is more than 0.3 as floats go
    /// ```
    #[must_use]
    pub fn side_of_point(&self, p: DVec3) -> Side {
        debug_assert!(p.is_finite(), "a point of finite coordinates: {p}");
        let bound = self.slack + self.length * FILTER_EPSILON * (p.x.abs() + p.y.abs() + p.z.abs());
        let side = Side::beyond(self.distance(p), bound);
        if side != Side::On {
            return side;
        }
        if !p.is_finite() {
            return Side::On;
        }
        determinant::side_of_scaled_point(&self.coefficients, &Scaled::new(p.to_array()))
    }

    /// Whether both are the same plane facing the same way, exactly.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        self == other
    }

    /// Whether both are the same plane facing opposite ways, exactly.
    ///
    /// ```
    /// use kerosene_math::exact::ExactPlane;
    /// let wall = ExactPlane::axial(1, 0.1);
    /// assert!(wall.is_opposite(&wall.flipped()) && !wall.is_opposite(&wall));
    /// ```
    #[must_use]
    pub fn is_opposite(&self, other: &Self) -> bool {
        // Opposite signs are seen in the rounded values before any coefficient is copied.
        self.scaled == other.scaled.map(|value| -value) && self.coefficients.negated() == other.coefficients
    }

    /// The rounded distance of `p`, times `length`. For a grid point and a plane on the grid the sum of products is
    /// exact, and rounding the last difference cannot change its sign.
    #[inline]
    pub(super) fn distance(&self, p: DVec3) -> f64 {
        let [a, b, c, d] = self.scaled;
        (a * p.x + b * p.y + c * p.z) - d
    }

    fn from_coefficients(coefficients: Coefficients) -> Self {
        let grid = grid(&coefficients);
        let [a, b, c, d] = grid.unwrap_or_else(|| ratios(&coefficients));
        let axis = match (a == 0.0, b == 0.0, c == 0.0) {
            (false, true, true) => Some(0),
            (true, false, true) => Some(1),
            (true, true, false) => Some(2),
            _ => None,
        };
        let length = (a * a + b * b + c * c).sqrt();
        let (scaled, length) = match grid {
            Some(grid) => (grid, length),
            None => ([a / length, b / length, c / length, d / length], 1.0),
        };
        let slack = FILTER_EPSILON * scaled[3].abs() + UNDERFLOW;
        Self { scaled, length, slack, on_grid: grid.is_some(), axis, coefficients }
    }
}

impl PartialEq for ExactPlane {
    fn eq(&self, other: &Self) -> bool {
        // Equal coefficients give equal rounded values, which are quicker to compare.
        self.scaled == other.scaled && self.coefficients == other.coefficients
    }
}

impl Eq for ExactPlane {}

impl Hash for ExactPlane {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.coefficients.hash(state);
    }
}

/// Coefficients of the plane through three points of integer coordinates, in the scaled coordinates.
fn plane_through<T>(points: &[T; 9]) -> [T; 4]
where
    T: core::ops::Add<Output = T> + core::ops::Sub<Output = T>,
    for<'a> &'a T: core::ops::Sub<&'a T, Output = T> + core::ops::Mul<&'a T, Output = T>,
{
    let [px, py, pz, qx, qy, qz, rx, ry, rz] = points;
    let (ux, uy, uz) = (px - qx, py - qy, pz - qz);
    let (vx, vy, vz) = (rx - qx, ry - qy, rz - qz);
    let (a, b, c) = (&uy * &vz - &uz * &vy, &uz * &vx - &ux * &vz, &ux * &vy - &uy * &vx);
    let d = &a * qx + &b * qy + &c * qz;
    [a, b, c, d]
}

/// The coefficients as floats, when they are exact and small enough for exact dot products with grid points.
fn grid(coefficients: &Coefficients) -> Option<[f64; 4]> {
    let Values::Small([a, b, c, d]) = coefficients.values else { return None };
    let dist = d as f64;
    let scaled = libm::ldexp(dist, -i32::try_from(coefficients.scale).ok()?);
    // Scaling down fails below the range of floats.
    let exact = dist as i128 == i128::from(d)
        && libm::ldexp(scaled, i32::try_from(coefficients.scale).ok()?) == dist
        && [a, b, c].iter().all(|value| value.abs() < GRID_COEFFICIENT);
    exact.then_some([a as f64, b as f64, c as f64, scaled])
}

/// The coefficients as floats over a common power of two that brings the longest of the normal near one.
fn ratios(coefficients: &Coefficients) -> [f64; 4] {
    let (length, _) = coefficients.bits_at(coefficients.scale);
    let down = |exponent: i32| exponent.saturating_sub(i32::try_from(length).unwrap_or(i32::MAX));
    let [a, b, c, d] = match &coefficients.values {
        Values::Small(values) => values.map(|value| (value as f64, 0)),
        Values::Big(values) => [0, 1, 2, 3].map(|i| split_big(&values[i])),
    };
    let scale = i32::try_from(coefficients.scale).unwrap_or(i32::MAX);
    let dist = (d.0, d.1.saturating_sub(scale));
    [a, b, c, dist].map(|(value, exponent)| libm::ldexp(value, down(exponent)))
}
