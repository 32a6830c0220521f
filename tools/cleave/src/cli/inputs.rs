//! Files that a compile reads, with their hashes, for the build manifest.

use super::{MapFiles, RunError};
use crate::Input;
use kerosene_map::{IncludeError, IncludedFile, IncludedFiles, ReadLimits};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use xxhash_rust::xxh3::xxh3_64;

/// The content of a file, which ends one byte beyond what a reader takes.
pub(super) fn read(path: &Path) -> Result<Vec<u8>, RunError> {
    let failed = |reason| RunError::Read { path: path.display().to_string(), reason };
    let limit = ReadLimits::default().bytes as u64 + 1;
    let file = File::open(path).map_err(failed)?;
    if file.metadata().map_err(failed)?.is_dir() {
        return Err(failed(io::Error::other("it is a folder; name the map in it")));
    }
    let mut bytes = Vec::new();
    file.take(limit).read_to_end(&mut bytes).map_err(failed)?;
    Ok(bytes)
}

/// A file by its name and content.
pub(super) fn input(name: String, bytes: &[u8]) -> Input {
    Input { name, xxh3: format!("{:016x}", xxh3_64(bytes)), bytes: bytes.len() as u64 }
}

/// A file that was looked for and was not there.
pub(super) fn absent(name: String) -> Input {
    Input { name, xxh3: String::new(), bytes: 0 }
}

/// Included files, each noted when it is read, and where it was looked for before.
pub(super) struct Noted {
    files: MapFiles,
    read: RefCell<BTreeMap<String, Input>>,
}

impl Noted {
    pub(super) fn new(files: MapFiles) -> Self {
        Self { files, read: RefCell::new(BTreeMap::new()) }
    }

    /// What was read or looked for, by name. Names are those below the content root, wherever that lies.
    pub(super) fn into_inputs(self) -> impl Iterator<Item = Input> {
        self.read.into_inner().into_values()
    }
}

impl IncludedFiles for Noted {
    fn read(&self, name: &str, includer: &str) -> Result<IncludedFile, IncludeError> {
        let file = self.files.read(name, includer);
        let found = file.as_ref().ok().map(|file| file.name.as_str());
        let mut noted = self.read.borrow_mut();
        for place in self.files.places(name, includer).into_iter().take_while(|place| Some(place.as_str()) != found) {
            noted.entry(place.clone()).or_insert_with(|| absent(place));
        }
        if let Ok(file) = &file {
            noted.entry(file.name.clone()).or_insert_with(|| input(file.name.clone(), &file.bytes));
        }
        file
    }
}
