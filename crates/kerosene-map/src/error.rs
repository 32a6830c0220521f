//! What stops the reading of a map.

use kerosene_diagnostics::{Code, Diagnostic, SourcePosition, codes};

/// A map that cannot be read any further: where, what is wrong, what to do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}:{column}: {problem}; {}", problem.advice())]
pub struct ReadError {
    /// File as the caller named it.
    pub file: String,
    /// 1-based line.
    pub line: u32,
    /// 1-based column in bytes.
    pub column: u32,
    /// What is wrong there.
    pub problem: Problem,
}

/// What is wrong with a text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// A quoted string without end.
    #[error("the quoted string that begins here has no end")]
    UnclosedQuote,
    /// A block without end.
    #[error("the file ends inside the block that was opened on line {opened}")]
    UnclosedBlock {
        /// Line of the opening brace.
        opened: u32,
    },
    /// Something else stands where the grammar wants a certain thing.
    #[error("expected {expected}, found {found}")]
    Unexpected {
        /// What the grammar wants.
        expected: String,
        /// What stands there.
        found: String,
    },
    /// More of something than the limits allow.
    #[error("more than {limit} {what}")]
    OverLimit {
        /// What there is too much of, in the plural.
        what: &'static str,
        /// The limit.
        limit: usize,
    },
    /// The text is not KeyValues.
    #[error("{0}")]
    KeyValues(kerosene_kv::ParseErrorKind),
    /// A value does not say what it must.
    #[error("`{key}` has the value `{value}`, which is not {expected}")]
    BadValue {
        /// The key.
        key: String,
        /// The value, shortened.
        value: String,
        /// What it must be.
        expected: &'static str,
    },
    /// A key that must be there is not.
    #[error("this {block} has no `{key}`")]
    MissingKey {
        /// Name of the block.
        block: &'static str,
        /// Name of the key.
        key: &'static str,
    },
    /// Something that each part of a block has or none is there for some of them.
    #[error("this {block} has {count} `{key}`, and {expected} vertices")]
    WrongCount {
        /// Name of the block.
        block: &'static str,
        /// Name of the key.
        key: &'static str,
        /// How many there are.
        count: usize,
        /// How many there must be, if any.
        expected: usize,
    },
    /// Made by a newer version of the format.
    #[error("the file is of format version {found}; this program reads up to {known}")]
    NewerFormat {
        /// Version of the file.
        found: u32,
        /// The newest version that is known.
        known: u32,
    },
    /// More than one world.
    #[error("a second `world` block")]
    SecondWorld,
    /// The text is in a wide encoding.
    #[error("the file is UTF-16 or UTF-32 text")]
    WideText,
    /// What a compiler made, not what a person drew.
    #[error("this is a compiled map ({0}), not one that can be edited")]
    Compiled(&'static str),
    /// No text at all.
    #[error("the file is not text: it has zero bytes")]
    Binary,
}

impl Problem {
    /// What a person can do about it.
    pub fn advice(&self) -> &'static str {
        match self {
            Self::UnclosedQuote => "close the string with a double quote",
            Self::UnclosedBlock { .. } => "the file may be cut short: save it again, or add the missing brace",
            Self::Unexpected { .. } => "correct this place, or save the map again from its editor",
            Self::OverLimit { .. } => "split the map, or raise the limit in the read options",
            Self::KeyValues(_) | Self::BadValue { .. } => "correct this place, or load an earlier save",
            Self::MissingKey { .. } => "add the key, or delete the block",
            Self::WrongCount { .. } => "give one to each vertex, or none to any",
            Self::NewerFormat { .. } => "open it with a newer version",
            Self::SecondWorld => "keep one `world`, and make an `entity` of the other",
            Self::WideText => "save it as UTF-8",
            Self::Compiled(_) => "name the .map, .vmf or .kmap that it was made from",
            Self::Binary => "name a .map, .vmf or .kmap",
        }
    }

    /// The stable code.
    pub fn code(&self) -> Code {
        match self {
            Self::UnclosedQuote
            | Self::UnclosedBlock { .. }
            | Self::Unexpected { .. }
            | Self::KeyValues(_)
            | Self::SecondWorld
            | Self::WideText
            | Self::Compiled(_)
            | Self::Binary => codes::SYNTAX,
            Self::OverLimit { .. } => codes::TOO_LARGE,
            Self::BadValue { .. } | Self::WrongCount { .. } => codes::BAD_VALUE,
            Self::MissingKey { .. } => codes::MISSING_KEY,
            Self::NewerFormat { .. } => codes::NEWER_FORMAT,
        }
    }
}

impl ReadError {
    /// The error as a diagnostic.
    ///
    /// ```
    /// let error = kerosene_map::read_map("a.map", b"{", &Default::default()).unwrap_err();
    /// assert_eq!(error.diagnostic().code, kerosene_diagnostics::codes::SYNTAX);
    /// ```
    pub fn diagnostic(&self) -> Diagnostic {
        Diagnostic::new(self.problem.code(), self.problem.to_string())
            .at(SourcePosition::line(&self.file, self.line).column(self.column))
            .fix(self.problem.advice())
    }
}

/// A map that no file can hold.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WriteError {
    /// A number that is not finite.
    #[error("the object with id {id} has a `{key}` that is not finite; correct or delete the object")]
    NotFinite {
        /// Id of the entity, brush, side or mesh.
        id: u32,
        /// Key that would hold the number.
        key: &'static str,
    },
}
