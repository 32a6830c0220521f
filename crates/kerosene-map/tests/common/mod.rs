//! What the tests of this crate share.
#![allow(dead_code, reason = "each test binary uses its part")]
#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "tests")]

pub(crate) mod included;
pub(crate) mod strategies;

use kerosene_diagnostics::Diagnostic;
use kerosene_map::{Imported, Map};
use std::path::{Path, PathBuf};

/// Maps by other people, which lie beside the project; `None`, with a note, where they are absent.
pub(crate) fn corpus() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    let root = std::env::var_os("KEROSENE_CORPUS").map_or(beside, PathBuf::from);
    if root.is_dir() {
        return Some(root);
    }
    eprintln!("skipped: no maps at {}; KEROSENE_CORPUS names another place", root.display());
    None
}

/// Every file with this extension below `root`, in the order of their names.
pub(crate) fn files_below(root: &Path, extension: &str) -> Vec<PathBuf> {
    let (mut found, mut folders) = (Vec::new(), vec![root.to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|found| found == extension) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// The map as it would be without a file behind it.
pub(crate) fn without_lines(mut map: Map) -> Map {
    map.source.clear();
    for entity in &mut map.entities {
        entity.line = 0;
        for brush in &mut entity.brushes {
            brush.line = 0;
            brush.sides.iter_mut().for_each(|side| side.line = 0);
        }
        entity.meshes.iter_mut().for_each(|mesh| mesh.line = 0);
    }
    map
}

/// What a reader had to say.
pub(crate) fn told(imported: &Imported) -> Vec<&Diagnostic> {
    imported.diagnostics.iter().collect()
}
