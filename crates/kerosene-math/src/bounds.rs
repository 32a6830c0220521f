//! Axis-aligned bounding boxes, in single and in double precision.

use bytemuck::{Pod, Zeroable};
use glam::{DVec3, Vec3};

macro_rules! bounding_box {
    ($name:ident, $vector:ident, $scalar:ident, $precision:literal) => {
        #[doc = concat!("An axis-aligned box with ", $precision, " corners, in units; both faces belong to it.")]
        ///
        /// A box whose `min` exceeds its `max` on some axis holds nothing; [`Self::EMPTY`] is the one that
        /// [`Self::include`] and [`Self::union`] leave out of account.
        ///
        /// ```
        #[doc = concat!("use kerosene_math::{", stringify!($name), ", ", stringify!($vector), "};")]
        #[doc = concat!(
                            "let bounds = ", stringify!($name), "::from_points([", stringify!($vector), "::ZERO, ",
                            stringify!($vector), "::new(64.0, 32.0, 16.0)]);"
                        )]
        #[doc = concat!("assert_eq!(bounds.size(), ", stringify!($vector), "::new(64.0, 32.0, 16.0));")]
        #[doc = concat!("assert!(bounds.contains(", stringify!($vector), "::splat(8.0)));")]
        #[doc = concat!("assert!(", stringify!($name), "::EMPTY.is_empty());")]
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
        #[repr(C)]
        pub struct $name {
            /// The corner with the least coordinates.
            pub min: $vector,
            /// The corner with the greatest coordinates.
            pub max: $vector,
        }

        impl $name {
            /// The box that holds nothing: `min` is plus infinity, `max` minus infinity.
            pub const EMPTY: Self = Self { min: $vector::INFINITY, max: $vector::NEG_INFINITY };

            /// The box between two corners.
            #[must_use]
            pub const fn new(min: $vector, max: $vector) -> Self {
                Self { min, max }
            }

            /// The box of `size` (full widths) around `center`.
            #[must_use]
            pub fn around(center: $vector, size: $vector) -> Self {
                Self { min: center - size * 0.5, max: center + size * 0.5 }
            }

            /// The smallest box that holds all `points`; [`Self::EMPTY`] for none.
            #[must_use]
            pub fn from_points(points: impl IntoIterator<Item = $vector>) -> Self {
                points.into_iter().fold(Self::EMPTY, |mut bounds, point| {
                    bounds.include(point);
                    bounds
                })
            }

            /// Whether no point lies inside.
            #[must_use]
            pub fn is_empty(&self) -> bool {
                !self.min.cmple(self.max).all()
            }

            /// Grows the box so that it holds `point`.
            pub fn include(&mut self, point: $vector) {
                self.min = self.min.min(point);
                self.max = self.max.max(point);
            }

            /// The smallest box that holds both.
            #[must_use]
            pub fn union(&self, other: &Self) -> Self {
                Self { min: self.min.min(other.min), max: self.max.max(other.max) }
            }

            /// The part that both share; empty where they do not touch.
            #[must_use]
            pub fn intersection(&self, other: &Self) -> Self {
                Self { min: self.min.max(other.min), max: self.max.min(other.max) }
            }

            /// Whether the boxes overlap; touching faces alone do not count, but a flat box within another does.
            #[must_use]
            pub fn intersects(&self, other: &Self) -> bool {
                self.min.cmplt(other.max).all() && other.min.cmplt(self.max).all()
            }

            /// Whether the boxes share at least one point; touching faces count.
            #[must_use]
            pub fn touches(&self, other: &Self) -> bool {
                self.min.cmple(other.max).all() && other.min.cmple(self.max).all()
            }

            /// Whether `point` lies inside or on a face.
            #[must_use]
            pub fn contains(&self, point: $vector) -> bool {
                self.min.cmple(point).all() && point.cmple(self.max).all()
            }

            /// Whether all of `other` lies inside or on a face.
            #[must_use]
            pub fn contains_box(&self, other: &Self) -> bool {
                self.min.cmple(other.min).all() && other.max.cmple(self.max).all()
            }

            /// The box with every face moved outwards by `margin` (inwards where negative).
            #[must_use]
            pub fn expanded(&self, margin: $scalar) -> Self {
                Self { min: self.min - $vector::splat(margin), max: self.max + $vector::splat(margin) }
            }

            /// The box moved by `offset`.
            #[must_use]
            pub fn translated(&self, offset: $vector) -> Self {
                Self { min: self.min + offset, max: self.max + offset }
            }

            /// The full widths; negative or infinite for an empty box.
            #[must_use]
            pub fn size(&self) -> $vector {
                self.max - self.min
            }

            /// The middle; meaningless for an empty box.
            #[must_use]
            pub fn center(&self) -> $vector {
                self.min + (self.max - self.min) * 0.5
            }
        }

        impl Default for $name {
            fn default() -> Self {
                Self::EMPTY
            }
        }
    };
}

bounding_box!(Aabb, Vec3, f32, "single-precision");
bounding_box!(DAabb, DVec3, f64, "double-precision");

impl From<Aabb> for DAabb {
    fn from(bounds: Aabb) -> Self {
        Self { min: bounds.min.as_dvec3(), max: bounds.max.as_dvec3() }
    }
}
