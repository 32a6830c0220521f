//! What can be wrong with files that a tool reads and writes, whatever is in them.

use kerosene_diagnostics::{Diagnostic, SourcePosition, codes};
use std::io;
use std::path::PathBuf;

/// Why a file is not read or not made.
#[derive(Debug, thiserror::Error)]
pub enum FileFault {
    /// It cannot be read.
    #[error("{reason}")]
    Read {
        /// The file.
        file: PathBuf,
        /// What the system says.
        reason: io::Error,
    },
    /// It cannot be written.
    #[error("{reason}")]
    Write {
        /// The file.
        file: PathBuf,
        /// What the system says.
        reason: io::Error,
    },
    /// One result is named for several sources.
    #[error("one file is named, and {count} sources are given")]
    Several {
        /// The file that is named.
        file: PathBuf,
        /// How many sources there are.
        count: usize,
    },
    /// Two sources have the same result.
    #[error("two of the sources would give this file")]
    Twice {
        /// That file.
        file: PathBuf,
    },
    /// A result would take the place of what it is made of.
    #[error("this is a source, and the result would overwrite it")]
    OverSource {
        /// The source.
        file: PathBuf,
    },
    /// A result's name says that it is something else.
    #[error("a {name} is written to a file that ends in .{ending}")]
    Ending {
        /// The file.
        file: PathBuf,
        /// What would be written.
        name: &'static str,
        /// The ending, without the dot.
        ending: &'static str,
    },
    /// Something else stands where a result would go.
    #[error("what is there is no {name}, and would be lost")]
    Occupied {
        /// The file.
        file: PathBuf,
        /// What would be written.
        name: &'static str,
    },
    /// A file that people make too is there already.
    #[error("the file exists and holds something else")]
    Exists {
        /// The file.
        file: PathBuf,
    },
}

impl FileFault {
    /// The fault as a diagnostic that names the file and what to do.
    ///
    /// ```
    /// let fault = kerosene_cli::read("nowhere.png".as_ref()).unwrap_err();
    /// assert_eq!(fault.diagnostic().source.expect("it names the file").file, "nowhere.png");
    /// ```
    #[must_use]
    pub fn diagnostic(&self) -> Diagnostic {
        let (code, file, fix) = match self {
            Self::Read { file, .. } => (codes::NOT_READ, file, "check the path and its permissions"),
            Self::Write { file, .. } => (codes::NOT_WRITTEN, file, "check the folder and its permissions"),
            Self::Several { file, .. } => (codes::NOT_WRITTEN, file, "name a folder with --into"),
            Self::Twice { file } => (codes::NOT_WRITTEN, file, "rename one of them, or make them one at a time"),
            Self::OverSource { file } => (codes::NOT_WRITTEN, file, "name another file with -o, or another folder"),
            Self::Ending { file, ending, .. } => {
                let place = SourcePosition::file(file.display().to_string());
                let fix = format!("name it {}", file.with_extension(ending).display());
                return Diagnostic::new(codes::NOT_WRITTEN, self.to_string()).at(place).fix(fix);
            }
            Self::Occupied { file, .. } => (codes::NOT_WRITTEN, file, "name another file, or move this one away"),
            Self::Exists { file } => (codes::NOT_WRITTEN, file, "name another file, or write over it with --force"),
        };
        Diagnostic::new(code, self.to_string()).at(SourcePosition::file(file.display().to_string())).fix(fix)
    }
}
