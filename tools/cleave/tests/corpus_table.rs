//! Every real map there is, compiled, in a page of the book.
//!
//! The page `docs/book/src/corpus.md` is made by
//! `KEROSENE_UPDATE_BOOK=1 cargo test -p cleave --test corpus_table --release`. Without the variable the maps whose files
//! are small enough are compiled and held against their rows (counts, not times), and the invariants of
//! `cleave::checks` against the compiled maps; `KEROSENE_CORPUS_ALL=1` takes all maps.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "tests; one that is skipped says so")]

mod common;
#[path = "corpus_table/invariants.rs"]
mod invariants;
#[path = "corpus_table/page.rs"]
mod page;
#[path = "corpus_table/row.rs"]
mod row;

use common::corpus;
use page::Page;
use row::Row;
use std::path::{Path, PathBuf};

/// Larger files wait for `KEROSENE_CORPUS_ALL`, in bytes.
const SMALL_FILE: u64 = 300_000;

/// The maps below a folder, by name, with the folders they lie in.
fn maps_below(corpus: &Path) -> Vec<PathBuf> {
    let (mut maps, mut folders) = (Vec::new(), vec![corpus.to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "map" || extension == "vmf") {
                maps.push(path);
            }
        }
    }
    maps.sort();
    maps
}

fn is_set(variable: &str) -> bool {
    std::env::var_os(variable).is_some_and(|value| value != "0" && !value.is_empty())
}

#[test]
fn every_map_compiles_to_what_the_book_says() {
    let Some(corpus) = corpus() else { return };
    let update = is_set("KEROSENE_UPDATE_BOOK");
    let all = update || is_set("KEROSENE_CORPUS_ALL");
    let maps = maps_below(&corpus);
    let is_small = |path: &PathBuf| std::fs::metadata(path).unwrap().len() <= SMALL_FILE;
    let tried: Vec<&PathBuf> = maps.iter().filter(|path| all || is_small(path)).collect();
    println!("{} of {} maps", tried.len(), maps.len());
    let rows: Vec<Row> = tried.iter().map(|path| Row::of(&corpus, path)).collect();

    let broken = rows.iter().flat_map(|row| row.broken.iter().map(move |fault| format!("{}: {fault}", row.name)));
    let broken: Vec<String> = broken.collect();
    if update {
        Page::write(&rows);
    } else {
        let stale = Page::read().differences(&rows);
        let advice = "KEROSENE_UPDATE_BOOK=1 cargo test -p cleave --test corpus_table --release";
        assert!(stale.is_empty(), "the page is stale; {advice} makes it anew:\n{}", stale.join("\n"));
    }
    assert!(broken.is_empty(), "invariants that do not hold:\n{}", broken.join("\n"));
}
