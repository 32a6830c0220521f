//! What can be wrong with a picture.

use crate::MAX_PIXELS;
use image::ImageError;
use kerosene_asset::{MAX_SIZE, TextureError};
use kerosene_diagnostics::{Code, codes};

/// Why a picture does not become a texture.
#[derive(Debug, thiserror::Error)]
pub enum AlchemyError {
    /// It is no picture of a format that is read.
    #[error("it is no picture that can be read (PNG, JPEG, TGA, WebP, HDR, EXR)")]
    UnknownFormat,
    /// The picture is damaged, or needs more memory than it may.
    #[error("the picture cannot be read: {}", reason(.0))]
    Damaged(ImageError),
    /// It is far shorter than a picture of its size can be.
    #[error("the picture is cut off: it says that it has {width} by {height} pixels, and is too short for that")]
    CutOff {
        /// Pixels from left to right.
        width: u32,
        /// Pixels from top to bottom.
        height: u32,
    },
    /// There is not the memory to work on it.
    #[error("there is not the memory for it: {mebibytes} MiB are needed")]
    NoMemory {
        /// How much is needed.
        mebibytes: u64,
    },
    /// It is larger than a texture can be.
    #[error(
        "the picture has {width} by {height} pixels, and a texture has at most {MAX_SIZE} along a side and {MAX_PIXELS} in all"
    )]
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
            Self::UnknownFormat | Self::Damaged(_) | Self::CutOff { .. } => {
                (codes::PICTURE_NOT_READ, "open it in a picture editor and save it as PNG, or get it again")
            }
            Self::NoMemory { .. } => {
                (codes::PICTURE_NOT_READ, "make fewer at once (--jobs 1), close other programs, or make it smaller")
            }
            Self::TooLarge { .. } => (codes::TOO_LARGE, "make it smaller"),
            Self::NotFinite { .. } => (codes::PICTURE_NOT_READ, "save it again without infinite values"),
            Self::Texture(_) => (codes::INTERNAL, "report this with the picture"),
        }
    }
}

/// What the decoder means.
fn reason(error: &ImageError) -> String {
    let said = error.to_string();
    let is_short = matches!(error, ImageError::IoError(reason) if reason.kind() == std::io::ErrorKind::UnexpectedEof);
    // Decoders pass the same on as text.
    let says_short =
        ["failed to fill whole buffer", "unexpected end", "nexpected EOF"].iter().any(|text| said.contains(text));
    match error {
        _ if is_short || says_short => "it is cut off".to_owned(),
        ImageError::Limits(_) => "it needs more than 1 GiB".to_owned(),
        _ => format!("it is damaged, or of a kind of its format that is not read ({said})"),
    }
}
