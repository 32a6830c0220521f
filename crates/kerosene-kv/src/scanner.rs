//! Text to tokens.

use crate::error::{ParseError, ParseErrorKind};
use crate::{Dialect, Limits, Position, ReadOptions, snippet};
use std::borrow::Cow;

/// A place in the text, both ways of saying it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Mark {
    offset: usize,
    pub(crate) position: Position,
}

/// What the next token is.
#[derive(Debug)]
pub(crate) enum Token<'a> {
    /// Quoted text or a bare word.
    Text(Cow<'a, str>),
    /// `{`
    Open,
    /// `}`
    Close,
    /// The end of the text.
    End,
}

/// Cuts a text into tokens and counts lines and columns, each byte once.
#[derive(Debug, Clone)]
pub(crate) struct Scanner<'a> {
    text: &'a str,
    offset: usize,
    /// A place at or before `offset` whose position is known, so that columns are never counted twice.
    known: Mark,
    limits: Limits,
    dialect: Dialect,
}

impl<'a> Scanner<'a> {
    /// A scanner at the start of `text`, past a byte order mark.
    pub(crate) fn new(text: &'a str, options: &ReadOptions) -> Self {
        let offset = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        let known = Mark { offset, position: Position { line: 1, column: 1 } };
        Self { text, offset, known, limits: options.limits, dialect: options.dialect }
    }

    /// An error at `mark`, with its snippet.
    pub(crate) fn error(&self, kind: ParseErrorKind, mark: Mark) -> ParseError {
        let snippet = snippet::render(self.text, mark.offset, mark.position).into_boxed_str();
        ParseError { position: mark.position, kind, snippet }
    }

    /// The next token and where it begins.
    pub(crate) fn next(&mut self) -> Result<(Token<'a>, Mark), ParseError> {
        self.skip_blanks();
        let mark = self.mark();
        let token = match self.peek() {
            None => Token::End,
            Some(b'{') => self.take_brace(Token::Open),
            Some(b'}') => self.take_brace(Token::Close),
            Some(b'"') => Token::Text(self.take_quoted(mark)?),
            Some(_) => Token::Text(Cow::Borrowed(self.take_bare(mark)?)),
        };
        Ok((token, mark))
    }

    /// The line that the scanner has come to.
    pub(crate) fn line(&self) -> u32 {
        self.known.position.line
    }

    /// Whether the next token is a brace that opens a block, or text that begins on `line`; anything
    /// else stays for [`Scanner::next`].
    pub(crate) fn value_follows(&mut self, line: u32) -> bool {
        self.skip_blanks();
        match self.peek() {
            Some(b'{') => true,
            Some(b'}') | None => false,
            Some(_) => self.line() == line,
        }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.offset).copied()
    }

    /// Where the scanner is.
    pub(crate) fn mark(&mut self) -> Mark {
        let passed = &self.text.as_bytes()[self.known.offset..self.offset];
        let characters = passed.iter().filter(|&&byte| byte & 0xc0 != 0x80).count();
        self.known.position.column =
            self.known.position.column.saturating_add(u32::try_from(characters).unwrap_or(u32::MAX));
        self.known.offset = self.offset;
        self.known
    }

    /// Notes that a new line begins at `offset`.
    fn begin_line(&mut self, offset: usize) {
        let line = self.known.position.line.saturating_add(1);
        self.known = Mark { offset, position: Position { line, column: 1 } };
    }

    /// Passes white space and comments.
    fn skip_blanks(&mut self) {
        let bytes = self.text.as_bytes();
        while let Some(&byte) = bytes.get(self.offset) {
            match byte {
                b'\n' => {
                    self.offset += 1;
                    self.begin_line(self.offset);
                }
                b' ' | b'\t' | b'\r' | 0x0b | 0x0c => self.offset += 1,
                b'/' if bytes.get(self.offset + 1) == Some(&b'/') => {
                    let rest = &bytes[self.offset..];
                    self.offset += rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
                }
                _ => return,
            }
        }
    }

    fn take_brace(&mut self, token: Token<'a>) -> Token<'a> {
        self.offset += 1;
        token
    }

    fn take_bare(&mut self, mark: Mark) -> Result<&'a str, ParseError> {
        let rest = &self.text.as_bytes()[self.offset..];
        let window = &rest[..rest.len().min(self.limits.token_bytes.saturating_add(1))];
        let length = window.iter().position(|&byte| ends_bare_word(byte)).unwrap_or(window.len());
        self.check_length(length, mark)?;
        let start = self.offset;
        self.offset += length;
        Ok(&self.text[start..self.offset])
    }

    fn take_quoted(&mut self, mark: Mark) -> Result<Cow<'a, str>, ParseError> {
        let start = self.offset + 1;
        let (length, escaped) = self.measure_quoted(start, mark)?;
        self.offset = start + length + 1;
        let raw = &self.text[start..start + length];
        Ok(if escaped { Cow::Owned(unescape(raw)) } else { Cow::Borrowed(raw) })
    }

    /// Bytes from `start` to the closing quote, and whether an escape is among them.
    fn measure_quoted(&mut self, start: usize, mark: Mark) -> Result<(usize, bool), ParseError> {
        let verbatim = self.dialect == Dialect::Verbatim;
        let bytes = &self.text.as_bytes()[start..];
        let mut escapes = 0;
        let mut length = 0;
        loop {
            match bytes.get(length) {
                Some(b'"') => break,
                Some(b'\n') if verbatim => self.begin_line(start + length + 1),
                Some(b'\n') | None => {
                    return Err(self.error(ParseErrorKind::UnclosedQuote { multiline: verbatim }, mark));
                }
                Some(b'\\') if !verbatim && bytes.get(length + 1).copied().and_then(escape_of).is_some() => {
                    escapes += 1;
                    length += 1;
                }
                Some(_) => {}
            }
            length += 1;
            self.check_length(length - escapes, mark)?;
        }
        Ok((length, escapes > 0))
    }

    fn check_length(&self, length: usize, mark: Mark) -> Result<(), ParseError> {
        let limit = self.limits.token_bytes;
        if length > limit {
            return Err(self.error(ParseErrorKind::TokenTooLong { limit }, mark));
        }
        Ok(())
    }
}

/// Whether `byte` cannot be part of a bare word.
pub(crate) fn ends_bare_word(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c | b'"' | b'{' | b'}')
}

/// The character that a backslash and `byte` stand for.
fn escape_of(byte: u8) -> Option<char> {
    match byte {
        b'"' => Some('"'),
        b'\\' => Some('\\'),
        b'n' => Some('\n'),
        b't' => Some('\t'),
        _ => None,
    }
}

/// `raw` with its escapes undone, in a string of just that size: trees keep it.
fn unescape(raw: &str) -> String {
    let mut text = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(backslash) = rest.find('\\') {
        let escape = rest.as_bytes().get(backslash + 1).copied().and_then(escape_of);
        text.push_str(&rest[..backslash]);
        text.push(escape.unwrap_or('\\'));
        rest = &rest[backslash + if escape.is_some() { 2 } else { 1 }..];
    }
    text.push_str(rest);
    text.shrink_to_fit();
    text
}
