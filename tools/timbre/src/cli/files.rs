//! Reading and writing files, and what can be wrong with them.

use crate::TimbreError;
use kerosene_asset::{Sound, SoundError};
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
    Recording { file: PathBuf, reason: TimbreError },
    #[error("{reason}")]
    Sound { file: PathBuf, reason: SoundError },
    #[error("a sound is written as .wav")]
    Ending { file: PathBuf },
    #[error("one sound is named, and {count} recordings are given")]
    Several { file: PathBuf, count: usize },
    #[error("two of the recordings would give this sound")]
    Twice { file: PathBuf },
}

impl FileError {
    /// The error as a diagnostic that names the file and what to do.
    pub(super) fn diagnostic(&self) -> Diagnostic {
        let (code, file, fix) = match self {
            Self::Read { file, .. } => (codes::NOT_READ, file, "check the path and its permissions"),
            Self::Write { file, .. } => (codes::NOT_WRITTEN, file, "check the folder and its permissions"),
            Self::Recording { file, reason } => {
                let (code, fix) = reason.advice();
                (code, file, fix)
            }
            Self::Sound { file, .. } => (codes::RESOURCE_DAMAGED, file, "make it anew from its recording"),
            Self::Ending { file } => (codes::NOT_WRITTEN, file, "let its name end in .wav"),
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

/// A sound from its file.
pub(super) fn read_sound(file: &Path) -> Result<Sound, FileError> {
    let bytes = read(file)?;
    Sound::from_bytes(&bytes).map_err(|reason| FileError::Sound { file: file.to_owned(), reason })
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
