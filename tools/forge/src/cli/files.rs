//! Reading and writing files, and what can be wrong with them.

use crate::{Beside, ForgeError};
use kerosene_asset::{MODEL_MAGIC, Model, ModelError};
use kerosene_cli::{FileFault, ResultKind, read, read_bytes};
use kerosene_diagnostics::{Diagnostic, SourcePosition, codes};
use std::io;
use std::path::{Path, PathBuf};

/// What is made of sources.
pub(super) const MODEL: ResultKind = ResultKind { name: "model", ending: "kmdl", magic: &MODEL_MAGIC.0 };

/// Why a file is not made or shown.
#[derive(Debug, thiserror::Error)]
pub(super) enum FileError {
    #[error(transparent)]
    Fault(#[from] FileFault),
    #[error("{reason}")]
    Source { file: PathBuf, reason: ForgeError },
    #[error("{reason}")]
    Model { file: PathBuf, reason: ModelError },
    #[error("a model is written as .obj")]
    Ending { file: PathBuf },
    #[error("there is no level {level}: there are {count}")]
    Level { file: PathBuf, level: usize, count: usize },
}

impl FileError {
    /// The error as a diagnostic that names the file and what to do.
    pub(super) fn diagnostic(&self) -> Diagnostic {
        let (code, file, fix) = match self {
            Self::Fault(fault) => return fault.diagnostic(),
            Self::Source { file, reason } => {
                let (code, fix) = reason.advice();
                (code, file, fix)
            }
            Self::Model { file, .. } => (codes::RESOURCE_DAMAGED, file, "make it anew from its source"),
            Self::Ending { file } => (codes::NOT_WRITTEN, file, "give it this ending"),
            Self::Level { file, .. } => (codes::NOT_WRITTEN, file, "choose one that is there"),
        };
        let mut place = SourcePosition::file(file.display().to_string());
        if let Self::Source { reason: ForgeError::Line { line, .. }, .. } = self {
            place = SourcePosition::line(file.display().to_string(), *line);
        }
        Diagnostic::new(code, self.to_string()).at(place).fix(fix)
    }
}

/// A model from its file.
pub(super) fn read_model(file: &Path) -> Result<Model, FileError> {
    let bytes = read(file)?;
    Model::from_bytes(&bytes).map_err(|reason| FileError::Model { file: file.to_owned(), reason })
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
