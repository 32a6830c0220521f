//! Skeleton: the shared types.
pub use glam::{DVec3, Vec2, Vec3};
