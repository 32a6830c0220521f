//! Diagnostics for people: message, place, source line, fix. The drawing is `miette`'s.

use crate::excerpt::{Excerpt, harmless};
use crate::{Diagnostic, Diagnostics, Severity, Sources};
use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteError, MietteSpanContents, SourceSpan};
use std::fmt;
use std::io::{self, IsTerminal};

/// How to draw for people.
///
/// ```
/// use kerosene_diagnostics::{Diagnostic, SourcePosition, Sources, Terminal, codes};
///
/// let sources = Sources::new().with("a.map", "{\n\"classname\"\n}\n");
/// let diagnostic = Diagnostic::new(codes::SYNTAX, "key `classname` has no value")
///     .at(SourcePosition::line("a.map", 2).column(1))
///     .fix("add the value");
/// let text = Terminal::plain().render(&diagnostic, &sources);
/// assert!(text.starts_with("error[K0001]"));
/// assert!(text.contains("key `classname` has no value"));
/// assert!(text.contains("2 | \"classname\""));
/// assert!(text.contains("help: add the value"));
/// ```
#[derive(Debug, Clone)]
pub struct Terminal {
    handler: GraphicalReportHandler,
}

impl Terminal {
    /// ASCII without colours: for files, pipes and tests.
    pub fn plain() -> Self {
        Self::themed(GraphicalTheme::none())
    }

    /// Colours and line-drawing characters.
    pub fn colored() -> Self {
        Self::themed(GraphicalTheme::unicode())
    }

    /// [`Terminal::colored`] if `stream` is a terminal and the user did not set `NO_COLOR`, else
    /// [`Terminal::plain`].
    pub fn for_stream(stream: &impl IsTerminal) -> Self {
        let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        if stream.is_terminal() && !refused { Self::colored() } else { Self::plain() }
    }

    /// The same for lines of `columns` characters; 100 unless said.
    #[must_use]
    pub fn width(mut self, columns: usize) -> Self {
        self.handler = self.handler.with_width(columns.max(20));
        self
    }

    fn themed(theme: GraphicalTheme) -> Self {
        let handler = GraphicalReportHandler::new_themed(theme).with_width(100).with_links(false).with_context_lines(1);
        Self { handler }
    }

    /// One diagnostic as text of several lines.
    pub fn render(&self, diagnostic: &Diagnostic, sources: &Sources<'_>) -> String {
        let excerpt = diagnostic.source.as_ref().and_then(|position| sources.excerpt(position));
        let mut text = String::new();
        match self.handler.render_report(&mut text, &Report { diagnostic, excerpt }) {
            Ok(()) => text,
            // Better one plain line than none, should the drawing ever fail.
            Err(fmt::Error) => format!("{}\n", harmless(&diagnostic.to_string())),
        }
    }

    /// All of `diagnostics`, how many were left out of each code, and a line with the counts.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, diagnostics: &Diagnostics, sources: &Sources<'_>, out: &mut impl io::Write) -> io::Result<()> {
        for diagnostic in diagnostics {
            writeln!(out, "{}", self.render(diagnostic, sources))?;
        }
        for excess in diagnostics.excess() {
            writeln!(out, "{}[{}]: {excess}", excess.severity, excess.code)?;
        }
        let count = |count: usize, name: &str| format!("{count} {name}{}", if count == 1 { "" } else { "s" });
        match (diagnostics.errors(), diagnostics.warnings()) {
            (0, 0) => Ok(()),
            (0, warnings) => writeln!(out, "{}", count(warnings, "warning")),
            (errors, 0) => writeln!(out, "{}", count(errors, "error")),
            (errors, warnings) => writeln!(out, "{}, {}", count(errors, "error"), count(warnings, "warning")),
        }
    }
}

/// A diagnostic as `miette` sees it.
#[derive(Debug)]
struct Report<'a> {
    diagnostic: &'a Diagnostic,
    excerpt: Option<Excerpt<'a>>,
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Diagnostic { message, source, world, .. } = self.diagnostic;
        f.write_str(&harmless(message))?;
        if let Some(source) = source {
            write!(f, "\nin {}", harmless(&source.to_string()))?;
        }
        if let Some([x, y, z]) = world {
            write!(f, "\nat {x} {y} {z} in the world")?;
        }
        Ok(())
    }
}

impl std::error::Error for Report<'_> {}

impl miette::Diagnostic for Report<'_> {
    fn code<'b>(&'b self) -> Option<Box<dyn fmt::Display + 'b>> {
        Some(Box::new(format!("{}[{}]", self.diagnostic.severity, self.diagnostic.code)))
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.diagnostic.severity {
            Severity::Info => miette::Severity::Advice,
            Severity::Warning => miette::Severity::Warning,
            Severity::Error => miette::Severity::Error,
        })
    }

    fn help<'b>(&'b self) -> Option<Box<dyn fmt::Display + 'b>> {
        self.diagnostic.fix.as_ref().map(|fix| Box::new(harmless(fix)) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn miette::SourceCode> {
        self.excerpt.as_ref().map(|excerpt| excerpt as &dyn miette::SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let excerpt = self.excerpt.as_ref()?;
        Some(Box::new(std::iter::once(LabeledSpan::underline((excerpt.offset, excerpt.length)))))
    }
}

impl miette::SourceCode for Excerpt<'_> {
    fn read_span<'b>(
        &'b self,
        span: &SourceSpan,
        lines_before: usize,
        lines_after: usize,
    ) -> Result<Box<dyn miette::SpanContents<'b> + 'b>, MietteError> {
        let contents = self.text.read_span(span, lines_before, lines_after)?;
        // `miette` counts columns in bytes.
        let before = &self.text.as_bytes()[..span.offset()];
        let bytes = &before[before.len().saturating_sub(contents.column())..];
        let column = String::from_utf8_lossy(bytes).chars().count();
        Ok(Box::new(MietteSpanContents::new_named(
            harmless(self.file).into_owned(),
            contents.data(),
            *contents.span(),
            contents.line() + self.first_line,
            column,
            contents.line_count(),
        )))
    }
}
