//! Archives: pack, list, verify, unpack, compare.

mod diff;
mod list;
mod pack;
mod unpack;
mod verify;

use crate::cli::VaultCommand;
use crate::error::ToolError;
use glob::{MatchOptions, Pattern};
use kerosene_cli::show_one;
use kerosene_diagnostics::Sources;
use kerosene_vfs::Vault;
use std::path::Path;
use std::process::ExitCode;

/// Does what was asked.
pub(crate) fn run(command: &VaultCommand) -> ExitCode {
    let (done, json) = match command {
        VaultCommand::Pack(arguments) => (pack::run(arguments), arguments.json),
        VaultCommand::List(arguments) => (list::run(arguments), arguments.json),
        VaultCommand::Verify(arguments) => (Ok(verify::run(arguments)), arguments.json),
        VaultCommand::Unpack(arguments) => (unpack::run(arguments), arguments.json),
        VaultCommand::Diff(arguments) => (diff::run(arguments), arguments.json),
    };
    done.unwrap_or_else(|error| {
        show_one(error.diagnostic(), &Sources::new(), json);
        ExitCode::FAILURE
    })
}

/// Opens an archive.
fn open(path: &Path) -> Result<Vault, ToolError> {
    Vault::open(path).map_err(|reason| ToolError::archive(path, reason))
}

/// Which names are meant.
struct Selection<'a> {
    only: &'a [Pattern],
    exclude: &'a [Pattern],
}

impl Selection<'_> {
    /// A name is meant when one of the patterns to take fits it, or there is none, and none of those to leave out does.
    /// A pattern without a slash fits the file's own name; `*` does not cross a slash, `**` does.
    fn takes(&self, name: &str) -> bool {
        (self.only.is_empty() || fits(self.only, name)) && !fits(self.exclude, name)
    }
}

fn fits(patterns: &[Pattern], name: &str) -> bool {
    let options =
        MatchOptions { case_sensitive: false, require_literal_separator: true, require_literal_leading_dot: false };
    let own = name.rsplit('/').next().unwrap_or(name);
    patterns.iter().any(|pattern| {
        let name = if pattern.as_str().contains('/') { name } else { own };
        pattern.matches_with(name, options)
    })
}

/// A number of bytes for people, in the units of 1,000.
fn bytes(count: u64) -> String {
    const UNITS: [&str; 4] = ["kB", "MB", "GB", "TB"];
    if count < 1_000 {
        return format!("{count} B");
    }
    let mut value = count as f64 / 1_000.0;
    let mut unit = 0;
    while value >= 999.95 && unit + 1 < UNITS.len() {
        value /= 1_000.0;
        unit += 1;
    }
    format!("{value:.1} {}", UNITS[unit])
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use super::*;

    #[test]
    fn bytes_have_the_unit_that_fits() {
        let texts = [0, 999, 1_000, 999_949, 999_950, 1_234_567, u64::MAX].map(bytes);
        assert_eq!(texts, ["0 B", "999 B", "1.0 kB", "999.9 kB", "1.0 MB", "1.2 MB", "18446744.1 TB"]);
    }

    #[test]
    fn patterns_select_by_own_name_or_by_path() {
        let patterns = |texts: &[&str]| texts.iter().map(|text| Pattern::new(text).unwrap()).collect::<Vec<_>>();
        let (only, exclude) = (patterns(&["*.KBSP", "sound/**/*.kaud"]), patterns(&["maps/test/*"]));
        let selection = Selection { only: &only, exclude: &exclude };
        assert!(selection.takes("maps/e1m1.kbsp") && selection.takes("sound/a/b/c.kaud"));
        assert!(!selection.takes("maps/test/e1m1.kbsp") && !selection.takes("maps/e1m1.kbsp.bak"));
        assert!(!selection.takes("c.kaud"));
        assert!(Selection { only: &[], exclude: &[] }.takes("anything"));
    }
}
