//! Textures and materials of other games, read as sources.
//!
//! A map by someone else names textures that lie in the formats of its game. This crate reads those formats, so that the
//! texture compiler can make textures of ours of them, and the map compiler can ask how large a texture is and what a
//! surface with it should be.
//!
//! | game | file | here |
//! |---|---|---|
//! | Quake | `.wad` (WAD2), `.mip`, `gfx/palette.lmp` | [`Wad`], [`read_miptex`], [`Palette`] |
//! | Half-Life | `.wad` (WAD3) | [`Wad`] |
//! | Quake 2 | `.wal`, `pics/colormap.pcx` | [`Wal`], [`Palette`] |
//! | Quake 3 | shader scripts | [`read_shaders`], [`picture_size`] |
//! | Source | `.vtf`, `.vmt` | [`Vtf`], [`read_vmt`] |
//!
//! Each reader takes the bytes of a file and gives what is in it in the game's own terms. What a surface is becomes a
//! [`Material`](kerosene_asset::Material) of ours, in one place for the tool that writes materials and the one that compiles maps:
//! [`quake_material`], [`Wal::material`], [`Shader::material`], [`read_vmt`].
//!
//! # Trade-offs
//!
//! Only the largest level of a texture is read: the smaller ones of these games were averaged as bytes and not as light, and
//! the texture compiler makes better ones. Formats are told apart by their first bytes or, where they have no mark, by
//! the caller, who knows the file's name.
//!
//! Every reader holds itself to the bytes that there are: a size beyond [`MAX_SIDE`] or beyond the file is an error with its
//! place, and nothing is allocated before it is known to be there.
//!
//! # Deliberately absent
//!
//! No files (callers bring bytes), no writers, no palette of any game (see [`Palette`]), no lookup of names; of Quake 3 no
//! waves and texture programs, of Source no proxies, and of its pixel formats only those that its tools write.

mod bytes;
mod error;
mod image;
mod indexed;
mod miptex;
mod names;
mod palette;
mod picture_size;
mod quake_material;
mod quake_name;
mod shader;
mod vmt;
mod vtf;
mod wad;
mod wal;

pub use error::ForeignError;
pub use image::{Image, Pixels};
pub use indexed::IndexedTexture;
pub use miptex::read_miptex;
pub use names::texture_name;
pub use palette::Palette;
pub use picture_size::picture_size;
pub use quake_material::quake_material;
pub use quake_name::{Animation, QuakeName};
pub use shader::{Shader, Stage, StageBlend, read_shaders};
pub use vmt::read_vmt;
pub use vtf::{Vtf, VtfFlags};
pub use wad::{Wad, WadEntry, WadKind};
pub use wal::Wal;

/// Most pixels along a side of a texture.
pub const MAX_SIDE: u32 = 16_384;
