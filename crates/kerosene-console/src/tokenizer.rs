//! Text to commands.

/// Cuts text into commands, each a list of at least one word: its name and arguments.
///
/// ```
/// use kerosene_console::tokenize;
///
/// let commands = tokenize("echo \"a; b\" c; wait // no more\nmap e1m1");
/// assert_eq!(commands, [vec!["echo", "a; b", "c"], vec!["wait"], vec!["map", "e1m1"]]);
/// ```
pub fn tokenize(text: &str) -> Vec<Vec<String>> {
    let mut commands = Vec::new();
    let mut words = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        match first {
            ';' | '\n' => {
                end_command(&mut words, &mut commands);
                rest = &rest[1..];
            }
            '"' => {
                let (word, after) = take_quoted(&rest[1..]);
                words.push(word);
                rest = after;
            }
            blank if blank.is_whitespace() => rest = &rest[blank.len_utf8()..],
            '/' if rest.starts_with("//") => rest = rest.find('\n').map_or("", |end| &rest[end..]),
            _ => {
                let end = rest.find(ends_word).unwrap_or(rest.len());
                words.push(rest[..end].to_owned());
                rest = &rest[end..];
            }
        }
    }
    end_command(&mut words, &mut commands);
    commands
}

fn end_command(words: &mut Vec<String>, commands: &mut Vec<Vec<String>>) {
    if !words.is_empty() {
        commands.push(std::mem::take(words));
    }
}

fn ends_word(c: char) -> bool {
    c.is_whitespace() || matches!(c, ';' | '"')
}

/// The word up to the closing quote or the end of the line, and the text behind it.
fn take_quoted(text: &str) -> (String, &str) {
    let mut word = String::new();
    let mut rest = text;
    while let Some(special) = rest.find(['"', '\\', '\n']) {
        word.push_str(&rest[..special]);
        let after = &rest[special + 1..];
        match (rest.as_bytes()[special], after.as_bytes().first()) {
            (b'"', _) => return (word, after),
            (b'\n', _) => return (word, &rest[special..]),
            (_, Some(&escape @ (b'"' | b'\\' | b'n' | b't'))) => {
                word.push(match escape {
                    b'n' => '\n',
                    b't' => '\t',
                    quote_or_backslash => char::from(quote_or_backslash),
                });
                rest = &after[1..];
            }
            _ => {
                word.push('\\');
                rest = after;
            }
        }
    }
    word.push_str(rest);
    (word, "")
}

/// `word` as text that [`tokenize`] reads as that one word.
///
/// ```
/// use kerosene_console::quote;
///
/// assert_eq!(quote("say \"hi\""), r#""say \"hi\"""#);
/// ```
pub fn quote(word: &str) -> String {
    let mut text = String::with_capacity(word.len() + 2);
    text.push('"');
    for c in word.chars() {
        match c {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            '\n' => text.push_str("\\n"),
            '\t' => text.push_str("\\t"),
            c => text.push(c),
        }
    }
    text.push('"');
    text
}
