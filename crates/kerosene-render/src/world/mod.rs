//! The level's geometry: made once from a compiled map, and what of it is drawn in a picture. No GPU here.

mod atlas;
mod build;
mod culling;
mod faces;
mod lightmap;
mod mesh;
mod tangents;
mod triangulate;
mod vertex;

pub use culling::{Culling, CullingStatistics, Draw};
pub use lightmap::LIGHTING_LUMP;
pub use mesh::{DrawClass, Surface, WorldMesh};
pub use vertex::WorldVertex;

pub(crate) use atlas::Atlas;
pub(crate) use faces::{face_luxel, face_points};
pub(crate) use lightmap::{face_luxels, lighting, mesh_luxels};
pub(crate) use vertex::NO_STYLE;
