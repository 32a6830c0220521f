//! Writing and reading undo each other.
#![allow(clippy::unwrap_used, reason = "tests")]

use kerosene_kv::{Block, Document, Node, Pair, ReadOptions, Reader};
use proptest::prelude::*;

fn text() -> impl Strategy<Value = String> {
    prop_oneof!["[a-z_]{0,8}", "[ \t\n\r\"\\\\{}/nt\u{feff}a\u{0}\u{b}]{0,12}", any::<String>(),]
}

fn node() -> impl Strategy<Value = Node<'static>> {
    let pair = (text(), text()).prop_map(|(key, value)| Pair::new(key, value).into());
    pair.prop_recursive(5, 64, 6, |node| {
        (text(), prop::collection::vec(node, 0..6)).prop_map(|(name, nodes)| Block::new(name, nodes).into())
    })
}

/// Text that is often nearly right.
fn nearly() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("{".to_owned()),
        Just("}".to_owned()),
        Just("\n".to_owned()),
        Just(" ".to_owned()),
        Just("// note\n".to_owned()),
        Just("\"".to_owned()),
        Just("\\".to_owned()),
        "\"[a-z \\\\\"]{0,5}\"",
        "[a-zä]{1,4} ",
    ];
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_written_document_reads_back(nodes in prop::collection::vec(node(), 0..6)) {
        let document = Document { nodes };
        let written = document.to_string();
        let back = Document::parse(&written).unwrap();
        prop_assert_eq!(&back, &document);
        prop_assert_eq!(back.to_string(), written);
    }

    #[test]
    fn what_reads_is_stable_when_written(text in nearly()) {
        for options in [ReadOptions::default(), ReadOptions::verbatim()] {
            if let Ok(document) = Document::parse_with(&text, &options) {
                let written = document.to_string();
                let back = Document::parse(&written).unwrap();
                prop_assert_eq!(&back, &document);
                prop_assert_eq!(back.to_string(), written);
            }
        }
    }

    #[test]
    fn any_bytes_end(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        for options in [ReadOptions::default(), ReadOptions::verbatim()] {
            if let Err(error) = Document::parse_bytes(&bytes, &options) {
                prop_assert!(error.position.line >= 1 && error.position.column >= 1);
            }
        }
    }

    #[test]
    fn positions_point_at_what_they_name(text in nearly()) {
        let lines: Vec<&str> = text.split('\n').collect();
        for event in Reader::new(&text, &ReadOptions::default()).unwrap() {
            let Ok(event) = event else { break };
            let (position, word) = match &event {
                kerosene_kv::Event::Open { name, position } => (position, name),
                kerosene_kv::Event::Pair { key, position, .. } => (position, key),
                kerosene_kv::Event::Close { position } => (position, &"}".into()),
            };
            let rest: String = lines[position.line as usize - 1].chars().skip(position.column as usize - 1).collect();
            let first = rest.chars().next().unwrap();
            let found = first == '"' || (word.is_empty() && first == '{') || rest.starts_with(&**word);
            prop_assert!(found, "{:?} is not at {}", word, position);
        }
    }
}
