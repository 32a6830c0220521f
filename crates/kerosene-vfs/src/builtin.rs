//! Content that is compiled into the binary.

use crate::{EntryKind, VirtualPath};
use std::collections::BTreeMap;

/// A file whose bytes are part of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BuiltinFile {
    /// Virtual path, already in its normal form (lower case, forward slashes).
    pub path: &'static str,
    /// Contents.
    pub bytes: &'static [u8],
}

/// A layer of built-in files.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BuiltinLayer {
    files: &'static [BuiltinFile],
}

impl BuiltinLayer {
    pub(crate) const fn new(files: &'static [BuiltinFile]) -> Self {
        Self { files }
    }

    pub(crate) fn find(&self, path: &VirtualPath) -> Option<&'static [u8]> {
        self.files.iter().find(|file| file.path == path.as_str()).map(|file| file.bytes)
    }

    /// Names directly below `directory`, or `None` where no file lies below it.
    pub(crate) fn list(&self, directory: &VirtualPath) -> Option<BTreeMap<String, EntryKind>> {
        let mut entries = BTreeMap::new();
        for file in self.files {
            let Some(rest) = below(file.path, directory) else { continue };
            match rest.split_once('/') {
                Some((folder, _)) => entries.insert(folder.to_owned(), EntryKind::Directory),
                None => entries.insert(rest.to_owned(), EntryKind::File),
            };
        }
        (!entries.is_empty() || directory.is_root()).then_some(entries)
    }
}

/// The part of `path` below `directory`.
fn below<'a>(path: &'a str, directory: &VirtualPath) -> Option<&'a str> {
    if directory.is_root() {
        return Some(path);
    }
    path.strip_prefix(directory.as_str())?.strip_prefix('/')
}
