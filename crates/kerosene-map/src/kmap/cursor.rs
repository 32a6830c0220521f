//! Walks over the events of a text and keeps what no one knows.

use crate::error::{Problem, ReadError};
use crate::limits::ReadOptions;
use crate::model::UnknownNode;
use kerosene_kv::{Dialect, Event, Limits, Position, Reader};
use std::borrow::Cow;

/// Unknown blocks nest no deeper; with what they stand in this stays below the depth of KeyValues.
const UNKNOWN_DEPTH: usize = 32;

/// The next thing in a block.
#[derive(Debug)]
pub(crate) enum Item<'a> {
    /// A key and its value.
    Pair(Cow<'a, str>, Cow<'a, str>, Place),
    /// A block begins; whoever takes it reads up to its end.
    Block(Cow<'a, str>, Position),
}

/// Where a key and its value are.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Place {
    pub(crate) key: Position,
    pub(crate) value: Position,
}

/// A cursor over the events of a text.
pub(crate) struct Cursor<'a> {
    file: &'a str,
    reader: Reader<'a>,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(
        file: &'a str,
        bytes: &'a [u8],
        options: &ReadOptions,
        dialect: Dialect,
    ) -> Result<Self, ReadError> {
        let limits = Limits {
            input_bytes: options.limits.bytes,
            nodes: options.limits.keys,
            token_bytes: options.limits.token_bytes,
            ..Limits::default()
        };
        let options = kerosene_kv::ReadOptions { limits, dialect };
        let reader = Reader::from_bytes(bytes, &options).map_err(|error| syntax_error(file, error))?;
        Ok(Self { file, reader })
    }

    /// The next pair or block; `None` at the end of the block that is being read.
    pub(crate) fn next(&mut self) -> Result<Option<Item<'a>>, ReadError> {
        let event = self.reader.next().transpose().map_err(|error| syntax_error(self.file, error))?;
        Ok(match event {
            None | Some(Event::Close { .. }) => None,
            Some(Event::Open { name, position }) => Some(Item::Block(name, position)),
            Some(Event::Pair { key, value, position, value_position }) => {
                Some(Item::Pair(key, value, Place { key: position, value: value_position }))
            }
        })
    }

    /// Reads the block that just began into a tree of bounded depth, so that it can be written back
    /// inside of whatever it may stand in.
    pub(crate) fn unknown_block(&mut self, name: &str) -> Result<UnknownNode, ReadError> {
        let mut open = vec![(name.to_owned(), Vec::new())];
        loop {
            let item = self.next()?;
            if let Some(Item::Block(_, position)) = &item
                && open.len() >= UNKNOWN_DEPTH
            {
                let (what, limit) = ("levels of unknown blocks", UNKNOWN_DEPTH);
                return Err(self.error(*position, Problem::OverLimit { what, limit }));
            }
            match item {
                Some(Item::Pair(key, value, _)) => {
                    if let Some((_, nodes)) = open.last_mut() {
                        nodes.push(UnknownNode::Key(key.into_owned(), value.into_owned()));
                    }
                }
                Some(Item::Block(name, _)) => open.push((name.into_owned(), Vec::new())),
                None => {
                    let (name, nodes) = open.pop().unwrap_or_default();
                    let node = UnknownNode::Block(name, nodes);
                    match open.last_mut() {
                        Some((_, parent)) => parent.push(node),
                        None => return Ok(node),
                    }
                }
            }
        }
    }

    /// The parsed value, or an error that names the place and what it should be.
    pub(crate) fn value<T>(
        &self,
        parsed: Option<T>,
        key: &str,
        value: &str,
        place: Place,
        expected: &'static str,
    ) -> Result<T, ReadError> {
        parsed.ok_or_else(|| {
            let shortened = value.chars().take(60).collect();
            self.error(place.value, Problem::BadValue { key: key.to_owned(), value: shortened, expected })
        })
    }

    /// A whole number of 32 bits.
    pub(crate) fn whole(&self, key: &str, value: &str, place: Place) -> Result<u32, ReadError> {
        self.value(value.trim().parse().ok(), key, value, place, "a whole number from 0 to 4294967295")
    }

    /// 0 or 1.
    pub(crate) fn flag(&self, key: &str, value: &str, place: Place) -> Result<bool, ReadError> {
        let parsed = match value.trim() {
            "0" => Some(false),
            "1" => Some(true),
            _ => None,
        };
        self.value(parsed, key, value, place, "0 or 1")
    }

    pub(crate) fn error(&self, position: Position, problem: Problem) -> ReadError {
        ReadError { file: self.file.to_owned(), line: position.line, column: position.column, problem }
    }
}

fn syntax_error(file: &str, error: kerosene_kv::ParseError) -> ReadError {
    let Position { line, column } = error.position;
    ReadError { file: file.to_owned(), line, column, problem: Problem::KeyValues(error.kind) }
}
