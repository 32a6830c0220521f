//! A texture of another game.

use super::GamePalette;
use crate::{AlchemyError, Options, Picture, TOOL, Usage, compile_picture};
use kerosene_asset::{Material, Provenance, SourceFile, Texture, TextureName};
use kerosene_foreign::{
    Image, IndexedTexture, Palette, Pixels, QuakeName, Vtf, VtfFlags, Wal, quake_material, texture_name,
};

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
    Vtf(Vtf<'a>),
}

impl<'a> ForeignTexture<'a> {
    pub(super) fn indexed(name: String, texture: IndexedTexture<'a>) -> Self {
        Self { name, content: Content::Indexed(texture) }
    }

    pub(super) fn wal(name: String, wal: Wal<'a>) -> Self {
        Self { name, content: Content::Wal(wal) }
    }

    pub(super) fn vtf(name: String, vtf: Vtf<'a>) -> Self {
        Self { name, content: Content::Vtf(vtf) }
    }

    /// Pixels from left to right and from top to bottom.
    #[must_use]
    pub fn size(&self) -> (u32, u32) {
        match &self.content {
            Content::Indexed(texture) | Content::Wal(Wal { texture, .. }) => (texture.width, texture.height),
            Content::Vtf(vtf) => (vtf.width, vtf.height),
        }
    }

    /// Whether its colours are its game's, which lie in a file of their own.
    #[must_use]
    pub fn needs_palette(&self) -> bool {
        self.indices().is_some_and(|texture| texture.palette.is_none())
    }

    /// What its file says beside its pixels, for people: flags, contents and light as numbers of Quake 2; the pixel format
    /// and frames of Source.
    #[must_use]
    pub fn remarks(&self) -> Option<String> {
        match &self.content {
            Content::Indexed(_) => None,
            Content::Wal(wal) => {
                let (flags, contents, light) = (wal.surface_flags, wal.contents, wal.value);
                let numbers = format!("flags {flags:#x} contents {contents:#x} light {light}");
                (flags | contents | light != 0).then_some(numbers)
            }
            Content::Vtf(vtf) => Some(format!("{} {} frames", vtf.format_name(), vtf.frames)),
        }
    }

    fn indices(&self) -> Option<&IndexedTexture<'a>> {
        match &self.content {
            Content::Indexed(texture) | Content::Wal(Wal { texture, .. }) => Some(texture),
            Content::Vtf(_) => None,
        }
    }

    /// How it is made where the caller has no wishes: a fence by its holes, a texture of Source as its flags say.
    #[must_use]
    pub fn options(&self, wishes: &Options) -> Options {
        let options = wishes.clone();
        match &self.content {
            Content::Indexed(texture) | Content::Wal(Wal { texture, .. }) => {
                Options { alpha_test: options.alpha_test || texture.has_holes, ..options }
            }
            Content::Vtf(vtf) => Options {
                usage: if vtf.flags.contains(VtfFlags::NORMAL) { Usage::Normal } else { options.usage },
                clamp: options.clamp || vtf.flags.contains(VtfFlags::CLAMP_S | VtfFlags::CLAMP_T),
                point: options.point || vtf.flags.contains(VtfFlags::POINT),
                alpha_test: options.alpha_test || vtf.flags.contains(VtfFlags::ONE_BIT_ALPHA),
                ..options
            },
        }
    }

    /// What it was made of, under `options`.
    fn provenance(&self, palette: &GamePalette, options: &Options, source: &SourceFile) -> Provenance {
        let palette = self.needs_palette().then_some(palette);
        Provenance {
            tool: TOOL.to_owned(),
            options: format!("--texture {} {}", self.name, options.to_text()),
            sources: std::iter::once(source.clone())
                .chain(palette.and_then(|palette| palette.source.clone()))
                .collect(),
            absent: palette.map(|palette| palette.absent.clone()).unwrap_or_default(),
        }
    }

    /// Makes the texture, and one of what of it shines by itself where something does, each with what follows the name.
    /// `source` is the file that it is from.
    ///
    /// # Errors
    /// It is larger than a texture can be, or has values that are no numbers.
    pub fn compile(
        &self,
        palette: &GamePalette,
        wishes: &Options,
        source: &SourceFile,
    ) -> Result<Vec<(&'static str, Texture)>, AlchemyError> {
        let options = self.options(wishes);
        let provenance = self.provenance(palette, &options, source);
        let base = match &self.content {
            Content::Indexed(texture) | Content::Wal(Wal { texture, .. }) => texture.image(&palette.palette),
            Content::Vtf(vtf) if options.usage == Usage::Normal => green_up(vtf.image()),
            Content::Vtf(vtf) => vtf.image(),
        };
        let mut made = vec![("", compile_picture(&picture(base)?, &options, provenance.clone())?)];
        if let Some(glow) = self.glow(&palette.palette) {
            made.push((GLOW_SUFFIX, compile_picture(&picture(glow)?, &options, provenance)?));
        }
        Ok(made)
    }

    /// The material that it is by itself, which says what it was made of; `None` in Source, where materials are files of
    /// their own. `glows` says that there is a texture of what of it shines.
    #[must_use]
    pub fn material(&self, glows: bool, source: &SourceFile) -> Option<Material> {
        let glow = || texture_name(&self.name).and_then(|name| TextureName::new(&format!("{name}{GLOW_SUFFIX}")));
        let material = match &self.content {
            Content::Indexed(_) => quake_material(&self.name, if glows { glow() } else { None }),
            Content::Wal(wal) => wal.material(&self.name),
            Content::Vtf(_) => return None,
        };
        let options = format!("--texture {}", self.name);
        let provenance =
            Provenance { tool: TOOL.to_owned(), options, sources: vec![source.clone()], ..Provenance::default() };
        Some(Material { provenance, ..material })
    }

    /// What of it shines: liquids and skies do not go dark in Quake anyway, and Quake 2 has none.
    fn glow(&self, game: &Palette) -> Option<Image> {
        let name = QuakeName::of(&self.name);
        match &self.content {
            Content::Indexed(texture) if !name.liquid && !name.sky => texture.glow(game),
            _ => None,
        }
    }
}

/// Source's normals have their green pointing down.
fn green_up(image: Image) -> Image {
    let pixels = match image.pixels {
        Pixels::Rgba8(pixels) => Pixels::Rgba8(pixels.into_iter().map(|[r, g, b, a]| [r, 255 - g, b, a]).collect()),
        floats @ Pixels::Rgba32Float(_) => floats,
    };
    Image { pixels, ..image }
}

fn picture(image: Image) -> Result<Picture, AlchemyError> {
    match image.pixels {
        Pixels::Rgba8(pixels) => Picture::from_rgba8(image.width, image.height, pixels),
        Pixels::Rgba32Float(pixels) => Picture::from_rgba32f(image.width, image.height, pixels),
    }
}
