//! Skeleton: the shared types.

mod bounds;
pub mod exact;

pub use bounds::{Aabb, DAabb};
pub use glam::{
    Affine3A, DAffine3, DMat3, DMat4, DQuat, DVec2, DVec3, DVec4, IVec2, IVec3, Mat2, Mat3, Mat4, Quat, UVec2, UVec3,
    Vec2, Vec3, Vec3A, Vec4,
};
