//! What can go wrong with a file.

use crate::{PathError, VaultError};
use std::{io, path::PathBuf};

/// Why a file could not be found, read, listed or written.
#[derive(Debug, thiserror::Error)]
pub enum VfsError {
    /// The path itself is refused.
    #[error(transparent)]
    Path(#[from] PathError),
    /// No layer has it.
    #[error("{path} not found in {}", searched.join(", "))]
    NotFound {
        /// The virtual path.
        path: String,
        /// The layers that were searched, nearest first.
        searched: Vec<String>,
    },
    /// The operating system refused; the file may exist all the same.
    #[error("{path} in {layer}: {source}")]
    Io {
        /// The virtual path.
        path: String,
        /// The layer.
        layer: String,
        /// The operating system's reason.
        source: io::Error,
    },
    /// A symbolic link leads out of its layer.
    #[error("{path} in {layer} leads out of it through a symbolic link, to {}", target.display())]
    Escapes {
        /// The virtual path.
        path: String,
        /// The layer.
        layer: String,
        /// Where the link leads.
        target: PathBuf,
    },
    /// It exists and is no regular file (a pipe, a device).
    #[error("{path} in {layer} is not a regular file")]
    NotAFile {
        /// The virtual path.
        path: String,
        /// The layer.
        layer: String,
    },
    /// It is larger than what is taken into memory ([`crate::READ_LIMIT`], or less where the reader says so).
    #[error("{path} in {layer} has {len} bytes, more than the limit of {limit}")]
    TooLarge {
        /// The virtual path.
        path: String,
        /// The layer.
        layer: String,
        /// Its length in bytes.
        len: u64,
        /// The limit in bytes.
        limit: u64,
    },
    /// It is in an archive that does not give it.
    #[error("{layer}: {source}")]
    Archive {
        /// The layer.
        layer: String,
        /// What the archive says.
        source: VaultError,
    },
    /// Nothing was mounted as writable.
    #[error("{path} cannot be written: no layer is writable")]
    NoWritableLayer {
        /// The virtual path.
        path: String,
    },
}
