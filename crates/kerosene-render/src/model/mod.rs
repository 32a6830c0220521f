//! Models that stand and walk in a level.

mod gather;
mod lod;
mod pose;
#[cfg(test)]
pub(crate) mod samples;
mod store;
mod vertex;

pub(crate) use gather::{Batch, Gathered, Instance, STIFF, Surroundings, rows};
pub(crate) use store::{ModelStore, read};
pub(crate) use vertex::ModelVertex;

/// A model that a renderer has loaded; good for as long as that level is. The default is the first one of all, for who fills
/// frames without a renderer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct ModelHandle(pub(crate) u32);
