//! Real levels by other people: where they are, and what the importers and the compiler make of them.

use cleave::{NoProgress, Options, Output, Request, compile};
use kerosene_bsp::WriteOptions;
use kerosene_map::{ClassTable, Imported, ReadOptions, apply_class_table, read_any, settle_game};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Where they are; says so where they are not.
pub(crate) fn folder() -> Option<PathBuf> {
    let default = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    let folder = std::env::var_os("KEROSENE_CORPUS").map_or(default, PathBuf::from);
    if folder.is_dir() {
        return Some(folder);
    }
    println!("skipped: no maps at {} (KEROSENE_CORPUS names another folder)", folder.display());
    None
}

/// The name of a level: that of its file, without its ending and in small letters.
pub(crate) fn name_of(source: &Path) -> String {
    source.file_stem().unwrap().to_string_lossy().to_lowercase()
}

/// A level with the classes of its game brought to ours.
pub(crate) fn read(source: &Path) -> Imported {
    let bytes = std::fs::read(source).unwrap();
    let mut imported = read_any(&source.display().to_string(), &bytes, &ReadOptions::default()).unwrap();
    let (game, _) = settle_game(&mut imported, None);
    apply_class_table(&mut imported.map, &ClassTable::for_game(game));
    imported
}

/// A level compiled.
pub(crate) fn compiled(source: &Path) -> Output {
    compile(&Request { map: &read(source).map, options: &Options::default(), inputs: &[] }, &NoProgress).unwrap()
}

/// A content folder with levels compiled in it.
pub(crate) fn content<'a>(sources: impl IntoIterator<Item = &'a PathBuf>) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("maps")).unwrap();
    for source in sources {
        let target = folder.path().join(format!("maps/{}.kbsp", name_of(source)));
        compiled(source).bsp.write_file(target, WriteOptions::default()).unwrap();
    }
    folder
}
