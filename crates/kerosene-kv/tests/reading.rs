//! What texts mean.
#![allow(clippy::unwrap_used, reason = "tests")]

use kerosene_kv::{Block, Document, Event, Lookup, Node, Pair, Position, ReadOptions, Reader};

fn pair<'a>(key: &'a str, value: &'a str) -> Node<'a> {
    Pair::new(key, value).into()
}

fn block<'a>(name: &'a str, nodes: Vec<Node<'a>>) -> Node<'a> {
    Block::new(name, nodes).into()
}

fn parse(text: &str) -> Vec<Node<'_>> {
    Document::parse(text).unwrap().nodes
}

#[test]
fn quoted_and_bare_tokens_mix() {
    assert_eq!(parse("a b \"c d\" e\nf\"g\""), [pair("a", "b"), pair("c d", "e"), pair("f", "g")]);
    assert_eq!(parse("a{b c}"), [block("a", vec![pair("b", "c")])]);
    assert_eq!(parse("\"\" \"\""), [pair("", "")]);
}

#[test]
fn order_and_repeats_are_kept() {
    let nodes = parse("k 1 K 2\nb { } k 3");
    assert_eq!(nodes, [pair("k", "1"), pair("K", "2"), block("b", vec![]), pair("k", "3")]);
    assert_eq!(Document { nodes }.get("k"), Some("3"), "the last one counts");
}

#[test]
fn comments_begin_where_tokens_do() {
    assert_eq!(parse("// first\na b // c d\n//\ne // name\n// more\n{\n}//"), [pair("a", "b"), block("e", vec![])]);
    assert_eq!(
        parse("url http://example.org \"q//\" \"//r\""),
        [pair("url", "http://example.org"), pair("q//", "//r"),]
    );
    assert_eq!(parse("a / b /"), [pair("a", "/"), pair("b", "/")]);
}

#[test]
fn only_four_escapes_are_undone() {
    assert_eq!(
        parse(r#""a\"b" "c\\d" "e\nf" "g\th" "C:\dir\x" "\\n""#),
        [pair("a\"b", "c\\d"), pair("e\nf", "g\th"), pair("C:\\dir\\x", "\\n"),]
    );
    assert_eq!(parse(r"a b\n\t\\"), [pair("a", r"b\n\t\\")], "a bare word has no escapes");
}

#[test]
fn the_verbatim_dialect_keeps_backslashes_and_lines() {
    let text = "\"model\" \"props\\new\\table\\\"\n\"text\" \"one\ntwo\" x y }";
    let error = Document::parse_with(text, &ReadOptions::verbatim()).unwrap_err();
    assert_eq!(error.position, Position { line: 3, column: 10 });
    let document = Document::parse_with(text.trim_end_matches('}'), &ReadOptions::verbatim()).unwrap();
    assert_eq!(document.nodes, [pair("model", "props\\new\\table\\"), pair("text", "one\ntwo"), pair("x", "y")]);
}

#[test]
fn a_value_may_follow_a_key_that_spans_lines() {
    let document = Document::parse_with("\"a\nb\" c", &ReadOptions::verbatim()).unwrap();
    assert_eq!(document.nodes, [pair("a\nb", "c")]);
}

#[test]
fn blocks_without_a_name_are_the_entities_of_a_compiled_map() {
    let text = "{\n\"classname\" \"worldspawn\"\n}\n{\n\"classname\" \"light\"\n}\n";
    let document = Document::parse(text).unwrap();
    let classes: Vec<_> = document.blocks("").map(|entity| entity.get("classname").unwrap()).collect();
    assert_eq!(classes, ["worldspawn", "light"]);
    assert_eq!(parse("a b { c d }"), [pair("a", "b"), block("", vec![pair("c", "d")])]);
}

#[test]
fn positions_are_those_of_names_and_keys() {
    let document = Document::parse("// head\nworld\n{\n  id 7 name \"x\"\n  { }\n}").unwrap();
    let world = document.block("world").unwrap();
    assert_eq!(world.position, Position { line: 2, column: 1 });
    assert_eq!(world.pair("name").unwrap().position, Position { line: 4, column: 8 });
    assert_eq!(world.block("").unwrap().position, Position { line: 5, column: 3 });
    let mut reader = Reader::new("  key  value", &ReadOptions::default()).unwrap();
    let Some(Ok(Event::Pair { value_position, .. })) = reader.next() else { panic!("a pair") };
    assert_eq!(value_position, Position { line: 1, column: 8 });
}

#[test]
fn text_without_escapes_is_borrowed() {
    let document = Document::parse("\"key\" \"value\" plain word").unwrap();
    let borrowed = |text: &std::borrow::Cow<'_, str>| matches!(text, std::borrow::Cow::Borrowed(_));
    assert!(document.pairs().all(|pair| borrowed(&pair.key) && borrowed(&pair.value)));
}

#[test]
fn an_empty_text_is_an_empty_document() {
    for text in ["", "\u{feff}", " \n\t// only a comment"] {
        assert_eq!(parse(text), []);
    }
}

#[test]
fn the_reader_ends_after_an_error() {
    let mut reader = Reader::new("a b } c d", &ReadOptions::default()).unwrap();
    assert!(matches!(reader.next(), Some(Ok(_))));
    assert!(matches!(reader.next(), Some(Err(_))));
    assert!(reader.next().is_none());
}
