//! What people and programs get to see.

use kerosene_diagnostics::{Diagnostic, Diagnostics, Sources, Terminal};
use std::borrow::Cow;
use std::io::{self, Write};
use std::path::Path;

/// Writes a line to standard output; a reader that went away is no reason to fail.
pub(crate) fn say(line: &str) {
    let _ = writeln!(io::stdout().lock(), "{line}");
}

/// Shows diagnostics: on standard error for people, as lines of JSON on standard output for programs.
pub(crate) fn show(diagnostics: &Diagnostics, sources: &Sources<'_>, json: bool) {
    if json {
        let _ = diagnostics.write_json(&mut io::stdout().lock());
    } else {
        let terminal = Terminal::for_stream(&io::stderr());
        let _ = terminal.write(diagnostics, sources, &mut io::stderr().lock());
    }
}

/// Shows a single one.
pub(crate) fn show_one(diagnostic: Diagnostic, sources: &Sources<'_>, json: bool) {
    let mut diagnostics = Diagnostics::new();
    diagnostics.push(diagnostic);
    show(&diagnostics, sources, json);
}

/// The text of a file under its name, for excerpts.
pub(crate) fn source<'a>(path: &Path, bytes: &'a [u8]) -> Sources<'a> {
    let text: Cow<'a, str> = String::from_utf8_lossy(bytes);
    Sources::new().with(path.display().to_string(), text)
}
