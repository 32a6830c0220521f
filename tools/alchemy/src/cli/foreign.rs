//! Files of other games on disk: reading them, finding their palettes, and where their textures go.

use super::{CompileArgs, files::FileError};
use crate::{ForeignFile, ForeignKind, ForeignTexture, GamePalette, TOOL};
use kerosene_asset::{Material, Provenance, SourceFile};
use kerosene_cli::{FileFault, read, source_name};
use kerosene_diagnostics::{Diagnostic, SourcePosition, codes};
use kerosene_vfs::{MAX_CLIMB, VirtualPath, material_name};
use std::path::{Path, PathBuf};

/// A file of another game, and the colours that its textures are drawn with.
pub(super) struct Opened {
    pub(super) file: PathBuf,
    pub(super) kind: ForeignKind,
    /// Its name and hash, for what is made of it.
    pub(super) source: SourceFile,
    bytes: Vec<u8>,
    pub(super) palette: GamePalette,
}

impl Opened {
    /// Reads a file; `palette` is the file that is asked for instead of the one that lies beside it.
    pub(super) fn read(file: &Path, kind: ForeignKind, palette: Option<&Path>) -> Result<Self, FileError> {
        let bytes = read(file)?;
        let palette = match palette {
            Some(palette) => read_palette(palette)?,
            None => beside(file, kind)?,
        };
        Ok(Self { file: file.to_owned(), kind, source: SourceFile::of(source_name(file), &bytes), bytes, palette })
    }

    /// What is in it.
    pub(super) fn content(&self) -> Result<ForeignFile<'_>, FileError> {
        let foreign = |reason| FileError::Foreign { file: self.file.clone(), name: None, reason };
        let mut absent = Vec::new();
        let mut include = |wanted: &str| included(&self.file, wanted, &mut absent);
        let content = ForeignFile::read(self.kind, &self.source.path, &self.bytes, &mut include).map_err(foreign)?;
        Ok(ForeignFile { absent, ..content })
    }

    /// What is worth telling of it beside its textures: those that are not read, and a palette that is not there.
    pub(super) fn remarks(&self, content: &ForeignFile<'_>) -> Vec<Diagnostic> {
        let at = || SourcePosition::file(self.file.display().to_string());
        let faults = content.faults.iter().map(|(name, reason)| {
            let (file, name, reason) = (self.file.clone(), Some(name.clone()), reason.clone());
            FileError::Foreign { file, name, reason }.diagnostic()
        });
        let repeated = content.repeated.iter().map(|name| {
            let message = format!("the texture `{name}` stands here twice: games find the first, and so it is made");
            Diagnostic::new(codes::FOREIGN_TEXTURE_TWICE, message).at(at())
        });
        let without = self.palette.source.is_none() && content.textures.iter().any(ForeignTexture::needs_palette);
        let palette = self.kind.palette_path().filter(|_| without).map(|path| {
            let message = format!("the game's palette ({path}) is not in the folders above: the colours are a guess");
            let fix = format!("put the game's `{path}` there, or name it with --palette");
            Diagnostic::new(codes::NO_PALETTE, message).at(at()).fix(fix)
        });
        faults.chain(repeated).chain(palette).collect()
    }

    /// The textures and materials that are asked for, each with the file that it goes to, without extension.
    pub(super) fn wanted<'a>(
        &self,
        content: ForeignFile<'a>,
        arguments: &CompileArgs,
    ) -> Result<Vec<(Wanted<'a>, PathBuf)>, FileError> {
        let textures = content.textures.into_iter().map(Wanted::Texture);
        let sources: Vec<_> = std::iter::once(self.source.clone()).chain(content.included).collect();
        let materials = content.materials.into_iter().map(|material| {
            let options = format!("--texture {}", material.name);
            let (sources, absent) = (sources.clone(), content.absent.clone());
            let provenance = Provenance { tool: TOOL.to_owned(), options, sources, absent };
            Wanted::Material { name: material.name, material: Box::new(Material { provenance, ..material.material }) }
        });
        let all: Vec<_> = textures.chain(materials).collect();
        let same = |name: &String, wanted: &Wanted<'_>| name.eq_ignore_ascii_case(wanted.name());
        if let Some(name) = arguments.textures.iter().find(|name| !all.iter().any(|wanted| same(name, wanted))) {
            return Err(FileError::NoTexture { file: self.file.clone(), name: name.clone() });
        }
        let is_asked_for = |wanted: &Wanted<'_>| arguments.textures.iter().any(|name| same(name, wanted));
        let all: Vec<_> =
            all.into_iter().filter(|wanted| arguments.textures.is_empty() || is_asked_for(wanted)).collect();
        if let Some(output) = arguments.output.as_ref().filter(|_| all.len() != 1) {
            return Err(FileFault::Several { file: output.clone(), count: all.len() }.into());
        }
        let with_output = |wanted: Wanted<'a>| {
            let output = self.output(wanted.name(), arguments)?;
            Ok((wanted, output))
        };
        all.into_iter().map(with_output).collect()
    }

    /// The file of a texture or material, without extension.
    fn output(&self, name: &str, arguments: &CompileArgs) -> Result<PathBuf, FileError> {
        if let Some(output) = &arguments.output {
            return Ok(output.with_extension(""));
        }
        if arguments.into.is_none() && !self.kind.is_archive() {
            return Ok(self.file.with_extension(""));
        }
        let folder = self.file.parent().unwrap_or(Path::new(""));
        let path = material_name(name);
        let path = path.ok_or_else(|| FileError::Name { file: self.file.clone(), name: name.to_owned() })?;
        Ok(arguments.into.as_deref().unwrap_or(folder).join(path.as_str()))
    }
}

/// Something of a file that is to be made.
pub(super) enum Wanted<'a> {
    Texture(ForeignTexture<'a>),
    Material { name: String, material: Box<Material> },
}

impl Wanted<'_> {
    fn name(&self) -> &str {
        match self {
            Self::Texture(texture) => &texture.name,
            Self::Material { name, .. } => name,
        }
    }
}

fn read_palette(file: &Path) -> Result<GamePalette, FileError> {
    let foreign = |reason| FileError::Foreign { file: file.to_owned(), name: None, reason };
    GamePalette::read(&source_name(file), &read(file)?).map_err(foreign)
}

/// The palette where the game would have it, seen from the folder of the file and those above it; else colours that stand in.
fn beside(file: &Path, kind: ForeignKind) -> Result<GamePalette, FileError> {
    let mut absent = Vec::new();
    let places =
        kind.palette_path().into_iter().flat_map(|path| folders_above(file).map(move |folder| folder.join(path)));
    let palette =
        first(places, &mut absent).map_or_else(|| Ok(GamePalette::approximate()), |found| read_palette(&found))?;
    Ok(GamePalette { absent, ..palette })
}

/// The first place where a file is; those before it are noted.
fn first(mut places: impl Iterator<Item = PathBuf>, absent: &mut Vec<String>) -> Option<PathBuf> {
    places.find(|place| {
        let is_there = place.is_file();
        if !is_there {
            absent.push(source_name(place));
        }
        is_there
    })
}

/// The folder of a file and those above it, as far as is looked.
fn folders_above(file: &Path) -> impl Iterator<Item = &Path> {
    file.ancestors().skip(1).take(MAX_CLIMB + 1)
}

/// A file that a material includes, by its path below the game's folder or below the folder of all materials.
fn included(file: &Path, wanted: &str, absent: &mut Vec<String>) -> Option<(String, Vec<u8>)> {
    let path = VirtualPath::new(wanted).ok()?;
    let below = path.as_str().strip_prefix("materials/").unwrap_or(path.as_str());
    let places = folders_above(file).flat_map(|folder| [folder.join(path.as_str()), folder.join(below)]);
    let found = first(places, absent)?;
    Some((source_name(&found), read(&found).ok()?))
}
