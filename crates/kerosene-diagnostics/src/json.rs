//! Lines of JSON; the fields are described at the crate's root.

use crate::{Diagnostic, Diagnostics, Excess, Severity, SourcePosition};
use serde::{Deserialize, Serialize};
use std::io;

#[derive(Serialize)]
struct Line<'a> {
    code: String,
    severity: Severity,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<&'a SourcePosition>,
    #[serde(skip_serializing_if = "Option::is_none")]
    world: Option<[f64; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fix: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    more: Option<usize>,
}

impl<'a> From<&'a Diagnostic> for Line<'a> {
    fn from(diagnostic: &'a Diagnostic) -> Self {
        let Diagnostic { code, severity, message, source, world, fix } = diagnostic;
        Self {
            code: code.to_string(),
            severity: *severity,
            message,
            source: source.as_ref(),
            world: world.filter(|point| point.iter().all(|coordinate| coordinate.is_finite())),
            fix: fix.as_deref(),
            more: None,
        }
    }
}

impl Line<'_> {
    fn text(&self) -> String {
        // Writing to memory cannot fail, and no field's serializer does.
        serde_json::to_string(self).unwrap_or_default()
    }
}

impl Diagnostic {
    /// One line of JSON, without a line break.
    ///
    /// ```
    /// use kerosene_diagnostics::{Diagnostic, SourcePosition, codes};
    ///
    /// let diagnostic = Diagnostic::new(codes::ENTITY_IN_SOLID, "`light` is inside a wall")
    ///     .at(SourcePosition::line("a.map", 7).entity(3))
    ///     .world([1.0, 2.0, 3.5]);
    /// assert_eq!(
    ///     diagnostic.to_json(),
    ///     r#"{"code":"K0402","severity":"warning","message":"`light` is inside a wall","source":{"file":"a.map","line":7,"entity":3},"world":[1.0,2.0,3.5]}"#
    /// );
    /// ```
    pub fn to_json(&self) -> String {
        Line::from(self).text()
    }
}

/// A line as it is read.
#[derive(Deserialize)]
struct ReadLine {
    code: String,
    severity: Severity,
    message: String,
    source: Option<SourcePosition>,
    world: Option<[f64; 3]>,
    fix: Option<String>,
}

impl Diagnostic {
    /// What a line of JSON says; nothing where it is another line.
    ///
    /// ```
    /// use kerosene_diagnostics::{Diagnostic, SourcePosition, codes};
    ///
    /// let diagnostic = Diagnostic::new(codes::LEAK, "a hole").at(SourcePosition::file("a.map")).world([1.0, 2.0, 3.5]);
    /// assert_eq!(Diagnostic::from_json(&diagnostic.to_json()), Some(diagnostic));
    /// assert_eq!(Diagnostic::from_json("{\"bytes\": 12}"), None);
    /// ```
    #[must_use]
    pub fn from_json(line: &str) -> Option<Self> {
        let ReadLine { code, severity, message, source, world, fix } = serde_json::from_str(line).ok()?;
        Some(Self { code: code.parse().ok()?, severity, message, source, world, fix })
    }
}

impl Diagnostics {
    /// All of them as lines of JSON.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_json(&self, out: &mut impl io::Write) -> io::Result<()> {
        for diagnostic in self {
            writeln!(out, "{}", diagnostic.to_json())?;
        }
        for excess in self.excess() {
            let Excess { code, severity, count } = excess;
            let message = &excess.to_string();
            let code = code.to_string();
            let line = Line { code, severity, message, source: None, world: None, fix: None, more: Some(count) };
            writeln!(out, "{}", line.text())?;
        }
        Ok(())
    }
}
