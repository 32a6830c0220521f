//! Why a build does not begin or go on. What is wrong with one step is a diagnostic of that step.

use crate::scan::ScanError;
use kerosene_config::ContentError;
use kerosene_diagnostics::{Diagnostic, SourcePosition, codes};
use std::io;
use std::path::{Path, PathBuf};

/// Why there is no build.
#[derive(Debug, thiserror::Error)]
pub enum KilnError {
    /// Another kiln works in the project.
    #[error("another kiln is at work in this project{}", by(.process))]
    Locked {
        /// The project's folder.
        folder: PathBuf,
        /// The other's process, where it is known.
        process: Option<u32>,
    },
    /// A folder of content cannot be looked through.
    #[error("{}: {reason}", folder.display())]
    Unreadable {
        /// The folder.
        folder: PathBuf,
        /// Why not.
        reason: io::Error,
    },
    /// A file of the build's own cannot be written.
    #[error("{}: {reason}", path.display())]
    State {
        /// The file.
        path: PathBuf,
        /// Why not.
        reason: io::Error,
    },
    /// What was to be shipped is not as its sources say.
    #[error("nothing is shipped: {reason}")]
    NotShipped {
        /// What is wrong, in words.
        reason: String,
        /// What to do about it.
        advice: &'static str,
    },
    /// There is no room for results.
    #[error("the disk is full: the build stops")]
    NoRoom {
        /// The project's folder, which is on that disk.
        folder: PathBuf,
    },
    /// The project file cannot be used any more.
    #[error(transparent)]
    Content(#[from] ContentError),
    /// It was cancelled.
    #[error("cancelled")]
    Cancelled,
    /// Folders cannot be watched.
    #[error("the folders cannot be watched: {reason}")]
    NotWatched {
        /// Why not, in words.
        reason: String,
    },
}

fn by(process: &Option<u32>) -> String {
    process.map(|process| format!(" (process {process})")).unwrap_or_default()
}

impl KilnError {
    /// Whether kiln may not write its own files.
    pub(crate) fn is_read_only(&self) -> bool {
        let kinds = [io::ErrorKind::ReadOnlyFilesystem, io::ErrorKind::PermissionDenied];
        matches!(self, Self::State { reason, .. } if kinds.contains(&reason.kind()))
    }

    pub(crate) fn state(path: &Path, reason: io::Error) -> Self {
        Self::State { path: path.to_owned(), reason }
    }

    /// The error as a diagnostic.
    ///
    /// ```
    /// use kiln::KilnError;
    ///
    /// let error = KilnError::Locked { folder: "ruins".into(), process: Some(7) };
    /// assert_eq!(error.diagnostic().message, "another kiln is at work in this project (process 7)");
    /// ```
    #[must_use]
    pub fn diagnostic(&self) -> Diagnostic {
        let at = |path: &Path| SourcePosition::file(path.display().to_string());
        match self {
            Self::Locked { folder, .. } => Diagnostic::new(codes::BUILD_LOCKED, self.to_string())
                .at(at(folder))
                .fix("wait until it has ended, or end it"),
            Self::Unreadable { folder, reason } => Diagnostic::new(codes::NOT_READ, reason.to_string())
                .at(at(folder))
                .fix("check the folder and its permissions: what cannot be seen would be taken for gone"),
            Self::State { path, reason } => Diagnostic::new(codes::NOT_WRITTEN, reason.to_string())
                .at(at(path))
                .fix("check the folder, its permissions and the room on its disk"),
            Self::NotShipped { advice, .. } => Diagnostic::new(codes::NOT_SHIPPED, self.to_string()).fix(*advice),
            Self::NoRoom { folder } => Diagnostic::new(codes::NOT_WRITTEN, self.to_string())
                .at(at(folder))
                .fix("make room on it and build again: what is done is kept"),
            Self::Content(error) => error.diagnostic(),
            Self::Cancelled => Diagnostic::new(codes::STEP_SKIPPED, "the build was cancelled: what is done is kept"),
            Self::NotWatched { .. } => Diagnostic::new(codes::NOT_READ, self.to_string())
                .fix("raise the system's limit of watched folders, or build without --watch"),
        }
    }
}

/// Why one step is not done: a diagnostic, boxed, since it is large and rare.
pub(crate) type Fault = Box<Diagnostic>;

impl From<ScanError> for KilnError {
    fn from(error: ScanError) -> Self {
        Self::Unreadable { folder: error.folder, reason: error.reason }
    }
}
