//! Diagnostics as data. Skeleton: the types that compilers, importers, editor and CI share.

use serde::Serialize;
use std::fmt;

/// A stable code, printed `K0123`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code(pub u16);

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "K{:04}", self.0)
    }
}

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Worth knowing.
    Info,
    /// Works, but surely not as meant.
    Warning,
    /// Does not work.
    Error,
}

/// Where in the source it is.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct SourcePosition {
    /// File as the user named it.
    pub file: String,
    /// 1-based line, 0 where unknown.
    pub line: u32,
    /// 1-based column, 0 where unknown.
    pub column: u32,
    /// Id of the entity in the map.
    pub entity: Option<u32>,
    /// Id of the brush or mesh in the map.
    pub brush: Option<u32>,
    /// Id of the side in the map.
    pub side: Option<u32>,
}

/// One message about a map, for people and for programs.
#[derive(Debug, Clone, PartialEq)]
pub struct Diagnostic {
    /// Stable code; its page explains it.
    pub code: Code,
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong, in a sentence.
    pub message: String,
    /// Where in the source.
    pub source: Option<SourcePosition>,
    /// Where in the world, in units.
    pub world: Option<[f64; 3]>,
    /// What to do about it.
    pub fix: Option<String>,
}
