//! The texture compiler: a picture (PNG, JPEG, TGA, WebP, HDR, EXR) becomes a texture (`.ktex`), and a text or a set of pictures a
//! material (`.kmat_c`).
//!
//! [`compile`] is a pure function: the bytes of a picture and [`Options`] in, a [`Texture`](kerosene_asset::Texture) out,
//! the same bytes for any number of threads and on every machine.
//!
//! What it takes care of, since it is what pictures get wrong most often:
//!
//! * **Light adds up in linear light.** Colours are averaged to mip levels as light and not as the bytes of the file, so a
//!   pattern of black and white keeps its brightness into the distance. Each level is made from the float values of
//!   the one before, never from rounded ones.
//! * **Any size works.** A level is half of the one before, rounded down, and each of its pixels is the exact average of the
//!   area that it covers (polyphase box filtering, Guinee, 2003), so nothing shifts or is left out.
//! * **What is invisible does not bleed.** Colours are weighted by their alpha, and what cannot be seen at all takes the
//!   colour of what is near it, since a GPU blends neighbours without asking for their alpha.
//! * **A fence stays a fence.** With alpha test each level's alpha is scaled until as much of it passes the test as of the
//!   picture (Castaño, *Computing Alpha Mipmaps*, 2010).
//! * **Normals stay normals.** They are averaged as vectors and made unit again; only X and Y are stored.
//!
//! What a picture is for follows from its name where nobody says it: see [`Usage::of_name`]. The pictures of one material are a
//! [`TextureSet`], known by what their names have in common, and make a material by themselves ([`compile_set`]); one that a
//! person wrote is [`compile_material`]'s.
//!
//! Textures of other games ([`ForeignFile`]) are sources too: read by `kerosene-foreign`, made like any picture.
//!
//! # Trade-offs
//!
//! Blocks are encoded by `block_compression`, which is pure Rust. [`Quality::Normal`] is its setting `fast` with more
//! partitions of mode 1, and `basic` where there is alpha: on our samples as near as its slowest setting to a tenth of a decibel. [`Quality::Fast`] is for trying things out.
//! `docs/performance.md` has the figures.
//!
//! # Deliberately absent
//!
//! No global state, no files (the command line in [`cli`] has those), no resizing: a texture is as large as its picture.

pub mod cli;
mod compile;
mod encode;
mod error;
mod foreign;
mod ktx2;
mod material;
mod mips;
mod options;
mod picture;
mod plane;
mod role;
pub mod stock;
mod texture_set;
mod usage;

pub use compile::{TOOL, compile, compile_picture};
pub use error::AlchemyError;
pub use foreign::{ForeignFile, ForeignKind, ForeignMaterial, ForeignTexture, GLOW_SUFFIX, GamePalette, Include};
pub use ktx2::to_ktx2;
pub use material::{MaterialOptions, SetMaterialError, compile_material, compile_set};
pub use options::{Options, Quality};
pub use picture::{MAX_PICTURE_BYTES, MAX_PIXELS, Picture};
pub use role::PictureRole;
pub use texture_set::{PICTURE_ENDINGS, SetError, TextureSet};
pub use usage::Usage;
