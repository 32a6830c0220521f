//! Walks over the bytes of a `.map`: blanks, comments, words, quoted strings, numbers.
//!
//! The grammar is not context free in its words: `{fence` is a texture where a texture may stand
//! and would be a brace elsewhere. So the scanner offers one method for each kind of thing and the
//! reader, who knows what may come next, asks for it; there is no stream of tokens in between.

use crate::error::Problem;
use std::borrow::Cow;
use std::ops::Range;

/// A place in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Position {
    /// 1-based.
    pub(crate) line: u32,
    /// 1-based, in bytes.
    pub(crate) column: u32,
}

/// A [`Problem`] and where it is.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) position: Position,
    pub(crate) problem: Problem,
}

/// How bytes become text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Encoding {
    Utf8,
    /// Every byte is the character of the same number; Quake's own maps know no other.
    Latin1,
}

/// A cursor over the text of a map.
#[derive(Debug)]
pub(crate) struct Scanner<'a> {
    bytes: &'a [u8],
    /// The same as text, where it is UTF-8.
    text: Option<&'a str>,
    at: usize,
    line: u32,
    line_start: usize,
    token_limit: usize,
}

impl<'a> Scanner<'a> {
    /// Starts at the first byte after a byte order mark, if any.
    pub(crate) fn new(bytes: &'a [u8], token_limit: usize) -> Self {
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        Self { bytes, text: std::str::from_utf8(bytes).ok(), at: 0, line: 1, line_start: 0, token_limit }
    }

    pub(crate) fn encoding(&self) -> Encoding {
        if self.text.is_some() { Encoding::Utf8 } else { Encoding::Latin1 }
    }

    pub(crate) fn position(&self) -> Position {
        let column = u32::try_from(self.at - self.line_start).unwrap_or(u32::MAX).saturating_add(1);
        Position { line: self.line, column }
    }

    pub(crate) fn line(&self) -> u32 {
        self.line
    }

    /// Moves to the next byte that is neither blank nor comment, and shows it.
    pub(crate) fn next_byte(&mut self) -> Option<u8> {
        while let Some(&byte) = self.bytes.get(self.at) {
            match byte {
                b'\n' => {
                    self.at += 1;
                    self.count_line();
                }
                // Old editors end a file with a NUL.
                b' ' | b'\t' | b'\r' | 0 | 0x0b | 0x0c => self.at += 1,
                b'/' if self.bytes.get(self.at + 1) == Some(&b'/') => self.skip_line(),
                _ => return Some(byte),
            }
        }
        None
    }

    /// Whether the next word is one of `words`, without stepping over it.
    pub(crate) fn next_word_is(&mut self, words: &[&str]) -> bool {
        let start = self.at_next();
        let word = self.rest_of_word();
        self.at = start;
        let word = self.bytes.get(word).unwrap_or_default();
        words.iter().any(|wanted| word.eq_ignore_ascii_case(wanted.as_bytes()))
    }

    /// Steps over the byte that [`Self::next_byte`] showed.
    pub(crate) fn step(&mut self) {
        self.at += 1;
    }

    /// Steps over `wanted` if it comes next.
    pub(crate) fn accept(&mut self, wanted: u8) -> bool {
        let found = self.next_byte() == Some(wanted);
        if found {
            self.step();
        }
        found
    }

    /// Steps over `wanted` or says what stands there instead.
    pub(crate) fn expect(&mut self, wanted: u8, expected: &str) -> Result<(), Failure> {
        if self.accept(wanted) { Ok(()) } else { Err(self.unexpected(expected)) }
    }

    /// The bytes up to the next blank, as a range; empty only at the end.
    pub(crate) fn word(&mut self) -> Range<usize> {
        self.next_byte();
        self.rest_of_word()
    }

    /// The bytes from here to the next blank.
    fn rest_of_word(&mut self) -> Range<usize> {
        let start = self.at;
        let rest = self.bytes.get(start..).unwrap_or_default();
        let length = rest.iter().position(|byte| byte.is_ascii_whitespace() || *byte == 0).unwrap_or(rest.len());
        self.at += length;
        start..self.at
    }

    /// A number, whole or with a fraction or an exponent, as near to the text as an `f64` can be.
    /// Words such as `nan` read as what they say; the caller judges the value.
    pub(crate) fn number(&mut self, expected: &str) -> Result<f64, Failure> {
        self.next_byte();
        let start = self.at;
        if let Some(value) = self.plain_number() {
            return Ok(value);
        }
        match self.any_number() {
            Some(value) => Ok(value),
            None => {
                self.at = start;
                Err(self.unexpected(expected))
            }
        }
    }

    /// A finite number, or `None` for what C libraries print when there is none: `nan`, `-1.#IND`,
    /// `-nan(ind)`.
    pub(crate) fn finite_number(&mut self) -> Option<f64> {
        self.next_byte();
        let value = self.plain_number().or_else(|| self.any_number()).filter(|value| value.is_finite());
        if value.is_none() && self.bytes.get(self.at) == Some(&b'(') {
            self.rest_of_word();
        }
        value
    }

    /// A number of few digits, which nearly all are: its digits as a whole number and the power of
    /// ten below it are both exact, so one division rounds it as the general method would
    /// (Clinger, "How to read floating point numbers accurately", 1990).
    fn plain_number(&mut self) -> Option<f64> {
        let rest = self.bytes.get(self.at..)?;
        let negative = rest.first() == Some(&b'-');
        let (mut mantissa, mut digits, mut fraction) = (0_u64, 0_usize, None);
        let mut length = usize::from(negative);
        loop {
            match rest.get(length) {
                Some(digit @ b'0'..=b'9') if digits < EXACT_DIGITS => {
                    mantissa = mantissa * 10 + u64::from(digit - b'0');
                    digits += 1;
                }
                Some(b'.') if fraction.is_none() => fraction = Some(digits),
                Some(byte) if !ends_number(*byte) => return None,
                _ => break,
            }
            length += 1;
        }
        if digits == 0 {
            return None;
        }
        self.at += length;
        let power = POWERS_OF_TEN.get(fraction.map_or(0, |whole| digits - whole))?;
        let value = mantissa as f64 / power;
        Some(if negative { -value } else { value })
    }

    /// A number of any form.
    fn any_number(&mut self) -> Option<f64> {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let length = rest.iter().position(|byte| ends_number(*byte)).unwrap_or(rest.len());
        self.at += length;
        std::str::from_utf8(rest.get(..length)?).ok()?.parse().ok()
    }

    /// A quoted string or a bare word, as text.
    pub(crate) fn text(&mut self) -> Result<Cow<'a, str>, Failure> {
        if self.next_byte() == Some(b'"') { self.quoted() } else { self.decode_word() }
    }

    fn decode_word(&mut self) -> Result<Cow<'a, str>, Failure> {
        let position = self.position();
        let word = self.word();
        self.check_length(word.len(), position)?;
        Ok(self.decode(word))
    }

    /// A quoted string; the cursor is on its opening quote. A backslash is itself, for paths are
    /// full of them, except before a quote, which then belongs to the string. Where such a quote
    /// is the last thing on its line the string is a path that ends in a backslash. A string ends on the line that
    /// it begins on: a forgotten quote is told where it is missing, not at the end of the file.
    fn quoted(&mut self) -> Result<Cow<'a, str>, Failure> {
        let position = self.position();
        self.step();
        let start = self.at;
        let mut escaped = false;
        let end = loop {
            match self.bytes.get(self.at) {
                None | Some(b'\n') => return Err(Failure { position, problem: Problem::UnclosedQuote }),
                Some(b'"') => break self.at,
                Some(b'\\') if self.bytes.get(self.at + 1) == Some(&b'"') => {
                    self.at += 1;
                    if self.rest_of_line_is_blank(self.at + 1) {
                        break self.at;
                    }
                    escaped = true;
                    self.at += 1;
                }
                Some(_) => self.at += 1,
            }
        };
        self.step();
        self.check_length(end - start, position)?;
        let text = self.decode(start..end);
        Ok(if escaped { unescape_quotes(&text).into() } else { text })
    }

    /// Steps over the rest of so many nested blocks, whatever they hold; the outermost began on line `opened`.
    /// A brace counts where it stands alone: `{fence` is a texture.
    pub(crate) fn skip_blocks(&mut self, opened: u32, mut depth: u32) -> Result<(), Failure> {
        while let Some(byte) = self.next_byte() {
            if byte == b'"' {
                self.quoted()?;
                continue;
            }
            let word = self.word();
            match self.bytes.get(word).unwrap_or_default() {
                b"{" => depth = depth.saturating_add(1),
                b"}" => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return Ok(());
            }
        }
        Err(self.failure(Problem::UnclosedBlock { opened }))
    }

    pub(crate) fn failure(&self, problem: Problem) -> Failure {
        Failure { position: self.position(), problem }
    }

    /// Something else than `expected` comes next.
    pub(crate) fn unexpected(&mut self, expected: &str) -> Failure {
        let start = self.at_next();
        let position = self.position();
        let word = self.word();
        let shown: String = self.decode(word).chars().take(40).collect();
        let found = if shown.is_empty() { "the end of the file".into() } else { format!("`{shown}`") };
        self.at = start;
        Failure { position, problem: Problem::Unexpected { expected: expected.to_owned(), found } }
    }

    fn at_next(&mut self) -> usize {
        self.next_byte();
        self.at
    }

    /// Bytes as text; both ends of the range are at blanks, quotes or an end of the file.
    fn decode(&self, range: Range<usize>) -> Cow<'a, str> {
        match self.text {
            Some(text) => text.get(range).unwrap_or_default().into(),
            None => {
                let bytes = self.bytes.get(range).unwrap_or_default();
                bytes.iter().copied().map(char::from).collect::<String>().into()
            }
        }
    }

    fn check_length(&self, length: usize, position: Position) -> Result<(), Failure> {
        let limit = self.token_limit;
        if length <= limit {
            return Ok(());
        }
        Err(Failure { position, problem: Problem::OverLimit { what: "bytes in one string", limit } })
    }

    fn rest_of_line_is_blank(&self, from: usize) -> bool {
        let rest = self.bytes.get(from..).unwrap_or_default();
        let end = rest.iter().find(|byte| !matches!(byte, b' ' | b'\t' | b'\r'));
        matches!(end, None | Some(b'\n'))
    }

    fn skip_line(&mut self) {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        self.at += rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
    }

    fn count_line(&mut self) {
        self.line = self.line.saturating_add(1);
        self.line_start = self.at;
    }
}

/// So many decimal digits always fit into the 53 bits of a float's mantissa.
const EXACT_DIGITS: usize = 15;

/// Powers of ten that a float holds exactly, as far as they are needed.
const POWERS_OF_TEN: [f64; EXACT_DIGITS + 1] =
    [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15];

/// Numbers end at a blank or a bracket, so that `(1 2 3)` reads well.
fn ends_number(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | 0 | b'(' | b')' | b'[' | b']' | b'}')
}

fn unescape_quotes(text: &str) -> String {
    text.replace("\\\"", "\"")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    fn text_of(source: &[u8]) -> String {
        Scanner::new(source, 100).text().unwrap().into_owned()
    }

    #[test]
    fn backslashes_are_themselves_except_before_a_quote() {
        assert_eq!(text_of(br#""c:\quake\id1.wad""#), r"c:\quake\id1.wad");
        assert_eq!(text_of(br#""say \"hi\" \n now""#), r#"say "hi" \n now"#);
        assert_eq!(text_of(b"\"c:\\quake\\\"  \r\n\"next\" \"x\""), r"c:\quake\");
    }

    #[test]
    fn numbers_are_exact() {
        for text in [
            "0",
            "-0",
            "12",
            "-4096",
            "999999999",
            "1e-3",
            "-2625.882244779059",
            ".5",
            "5.",
            "+7",
            "0.1",
            "-.25",
            "0.3",
            "123456789012345",
            "1234567890123456",
            "0.123456789012345",
            "9007199254740993",
            "00000000000000000001",
            "1e400",
        ] {
            let value = Scanner::new(text.as_bytes(), 100).number("a number").unwrap();
            assert_eq!(value.to_bits(), text.parse::<f64>().unwrap().to_bits(), "{text}");
        }
        for text in ["12x", "-", ".", "", "1.2.3", "--1", "1-"] {
            assert!(Scanner::new(text.as_bytes(), 100).number("a number").is_err(), "{text}");
        }
    }

    #[test]
    fn lines_and_columns_are_counted_through_comments_and_strings() {
        let mut scanner = Scanner::new(b"// one\r\n\"a\"\n\"b\" x", 100);
        scanner.text().unwrap();
        scanner.next_byte();
        scanner.text().unwrap();
        scanner.next_byte();
        assert_eq!(scanner.position(), Position { line: 3, column: 5 });
    }

    #[test]
    fn bytes_that_are_not_utf_8_read_as_latin_1() {
        assert_eq!(text_of(b"\"caf\xe9\""), "caf\u{e9}");
    }
}
