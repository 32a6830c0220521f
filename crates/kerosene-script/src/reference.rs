//! The reference of functions, as a page of the book.

use crate::api::{Group, functions};
use std::fmt::Write;

/// Every function that scripts can call, as Markdown: the page `script-functions.md` of the book.
///
/// ```
/// assert!(kerosene_script::reference().contains("### `run_after(delay: float, function: string) -> timer`"));
/// ```
pub fn reference() -> String {
    let mut page = String::from(
        "# Functions of scripts\n\n\
         What Rhai itself has (arrays, maps, strings, `if`, `for`, `switch`, closures) is in its own book; this is what the \
         engine adds. The page is written from the table that the language is made of: `kerosene-tools script reference` \
         prints it.\n\n\
         An *entity* is a whole number to a script; `()` is nobody. *Number* is an int or a float. Functions of vectors and \
         texts that a script makes while it runs allocate; those of numbers do not.\n",
    );
    for group in Group::ALL {
        let of_group: Vec<_> = functions().iter().filter(|function| function.group == group).collect();
        if of_group.is_empty() {
            continue;
        }
        // Writing to a text cannot fail.
        let _ = write!(page, "\n## {}\n", group.title());
        if group.is_of_entities() {
            page.push_str("\nIn scripts of entities only.\n");
        }
        for function in of_group {
            let shown = if function.signature.starts_with('(') {
                format!("{}{}", function.name, function.signature)
            } else {
                function.signature.to_owned()
            };
            let _ = write!(page, "\n### `{shown}`\n\n{}\n\n```rhai\n{}\n```\n", function.help, function.example);
        }
    }
    page
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    #[test]
    fn the_page_of_the_book_is_this_one() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/book/src/script-functions.md");
        if std::env::var_os("KEROSENE_UPDATE_BOOK").is_some() {
            std::fs::write(path, super::reference()).unwrap();
        }
        let page = std::fs::read_to_string(path).unwrap().replace("\r\n", "\n");
        assert!(page == super::reference(), "run with KEROSENE_UPDATE_BOOK=1 to write {path} anew");
    }
}
