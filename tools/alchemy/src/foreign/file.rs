//! What is in a file of another game.

use super::ForeignTexture;
use kerosene_asset::{Material, SourceFile};
use kerosene_foreign::{ForeignError, Palette, Shader, Vtf, Wad, Wal, read_miptex, read_shaders, read_vmt};
use std::ffi::OsStr;
use std::path::Path;

/// Formats of other games' textures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ForeignKind {
    /// An archive of Quake or Half-Life.
    Wad,
    /// A single texture of Quake or Half-Life.
    Mip,
    /// A texture of Quake 2.
    Wal,
    /// A texture of Source.
    Vtf,
    /// A material of Source.
    Vmt,
    /// A script of materials of Quake 3.
    ShaderScript,
}

impl ForeignKind {
    /// What a file is by the end of its name; `None` for what is no foreign texture.
    ///
    /// ```
    /// use alchemy::ForeignKind;
    ///
    /// assert_eq!(ForeignKind::of_path("art/Base.WAD".as_ref()), Some(ForeignKind::Wad));
    /// assert_eq!(ForeignKind::of_path("art/base.png".as_ref()), None);
    /// ```
    #[must_use]
    pub fn of_path(path: &Path) -> Option<Self> {
        let kinds = [
            ("wad", Self::Wad),
            ("mip", Self::Mip),
            ("wal", Self::Wal),
            ("vtf", Self::Vtf),
            ("vmt", Self::Vmt),
            ("shader", Self::ShaderScript),
        ];
        let extension = path.extension().and_then(OsStr::to_str)?;
        kinds.into_iter().find(|(ending, _)| extension.eq_ignore_ascii_case(ending)).map(|(_, kind)| kind)
    }

    /// Whether a file of it holds any number of textures or materials.
    #[must_use]
    pub const fn is_archive(self) -> bool {
        matches!(self, Self::Wad | Self::ShaderScript)
    }

    /// Where its game keeps the palette, below the game's folder; `None` for a game without.
    #[must_use]
    pub const fn palette_path(self) -> Option<&'static str> {
        match self {
            Self::Wad | Self::Mip => Some("gfx/palette.lmp"),
            Self::Wal => Some("pics/colormap.pcx"),
            Self::Vtf | Self::Vmt | Self::ShaderScript => None,
        }
    }
}

/// The colours of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GamePalette {
    /// The colours.
    pub palette: Palette,
    /// The file that they are from; `None` for colours that only stand in.
    pub source: Option<SourceFile>,
    /// Where a palette was looked for before, and was not.
    pub absent: Vec<String>,
}

impl GamePalette {
    /// Colours that only stand in for a game's.
    #[must_use]
    pub fn approximate() -> Self {
        Self { palette: Palette::approximate(), source: None, absent: Vec::new() }
    }

    /// A palette from its file: 768 bytes, or a PCX picture.
    ///
    /// # Errors
    /// It is neither.
    ///
    /// ```
    /// assert!(alchemy::GamePalette::read("gfx/palette.lmp", &[0; 768]).is_ok());
    /// assert!(alchemy::GamePalette::read("gfx/palette.lmp", b"lost").is_err());
    /// ```
    pub fn read(name: &str, bytes: &[u8]) -> Result<Self, ForeignError> {
        let palette = Palette::from_pcx(bytes).or_else(|_| Palette::from_lump(bytes))?;
        Ok(Self { palette, source: Some(SourceFile::of(name, bytes)), absent: Vec::new() })
    }
}

/// A material in a file of another game.
#[derive(Debug, Clone, PartialEq)]
pub struct ForeignMaterial {
    /// The name that maps call it by.
    pub name: String,
    /// What it is here; what it was made of is left open.
    pub material: Material,
}

/// Gives the text of the material at a path of Source's, such as `materials/brick/wall.vmt`, with the name of its file.
pub type Include<'i> = &'i mut dyn FnMut(&str) -> Option<(String, Vec<u8>)>;

/// What is in a file of another game.
#[derive(Debug, Clone, PartialEq)]
pub struct ForeignFile<'a> {
    /// Its textures in the file's order; of several of one name the first, which is the one that games find.
    pub textures: Vec<ForeignTexture<'a>>,
    /// Its materials that are no textures too, likewise.
    pub materials: Vec<ForeignMaterial>,
    /// The files that it was read with.
    pub included: Vec<SourceFile>,
    /// Where files that it includes were looked for, and were not; whoever gives the files knows.
    pub absent: Vec<String>,
    /// Names of textures that are not read, and why.
    pub faults: Vec<(String, ForeignError)>,
    /// Names of textures that stand behind another of the same name.
    pub repeated: Vec<String>,
}

impl<'a> ForeignFile<'a> {
    /// Reads a file; `path` names what bears no name itself, and `include` gives the files that it includes.
    ///
    /// # Errors
    /// It is not of this kind or damaged as a whole.
    ///
    /// ```
    /// use alchemy::{ForeignFile, ForeignKind};
    ///
    /// let empty = b"WAD2\0\0\0\0\x0c\0\0\0";
    /// let empty = ForeignFile::read(ForeignKind::Wad, "base.wad", empty, &mut |_| None)?;
    /// assert!(empty.textures.is_empty());
    /// # Ok::<(), kerosene_foreign::ForeignError>(())
    /// ```
    pub fn read(kind: ForeignKind, path: &str, bytes: &'a [u8], include: Include<'_>) -> Result<Self, ForeignError> {
        let mut file = Self {
            textures: Vec::new(),
            materials: Vec::new(),
            included: Vec::new(),
            absent: Vec::new(),
            faults: Vec::new(),
            repeated: Vec::new(),
        };
        match kind {
            ForeignKind::Wad => {
                for (name, texture) in Wad::read(bytes)?.textures() {
                    match texture {
                        Ok(texture) => file.add(ForeignTexture::indexed(name.to_owned(), texture)),
                        Err(error) => file.faults.push((name.to_owned(), error)),
                    }
                }
            }
            ForeignKind::Mip => file.add(ForeignTexture::indexed(name_of_path(path), read_miptex(bytes)?)),
            ForeignKind::Wal => file.add(ForeignTexture::wal(name_of_path(path), Wal::read(bytes)?)),
            ForeignKind::Vtf => file.add(ForeignTexture::vtf(name_of_path(path), Vtf::read(bytes)?)),
            ForeignKind::Vmt => {
                let mut included = Vec::new();
                let material = read_vmt(bytes, &mut |wanted| {
                    let (name, bytes) = include(wanted)?;
                    included.push(SourceFile::of(name, &bytes));
                    Some(bytes)
                })?;
                file.materials.push(ForeignMaterial { name: name_of_path(path), material });
                file.included = included;
            }
            ForeignKind::ShaderScript => read_shaders(bytes)?.iter().for_each(|shader| file.add_shader(shader)),
        }
        Ok(file)
    }

    fn add_shader(&mut self, shader: &Shader) {
        let name = shader.map_name().to_owned();
        if self.materials.iter().any(|other| other.name.eq_ignore_ascii_case(&name)) {
            self.repeated.push(name);
        } else {
            self.materials.push(ForeignMaterial { name, material: shader.material() });
        }
    }

    fn add(&mut self, texture: ForeignTexture<'a>) {
        let same = |other: &ForeignTexture<'_>| other.name.eq_ignore_ascii_case(&texture.name);
        if self.textures.iter().any(same) {
            self.repeated.push(texture.name);
        } else {
            self.textures.push(texture);
        }
    }
}

/// The name of a texture in a file of its own: what follows the game's folder of textures, or ours of sources, or else the
/// file's name.
fn name_of_path(path: &str) -> String {
    let path = path.replace('\\', "/");
    let below = ["textures/", "materials/", "art/"].into_iter().find_map(|folder| {
        let start = path.to_ascii_lowercase().rfind(folder)?;
        let whole = start == 0 || path.as_bytes().get(start - 1) == Some(&b'/');
        whole.then(|| path[start + folder.len()..].to_owned())
    });
    let name = below.unwrap_or_else(|| path.rsplit('/').next().unwrap_or_default().to_owned());
    name.rsplit_once('.').map_or(name.clone(), |(stem, _)| stem.to_owned())
}

#[cfg(test)]
mod tests {
    use super::name_of_path;

    #[test]
    fn files_are_named_below_their_games_folder() {
        assert_eq!(name_of_path("baseq2/textures/e1u1/metal1.wal"), "e1u1/metal1");
        assert_eq!(name_of_path("Textures\\E1U1\\metal1.wal"), "E1U1/metal1");
        assert_eq!(name_of_path("my_textures/metal1.wal"), "metal1");
        assert_eq!(name_of_path("+0slip.mip"), "+0slip");
        assert_eq!(name_of_path("game/art/brick/wall.vmt"), "brick/wall");
        assert_eq!(name_of_path("/art/textures/base/wall.vtf"), "base/wall");
    }
}
