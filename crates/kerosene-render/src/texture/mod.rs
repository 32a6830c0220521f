//! Textures on the GPU.

mod format;
mod placeholder;
mod store;
mod upload;

pub(crate) use store::{LoadedTexture, TextureStore, read};
pub(crate) use upload::upload;
