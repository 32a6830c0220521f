//! Textures and materials on the GPU.

/// A material that a renderer has loaded; good for as long as that level is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MaterialHandle(pub(crate) u32);
