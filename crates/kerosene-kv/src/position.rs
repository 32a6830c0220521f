//! Where in a text something is.

use std::fmt;

/// A place in a text, counted as editors count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Position {
    /// 1-based line; 0 for a node that was made in memory.
    pub line: u32,
    /// 1-based column in characters (not bytes); 0 for a node that was made in memory.
    pub column: u32,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}
