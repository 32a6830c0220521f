//! Planes in floating point.

use crate::{DVec3, Vec3};
use bytemuck::{Pod, Zeroable};

macro_rules! plane {
    ($name:ident, $vector:ident, $scalar:ident, $precision:literal) => {
        #[doc = concat!("A ", $precision, " plane: the points `p` with `normal . p = dist`.")]
        ///
        /// ```
        #[doc = concat!("use kerosene_math::{", stringify!($name), ", ", stringify!($vector), "};")]
        #[doc = concat!(
                                    "let floor = ", stringify!($name), "::from_points([", stringify!($vector), "::X, ",
                                    stringify!($vector), "::ZERO, ", stringify!($vector), "::Y]).unwrap();"
                                )]
        #[doc = concat!("assert_eq!(floor, ", stringify!($name), "::new(", stringify!($vector), "::Z, 0.0));")]
        #[doc = concat!("assert_eq!(floor.distance(", stringify!($vector), "::new(8.0, 8.0, -2.0)), -2.0);")]
        #[doc = concat!("assert_eq!(floor.flipped().distance(", stringify!($vector), "::new(8.0, 8.0, -2.0)), 2.0);")]
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
        #[repr(C)]
        pub struct $name {
            /// The unit vector that points to the front.
            pub normal: $vector,
            /// Distance of the plane from the origin along `normal`, units; negative behind it.
            pub dist: $scalar,
        }

        impl $name {
            /// The plane with a unit `normal` at `dist` units from the origin.
            #[must_use]
            pub const fn new(normal: $vector, dist: $scalar) -> Self {
                Self { normal, dist }
            }

            /// The plane through three points, clockwise as seen from the front: its normal is along `(p0 - p1) x (p2
            /// - p1)`. `None` when the points are in line, as far as rounding tells.
            #[must_use]
            pub fn from_points([p, q, r]: [$vector; 3]) -> Option<Self> {
                let normal = (p - q).cross(r - q).try_normalize()?;
                Some(Self { normal, dist: normal.dot(q) })
            }

            /// The plane with a unit `normal` through `point`.
            #[must_use]
            pub fn through(normal: $vector, point: $vector) -> Self {
                Self { normal, dist: normal.dot(point) }
            }

            /// Units from the plane to `point`; negative behind it.
            #[inline]
            #[must_use]
            pub fn distance(&self, point: $vector) -> $scalar {
                self.normal.dot(point) - self.dist
            }

            /// The point of the plane nearest to `point`.
            #[must_use]
            pub fn project(&self, point: $vector) -> $vector {
                point - self.normal * self.distance(point)
            }

            /// The same plane facing the other way.
            #[must_use]
            pub fn flipped(&self) -> Self {
                // Subtracting from zero, unlike negating, makes no negative zeros.
                Self { normal: $vector::ZERO - self.normal, dist: 0.0 - self.dist }
            }
        }
    };
}

plane!(Plane, Vec3, f32, "single-precision");
plane!(DPlane, DVec3, f64, "double-precision");

impl From<DPlane> for Plane {
    /// Rounds to single precision.
    fn from(plane: DPlane) -> Self {
        Self { normal: plane.normal.as_vec3(), dist: plane.dist as f32 }
    }
}

impl From<&crate::exact::ExactPlane> for DPlane {
    /// Rounds to double precision.
    fn from(plane: &crate::exact::ExactPlane) -> Self {
        Self { normal: plane.normal(), dist: plane.dist() }
    }
}
