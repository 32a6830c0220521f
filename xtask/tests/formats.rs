//! The book's page on `.kbsp` says what the code says.
#![allow(clippy::unwrap_used, reason = "tests")]

use kerosene_bsp::{Lump, MAX_LUMPS, MAX_UNFOLDED, VERSION};
use std::fs;
use xtask::metadata;

fn page() -> String {
    fs::read_to_string(metadata::workspace_root().join("docs/book/src/kbsp-format.md")).unwrap()
}

#[test]
fn the_page_lists_every_lump_with_its_record_size_in_file_order() {
    let page = page();
    let listed: Vec<(&str, usize)> = page
        .lines()
        .filter_map(|line| {
            let mut cells = line.split('|').skip(1).map(str::trim);
            Some((cells.next()?.strip_prefix('`')?.strip_suffix('`')?, cells.next()?.parse().ok()?))
        })
        .collect();
    let expected: Vec<(&str, usize)> = Lump::ALL.iter().map(|lump| (lump.name(), lump.record_size())).collect();
    assert_eq!(listed, expected, "left: the page, right: the code");
}

#[test]
fn the_page_states_the_version_and_the_limits() {
    let page = page();
    for statement in [
        format!("magic `KROS`, version {VERSION},"),
        format!("At most {MAX_LUMPS}\nlumps; compressed ones unfold to at most {} MiB", MAX_UNFOLDED >> 20),
    ] {
        assert!(page.contains(&statement), "the page does not say: {statement}");
    }
}
