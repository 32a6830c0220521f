//! The diagnostic itself.

use crate::Code;
use serde::{Deserialize, Serialize};
use std::fmt;

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Worth knowing.
    Info,
    /// Works, but surely not as meant.
    Warning,
    /// Does not work.
    Error,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Error => "error",
        })
    }
}

/// Where in the source it is.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
pub struct SourcePosition {
    /// File as the user named it.
    pub file: String,
    /// 1-based line, 0 where unknown.
    #[serde(default, skip_serializing_if = "is_unknown")]
    pub line: u32,
    /// 1-based column, 0 where unknown.
    #[serde(default, skip_serializing_if = "is_unknown")]
    pub column: u32,
    /// Id of the entity in the map.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entity: Option<u32>,
    /// Id of the brush or mesh in the map.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub brush: Option<u32>,
    /// Id of the side in the map.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<u32>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_unknown(number: &u32) -> bool {
    *number == 0
}

impl SourcePosition {
    /// A file as a whole.
    pub fn file(file: impl Into<String>) -> Self {
        Self { file: file.into(), ..Self::default() }
    }

    /// A line of a file, from 1; 0 where it is unknown.
    pub fn line(file: impl Into<String>, line: u32) -> Self {
        Self { file: file.into(), line, ..Self::default() }
    }

    /// The same place with a column, in characters from 1.
    #[must_use]
    pub fn column(mut self, column: u32) -> Self {
        self.column = column;
        self
    }

    /// The same place with the id of the entity.
    #[must_use]
    pub fn entity(mut self, id: u32) -> Self {
        self.entity = Some(id);
        self
    }

    /// The same place with the id of the brush or mesh.
    #[must_use]
    pub fn brush(mut self, id: u32) -> Self {
        self.brush = Some(id);
        self
    }

    /// The same place with the id of the side.
    #[must_use]
    pub fn side(mut self, id: u32) -> Self {
        self.side = Some(id);
        self
    }
}

/// `file:line:column, entity 1, brush 2, side 3`, as far as known.
impl fmt::Display for SourcePosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if self.line > 0 {
            write!(f, ":{}", self.line)?;
            if self.column > 0 {
                write!(f, ":{}", self.column)?;
            }
        }
        for (name, id) in [("entity", self.entity), ("brush", self.brush), ("side", self.side)] {
            if let Some(id) = id {
                write!(f, ", {name} {id}")?;
            }
        }
        Ok(())
    }
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

impl Diagnostic {
    /// A diagnostic of the code's severity (an error for a code that is not in the table).
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        let severity = code.info().map_or(Severity::Error, |info| info.severity);
        Self { code, severity, message: message.into(), source: None, world: None, fix: None }
    }

    /// The same with another severity.
    #[must_use]
    pub fn severity(mut self, severity: Severity) -> Self {
        self.severity = severity;
        self
    }

    /// The same with its place in the source.
    #[must_use]
    pub fn at(mut self, source: SourcePosition) -> Self {
        self.source = Some(source);
        self
    }

    /// The same with its place in the world, in units.
    #[must_use]
    pub fn world(mut self, point: impl Into<[f64; 3]>) -> Self {
        self.world = Some(point.into());
        self
    }

    /// The same with what to do about it.
    #[must_use]
    pub fn fix(mut self, fix: impl Into<String>) -> Self {
        self.fix = Some(fix.into());
        self
    }
}

/// One line: `file:1:2, brush 3: error[K0123]: message`.
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(source) = &self.source {
            write!(f, "{source}: ")?;
        }
        write!(f, "{}[{}]: {}", self.severity, self.code, self.message)
    }
}
