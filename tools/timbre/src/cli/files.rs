//! Reading and writing files, and what can be wrong with them.

use crate::TimbreError;
use kerosene_asset::{SOUND_MAGIC, Sound, SoundError};
use kerosene_cli::{FileFault, ResultKind, read};
use kerosene_diagnostics::{Diagnostic, SourcePosition, codes};
use std::path::{Path, PathBuf};

/// What is made of recordings.
pub(super) const SOUND: ResultKind = ResultKind { name: "sound", ending: "kaud", magic: &SOUND_MAGIC.0 };

/// Why a file is not made or shown.
#[derive(Debug, thiserror::Error)]
pub(super) enum FileError {
    #[error(transparent)]
    Fault(#[from] FileFault),
    #[error("{reason}")]
    Recording { file: PathBuf, reason: TimbreError },
    #[error("{reason}")]
    Sound { file: PathBuf, reason: SoundError },
    #[error("a sound is written as .wav")]
    Ending { file: PathBuf },
}

impl FileError {
    /// The error as a diagnostic that names the file and what to do.
    pub(super) fn diagnostic(&self) -> Diagnostic {
        let (code, file, fix) = match self {
            Self::Fault(fault) => return fault.diagnostic(),
            Self::Recording { file, reason } => {
                let (code, fix) = reason.advice();
                (code, file, fix)
            }
            Self::Sound { file, .. } => (codes::RESOURCE_DAMAGED, file, "make it anew from its recording"),
            Self::Ending { file } => (codes::NOT_WRITTEN, file, "let its name end in .wav"),
        };
        Diagnostic::new(code, self.to_string()).at(SourcePosition::file(file.display().to_string())).fix(fix)
    }
}

/// A sound from its file.
pub(super) fn read_sound(file: &Path) -> Result<Sound, FileError> {
    let bytes = read(file)?;
    Sound::from_bytes(&bytes).map_err(|reason| FileError::Sound { file: file.to_owned(), reason })
}
