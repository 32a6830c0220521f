//! Textures: `.ktex`.

mod decode;
mod format;
mod texture;

pub use format::{PixelFormat, TextureFlags, mip_size};
pub use texture::{MAX_SIZE, Mip, TEXTURE_MAGIC, TEXTURE_VERSION, Texture, TextureError};
