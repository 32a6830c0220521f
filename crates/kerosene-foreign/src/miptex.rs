//! The textures of Quake and Half-Life, as they lie in archives and in files of their own (`.mip`).

use crate::{ForeignError, IndexedTexture, Palette, QuakeName, bytes::Bytes};

/// Bytes of a name.
const NAME: usize = 16;
/// Levels that are always there.
const LEVELS: usize = 4;

/// Reads a texture: its name, size, where its four levels are, the levels, and in Half-Life its palette.
///
/// # Errors
/// It is damaged, or its pixels are not in it (a compiled map names textures of archives so).
pub fn read_miptex(bytes: &[u8]) -> Result<IndexedTexture<'_>, ForeignError> {
    let mut head = Bytes::at(bytes, 0);
    let name = head.name(NAME, "the name")?;
    let (width, height) = head.size()?;
    let mut offsets = [0; LEVELS];
    for offset in &mut offsets {
        *offset = head.u32("the place of a level")? as usize;
    }
    let [first, .., last] = offsets;
    if first == 0 {
        return Err(head.error("the texture is named here, and its pixels are in another file"));
    }
    let pixels = width as usize * height as usize;
    let indices = Bytes::at(bytes, first).take(pixels, "the pixels")?;
    let smallest = (width as usize >> 3) * (height as usize >> 3);
    let palette = own_palette(bytes, last.saturating_add(smallest));
    let has_holes = QuakeName::of(&name).fence;
    Ok(IndexedTexture { name, width, height, indices, palette, has_holes })
}

/// The palette behind the smallest level: how many colours, which is 256, and these. Quake's textures end before it.
fn own_palette(bytes: &[u8], at: usize) -> Option<Palette> {
    let mut bytes = Bytes::at(bytes, at);
    let count = bytes.u16("the number of colours").ok()?;
    if count == 256 { Palette::read(&mut bytes).ok() } else { None }
}
