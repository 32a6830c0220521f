//! Collecting the diagnostics of one file.

use kerosene_diagnostics::{Code, Diagnostic, Diagnostics, SourcePosition};

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

    /// A brush and its line.
    pub(crate) fn brush(brush: &crate::model::Brush) -> Self {
        Self { brush: Some(brush.id), ..Self::line(brush.line) }
    }

    /// An entity and its line.
    pub(crate) fn entity(entity: &crate::model::Entity) -> Self {
        Self { entity: Some(entity.id), ..Self::line(entity.line) }
    }
}

/// The diagnostics of one file.
#[derive(Debug)]
pub(crate) struct Reporter {
    file: String,
    diagnostics: Diagnostics,
}

impl Reporter {
    pub(crate) fn new(file: &str) -> Self {
        Self { file: file.to_owned(), diagnostics: Diagnostics::new() }
    }

    /// Reports something with the severity of its code.
    pub(crate) fn report(&mut self, code: Code, place: Place, message: String) {
        let source = self.source(place);
        self.diagnostics.push(Diagnostic::new(code, message).at(source));
    }

    /// The same with what to do about it.
    pub(crate) fn report_with_fix(&mut self, code: Code, place: Place, message: String, fix: &str) {
        let source = self.source(place);
        self.diagnostics.push(Diagnostic::new(code, message).at(source).fix(fix));
    }

    pub(crate) fn finish(self) -> Diagnostics {
        self.diagnostics
    }

    fn source(&self, place: Place) -> SourcePosition {
        let Place { line, column, entity, brush, side } = place;
        SourcePosition { file: self.file.clone(), line, column, entity, brush, side }
    }
}
