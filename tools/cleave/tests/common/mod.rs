//! Where real maps are, and how tests read them.
#![allow(dead_code, clippy::print_stdout, reason = "each test binary uses its own part; a skipped test says so")]

use kerosene_map::{Map, ReadOptions, read_map, settle_game};
use std::path::{Path, PathBuf};

/// The folder of real maps, or `None` where it is not on this machine; says so once.
pub(crate) fn corpus() -> Option<PathBuf> {
    let default = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    let folder = std::env::var_os("KEROSENE_CORPUS").map_or(default, PathBuf::from);
    if !folder.is_dir() {
        println!("skipped: no maps at {} (KEROSENE_CORPUS names another folder)", folder.display());
        return None;
    }
    Some(folder)
}

/// The `.map` files below `folder`, sorted.
pub(crate) fn maps_in(folder: &Path) -> Vec<PathBuf> {
    let mut maps: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the folder can be listed")
        .map(|entry| entry.expect("the folder can be listed").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "map"))
        .collect();
    maps.sort();
    maps
}

/// Reads a map, its flags as its game means them.
pub(crate) fn read(path: &Path) -> Map {
    let bytes = std::fs::read(path).expect("the map can be read");
    let mut imported =
        read_map(&path.display().to_string(), &bytes, &ReadOptions::default()).expect("the map can be parsed");
    settle_game(&mut imported, None);
    imported.map
}

/// The file name without its extension.
pub(crate) fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}
