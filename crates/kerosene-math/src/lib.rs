//! Mathematics that the whole engine agrees on: vectors, boxes, planes, polygons, exact geometric decisions and float
//! operations with the same bits on every machine.
//!
//! **What is here and why.** Vectors and matrices are [`glam`]'s, re-exported so that all crates use one version.
//! [`units`] and [`Angles`] fix what a number means: a unit is an inch, Z is up, angles are pitch, yaw and roll in
//! degrees. [`Plane`], [`Aabb`] and [`Winding`] are the plain floating-point geometry of the runtime and of tools;
//! names with a `D` are in double precision. [`exact`] is the geometry of the map compiler: it never rounds and has
//! no epsilons, at nearly the price of plain floats. [`deterministic`] replaces what `std` leaves to the platform
//! (sines, powers and the like), and [`Pcg32`] is the random number generator.
//!
//! **Trade-offs.** The runtime works in `f32`, as its data on disk does; compilers work in `f64`, and exactly where a
//! decision has to be consistent with others. Transcendental functions are software (the `libm` crate) and slower
//! than the platform's by a small factor; that is the price of replays and lockstep across machines. Nothing here
//! uses a fused multiply-add, whose presence depends on the processor.
//!
//! **Deliberately absent.** Epsilons as constants: tolerances belong to the algorithms that choose them. Global state
//! of any kind. Generic scalar types. Rounding of map coordinates: that is the compiler's last step, and it does it
//! once.

mod angles;
mod bounds;
pub mod deterministic;
pub mod exact;
mod format;
mod plane;
mod random;
pub mod units;
mod winding;

pub use angles::Angles;
pub use bounds::{Aabb, DAabb};
pub use format::format_float;
pub use glam;
pub use glam::{
    Affine3A, DAffine3, DMat3, DMat4, DQuat, DVec2, DVec3, DVec4, IVec2, IVec3, Mat2, Mat3, Mat4, Quat, UVec2, UVec3,
    Vec2, Vec3, Vec3A, Vec4,
};
pub use plane::{DPlane, Plane};
pub use random::Pcg32;
pub use winding::Winding;
