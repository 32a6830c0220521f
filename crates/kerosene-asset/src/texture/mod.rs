//! Textures: `.ktex`.

mod decode;
mod file;
mod format;

pub use decode::{blocks, half_pixel};
pub use file::{MAX_SIZE, Mip, TEXTURE_MAGIC, TEXTURE_VERSION, Texture, TextureError};
pub use format::{PixelFormat, TextureFlags, mip_size};
