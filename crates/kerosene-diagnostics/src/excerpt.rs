//! Lines of source text around a place.

use crate::SourcePosition;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The texts that snippets are cut from, by the name that positions use.
///
/// A file that is not here is simply shown by name and line.
#[derive(Debug, Clone, Default)]
pub struct Sources<'a> {
    files: BTreeMap<String, Source<'a>>,
}

#[derive(Debug, Clone)]
struct Source<'a> {
    text: Cow<'a, str>,
    /// Where each line begins.
    lines: Vec<usize>,
}

/// A few whole lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Excerpt<'s> {
    pub(crate) file: &'s str,
    /// Fit to be shown; byte for byte as long as the source.
    pub(crate) text: Cow<'s, str>,
    /// 0-based number of the first line.
    pub(crate) first_line: usize,
    /// Byte of the place within `text`.
    pub(crate) offset: usize,
    /// Bytes to underline.
    pub(crate) length: usize,
}

/// A longer line is not shown: it is no line that a person wrote.
const LONGEST_LINE: usize = 400;

impl<'a> Sources<'a> {
    /// No texts.
    pub fn new() -> Self {
        Self::default()
    }

    /// The same with the text of `file`, named as positions name it.
    #[must_use]
    pub fn with(mut self, file: impl Into<String>, text: impl Into<Cow<'a, str>>) -> Self {
        let text = text.into();
        let after_breaks = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n').map(|(at, _)| at + 1);
        let lines = std::iter::once(0).chain(after_breaks).collect();
        self.files.insert(file.into(), Source { text, lines });
        self
    }

    /// The line of `position` with one line on either side, if the text is here and has that line.
    pub(crate) fn excerpt(&self, position: &SourcePosition) -> Option<Excerpt<'_>> {
        let (file, source) = self.files.get_key_value(&position.file)?;
        let line = (position.line as usize).checked_sub(1).filter(|&line| line < source.lines.len())?;
        let first_line = line.saturating_sub(1);
        let start = source.lines[first_line];
        let end = source.lines.get(line + 2).copied().unwrap_or(source.text.len());
        let text = source.text[start..end].trim_end();
        if text.lines().any(|line| line.len() > LONGEST_LINE) {
            return None;
        }
        let offset = (source.lines[line] - start).min(text.len());
        let (skipped, length) = span(text[offset..].lines().next().unwrap_or(""), position.column as usize);
        Some(Excerpt { file, text: harmless(text), first_line, offset: offset + skipped, length })
    }
}

/// Byte offset and length of what to underline in `line`: the word at `column`, or all of it where the
/// column is unknown (0) or beyond the end.
fn span(line: &str, column: usize) -> (usize, usize) {
    let at = column.checked_sub(1).and_then(|column| line.char_indices().nth(column)).map(|(at, _)| at);
    match at {
        Some(at) => {
            let word = line[at..].find(char::is_whitespace).unwrap_or(line.len() - at);
            (at, word.max(line[at..].chars().next().map_or(0, char::len_utf8)))
        }
        None => {
            let inner = line.trim();
            (line.len() - line.trim_start().len(), inner.len())
        }
    }
}

/// `text` without the control characters by which a file could take hold of a terminal: each becomes as
/// many `?` as it had bytes. Line breaks and tabs stay; a carriage return becomes a blank.
pub(crate) fn harmless(text: &str) -> Cow<'_, str> {
    let is_harmful = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
    if !text.contains(is_harmful) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\r' => shown.push(' '),
            c if is_harmful(c) => shown.extend(std::iter::repeat_n('?', c.len_utf8())),
            c => shown.push(c),
        }
    }
    Cow::Owned(shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_word_at_the_column_is_underlined() {
        assert_eq!(span("\tgröße 12", 2), (1, 7));
        assert_eq!(span("\tgröße 12", 8), (9, 2));
        assert_eq!(span("  whole line  ", 0), (2, 10));
        assert_eq!(span("short", 99), (0, 5));
    }

    #[test]
    fn an_excerpt_is_three_lines_at_most() {
        let sources = Sources::new().with("a", "one\ntwo\nthree\nfour\n");
        let excerpt = |line| sources.excerpt(&SourcePosition::line("a", line)).map(|excerpt| excerpt.text.into_owned());
        assert_eq!(excerpt(1).as_deref(), Some("one\ntwo"));
        assert_eq!(excerpt(3).as_deref(), Some("two\nthree\nfour"));
        assert_eq!(excerpt(4).as_deref(), Some("three\nfour"));
        assert_eq!(excerpt(0), None);
        assert_eq!(excerpt(6), None);
    }

    #[test]
    fn an_endless_line_is_not_shown() {
        let sources = Sources::new().with("a", "x".repeat(1_000_000));
        assert_eq!(sources.excerpt(&SourcePosition::line("a", 1)), None);
    }
}
