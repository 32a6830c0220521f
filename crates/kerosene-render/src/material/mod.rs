//! Materials on the GPU.

mod description;
mod layouts;
mod pipelines;
mod placeholder;
mod sky;
mod store;
mod uniform;

pub(crate) use description::Use;
pub(crate) use layouts::{Layouts, sampler as sampler_entry, texture as texture_entry, uniform as uniform_entry};
pub(crate) use pipelines::{PipelineKey, Pipelines};
pub(crate) use sky::SkyId;
pub(crate) use store::{LoadedMaterial, MaterialStore};

/// A material that a renderer has loaded; good for as long as that level is. The default is the first one of all, for who
/// fills frames without a renderer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct MaterialHandle(pub(crate) u32);
