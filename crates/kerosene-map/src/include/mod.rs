//! Files that a map includes: instances, prefabs, external maps.

mod adopt;
mod loader;
mod tally;

pub(crate) use loader::{Loader, Refusal, add_statistics};
pub(crate) use tally::{Tally, shown};

use thiserror::Error;

/// Where a map's included files come from.
///
/// Readers open no files themselves: what a name means, and which names are allowed to mean anything, is
/// the caller's business. Tools look beside the map and in the folders above it; an editor may answer from
/// what it has open.
///
/// # Examples
///
/// ```
/// use kerosene_map::{IncludeError, IncludedFile, IncludedFiles};
///
/// struct OnlyLamp;
///
/// impl IncludedFiles for OnlyLamp {
///     fn read(&self, name: &str, _includer: &str) -> Result<IncludedFile, IncludeError> {
///         match name {
///             "lamp.vmf" => Ok(IncludedFile { name: name.to_owned(), bytes: b"world { }".to_vec() }),
///             _ => Err(IncludeError::NotFound { looked_in: Vec::new() }),
///         }
///     }
/// }
/// assert!(OnlyLamp.read("door.vmf", "level.vmf").is_err());
/// ```
pub trait IncludedFiles {
    /// Reads the file that `name` means, as written in the map called `includer`.
    ///
    /// `includer` is the name that the outermost map was read under, or the [`IncludedFile::name`] of an
    /// included one. One file has one name, whatever way it is referred to: circles are found by it.
    ///
    /// # Errors
    ///
    /// [`IncludeError`] where there is no such file, it may not be used, or it cannot be read.
    fn read(&self, name: &str, includer: &str) -> Result<IncludedFile, IncludeError>;
}

/// A file that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IncludedFile {
    /// What messages call it; the same for the same file.
    pub name: String,
    /// Its content.
    pub bytes: Vec<u8>,
}

/// Why an included file is not to be had.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum IncludeError {
    /// There is no such file.
    #[error("there is no such file{}", looked_in_text(looked_in))]
    NotFound {
        /// Folders that were searched.
        looked_in: Vec<String>,
    },
    /// The name leads out of where files may come from.
    #[error("the name leads out of the folders that a map may include files from")]
    ClimbsOut,
    /// The file is too large.
    #[error("the file has more than {limit} bytes")]
    TooLarge {
        /// The limit.
        limit: u64,
    },
    /// The file is there and cannot be read.
    #[error("{reason}")]
    Unreadable {
        /// What the system says.
        reason: String,
    },
}

fn looked_in_text(looked_in: &[String]) -> String {
    if looked_in.is_empty() { String::new() } else { format!(" in {}", looked_in.join(", ")) }
}

/// No files at all: every name is unknown.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoIncludedFiles;

impl IncludedFiles for NoIncludedFiles {
    fn read(&self, _name: &str, _includer: &str) -> Result<IncludedFile, IncludeError> {
        Err(IncludeError::NotFound { looked_in: Vec::new() })
    }
}
