//! Reading and writing files, and what can be wrong with them.

use crate::{AlchemyError, SetError};
use kerosene_asset::{MATERIAL_MAGIC, MaterialError, TEXTURE_MAGIC, Texture, TextureError};
use kerosene_cli::{FileFault, ResultKind, read};
use kerosene_diagnostics::{Diagnostic, SourcePosition, codes};
use kerosene_foreign::ForeignError;
use std::path::{Path, PathBuf};

/// What is made of pictures.
pub(super) const TEXTURE: ResultKind = ResultKind { name: "texture", ending: "ktex", magic: &TEXTURE_MAGIC.0 };
/// What is made of texts and sets of pictures.
pub(super) const MATERIAL: ResultKind = ResultKind { name: "material", ending: "kmat_c", magic: &MATERIAL_MAGIC.0 };

/// Why a file is not made or shown.
#[derive(Debug, thiserror::Error)]
pub(super) enum FileError {
    #[error(transparent)]
    Fault(#[from] FileFault),
    #[error("{reason}")]
    Picture { file: PathBuf, reason: AlchemyError },
    #[error("{reason}")]
    Texture { file: PathBuf, reason: TextureError },
    #[error("{}{reason}", name.as_ref().map(|name| format!("the texture `{name}`: ")).unwrap_or_default())]
    Foreign { file: PathBuf, name: Option<String>, reason: ForeignError },
    #[error("there is no texture `{name}` in it")]
    NoTexture { file: PathBuf, name: String },
    #[error("the texture's name `{}` gives no path", name.escape_debug())]
    Name { file: PathBuf, name: String },
    #[error("a texture is written as .png, .exr or .ktx2")]
    Ending { file: PathBuf },
    #[error("{reason}")]
    Material { file: PathBuf, reason: MaterialError },
    #[error("it is no text")]
    NotText { file: PathBuf },
    #[error("{reason}")]
    Set { file: PathBuf, reason: SetError },
}

impl FileError {
    /// The error as a diagnostic that names the file and what to do.
    pub(super) fn diagnostic(&self) -> Diagnostic {
        let (code, file, fix) = match self {
            Self::Fault(fault) => return fault.diagnostic(),
            Self::Picture { file, reason } => {
                let (code, fix) = reason.advice();
                (code, file, fix)
            }
            Self::Texture { file, .. } => (codes::RESOURCE_DAMAGED, file, "make it anew from its picture"),
            Self::Foreign { file, .. } => {
                (codes::FOREIGN_NOT_READ, file, "get the file again; `alchemy info` lists what can be read of it")
            }
            Self::NoTexture { file, .. } => (codes::FOREIGN_NOT_READ, file, "`alchemy info` lists what is in it"),
            Self::Name { file, .. } => (codes::NOT_WRITTEN, file, "make it alone, with --texture and -o"),
            Self::Material { file, .. } => (codes::RESOURCE_DAMAGED, file, "make it anew from its text or pictures"),
            Self::NotText { file } => (codes::SYNTAX, file, "save it as text, in UTF-8"),
            Self::Set { file, .. } => (
                codes::NO_TEXTURE_SET,
                file,
                "name a set by the path of its base colour, and keep one picture for each thing",
            ),
            Self::Ending { file } => (codes::NOT_WRITTEN, file, "give the file one of these endings"),
        };
        Diagnostic::new(code, self.to_string()).at(SourcePosition::file(file.display().to_string())).fix(fix)
    }
}

/// The text of a file.
pub(super) fn read_text(file: &Path) -> Result<String, FileError> {
    String::from_utf8(read(file)?).map_err(|_| FileError::NotText { file: file.to_owned() })
}

/// A texture from its file.
pub(super) fn read_texture(file: &Path) -> Result<Texture, FileError> {
    let bytes = read(file)?;
    Texture::from_bytes(&bytes).map_err(|reason| FileError::Texture { file: file.to_owned(), reason })
}
