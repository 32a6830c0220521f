//! Text to commands, and back.
#![allow(clippy::unwrap_used, reason = "tests")]

use kerosene_console::{from_command_line, quote, tokenize};
use proptest::prelude::*;

#[test]
fn separators_quotes_and_comments() {
    assert_eq!(tokenize(" a ;; b\n\n;c"), [["a"], ["b"], ["c"]]);
    assert_eq!(tokenize("a \"\" b"), [["a", "", "b"]], "an empty word is a word");
    assert_eq!(tokenize("a\"b\"c"), [["a", "b", "c"]]);
    assert_eq!(tokenize("a \"b;c//d\" // e ; f\ng"), [vec!["a", "b;c//d"], vec!["g"]]);
    assert_eq!(tokenize("connect http://x.org"), [["connect", "http://x.org"]]);
    assert_eq!(tokenize("// all\n//of it"), Vec::<Vec<String>>::new());
}

#[test]
fn an_open_quote_ends_with_its_line() {
    assert_eq!(tokenize("echo \"a b; c\nwait"), [vec!["echo", "a b; c"], vec!["wait"]]);
    assert_eq!(tokenize("echo \"a\\"), [["echo", "a\\"]]);
}

#[test]
fn four_escapes_in_quotes_and_none_outside() {
    assert_eq!(tokenize(r#"a "\"\\\n\t\x\" b\n"#), [["a", "\"\\\n\t\\x\" b\n"]]);
    assert_eq!(tokenize(r"a b\nc"), [["a", r"b\nc"]]);
}

#[test]
fn the_command_line_gives_commands_and_leaves_options() {
    let line = |args: &[&str]| from_command_line(args.iter().map(|&arg| arg.to_owned()));
    let text = line(&["file.map", "+map", "my map", "-1", "--vault", "x", "+", "+quit"]);
    assert_eq!(tokenize(&text.text), [vec!["map", "my map", "-1"], vec!["quit"]]);
    assert_eq!(text.rest, ["file.map", "--vault", "x", "+"]);
    assert_eq!(line(&[]).text, "");
    assert_eq!(tokenize(&line(&["+say", "a;b", "\"c\""]).text), [["say", "a;b", "\"c\""]]);
}

/// What the tokenizer says, one character at a time with a state for each case.
fn naive(text: &str) -> Vec<Vec<String>> {
    let mut commands = vec![Vec::new()];
    let mut characters = text.chars().peekable();
    let mut word: Option<String> = None;
    while let Some(c) = characters.next() {
        let words = commands.last_mut().unwrap();
        if word.is_none() && c == '/' && characters.peek() == Some(&'/') {
            while characters.next_if(|&c| c != '\n').is_some() {}
        } else if c == '"' {
            words.extend(word.take());
            let mut quoted = String::new();
            while let Some(c) = characters.next_if(|&c| c != '\n') {
                match (c, characters.peek()) {
                    ('"', _) => break,
                    ('\\', Some(&escape)) if "\"\\nt".contains(escape) => {
                        characters.next();
                        quoted.push(match escape {
                            'n' => '\n',
                            't' => '\t',
                            c => c,
                        });
                    }
                    (c, _) => quoted.push(c),
                }
            }
            words.push(quoted);
        } else if c == ';' || c.is_whitespace() {
            words.extend(word.take());
            if c == ';' || c == '\n' {
                commands.push(Vec::new());
            }
        } else {
            word.get_or_insert_default().push(c);
        }
    }
    commands.last_mut().unwrap().extend(word);
    commands.retain(|words| !words.is_empty());
    commands
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn quoted_words_read_back(commands in prop::collection::vec(prop::collection::vec(any::<String>(), 1..4), 0..4)) {
        let line = |words: &Vec<String>| words.iter().map(|word| quote(word)).collect::<Vec<_>>().join(" ");
        let text = commands.iter().map(line).collect::<Vec<_>>().join(";");
        prop_assert_eq!(tokenize(&text), commands);
    }

    #[test]
    fn the_tokenizer_agrees_with_the_naive_one(text in "[ab/;\"\\\\nt \t\n\rä\u{a0}]{0,40}") {
        prop_assert_eq!(tokenize(&text), naive(&text));
    }

    #[test]
    fn any_text_ends(text in any::<String>()) {
        prop_assert!(tokenize(&text).iter().all(|words| !words.is_empty()));
    }

    #[test]
    fn arguments_of_a_command_survive_the_command_line(args in prop::collection::vec("[^+\\-].{0,8}", 0..5)) {
        let line = from_command_line(std::iter::once("+say".to_owned()).chain(args.iter().cloned()));
        let mut expected = vec!["say".to_owned()];
        expected.extend(args);
        prop_assert_eq!(tokenize(&line.text), [expected]);
        prop_assert!(line.rest.is_empty());
    }
}
