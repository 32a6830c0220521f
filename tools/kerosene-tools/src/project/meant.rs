//! Which map was probably meant.

use kerosene_diagnostics::nearest;
use std::path::Path;

/// Most files that are looked at.
const MAX_FILES: usize = 10_000;
/// Endings of maps, compiled or not.
const MAPS: [&str; 4] = ["kbsp", "kmap", "map", "vmf"];

/// The file of a map in a folder whose name is nearest to one that is not there.
pub(super) fn file(folder: &Path, name: &str) -> Option<String> {
    let entries = std::fs::read_dir(folder).ok()?.flatten().take(MAX_FILES);
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let is_map = |name: &String| {
        let ending = Path::new(name).extension().and_then(|ending| ending.to_str());
        ending.is_some_and(|ending| MAPS.contains(&ending))
    };
    let mut names: Vec<_> = names.filter(is_map).collect();
    names.sort();
    nearest(name, names.iter().map(String::as_str)).map(str::to_owned)
}

/// The map below a folder whose name is nearest to one that is not there.
pub(super) fn map(folder: &Path, name: &str) -> Option<String> {
    let mut names = Vec::new();
    let mut folders = vec![(folder.to_owned(), String::new())];
    let mut left = MAX_FILES;
    while let Some((folder, before)) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            left = left.checked_sub(1)?;
            let file = entry.file_name();
            let Some(file) = file.to_str() else { continue };
            let path = Path::new(file);
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                folders.push((entry.path(), format!("{before}{file}/")));
            } else if path.extension().and_then(|ending| ending.to_str()).is_some_and(|ending| MAPS.contains(&ending)) {
                let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
                names.push(format!("{before}{stem}"));
            }
        }
    }
    // The order in which a system lists a folder is its own.
    names.sort();
    names.dedup();
    nearest(name, names.iter().map(String::as_str)).map(str::to_owned)
}
