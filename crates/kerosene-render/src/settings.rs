//! What a renderer is built with.

/// What a renderer is built with: what would need new pipelines or targets to change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RenderSettings {
    /// Samples of each pixel, 1 or 4: 4 smooths edges. Other numbers count as the lower of the two.
    pub samples: u32,
    /// How many samples a texture is given where it is seen at a slant, 1 to 16. Software drivers always give it one.
    pub anisotropy: u16,
    /// Pixels along a side of each shadow map.
    pub shadow_size: u32,
}

impl Default for RenderSettings {
    fn default() -> Self {
        Self { samples: 4, anisotropy: 8, shadow_size: 512 }
    }
}

impl RenderSettings {
    /// The samples as the GPU takes them.
    pub(crate) fn sample_count(&self) -> u32 {
        if self.samples >= 4 { 4 } else { 1 }
    }
}
