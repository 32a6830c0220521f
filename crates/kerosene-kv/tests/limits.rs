//! Every limit, one below and one above.
#![allow(clippy::unwrap_used, reason = "tests")]

use kerosene_kv::{Document, Limits, ParseErrorKind, ReadOptions};

fn kind(text: &str, limits: Limits) -> Option<ParseErrorKind> {
    let options = ReadOptions { limits, ..ReadOptions::default() };
    Document::parse_with(text, &options).err().map(|error| error.kind)
}

#[test]
fn input_bytes() {
    let limits = Limits { input_bytes: 3, ..Limits::default() };
    assert_eq!(kind("a b", limits), None);
    assert_eq!(kind("a b ", limits), Some(ParseErrorKind::InputTooLong { bytes: 4, limit: 3 }));
}

#[test]
fn depth() {
    let limits = Limits { depth: 2, ..Limits::default() };
    assert_eq!(kind("{ { } } { }", limits), None);
    assert_eq!(kind("{ { { } } }", limits), Some(ParseErrorKind::TooDeep { limit: 2 }));
}

#[test]
fn depth_has_a_ceiling() {
    let limits = Limits { depth: usize::MAX, ..Limits::default() };
    let nested = |depth: usize| "{".repeat(depth) + &"}".repeat(depth);
    assert_eq!(kind(&nested(Limits::MAX_DEPTH), limits), None);
    let too_deep = Some(ParseErrorKind::TooDeep { limit: Limits::MAX_DEPTH });
    assert_eq!(kind(&nested(Limits::MAX_DEPTH + 1), limits), too_deep);
}

#[test]
fn nodes() {
    let limits = Limits { nodes: 3, ..Limits::default() };
    assert_eq!(kind("a { b c } d e", limits), None);
    assert_eq!(kind("a { b c } d e f g", limits), Some(ParseErrorKind::TooManyNodes { limit: 3 }));
    assert_eq!(kind("a { b c { } { } }", limits), Some(ParseErrorKind::TooManyNodes { limit: 3 }));
}

#[test]
fn token_bytes() {
    let limits = Limits { token_bytes: 4, ..Limits::default() };
    assert_eq!(kind("abcd \"efgh\"", limits), None);
    assert_eq!(kind("abcde f", limits), Some(ParseErrorKind::TokenTooLong { limit: 4 }));
    assert_eq!(kind("a \"bcdef\"", limits), Some(ParseErrorKind::TokenTooLong { limit: 4 }));
    assert_eq!(kind("a ääää", limits), Some(ParseErrorKind::TokenTooLong { limit: 4 }), "cut within a character");
}

#[test]
fn a_token_at_the_limit_can_be_written_and_read() {
    let limits = Limits { token_bytes: 4, ..Limits::default() };
    let options = ReadOptions { limits, ..ReadOptions::default() };
    let written = Document::parse_with(r#"a "\x\y" b "\"\"\"\"""#, &options).unwrap().to_string();
    assert_eq!(written, "\"a\" \"\\\\x\\\\y\"\n\"b\" \"\\\"\\\"\\\"\\\"\"\n");
    assert_eq!(Document::parse_with(&written, &options).unwrap().to_string(), written);
    assert_eq!(kind(r#"a "\\\\\\\\\\""#, limits), Some(ParseErrorKind::TokenTooLong { limit: 4 }));
}

#[test]
fn tree_bytes() {
    let limits = Limits { tree_bytes: 1000, ..Limits::default() };
    assert_eq!(kind("a b", limits), None);
    let many = "a b\n".repeat(100);
    assert_eq!(kind(&many, limits), Some(ParseErrorKind::TreeTooLarge { limit: 1000 }));
    let options = ReadOptions { limits, ..ReadOptions::default() };
    let error = Document::parse_with(&many, &options).unwrap_err();
    assert!(error.position.line > 10 && !error.snippet().is_empty());
}
