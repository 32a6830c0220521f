//! The source of a sample level and what the compiler makes of it.

use cleave::{NoProgress, Options, Output, Request, compile};
use kerosene_bsp::WriteOptions;
use kerosene_map::{Imported, Map, ReadOptions, read_kmap};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Where the source of a sample level is.
pub(crate) fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../content/maps/{name}.kmap"))
}

/// A sample level as its file has it.
pub(crate) fn read(name: &str) -> Imported {
    read_kmap(&format!("{name}.kmap"), &std::fs::read(path(name)).unwrap(), &ReadOptions::default()).unwrap()
}

/// A sample level compiled.
pub(crate) fn compiled(map: &Map) -> Output {
    compile(&Request { map, options: &Options::default(), inputs: &[] }, &NoProgress).unwrap()
}

/// A content folder with sample levels compiled in it.
pub(crate) fn content<'a>(names: impl Iterator<Item = &'a &'a str>) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("maps")).unwrap();
    for name in names {
        let output = compiled(&read(name).map);
        let path = folder.path().join("maps").join(format!("{name}.kbsp"));
        output.bsp.write_file(path, WriteOptions::default()).unwrap();
    }
    folder
}
