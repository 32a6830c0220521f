//! Quake 2's textures: `.wal`.

use crate::{ForeignError, IndexedTexture, bytes::Bytes};

/// Bytes of a name.
const NAME: usize = 32;
/// Surface flag of Quake 2's second release: index 255 is a hole.
const ALPHA_TEST: u32 = 1 << 25;

/// A texture of Quake 2: pixels, and what a surface with it is where the map does not say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wal<'a> {
    /// The picture. Its colours are the game's, in `pics/colormap.pcx`.
    pub texture: IndexedTexture<'a>,
    /// Name of the next picture of its animation, empty where there is none.
    pub next: String,
    /// Surface flags as in a `.map` of Quake 2.
    pub surface_flags: u32,
    /// Contents as in a `.map` of Quake 2.
    pub contents: u32,
    /// Light that it gives, 0 without.
    pub value: u32,
}

impl<'a> Wal<'a> {
    /// Reads a texture.
    ///
    /// # Errors
    /// It is damaged. The format has no mark of its own: a size that cannot be is what gives away other files.
    pub fn read(bytes: &'a [u8]) -> Result<Self, ForeignError> {
        let mut head = Bytes::at(bytes, 0);
        let name = head.name(NAME, "the name")?;
        let (width, height) = head.size()?;
        let first = head.u32("the place of the pixels")? as usize;
        head.skip(3 * 4);
        let next = head.name(NAME, "the next picture's name")?;
        let mut number = |what| head.u32(what);
        let (surface_flags, contents) = (number("the surface flags")?, number("the contents")?);
        let value = number("the light value")?;
        let indices = Bytes::at(bytes, first).take(width as usize * height as usize, "the pixels")?;
        let has_holes = surface_flags & ALPHA_TEST != 0;
        let texture = IndexedTexture { name, width, height, indices, palette: None, has_holes };
        Ok(Self { texture, next, surface_flags, contents, value })
    }
}
