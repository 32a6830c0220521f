//! Words of a shader script, line by line.

use crate::ForeignError;

/// Words that a line keeps; none of the directives that are read has more.
const MAX_WORDS: usize = 64;

/// A line that is not empty: its number, and its words. Braces are words wherever they stand, and lines of their own.
pub(super) struct Line<'a> {
    pub(super) number: u32,
    pub(super) words: Vec<&'a str>,
}

/// The lines of a text without comments. Block comments may span lines.
pub(super) struct Lines<'a> {
    rest: &'a str,
    number: u32,
}

impl<'a> Lines<'a> {
    pub(super) fn of(text: &'a str) -> Self {
        Self { rest: text, number: 1 }
    }

    /// Passes blanks and comments within the line; whether a line end or the text's end was come to.
    fn skip(&mut self) -> bool {
        loop {
            let trimmed = self.rest.trim_start_matches([' ', '\t', '\r', '\u{b}', '\u{c}', '\0']);
            self.rest = trimmed;
            if let Some(comment) = trimmed.strip_prefix("//") {
                self.rest = &comment[comment.find('\n').unwrap_or(comment.len())..];
            } else if let Some(comment) = trimmed.strip_prefix("/*") {
                let end = comment.find("*/").map_or(comment.len(), |end| end + 2);
                self.number += comment[..end].bytes().filter(|byte| *byte == b'\n').count() as u32;
                self.rest = &comment[end..];
            } else {
                return trimmed.is_empty() || trimmed.starts_with('\n');
            }
        }
    }

    /// A word: a brace, quoted text, or up to a blank. Quake 3 knows no braces inside of words.
    fn word(&mut self) -> Result<&'a str, ForeignError> {
        if let Some(quoted) = self.rest.strip_prefix('"') {
            let end = quoted.find(['"', '\n']).filter(|end| quoted[*end..].starts_with('"'));
            let end =
                end.ok_or_else(|| ForeignError::Line { line: self.number, what: "a quote is not closed".into() })?;
            self.rest = &quoted[end + 1..];
            return Ok(&quoted[..end]);
        }
        let brace = self.rest.starts_with(['{', '}']);
        let end = if brace {
            1
        } else {
            self.rest.find(|c: char| c.is_ascii_whitespace() || c == '\0').unwrap_or(self.rest.len())
        };
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        Ok(word)
    }

    pub(super) fn next(&mut self) -> Result<Option<Line<'a>>, ForeignError> {
        while self.skip() {
            let Some(rest) = self.rest.strip_prefix('\n') else { return Ok(None) };
            self.rest = rest;
            self.number += 1;
        }
        let number = self.number;
        let mut words = Vec::new();
        loop {
            let is_brace = self.rest.starts_with(['{', '}']);
            if is_brace && !words.is_empty() {
                return Ok(Some(Line { number, words }));
            }
            let word = self.word()?;
            if words.len() < MAX_WORDS {
                words.push(word);
            }
            if is_brace || self.skip() {
                return Ok(Some(Line { number, words }));
            }
        }
    }
}
