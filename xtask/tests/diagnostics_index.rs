//! The book's lists of diagnostics are those of the table of codes.
//!
//! `KEROSENE_UPDATE_BOOK=1 cargo test -p xtask --test diagnostics_index` writes them anew.
#![allow(clippy::unwrap_used, reason = "tests")]

use kerosene_diagnostics::codes::TABLE;
use std::fs;
use std::path::PathBuf;
use xtask::metadata;

fn page(name: &str) -> PathBuf {
    metadata::workspace_root().join("docs/book/src").join(name)
}

/// `text` with what stands after the line `after`, up to the next empty line or the end, replaced by `list`.
fn with_list(text: &str, after: &str, list: &str) -> String {
    let start = text.find(after).unwrap_or_else(|| panic!("no line `{after}`")) + after.len();
    // The line break before `start` may be the first half of the empty line: an empty list.
    let end = text[start - 1..].find("\n\n").map_or(text.len(), |gap| start + gap);
    format!("{}{list}{}", &text[..start], &text[end..])
}

fn check(name: &str, after: &str, list: &str) {
    let text = fs::read_to_string(page(name)).unwrap();
    let expected = with_list(&text, after, list);
    if std::env::var_os("KEROSENE_UPDATE_BOOK").is_some() {
        fs::write(page(name), &expected).unwrap();
    } else {
        assert_eq!(text, expected, "docs/book/src/{name} is behind the codes: see the head of this test");
    }
}

#[test]
fn the_index_lists_every_code() {
    let rows: String = TABLE
        .iter()
        .map(|info| format!("| [{0}](diagnostics/{0}.md) | {1} | {2} |\n", info.code, info.severity, info.title))
        .collect();
    check("diagnostics.md", "|---|---|---|\n", &rows);
}

#[test]
fn the_summary_lists_every_code() {
    let rows: String =
        TABLE.iter().map(|info| format!("  - [{0}: {1}](diagnostics/{0}.md)\n", info.code, info.title)).collect();
    check("SUMMARY.md", "- [Diagnostics](diagnostics.md)\n", &rows);
}

#[test]
fn a_list_that_is_behind_is_seen() {
    assert_eq!(with_list("a\n- x\nold\n\nrest\n", "- x\n", "new\n"), "a\n- x\nnew\n\nrest\n");
    assert_eq!(with_list("a\n- x\n\nrest\n", "- x\n", "new\n"), "a\n- x\nnew\n\nrest\n");
    assert_eq!(with_list("- x\nold\n", "- x\n", "new\n"), "- x\nnew\n");
}
