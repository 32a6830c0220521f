//! The measuring of functions, files and docs.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::path::Path;
use xtask::measure::{Excess, Report, SourceFile};

fn parse(text: &str) -> SourceFile {
    SourceFile::parse(Path::new("a.rs"), text, true).unwrap()
}

fn function_of(lines: usize, name: &str) -> String {
    format!("/// Doc.\npub fn {name}() {{\n{}}}\n", "    ();\n".repeat(lines - 2))
}

#[test]
fn a_function_spans_from_signature_to_closing_brace() {
    let file = parse("/// Doc.\n#[inline]\nfn one(\n    a: u32,\n) -> u32 {\n    a\n}\nfn two() {}\n");
    let found: Vec<_> = file.functions.iter().map(|it| (it.name.as_str(), it.line, it.length)).collect();
    assert_eq!(found, [("one", 3, 5), ("two", 8, 1)]);
}

#[test]
fn methods_defaults_and_nested_functions_are_seen() {
    let file = parse("trait T { fn a(&self) {} fn b(&self); }\nimpl X { fn c() { fn d() {} } }\n");
    let names: Vec<_> = file.functions.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["a", "c", "d"]);
}

#[test]
fn public_items_without_docs_are_found() {
    let file = parse(
        "/// Doc.\npub struct A { pub b: u32, c: u32 }\npub enum E { V }\npub trait T { fn t(&self); }\n\
         pub(crate) fn inside() {}\n#[cfg(test)]\nmod tests { pub fn helper() {} }\n",
    );
    let undocumented: Vec<_> = file.items.iter().filter(|it| !it.documented).map(|it| it.name.as_str()).collect();
    assert_eq!(undocumented, ["b", "E", "V", "T", "t"]);
    assert_eq!(file.items.len(), 6);
}

#[test]
fn a_test_file_has_no_public_interface() {
    let file = SourceFile::parse(Path::new("tests/a.rs"), "pub fn helper() {}\n", false).unwrap();
    assert_eq!((file.items.len(), file.functions.len()), (0, 1));
}

#[test]
fn limits_hold_for_short_functions() {
    let mut report = Report::default();
    report.add("short", vec![parse(&(0..100).map(|i| function_of(75, &format!("f{i}"))).collect::<String>())]);
    assert_eq!(report.excesses(), []);
}

#[test]
fn functions_over_the_limits_are_found() {
    let mut text: String = (0..97).map(|i| function_of(3, &format!("f{i}"))).collect();
    text.extend((0..3).map(|i| function_of(101, &format!("long{i}"))));
    let mut report = Report::default();
    report.add("long", vec![parse(&text)]);
    assert_eq!(report.excesses(), [Excess::Percentile99(101), Excess::LongShare(0.03)]);
    assert!(report.to_string().contains("long0"), "{report}");
}

#[test]
fn an_undocumented_item_is_an_excess_with_its_place() {
    let mut report = Report::default();
    report.add("bare", vec![parse("pub const A: u32 = 1;\n")]);
    let message = report.excesses()[0].to_string();
    assert_eq!(message, "a.rs:1: `A` is public and has no doc comment");
}

#[test]
fn text_that_is_not_rust_is_an_error() {
    assert!(SourceFile::parse(Path::new("a.rs"), "fn (", true).is_err());
}
