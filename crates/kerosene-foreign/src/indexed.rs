//! Textures whose pixels are indices into a palette.

use crate::{Image, Palette, Pixels};

/// The first index that Quake draws at full brightness whatever the light.
const FIRST_FULLBRIGHT: u8 = 224;
/// The index that a fence does not draw.
const HOLE: u8 = 255;

/// The largest level of a texture of indices.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndexedTexture<'a> {
    /// Its name as the file has it.
    pub name: String,
    /// Pixels from left to right.
    pub width: u32,
    /// Pixels from top to bottom.
    pub height: u32,
    /// `width * height` indices, row by row from the top.
    pub indices: &'a [u8],
    /// Its own colours, as Half-Life's textures have them.
    pub palette: Option<Palette>,
    /// Whether index 255 is a hole.
    pub has_holes: bool,
}

impl IndexedTexture<'_> {
    /// The picture in its own colours, or in `game`'s where it has none. A hole has no alpha.
    #[must_use]
    pub fn image(&self, game: &Palette) -> Image {
        let palette = self.palette.as_ref().unwrap_or(game);
        self.map(|index| {
            let [r, g, b] = palette.color(index);
            [r, g, b, if self.is_hole(index) { 0 } else { 255 }]
        })
    }

    /// What of it shines by itself, the rest being black; `None` where nothing does. Quake draws the indices from 224 on at
    /// full brightness; colours of a texture's own never are.
    #[must_use]
    pub fn glow(&self, game: &Palette) -> Option<Image> {
        let glows = |index: u8| index >= FIRST_FULLBRIGHT && !self.is_hole(index);
        if self.palette.is_some() || !self.indices.iter().copied().any(glows) {
            return None;
        }
        Some(self.map(|index| {
            let [r, g, b] = if glows(index) { game.color(index) } else { [0; 3] };
            [r, g, b, 255]
        }))
    }

    fn is_hole(&self, index: u8) -> bool {
        self.has_holes && index == HOLE
    }

    fn map(&self, pixel: impl Fn(u8) -> [u8; 4]) -> Image {
        let pixels = Pixels::Rgba8(self.indices.iter().map(|index| pixel(*index)).collect());
        Image { width: self.width, height: self.height, pixels }
    }
}
