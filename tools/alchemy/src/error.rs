//! What can be wrong with a picture.

use kerosene_asset::{MAX_SIZE, TextureError};
use kerosene_diagnostics::{Code, codes};

/// Why a picture does not become a texture.
#[derive(Debug, thiserror::Error)]
pub enum AlchemyError {
    /// It is no picture of a format that is read.
    #[error("it is no picture that can be read (PNG, JPEG, TGA, WebP, HDR, EXR)")]
    UnknownFormat,
    /// The picture is damaged, or needs more memory than it may.
    #[error("the picture cannot be read: {0}")]
    Damaged(image::ImageError),
    /// It is larger than a texture can be.
    #[error("the picture has {width} by {height} pixels, and a texture has at most {MAX_SIZE} along a side")]
    TooLarge {
        /// Pixels from left to right.
        width: u32,
        /// Pixels from top to bottom.
        height: u32,
    },
    /// It has a value that is no number.
    #[error("the pixel at {x}, {y} holds a value that is no finite number")]
    NotFinite {
        /// From the left.
        x: u32,
        /// From the top.
        y: u32,
    },
    /// The texture cannot be made of it.
    #[error(transparent)]
    Texture(#[from] TextureError),
}

impl AlchemyError {
    /// The diagnostic's code, and what to do.
    pub(crate) fn advice(&self) -> (Code, &'static str) {
        match self {
            Self::UnknownFormat | Self::Damaged(_) => {
                (codes::PICTURE_NOT_READ, "open it in a picture editor and save it as PNG, or get it again")
            }
            Self::TooLarge { .. } => (codes::TOO_LARGE, "make it smaller"),
            Self::NotFinite { .. } => (codes::PICTURE_NOT_READ, "save it again without infinite values"),
            Self::Texture(_) => (codes::INTERNAL, "report this with the picture"),
        }
    }
}
