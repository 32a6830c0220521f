//! Why something cannot be drawn.

use crate::shader::ShaderError;

/// Why something cannot be drawn.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// A shader is not accepted.
    #[error(transparent)]
    Shader(#[from] ShaderError),
    /// A picture without pixels, or with more than the GPU has room for.
    #[error("a picture of {width} by {height} pixels cannot be drawn; a side has 1 to {most}")]
    Size {
        /// Width asked for.
        width: u32,
        /// Height asked for.
        height: u32,
        /// The GPU's most.
        most: u32,
    },
    /// More vertices or indices than one buffer of the GPU holds.
    #[error("the map's geometry takes {bytes} bytes, and the GPU's buffers hold {most}")]
    TooLarge {
        /// Bytes needed.
        bytes: u64,
        /// Bytes that a buffer holds.
        most: u64,
    },
    /// The GPU did not give the picture back.
    #[error("the picture could not be read back from the GPU: {0}")]
    ReadBack(String),
    /// The GPU refused something: a fault of ours, or a device that was lost.
    #[error("the GPU refused {what}: {message}")]
    Refused {
        /// What was asked of it.
        what: &'static str,
        /// Its words.
        message: String,
    },
    /// There is no GPU.
    #[error(transparent)]
    Gpu(#[from] crate::GpuError),
    /// A model cannot be drawn.
    #[error("the model {path} cannot be drawn: {reason}")]
    Model {
        /// Its virtual path.
        path: String,
        /// Why.
        reason: String,
    },
}
