//! Reading and writing files, and what can be wrong with them.

use crate::{Beside, ForgeError};
use kerosene_asset::{Model, ModelError};
use kerosene_diagnostics::{Diagnostic, SourcePosition, codes};
use kerosene_vfs::Replacement;
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
    Source { file: PathBuf, reason: ForgeError },
    #[error("{reason}")]
    Model { file: PathBuf, reason: ModelError },
    #[error("a model is written as .obj")]
    Ending { file: PathBuf },
    #[error("there is no level {level}: there are {count}")]
    Level { file: PathBuf, level: usize, count: usize },
    #[error("one model is named, and {count} sources are given")]
    Several { file: PathBuf, count: usize },
    #[error("two of the sources would give this model")]
    Twice { file: PathBuf },
}

impl FileError {
    /// The error as a diagnostic that names the file and what to do.
    pub(super) fn diagnostic(&self) -> Diagnostic {
        let (code, file, fix) = match self {
            Self::Read { file, .. } => (codes::NOT_READ, file, "check the path and its permissions"),
            Self::Write { file, .. } => (codes::NOT_WRITTEN, file, "check the folder and its permissions"),
            Self::Source { file, reason } => {
                let (code, fix) = reason.advice();
                (code, file, fix)
            }
            Self::Model { file, .. } => (codes::RESOURCE_DAMAGED, file, "make it anew from its source"),
            Self::Ending { file } => (codes::NOT_WRITTEN, file, "give it this ending"),
            Self::Level { file, .. } => (codes::NOT_WRITTEN, file, "choose one that is there"),
            Self::Several { file, .. } => (codes::NOT_WRITTEN, file, "name a folder with --into"),
            Self::Twice { file } => (codes::NOT_WRITTEN, file, "rename one of them, or make them one at a time"),
        };
        let mut place = SourcePosition::file(file.display().to_string());
        if let Self::Source { reason: ForgeError::Line { line, .. }, .. } = self {
            place = SourcePosition::line(file.display().to_string(), *line);
        }
        Diagnostic::new(code, self.to_string()).at(place).fix(fix)
    }
}

/// The bytes of a file that is not too large.
pub(super) fn read(file: &Path) -> Result<Vec<u8>, FileError> {
    read_bytes(file).map_err(|reason| FileError::Read { file: file.to_owned(), reason })
}

fn read_bytes(file: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(file)?.take(MAX_FILE + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_FILE {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, "it has more than 1 GiB"));
    }
    Ok(bytes)
}

/// A model from its file.
pub(super) fn read_model(file: &Path) -> Result<Model, FileError> {
    let bytes = read(file)?;
    Model::from_bytes(&bytes).map_err(|reason| FileError::Model { file: file.to_owned(), reason })
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

/// The files beside a source.
pub(super) struct FolderOf<'a>(pub(super) &'a Path);

impl Beside for FolderOf<'_> {
    fn read(&mut self, path: &str) -> Result<Vec<u8>, String> {
        let folder = self.0.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let file = folder.join(path);
        // A link may lead elsewhere within the folder, not out of it.
        let inside = |folder: &Path| Ok(file.canonicalize()?.starts_with(folder.canonicalize()?));
        match inside(folder) {
            Ok(true) => read_bytes(&file).map_err(|error| format!("cannot be read: {error}")),
            Ok(false) => Err("lies outside of the model's folder".to_owned()),
            Err(error) => Err(io_reason(&error)),
        }
    }
}

fn io_reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "is not there".to_owned(),
        _ => format!("cannot be read: {error}"),
    }
}
