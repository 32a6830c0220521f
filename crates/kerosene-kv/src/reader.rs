//! Tokens to events: the streaming reader.

use crate::error::{ParseError, ParseErrorKind, shortened};
use crate::scanner::{Mark, Scanner, Token};
use crate::snippet;
use crate::{Limits, Position, ReadOptions};
use std::borrow::Cow;

/// One thing that a [`Reader`] came across.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event<'a> {
    /// A block begins.
    Open {
        /// Its name; empty where it has none.
        name: Cow<'a, str>,
        /// Where its name is, or its brace where it has no name.
        position: Position,
    },
    /// A key and its value.
    Pair {
        /// The key.
        key: Cow<'a, str>,
        /// The value.
        value: Cow<'a, str>,
        /// Where the key is.
        position: Position,
        /// Where the value is.
        value_position: Position,
    },
    /// The innermost open block ends.
    Close {
        /// Where the brace is.
        position: Position,
    },
}

/// A pull parser: an iterator over the [`Event`]s of a text.
///
/// Opens and closes balance: when the iterator ends without an error, every block was closed. After
/// an error it ends. Memory does not grow with the text.
///
/// ```
/// use kerosene_kv::{Event, ReadOptions, Reader};
///
/// let mut brushes = 0;
/// for event in Reader::new("world { solid { } solid { } }", &ReadOptions::default())? {
///     if let Event::Open { name, .. } = event? {
///         brushes += usize::from(name == "solid");
///     }
/// }
/// assert_eq!(brushes, 2);
/// # Ok::<(), kerosene_kv::ParseError>(())
/// ```
#[derive(Debug)]
pub struct Reader<'a> {
    scanner: Scanner<'a>,
    limits: Limits,
    open: Vec<Mark>,
    /// Where the last event began.
    last: Mark,
    nodes: usize,
    done: bool,
}

impl<'a> Reader<'a> {
    /// A reader at the start of `text`.
    ///
    /// # Errors
    /// [`ParseErrorKind::InputTooLong`] where the text is over the limit.
    pub fn new(text: &'a str, options: &ReadOptions) -> Result<Self, ParseError> {
        let mut limits = options.limits;
        limits.depth = limits.depth.min(Limits::MAX_DEPTH);
        check_input_length(text.len(), &limits)?;
        let mut scanner = Scanner::new(text, options);
        let last = scanner.mark();
        Ok(Self { scanner, limits, open: Vec::new(), last, nodes: 0, done: false })
    }

    /// A reader at the start of `bytes`, which must be UTF-8.
    ///
    /// # Errors
    /// As [`Reader::new`]; [`ParseErrorKind::InvalidUtf8`] with the offset of the first bad byte.
    pub fn from_bytes(bytes: &'a [u8], options: &ReadOptions) -> Result<Self, ParseError> {
        check_input_length(bytes.len(), &options.limits)?;
        match std::str::from_utf8(bytes) {
            Ok(text) => Self::new(text, options),
            Err(error) => Err(invalid_utf8(bytes, error.valid_up_to())),
        }
    }

    /// An error of `kind` at the event that came last, for what the events add up to.
    pub(crate) fn error_at_last(&self, kind: ParseErrorKind) -> ParseError {
        self.scanner.error(kind, self.last)
    }

    fn read(&mut self) -> Result<Option<Event<'a>>, ParseError> {
        let (token, mark) = self.scanner.next()?;
        self.last = mark;
        match token {
            Token::End => match self.open.last() {
                Some(&unclosed) => Err(self.scanner.error(ParseErrorKind::UnclosedBlock, unclosed)),
                None => Ok(None),
            },
            Token::Close => match self.open.pop() {
                Some(_) => Ok(Some(Event::Close { position: mark.position })),
                None => Err(self.scanner.error(ParseErrorKind::UnexpectedClose, mark)),
            },
            Token::Open => self.open_block(Cow::Borrowed(""), mark).map(Some),
            Token::Text(key) => self.read_after_key(key, mark).map(Some),
        }
    }

    fn read_after_key(&mut self, key: Cow<'a, str>, mark: Mark) -> Result<Event<'a>, ParseError> {
        let line = self.scanner.line();
        if !self.scanner.value_follows(line) {
            let kind = ParseErrorKind::MissingValue { key: shortened(&key) };
            return Err(self.scanner.error(kind, mark));
        }
        match self.scanner.next()? {
            (Token::Text(value), value_mark) => {
                self.count_node(mark)?;
                Ok(Event::Pair { key, value, position: mark.position, value_position: value_mark.position })
            }
            _ => self.open_block(key, mark),
        }
    }

    fn open_block(&mut self, name: Cow<'a, str>, mark: Mark) -> Result<Event<'a>, ParseError> {
        let limit = self.limits.depth;
        if self.open.len() >= limit {
            return Err(self.scanner.error(ParseErrorKind::TooDeep { limit }, mark));
        }
        self.count_node(mark)?;
        self.open.push(mark);
        Ok(Event::Open { name, position: mark.position })
    }

    fn count_node(&mut self, mark: Mark) -> Result<(), ParseError> {
        let limit = self.limits.nodes;
        if self.nodes >= limit {
            return Err(self.scanner.error(ParseErrorKind::TooManyNodes { limit }, mark));
        }
        self.nodes += 1;
        Ok(())
    }
}

impl<'a> Iterator for Reader<'a> {
    type Item = Result<Event<'a>, ParseError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        let event = self.read().transpose();
        self.done = !matches!(event, Some(Ok(_)));
        event
    }
}

impl std::iter::FusedIterator for Reader<'_> {}

fn check_input_length(bytes: usize, limits: &Limits) -> Result<(), ParseError> {
    let limit = limits.input_bytes;
    if bytes > limit {
        let kind = ParseErrorKind::InputTooLong { bytes, limit };
        return Err(ParseError { position: Position { line: 1, column: 1 }, kind, snippet: Box::default() });
    }
    Ok(())
}

fn invalid_utf8(bytes: &[u8], offset: usize) -> ParseError {
    let valid = String::from_utf8_lossy(&bytes[..offset]);
    let line_start = valid.rfind('\n').map_or(0, |newline| newline + 1);
    let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX).saturating_add(1);
    let position = Position {
        line: count(valid.bytes().filter(|&byte| byte == b'\n').count()),
        column: count(valid[line_start..].chars().count()),
    };
    let snippet = snippet::render(&valid, offset, position).into_boxed_str();
    ParseError { position, kind: ParseErrorKind::InvalidUtf8 { offset }, snippet }
}
