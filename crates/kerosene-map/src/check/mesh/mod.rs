//! Checks of meshes.

pub(super) mod face;
pub(super) mod vertex_data;
