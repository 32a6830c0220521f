//! The entities lump.
#![allow(clippy::unwrap_used, reason = "tests")]

use kerosene_bsp::{EntitiesError, parse_entities};

#[test]
fn keys_keep_their_order_and_repeat() {
    let text =
        "{\n\"classname\" \"relay\"\n\"OnTrigger\" \"a\"\n\"OnTrigger\" \"b\"\n\"text\" \"say \\\"hi\\\"\"\n}\n{\n}\n";
    let entities = parse_entities(text).unwrap();
    let keys: Vec<_> = entities[0].keys.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
    assert_eq!(keys, [("classname", "relay"), ("OnTrigger", "a"), ("OnTrigger", "b"), ("text", "say \"hi\"")]);
    assert_eq!((entities.len(), entities[1].keys.len(), entities[1].line), (2, 0, 7));
    assert_eq!((entities[1].class_name(), entities[1].brush_model()), ("", None));
}

#[test]
fn blocks_within_an_entity_are_kept() {
    let entities =
        parse_entities("{\n\"a\" \"1\"\nconnections\n{\n\"OnOpen\" \"lamp,TurnOn\"\n}\n\"b\" \"2\"\n}\n").unwrap();
    assert_eq!(entities[0].keys.len(), 2);
    assert_eq!(entities[0].blocks[0].0, "connections");
    assert_eq!(entities[0].blocks[0].1, [("OnOpen".to_owned(), "lamp,TurnOn".to_owned())]);
}

#[test]
fn what_is_no_entity_is_named() {
    let error = parse_entities("{\n}\n\"stray\" \"key\"\n").unwrap_err();
    assert!(error.to_string().contains("line 3") && error.to_string().contains("stray"), "{error}");
    assert!(matches!(parse_entities("world\n{\n}\n"), Err(EntitiesError::NotAnEntity { .. })));
    assert!(matches!(parse_entities("{\n\"open\n"), Err(EntitiesError::Text(_))));
    assert_eq!(parse_entities(""), Ok(Vec::new()));
}
