//! Collecting diagnostics of one file, with a bound on how many are kept.

use crate::codes;
use kerosene_diagnostics::{Code, Diagnostic, Severity, SourcePosition};

/// Messages kept of one file; a damaged file could otherwise give one for every line.
const KEPT_MESSAGES: usize = 1_000;

/// Where in the file and the map something was seen.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Place {
    pub(crate) line: u32,
    pub(crate) column: u32,
    pub(crate) entity: Option<u32>,
    pub(crate) brush: Option<u32>,
    pub(crate) side: Option<u32>,
}

impl Place {
    /// A place known by its line only.
    pub(crate) fn line(line: u32) -> Self {
        Self { line, ..Self::default() }
    }
}

/// The diagnostics of one file.
#[derive(Debug)]
pub(crate) struct Reporter {
    file: String,
    kept: Vec<Diagnostic>,
    suppressed: usize,
}

impl Reporter {
    pub(crate) fn new(file: &str) -> Self {
        Self { file: file.to_owned(), kept: Vec::new(), suppressed: 0 }
    }

    pub(crate) fn report(&mut self, severity: Severity, code: Code, place: Place, message: String, fix: Option<&str>) {
        if self.kept.len() >= KEPT_MESSAGES {
            self.suppressed += 1;
            return;
        }
        let source = SourcePosition {
            file: self.file.clone(),
            line: place.line,
            column: place.column,
            entity: place.entity,
            brush: place.brush,
            side: place.side,
        };
        let fix = fix.map(str::to_owned);
        self.kept.push(Diagnostic { code, severity, message, source: Some(source), world: None, fix });
    }

    pub(crate) fn info(&mut self, code: Code, place: Place, message: String) {
        self.report(Severity::Info, code, place, message, None);
    }

    pub(crate) fn warning(&mut self, code: Code, place: Place, message: String, fix: &str) {
        self.report(Severity::Warning, code, place, message, Some(fix));
    }

    pub(crate) fn error(&mut self, code: Code, place: Place, message: String, fix: &str) {
        self.report(Severity::Error, code, place, message, Some(fix));
    }

    /// Everything kept, and a last line that says how much was not.
    pub(crate) fn finish(mut self) -> Vec<Diagnostic> {
        if self.suppressed > 0 {
            let message = format!("{} further messages about this file are not shown", self.suppressed);
            let source = Some(SourcePosition { file: self.file, ..SourcePosition::default() });
            let (code, severity) = (codes::MESSAGES_SUPPRESSED, Severity::Warning);
            self.kept.push(Diagnostic { code, severity, message, source, world: None, fix: None });
        }
        self.kept
    }
}
