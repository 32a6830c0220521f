//! Models on the GPU.

/// A model that a renderer has loaded; good for as long as that level is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ModelHandle(pub(crate) u32);
