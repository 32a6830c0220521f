//! Resources as the runtime loads them.
//!
//! What artists make (PNG, glTF) is turned by the tools into what the engine loads: pixels in the blocks that a GPU reads,
//! every mip level made, the average colour known. A resource is a [`kerosene_container`] with a magic of its kind, so it is
//! damaged or whole section by section, and it says what it was made from ([`Provenance`]), so that a build can tell whether
//! it is still what its sources give.
//!
//! | kind | file | here |
//! |---|---|---|
//! | texture | `.ktex` | [`Texture`] |
//!
//! # Trade-offs
//!
//! Pixels are kept as the GPU takes them and not compressed again: a block-compressed mip hardly shrinks further, and an
//! archive compresses what does. Each mip level is a section, so that a renderer can begin with the small ones.
//!
//! # Deliberately absent
//!
//! No source formats (the tools read those), no encoders, no GPU, no files: callers bring bytes.

mod provenance;
mod srgb;
mod texture;

pub use provenance::{Provenance, SourceFile};
pub use srgb::{linear_to_srgb, srgb_to_linear, srgb_value_to_linear};
pub use texture::{
    MAX_SIZE, Mip, PixelFormat, TEXTURE_MAGIC, TEXTURE_VERSION, Texture, TextureError, TextureFlags, mip_size,
};
