//! Textures of other games as sources.
//!
//! [`ForeignFile`] is what lies in a file, each texture and material with the name that maps call it by;
//! [`ForeignTexture::compile`] makes textures of ours of one of them. Files of their own (palettes) come as [`GamePalette`]s: looking for them is the
//! caller's.

mod file;
mod texture;

pub use file::{ForeignFile, ForeignKind, ForeignMaterial, GamePalette, Include};
pub use texture::{ForeignTexture, GLOW_SUFFIX};
