//! Files that maps include, in memory.

use kerosene_map::{Imported, IncludeError, IncludedFile, IncludedFiles, ReadOptions, read_with_includes};
use std::collections::BTreeMap;

/// Files by name.
pub(crate) struct Files(pub(crate) BTreeMap<&'static str, String>);

impl IncludedFiles for Files {
    fn read(&self, name: &str, _includer: &str) -> Result<IncludedFile, IncludeError> {
        match self.0.get(name) {
            Some(text) => Ok(IncludedFile { name: name.to_owned(), bytes: text.clone().into_bytes() }),
            None => Err(IncludeError::NotFound { looked_in: vec!["here".to_owned()] }),
        }
    }
}

/// A map that includes some of these files, as it is read.
pub(crate) fn read(map: &str, text: &str, files: &[(&'static str, &str)], options: &ReadOptions) -> Imported {
    let files = Files(files.iter().map(|(name, text)| (*name, (*text).to_owned())).collect());
    read_with_includes(map, text.as_bytes(), options, &files).unwrap()
}
