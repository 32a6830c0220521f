//! A layer that is a folder on disk.

use crate::{EntryKind, Replacement, VfsError, VirtualPath};
use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
};

/// A folder on disk. It need not exist: until something is written to it, it is empty.
#[derive(Debug, Clone)]
pub(crate) struct FolderLayer {
    root: PathBuf,
}

impl FolderLayer {
    pub(crate) fn new(root: PathBuf) -> Self {
        Self { root }
    }

    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    pub(crate) fn name(&self) -> String {
        self.root.display().to_string()
    }

    /// The real path of a file or folder, `None` where there is none.
    pub(crate) fn resolve(&self, path: &VirtualPath) -> Result<Option<PathBuf>, VfsError> {
        let mut real = self.root.clone();
        for component in path.components() {
            match child(&real, component).map_err(|error| self.io(path, error))? {
                Some(found) => real = found,
                None => return Ok(None),
            }
        }
        match real.canonicalize() {
            Ok(canonical) => self.contain(path, &canonical).map(|()| Some(real)),
            Err(error) if is_absent(&error) => Ok(None),
            Err(error) => Err(self.io(path, error)),
        }
    }

    /// Names directly below `directory` with what they are, `None` where there is no such folder.
    /// Names that are not UTF-8 cannot be named by a virtual path and are left out.
    pub(crate) fn list(&self, directory: &VirtualPath) -> Result<Option<BTreeMap<String, EntryKind>>, VfsError> {
        let Some(real) = self.resolve(directory)? else { return Ok(None) };
        let reader = match fs::read_dir(&real) {
            Ok(reader) => reader,
            Err(error) if is_absent(&error) => return Ok(None),
            Err(error) => return Err(self.io(directory, error)),
        };
        let mut entries = BTreeMap::new();
        for entry in reader {
            let entry = entry.map_err(|error| self.io(directory, error))?;
            let Ok(name) = entry.file_name().into_string() else { continue };
            // A link that leads nowhere is not an entry.
            let Ok(metadata) = fs::metadata(entry.path()) else { continue };
            let kind = if metadata.is_dir() { EntryKind::Directory } else { EntryKind::File };
            entries.insert(name.to_ascii_lowercase(), kind);
        }
        Ok(Some(entries))
    }

    /// Replaces a file's contents in one step, creating the folders above it.
    pub(crate) fn write(&self, path: &VirtualPath, bytes: &[u8]) -> Result<PathBuf, VfsError> {
        let (folder, name) = self.prepare_parent(path)?;
        let target = child(&folder, &name).map_err(|error| self.io(path, error))?.unwrap_or_else(|| folder.join(&name));
        Replacement::write(&target, bytes).map_err(|error| self.io(path, error))?;
        Ok(target)
    }

    /// Creates the folders above a file, checking each existing one before anything is made below it, and
    /// gives the innermost one and the file's name.
    fn prepare_parent(&self, path: &VirtualPath) -> Result<(PathBuf, String), VfsError> {
        fs::create_dir_all(&self.root).map_err(|error| self.io(path, error))?;
        let mut folder = self.root.clone();
        let mut components: Vec<&str> = path.components().collect();
        let Some(name) = components.pop() else {
            return Err(VfsError::NotAFile { path: path.to_string(), layer: self.name() });
        };
        for component in components {
            folder = match child(&folder, component).map_err(|error| self.io(path, error))? {
                Some(found) => found,
                None => {
                    let made = folder.join(component);
                    fs::create_dir(&made).map_err(|error| self.io(path, error))?;
                    made
                }
            };
            let canonical = folder.canonicalize().map_err(|error| self.io(path, error))?;
            self.contain(path, &canonical)?;
        }
        Ok((folder, name.to_owned()))
    }

    /// Refuses a real path outside the root.
    fn contain(&self, path: &VirtualPath, canonical: &Path) -> Result<(), VfsError> {
        let root = self.root.canonicalize().map_err(|error| self.io(path, error))?;
        if canonical.starts_with(&root) {
            return Ok(());
        }
        Err(VfsError::Escapes { path: path.to_string(), layer: self.name(), target: canonical.to_owned() })
    }

    fn io(&self, path: &VirtualPath, source: io::Error) -> VfsError {
        VfsError::Io { path: path.to_string(), layer: self.name(), source }
    }
}

/// Whether an error only says that nothing is there (also: a file where a folder would have to be).
pub(crate) fn is_absent(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

/// The entry of `folder` whose name is `name`, in any case: exactly it, else the first in byte order that
/// differs only in case.
fn child(folder: &Path, name: &str) -> io::Result<Option<PathBuf>> {
    let exact = folder.join(name);
    match fs::symlink_metadata(&exact) {
        Ok(_) => return Ok(Some(exact)),
        Err(error) if is_absent(&error) => {}
        Err(error) => return Err(error),
    }
    let reader = match fs::read_dir(folder) {
        Ok(reader) => reader,
        Err(error) if is_absent(&error) => return Ok(None),
        // A folder that may be searched but not listed: only exact names can be found in it.
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => return Ok(None),
        Err(error) => return Err(error),
    };
    let mut best: Option<String> = None;
    for entry in reader {
        let Ok(candidate) = entry?.file_name().into_string() else { continue };
        if candidate.eq_ignore_ascii_case(name) && best.as_ref().is_none_or(|best| candidate < *best) {
            best = Some(candidate);
        }
    }
    Ok(best.map(|name| folder.join(name)))
}
