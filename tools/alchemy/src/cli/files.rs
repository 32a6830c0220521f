//! Reading and writing files, and what can be wrong with them.

use crate::{AlchemyError, SetError};
use kerosene_asset::{MaterialError, Texture, TextureError};
use kerosene_diagnostics::{Diagnostic, SourcePosition, codes};
use kerosene_foreign::ForeignError;
use kerosene_vfs::Replacement;
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Largest file that is read, in bytes.
const MAX_FILE: u64 = 1 << 30;

/// Why a file is not made or shown.
#[derive(Debug, thiserror::Error)]
pub(super) enum FileError {
    #[error("{reason}")]
    Read { file: PathBuf, reason: io::Error },
    #[error("{reason}")]
    Write { file: PathBuf, reason: io::Error },
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
    #[error("one file is named, and {count} sources are given")]
    Several { file: PathBuf, count: usize },
    #[error("two of the sources would give this file")]
    Twice { file: PathBuf },
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
            Self::Read { file, .. } => (codes::NOT_READ, file, "check the path and its permissions"),
            Self::Write { file, .. } => (codes::NOT_WRITTEN, file, "check the folder and its permissions"),
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
            Self::Several { file, .. } => (codes::NOT_WRITTEN, file, "name a folder with --into"),
            Self::Twice { file } => (codes::NOT_WRITTEN, file, "rename one of them, or make them one at a time"),
        };
        Diagnostic::new(code, self.to_string()).at(SourcePosition::file(file.display().to_string())).fix(fix)
    }
}

/// The bytes of a file that is not too large.
pub(super) fn read(file: &Path) -> Result<Vec<u8>, FileError> {
    let error = |reason| FileError::Read { file: file.to_owned(), reason };
    let mut bytes = Vec::new();
    File::open(file).and_then(|open| open.take(MAX_FILE + 1).read_to_end(&mut bytes)).map_err(error)?;
    if bytes.len() as u64 > MAX_FILE {
        return Err(error(io::Error::new(io::ErrorKind::FileTooLarge, "it has more than 1 GiB")));
    }
    Ok(bytes)
}

/// The text of a file.
pub(super) fn read_text(file: &Path) -> Result<String, FileError> {
    String::from_utf8(read(file)?).map_err(|_| FileError::NotText { file: file.to_owned() })
}

/// What is made of each source: the file that is named, or one with this ending in the folder that is, or beside it.
pub(super) fn outputs(
    sources: &[PathBuf],
    output: Option<&Path>,
    into: Option<&Path>,
    ending: &str,
) -> Result<Vec<PathBuf>, FileError> {
    if let Some(output) = output {
        return match sources.len() {
            1 => Ok(vec![output.to_owned()]),
            count => Err(FileError::Several { file: output.to_owned(), count }),
        };
    }
    let mut taken = BTreeSet::new();
    let output = |source: &PathBuf| {
        let beside = source.with_extension(ending);
        let name = beside.file_name().unwrap_or_default().to_owned();
        let file = into.map_or(beside, |folder| folder.join(name));
        if taken.insert(file.clone()) { Ok(file) } else { Err(FileError::Twice { file }) }
    };
    sources.iter().map(output).collect()
}

/// A texture from its file.
pub(super) fn read_texture(file: &Path) -> Result<Texture, FileError> {
    let bytes = read(file)?;
    Texture::from_bytes(&bytes).map_err(|reason| FileError::Texture { file: file.to_owned(), reason })
}

/// Writes a file whole: under another name first, so that a failure leaves an old file as it was. One that already holds
/// these bytes is left alone; gives whether it was written.
pub(super) fn write(file: &Path, bytes: &[u8]) -> Result<bool, FileError> {
    let error = |reason| FileError::Write { file: file.to_owned(), reason };
    if std::fs::read(file).is_ok_and(|there| there == bytes) {
        return Ok(false);
    }
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder).map_err(error)?;
    Replacement::write(file, bytes).map_err(error)?;
    Ok(true)
}
