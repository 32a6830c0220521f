//! What can go wrong, and where it did.

use crate::Position;

/// A text that cannot be read.
///
/// The `Display` form is one line with the position; [`ParseError::snippet`] shows the place.
///
/// ```
/// use kerosene_kv::Document;
///
/// let error = Document::parse("entity\n{\n\t\"classname\"\n}").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "line 3, column 2: key `classname` has no value: expected a value on the same line, or `{` to open a block"
/// );
/// assert_eq!(error.snippet(), "  3 |  \"classname\"\n    |  ^");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{position}: {kind}")]
pub struct ParseError {
    /// Where it is.
    pub position: Position,
    /// What is wrong there.
    pub kind: ParseErrorKind,
    pub(crate) snippet: Box<str>,
}

impl ParseError {
    /// The line in question, at most 120 characters of it, and under it a caret.
    pub fn snippet(&self) -> &str {
        &self.snippet
    }
}

/// What is wrong with a text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParseErrorKind {
    /// A token stands alone on its line, with no block behind it.
    #[error("key `{key}` has no value: expected a value on the same line, or `{{` to open a block")]
    MissingValue {
        /// The key, at most 40 characters of it.
        key: String,
    },
    /// A `}` too many.
    #[error("`}}` closes nothing: expected a key, a block or the end of the text")]
    UnexpectedClose,
    /// The text ends inside a block; the position is the block's.
    #[error("the block that begins here is not closed: expected `}}` before the end of the text")]
    UnclosedBlock,
    /// A quote opens here and nothing closes it on the line (or, verbatim, at all).
    #[error("quoted text is not closed: expected `\"` before the end of the {}", if *.multiline { "text" } else { "line" })]
    UnclosedQuote {
        /// Whether quoted text may span lines in this dialect.
        multiline: bool,
    },
    /// See [`Limits::input_bytes`](crate::Limits::input_bytes).
    #[error("the text has {bytes} bytes: expected at most {limit}")]
    InputTooLong {
        /// Size of the text.
        bytes: usize,
        /// The limit.
        limit: usize,
    },
    /// See [`Limits::depth`](crate::Limits::depth).
    #[error("blocks are nested too deeply: expected at most {limit} levels")]
    TooDeep {
        /// The limit.
        limit: usize,
    },
    /// See [`Limits::nodes`](crate::Limits::nodes).
    #[error("too many pairs and blocks: expected at most {limit}")]
    TooManyNodes {
        /// The limit.
        limit: usize,
    },
    /// See [`Limits::token_bytes`](crate::Limits::token_bytes).
    #[error("the token that begins here is too long: expected at most {limit} bytes (is a closing quote missing?)")]
    TokenTooLong {
        /// The limit.
        limit: usize,
    },
    /// See [`Limits::tree_bytes`](crate::Limits::tree_bytes).
    #[error("the document is too large to hold: expected at most {limit} bytes of tree")]
    TreeTooLarge {
        /// The limit.
        limit: usize,
    },
    /// The bytes are not text.
    #[error("byte {offset} is not UTF-8: expected UTF-8 text")]
    InvalidUtf8 {
        /// 0-based offset of the first bad byte.
        offset: usize,
    },
}

/// A value that is missing or does not say what it must.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ValueError {
    /// No such key.
    #[error("{position}: no key `{key}` here: expected {expected}")]
    Missing {
        /// The key.
        key: String,
        /// What its value would be.
        expected: &'static str,
        /// Position of the block that lacks it; line 0 for the document itself.
        position: Position,
    },
    /// A key with a value of another kind.
    #[error("{position}: key `{key}` has the value `{value}`: expected {expected}")]
    Invalid {
        /// The key.
        key: String,
        /// The value, at most 40 characters of it.
        value: String,
        /// What it must be.
        expected: &'static str,
        /// Position of the pair.
        position: Position,
    },
}

impl ValueError {
    /// Where it is.
    pub fn position(&self) -> Position {
        match self {
            Self::Missing { position, .. } | Self::Invalid { position, .. } => *position,
        }
    }
}

/// At most 40 characters of `text`, for a message.
pub(crate) fn shortened(text: &str) -> String {
    const MOST: usize = 40;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}
