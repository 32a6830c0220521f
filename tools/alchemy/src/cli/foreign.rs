//! Files of other games on disk: reading them, finding their palettes, and where their textures go.

use super::{CompileArgs, files, files::FileError};
use crate::{ForeignFile, ForeignKind, ForeignTexture, GamePalette};
use kerosene_asset::SourceFile;
use kerosene_diagnostics::{Diagnostic, SourcePosition, codes};
use kerosene_vfs::{MAX_CLIMB, material_name};
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
        let bytes = files::read(file)?;
        let palette = match palette {
            Some(palette) => read_palette(palette)?,
            None => beside(file, kind)?.unwrap_or_else(GamePalette::approximate),
        };
        Ok(Self { file: file.to_owned(), kind, source: SourceFile::of(shown(file), &bytes), bytes, palette })
    }

    /// What is in it.
    pub(super) fn content(&self) -> Result<ForeignFile<'_>, FileError> {
        let foreign = |reason| FileError::Foreign { file: self.file.clone(), name: None, reason };
        ForeignFile::read(self.kind, &self.source.path, &self.bytes).map_err(foreign)
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
        let palette = without.then(|| {
            let path = self.kind.palette_path();
            let message = format!("the game's palette ({path}) is not in the folders above: the colours are a guess");
            let fix = format!("put the game's `{path}` there, or name it with --palette");
            Diagnostic::new(codes::NO_PALETTE, message).at(at()).fix(fix)
        });
        faults.chain(repeated).chain(palette).collect()
    }

    /// The textures that are asked for, each with the file that it goes to, without extension.
    pub(super) fn wanted<'a>(
        &self,
        content: ForeignFile<'a>,
        arguments: &CompileArgs,
    ) -> Result<Vec<(ForeignTexture<'a>, PathBuf)>, FileError> {
        let known: Vec<String> = content.textures.iter().map(|texture| texture.name.clone()).collect();
        for name in &arguments.textures {
            if !known.iter().any(|known| known.eq_ignore_ascii_case(name)) {
                return Err(FileError::NoTexture { file: self.file.clone(), name: name.clone() });
            }
        }
        let is_wanted = |texture: &ForeignTexture<'_>| {
            arguments.textures.is_empty()
                || arguments.textures.iter().any(|name| name.eq_ignore_ascii_case(&texture.name))
        };
        let wanted: Vec<_> = content.textures.into_iter().filter(is_wanted).collect();
        if let Some(output) = arguments.output.as_ref().filter(|_| wanted.len() != 1) {
            return Err(FileError::Several { file: output.clone(), count: wanted.len() });
        }
        let with_output = |texture| {
            let output = self.output(&texture, arguments)?;
            Ok((texture, output))
        };
        wanted.into_iter().map(with_output).collect()
    }

    /// The file of a texture, without extension.
    fn output(&self, texture: &ForeignTexture<'_>, arguments: &CompileArgs) -> Result<PathBuf, FileError> {
        if let Some(output) = &arguments.output {
            return Ok(output.with_extension(""));
        }
        let folder = self.file.parent().unwrap_or(Path::new(""));
        if arguments.into.is_none() && !self.kind.is_archive() {
            return Ok(self.file.with_extension(""));
        }
        let name = material_name(&texture.name);
        let name = name.ok_or_else(|| FileError::Name { file: self.file.clone(), name: texture.name.clone() })?;
        Ok(arguments.into.as_deref().unwrap_or(folder).join(name.as_str()))
    }
}

/// A path as resources name their sources.
pub(super) fn shown(file: &Path) -> String {
    file.to_string_lossy().replace('\\', "/")
}

fn read_palette(file: &Path) -> Result<GamePalette, FileError> {
    let foreign = |reason| FileError::Foreign { file: file.to_owned(), name: None, reason };
    GamePalette::read(&shown(file), &files::read(file)?).map_err(foreign)
}

/// The palette where the game would have it, seen from the folder of the file and those above it.
fn beside(file: &Path, kind: ForeignKind) -> Result<Option<GamePalette>, FileError> {
    let folders = file.ancestors().skip(1).take(MAX_CLIMB + 1);
    let found = folders.map(|folder| folder.join(kind.palette_path())).find(|palette| palette.is_file());
    found.as_deref().map(read_palette).transpose()
}
