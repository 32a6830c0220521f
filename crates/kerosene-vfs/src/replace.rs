//! Replacing a file in one step.

use std::{
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
};

/// How many names a temporary file tries before giving up; each is taken only by a leftover of a crash.
const TEMPORARY_NAMES: u32 = 1000;

/// A file that is being written to take the place of another. It has a name of its own in the same folder until it is
/// put in place, so a failure or a crash leaves the old file or the new one; given up, it leaves nothing.
///
/// ```
/// use kerosene_vfs::Replacement;
/// use std::io::Write;
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("notes.txt");
/// std::fs::write(&path, "old")?;
/// let new = Replacement::begin(&path)?;
/// new.file().write_all(b"new")?;
/// assert_eq!(std::fs::read_to_string(&path)?, "old");
/// new.put()?;
/// assert_eq!(std::fs::read_to_string(&path)?, "new");
/// assert_eq!(std::fs::read_dir(folder.path())?.count(), 1);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Replacement {
    target: PathBuf,
    temporary: PathBuf,
    file: File,
}

impl Replacement {
    /// Begins a file that will take the place of `target`, whether that is there or not; its folder must be.
    ///
    /// # Errors
    /// What the system says.
    pub fn begin(target: &Path) -> io::Result<Self> {
        let folder = target.parent().unwrap_or(Path::new(""));
        let name = target.file_name().unwrap_or_default().to_string_lossy();
        let process = std::process::id();
        for attempt in 0..TEMPORARY_NAMES {
            let temporary = folder.join(format!(".{name}.{process}-{attempt}.tmp"));
            match File::create_new(&temporary) {
                Ok(file) => return Ok(Self { target: target.to_owned(), temporary, file }),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(io::Error::new(io::ErrorKind::AlreadyExists, "every temporary name is taken: remove old .tmp files"))
    }

    /// The file, to be written.
    #[must_use]
    pub fn file(&self) -> &File {
        &self.file
    }

    /// Where it is until it is put in place.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.temporary
    }

    /// Waits until it is on its disk, and puts it in the place of the other.
    ///
    /// # Errors
    /// What the system says; the other file is as it was then.
    pub fn put(self) -> io::Result<()> {
        self.file.sync_all()?;
        fs::rename(&self.temporary, &self.target)
    }

    /// Puts it in the place of the other without waiting for the disk: a program that ends leaves the old file or the new
    /// one, a system that ends may leave an empty one. For what can be made again and is checked when it is read.
    ///
    /// # Errors
    /// What the system says; the other file is as it was then.
    pub fn put_unsynced(self) -> io::Result<()> {
        fs::rename(&self.temporary, &self.target)
    }

    /// Replaces a file by these bytes.
    ///
    /// # Errors
    /// What the system says; the old file is as it was then.
    ///
    /// ```
    /// let folder = tempfile::tempdir()?;
    /// let path = folder.path().join("notes.txt");
    /// kerosene_vfs::Replacement::write(&path, b"new")?;
    /// assert_eq!(std::fs::read(&path)?, b"new");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn write(target: &Path, bytes: &[u8]) -> io::Result<()> {
        let new = Self::begin(target)?;
        new.file().write_all(bytes)?;
        new.put()
    }
}

impl Drop for Replacement {
    fn drop(&mut self) {
        // It is gone already where it was put in place.
        let _ = fs::remove_file(&self.temporary);
    }
}
