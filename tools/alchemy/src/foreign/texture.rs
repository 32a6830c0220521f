//! A texture of another game.

use super::GamePalette;
use crate::{AlchemyError, Options, Picture, TOOL, compile_picture};
use kerosene_asset::{Provenance, SourceFile, Texture};
use kerosene_foreign::{Image, IndexedTexture, Palette, Pixels, Wal};

/// What follows a texture's name in the name of what of it shines by itself, as in Quake's engines.
pub const GLOW_SUFFIX: &str = "_glow";

/// A texture of another game.
#[derive(Debug, Clone, PartialEq)]
pub struct ForeignTexture<'a> {
    /// The name that maps call it by.
    pub name: String,
    content: Content<'a>,
}

#[derive(Debug, Clone, PartialEq)]
enum Content<'a> {
    Indexed(IndexedTexture<'a>),
    Wal(Wal<'a>),
}

impl<'a> ForeignTexture<'a> {
    pub(super) fn indexed(name: String, texture: IndexedTexture<'a>) -> Self {
        Self { name, content: Content::Indexed(texture) }
    }

    pub(super) fn wal(name: String, wal: Wal<'a>) -> Self {
        Self { name, content: Content::Wal(wal) }
    }

    /// Pixels from left to right and from top to bottom.
    #[must_use]
    pub fn size(&self) -> (u32, u32) {
        let texture = self.pixels();
        (texture.width, texture.height)
    }

    /// Whether its colours are its game's, which lie in a file of their own.
    #[must_use]
    pub fn needs_palette(&self) -> bool {
        self.pixels().palette.is_none()
    }

    /// What its game says of surfaces with it: flags, contents and light as numbers of Quake 2.
    #[must_use]
    pub fn wal_numbers(&self) -> Option<[u32; 3]> {
        match &self.content {
            Content::Wal(wal) => Some([wal.surface_flags, wal.contents, wal.value]),
            Content::Indexed(_) => None,
        }
    }

    fn pixels(&self) -> &IndexedTexture<'a> {
        match &self.content {
            Content::Indexed(texture) => texture,
            Content::Wal(wal) => &wal.texture,
        }
    }

    /// How it is made where the caller has no wishes: a fence by its holes.
    #[must_use]
    pub fn options(&self, wishes: &Options) -> Options {
        Options { alpha_test: wishes.alpha_test || self.pixels().has_holes, ..wishes.clone() }
    }

    /// Makes the texture, and one of what of it shines by itself where something does, each with what follows the name.
    /// `source` is the file that it is from.
    ///
    /// # Errors
    /// It is larger than a texture can be.
    pub fn compile(
        &self,
        palette: &GamePalette,
        wishes: &Options,
        source: &SourceFile,
    ) -> Result<Vec<(&'static str, Texture)>, AlchemyError> {
        let options = self.options(wishes);
        let colors = if self.needs_palette() { palette.source.clone() } else { None };
        let provenance = Provenance {
            tool: TOOL.to_owned(),
            options: format!("--texture {} {}", self.name, options.to_text()),
            sources: std::iter::once(source.clone()).chain(colors).collect(),
        };
        let base = picture(self.pixels().image(&palette.palette))?;
        let mut made = vec![("", compile_picture(&base, &options, provenance.clone())?)];
        if let Some(glow) = self.glow(&palette.palette) {
            made.push((GLOW_SUFFIX, compile_picture(&picture(glow)?, &options, provenance)?));
        }
        Ok(made)
    }

    /// What of it shines: liquids and skies do not go dark in Quake anyway, and Quake 2 has none.
    fn glow(&self, game: &Palette) -> Option<Image> {
        let name = kerosene_foreign::QuakeName::of(&self.name);
        match &self.content {
            Content::Indexed(texture) if !name.liquid && !name.sky => texture.glow(game),
            _ => None,
        }
    }
}

fn picture(image: Image) -> Result<Picture, AlchemyError> {
    match image.pixels {
        Pixels::Rgba8(pixels) => Picture::from_rgba8(image.width, image.height, pixels),
        Pixels::Rgba32Float(pixels) => Picture::from_rgba32f(image.width, image.height, pixels),
    }
}
