//! Taking away what was made.

use crate::error::KilnError;
use crate::journal::Known;
use crate::perform::remove_made;
use crate::record::Made;
use crate::site::Site;
use crate::workplace::Workplace;
use kerosene_diagnostics::Diagnostic;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

/// What was taken away.
#[derive(Debug, Default, Clone, Serialize)]
pub struct Cleaned {
    /// Files that are gone, below the project's folder.
    pub removed: Vec<String>,
    /// Files that kiln made and somebody has changed since; they are still there.
    pub kept: Vec<String>,
    /// What is worth knowing.
    #[serde(skip)]
    pub notes: Vec<Diagnostic>,
}

/// Removes exactly the files that the journal says were made, as long as they are what was made; then kiln's own folder.
/// The cache, which other projects may use, stays.
///
/// # Errors
/// Another build in the project; what the system says.
pub fn clean(workplace: &Workplace) -> Result<Cleaned, KilnError> {
    if !workplace.state().is_dir() {
        return Ok(Cleaned::default());
    }
    let (site, notes) = Site::open(workplace, None)?;
    let memory = site.journal().memory.clone();
    // A file may have been made in two ways, where a build was killed between them.
    let mut files: BTreeMap<&str, Vec<&Made>> = BTreeMap::new();
    for made in memory.steps.values().flat_map(Known::made) {
        files.entry(&made.path).or_default().push(made);
    }
    let mut cleaned = Cleaned { notes, ..Cleaned::default() };
    let mut folders = BTreeSet::new();
    for (path, made) in files {
        let was_there = site.root.join(path).symlink_metadata().is_ok();
        let mut gone = false;
        for made in made {
            gone = gone
                || remove_made(&site.root, made).map_err(|reason| KilnError::state(&site.root.join(path), reason))?;
        }
        match (was_there, gone) {
            (true, true) => cleaned.removed.push(path.to_owned()),
            (true, false) => cleaned.kept.push(path.to_owned()),
            (false, _) => {}
        }
        folders.extend(path.match_indices('/').skip(1).map(|(at, _)| &path[..at]));
    }
    // Folders below those of the content that became empty; one that is not empty is not removed by this.
    folders.iter().rev().for_each(|folder| drop(fs::remove_dir(site.root.join(folder))));
    site.remove().map_err(|reason| KilnError::state(&workplace.state(), reason))?;
    Ok(cleaned)
}
