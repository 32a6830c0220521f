//! What is said about texts that cannot be read.
#![allow(clippy::unwrap_used, reason = "tests")]

use kerosene_kv::{Document, Lookup, ParseError, ParseErrorKind, ReadOptions, Value, ValueError};

fn error(text: &str) -> ParseError {
    Document::parse(text).unwrap_err()
}

fn at(text: &str) -> (u32, u32) {
    let position = error(text).position;
    (position.line, position.column)
}

#[test]
fn a_forgotten_value_is_reported_where_it_is_missing() {
    let text = "entity\n{\n\t\"id\" \"1\"\n\t\"classname\"\n\t\"origin\" \"0 0 0\"\n}\n";
    assert_eq!(error(text).kind, ParseErrorKind::MissingValue { key: "classname".into() });
    assert_eq!(at(text), (4, 2));
    assert_eq!(error(text).snippet(), "  4 |  \"classname\"\n    |  ^");
}

#[test]
fn a_forgotten_quote_is_reported_on_its_line() {
    let text = "{\n\"message\" \"hello\n\"origin\" \"0 0 0\"\n}";
    assert_eq!(error(text).kind, ParseErrorKind::UnclosedQuote { multiline: false });
    assert_eq!(at(text), (2, 11));
}

#[test]
fn an_escaped_quote_does_not_close() {
    assert_eq!(error(r#"a "b\""#).kind, ParseErrorKind::UnclosedQuote { multiline: false });
    assert_eq!(error("a \"b\\").kind, ParseErrorKind::UnclosedQuote { multiline: false });
}

#[test]
fn braces_must_balance() {
    assert_eq!(error("a { }\n }").kind, ParseErrorKind::UnexpectedClose);
    assert_eq!(at("a { }\n }"), (2, 2));
    assert_eq!(error("a { }\n  b { c {").kind, ParseErrorKind::UnclosedBlock);
    assert_eq!(at("a { }\n  b { c { }"), (2, 3), "the unclosed block itself");
}

#[test]
fn a_lone_key_at_the_end_is_an_error() {
    for text in ["key", "a { key }", "key // comment\n", "\"\""] {
        assert!(matches!(error(text).kind, ParseErrorKind::MissingValue { .. }), "{text}");
    }
}

#[test]
fn columns_count_characters() {
    assert_eq!(at("\"größe\" 1 }"), (1, 11));
    assert_eq!(at("\u{feff}a 1 }"), (1, 5), "the byte order mark is no column");
    assert_eq!(at("a 1\r\n\tb 2 }"), (2, 6));
}

#[test]
fn bad_utf8_has_its_offset() {
    let read = |bytes: &'static [u8]| Document::parse_bytes(bytes, &ReadOptions::default()).unwrap_err();
    let error = read(b"\xc3\xa4 1\nb \"\xc3\"");
    assert_eq!(error.kind, ParseErrorKind::InvalidUtf8 { offset: 8 });
    assert_eq!((error.position.line, error.position.column), (2, 4));
    assert_eq!(read(b"\xff").kind, ParseErrorKind::InvalidUtf8 { offset: 0 });
}

#[test]
fn a_wrong_value_has_its_position() {
    let document = Document::parse("light\n{\n\t_light \"255 255 bright\"\n}").unwrap();
    let light = document.block("light").unwrap();
    let error = light.require::<[f64; 3]>("_light").unwrap_err();
    assert_eq!((error.position().line, error.position().column), (3, 2));
    let missing = light.require::<f64>("pitch").unwrap_err();
    assert_eq!(missing, ValueError::Missing { key: "pitch".into(), expected: f64::EXPECTED, position: light.position });
    assert_eq!(missing.position().line, 1);
}

#[test]
fn a_long_key_is_cut_in_the_message() {
    let text = "ä".repeat(10_000);
    assert!(error(&text).to_string().len() < 250);
}
