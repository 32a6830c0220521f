//! Lists in the book that follow from tables in the code.
//!
//! `KEROSENE_UPDATE_BOOK=1 cargo test -p xtask` writes them anew.

use std::fs;
use xtask::metadata;

/// `text` with what stands after the line `after`, up to the next empty line or the end, replaced by `list`.
pub(crate) fn with_list(text: &str, after: &str, list: &str) -> String {
    let start = text.find(after).unwrap_or_else(|| panic!("no line `{after}`")) + after.len();
    // The line break before `start` may be the first half of the empty line: an empty list.
    let end = text[start - 1..].find("\n\n").map_or(text.len(), |gap| start + gap);
    format!("{}{list}{}", &text[..start], &text[end..])
}

/// Compares the list after the line `after` of a page with `list`, or writes it there.
pub(crate) fn check(page: &str, after: &str, list: &str) {
    let path = metadata::workspace_root().join("docs/book/src").join(page);
    let text = fs::read_to_string(&path).unwrap();
    let expected = with_list(&text, after, list);
    if std::env::var_os("KEROSENE_UPDATE_BOOK").is_some() {
        fs::write(&path, &expected).unwrap();
    } else {
        assert!(
            text == expected,
            "docs/book/src/{page} is behind the code: run `KEROSENE_UPDATE_BOOK=1 cargo test -p xtask`; \
             the list after `{}` should be\n{list}",
            after.trim_end()
        );
    }
}
