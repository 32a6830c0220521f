//! Where a file was found, and its bytes.

use crate::{Vault, VfsError};
use std::{borrow::Cow, fs::File, io::Read, path::PathBuf};

/// Largest file that [`crate::Vfs::read`] takes into memory, in bytes (1 GiB).
pub const READ_LIMIT: u64 = 1 << 30;

/// Contents of a file: borrowed where they are part of the program, owned where they were read.
pub type FileBytes = Cow<'static, [u8]>;

/// Where a file is.
#[derive(Debug, Clone)]
pub enum Located {
    /// On disk: it can be mapped into memory.
    File {
        /// Its real path.
        path: PathBuf,
        /// The layer.
        layer: String,
    },
    /// In an archive.
    Archived {
        /// The archive.
        vault: Vault,
        /// Its name there.
        name: String,
        /// The layer.
        layer: String,
    },
    /// In the program.
    Builtin {
        /// Its contents.
        bytes: &'static [u8],
        /// The layer.
        layer: String,
    },
}

impl Located {
    /// The layer that it was found in.
    ///
    /// ```
    /// # use kerosene_vfs::{BuiltinFile, Vfs};
    /// let mut vfs = Vfs::new();
    /// vfs.mount_builtin("base", &[BuiltinFile { path: "a.txt", bytes: b"a" }]);
    /// assert_eq!(vfs.locate("a.txt")?.layer(), "base");
    /// # Ok::<(), kerosene_vfs::VfsError>(())
    /// ```
    #[must_use]
    pub fn layer(&self) -> &str {
        match self {
            Self::File { layer, .. } | Self::Archived { layer, .. } | Self::Builtin { layer, .. } => layer,
        }
    }

    /// The file's bytes; `path` is the virtual path it was asked by, for messages.
    ///
    /// # Errors
    /// Why they cannot be had; [`VfsError::TooLarge`] above `limit` bytes.
    ///
    /// ```
    /// # use kerosene_vfs::{BuiltinFile, READ_LIMIT, Vfs};
    /// let mut vfs = Vfs::new();
    /// vfs.mount_builtin("base", &[BuiltinFile { path: "a.txt", bytes: b"text" }]);
    /// assert_eq!(&*vfs.locate("a.txt")?.read("a.txt", READ_LIMIT)?, b"text");
    /// assert!(vfs.locate("a.txt")?.read("a.txt", 3).is_err());
    /// # Ok::<(), kerosene_vfs::VfsError>(())
    /// ```
    pub fn read(self, path: &str, limit: u64) -> Result<FileBytes, VfsError> {
        let bounded = |len: u64, layer: &str| match len > limit {
            true => Err(VfsError::TooLarge { path: path.to_owned(), layer: layer.to_owned(), len, limit }),
            false => Ok(()),
        };
        match self {
            Self::Builtin { bytes, layer } => bounded(bytes.len() as u64, &layer).map(|()| Cow::Borrowed(bytes)),
            Self::Archived { vault, name, layer } => {
                bounded(vault.size_of(&name).unwrap_or_default(), &layer)?;
                let archive = |source| VfsError::Archive { layer: layer.clone(), source };
                let bytes = vault.read(&name).map_err(archive)?;
                Ok(Cow::Owned(bytes.map(Cow::into_owned).unwrap_or_default()))
            }
            Self::File { path: real, layer } => {
                let io = |source| VfsError::Io { path: path.to_owned(), layer: layer.clone(), source };
                let file = File::open(real).map_err(io)?;
                let len = file.metadata().map_err(io)?.len();
                bounded(len, &layer)?;
                let mut bytes = Vec::with_capacity(len as usize);
                // It may grow while it is read.
                file.take(limit + 1).read_to_end(&mut bytes).map_err(io)?;
                bounded(bytes.len() as u64, &layer)?;
                Ok(Cow::Owned(bytes))
            }
        }
    }
}
