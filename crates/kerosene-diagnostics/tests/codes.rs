//! The table of codes and the book agree.
#![allow(clippy::unwrap_used, reason = "tests")]

use kerosene_diagnostics::{Code, codes, explain};
use std::path::Path;

#[test]
fn the_table_is_in_order_without_repeats() {
    assert!(codes::TABLE.windows(2).all(|pair| pair[0].code < pair[1].code));
    let mut titles: Vec<_> = codes::TABLE.iter().map(|info| info.title).collect();
    titles.sort_unstable();
    titles.dedup();
    assert_eq!(titles.len(), codes::TABLE.len());
}

#[test]
fn every_page_states_its_row() {
    for info in codes::TABLE {
        let page = explain(info.code).unwrap();
        let head = format!("# {}: {}\n\nSeverity: {}\n\n", info.code, info.title, info.severity);
        assert!(page.starts_with(&head), "{}: expected the page to begin with\n{head}", info.code);
        for section in ["## What it means", "## What follows", "## What to do"] {
            let (_, text) = page.split_once(section).unwrap_or_else(|| panic!("{}: no {section}", info.code));
            assert!(text.trim_start().chars().next().is_some_and(|first| first != '#'), "{}: {section}", info.code);
        }
    }
}

#[test]
fn every_page_has_a_row() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/book/src/diagnostics");
    let mut pages = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let Some(stem) = name.strip_suffix(".md").filter(|stem| stem.starts_with('K')) else { continue };
        let code: Code = stem.parse().unwrap();
        assert!(code.info().is_some(), "{name} has no row in the table");
        pages += 1;
    }
    assert_eq!(pages, codes::TABLE.len());
}

#[test]
fn codes_read_and_print() {
    assert_eq!(codes::LEAK, Code(401));
    assert_eq!("k0401".parse(), Ok(codes::LEAK));
    assert_eq!(Code(1).to_string(), "K0001");
    for bad in ["", "K", "K401", "K04011", "0401", "K+401", "K04ä1"] {
        assert!(bad.parse::<Code>().is_err(), "{bad}");
    }
    assert_eq!(Code(9999).info(), None);
}
