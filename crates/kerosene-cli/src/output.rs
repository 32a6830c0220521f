//! What people and programs get to see.

use kerosene_diagnostics::{Diagnostic, Diagnostics, Sources, Terminal};
use std::io::{self, Write};

/// Writes a line to standard output; a reader that went away is no reason to fail.
///
/// ```
/// kerosene_cli::say("wrote maps/start.kbsp");
/// ```
pub fn say(line: &str) {
    let _ = writeln!(io::stdout().lock(), "{line}");
}

/// Shows diagnostics, with the lines of the sources that are given: on standard error for people, as lines of JSON on
/// standard output for programs.
///
/// ```
/// use kerosene_diagnostics::{Diagnostics, Sources};
///
/// kerosene_cli::show(&Diagnostics::new(), &Sources::new(), false);
/// ```
pub fn show(diagnostics: &Diagnostics, sources: &Sources<'_>, json: bool) {
    if json {
        let _ = diagnostics.write_json(&mut io::stdout().lock());
    } else if !diagnostics.is_empty() {
        let terminal = Terminal::for_stream(&io::stderr());
        let _ = terminal.write(diagnostics, sources, &mut io::stderr().lock());
    }
}

/// Shows a single one.
///
/// ```
/// use kerosene_diagnostics::{Diagnostic, Sources, codes};
///
/// kerosene_cli::show_one(Diagnostic::new(codes::NOT_READ, "it is not there"), &Sources::new(), false);
/// ```
pub fn show_one(diagnostic: Diagnostic, sources: &Sources<'_>, json: bool) {
    let mut diagnostics = Diagnostics::new();
    diagnostics.push(diagnostic);
    show(&diagnostics, sources, json);
}

/// Whether it went well; what went wrong is shown.
///
/// ```
/// use kerosene_diagnostics::{Diagnostic, codes};
///
/// assert!(kerosene_cli::concluded(Ok(()), false));
/// assert!(!kerosene_cli::concluded(Err(Diagnostic::new(codes::NOT_READ, "it is not there")), false));
/// ```
pub fn concluded(done: Result<(), Diagnostic>, json: bool) -> bool {
    done.map_err(|diagnostic| show_one(diagnostic, &Sources::new(), json)).is_ok()
}
