//! Real levels by other people. They lie beside the project; without them this test says so and ends.
#![allow(clippy::unwrap_used, reason = "tests")]

use kerosene_kv::{Document, Lookup, ReadOptions};
use std::path::{Path, PathBuf};

/// The folder of the corpus, or `None` where there is none.
fn corpus() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let corpus = std::env::var_os("KEROSENE_CORPUS").map_or_else(|| root.join("../shared/corpus"), PathBuf::from);
    corpus.is_dir().then_some(corpus)
}

fn files_below(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|found| found == extension) {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

#[test]
#[allow(clippy::print_stderr, reason = "a test that is skipped says so")]
fn hammer_levels_read_and_round_trip() {
    let Some(corpus) = corpus() else {
        eprintln!("skipped: no corpus of levels; set KEROSENE_CORPUS");
        return;
    };
    let files = files_below(&corpus.join("vmf"), "vmf");
    let mut solids = 0;
    for file in files {
        let bytes = std::fs::read(&file).unwrap();
        let document = Document::parse_bytes(&bytes, &ReadOptions::verbatim())
            .unwrap_or_else(|error| panic!("{}: {error}\n{}", file.display(), error.snippet()));
        assert_eq!(document.blocks("world").count(), 1, "{}", file.display());
        solids += document.block("world").unwrap().blocks("solid").count();
        let written = document.to_string();
        assert!(Document::parse(&written).unwrap() == document, "{}", file.display());
    }
    assert!(solids > 1000, "{solids} solids in all");
}
