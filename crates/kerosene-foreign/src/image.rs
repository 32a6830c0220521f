//! A picture with its pixels undone.

/// Pixels as they are stored.
#[derive(Debug, Clone, PartialEq)]
pub enum Pixels {
    /// Red, green, blue in sRGB and alpha, a byte each.
    Rgba8(Vec<[u8; 4]>),
    /// Light without an upper end, and alpha.
    Rgba32Float(Vec<[f32; 4]>),
}

/// The largest level of a texture.
#[derive(Debug, Clone, PartialEq)]
pub struct Image {
    /// Pixels from left to right.
    pub width: u32,
    /// Pixels from top to bottom.
    pub height: u32,
    /// `width * height` pixels, row by row from the top.
    pub pixels: Pixels,
}
