//! Why a tool cannot do what it was asked.

use kerosene_cli::FileFault;
use kerosene_config::ContentError;
use kerosene_diagnostics::{Code, Diagnostic, SourcePosition, codes};
use kerosene_entity::KdefError;
use kerosene_map::{ClassTableError, ReadError, WriteError};
use kerosene_vfs::{VaultError, VfsError};
use std::io;
use std::path::Path;

/// An error that ends the work on one file.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ToolError {
    #[error(transparent)]
    File(#[from] FileFault),
    #[error("cannot read the file: {reason}")]
    Read { file: String, reason: io::Error },
    #[error("{0}")]
    Map(#[from] ReadError),
    #[error("cannot use the class table: {0}")]
    Classes(#[from] ClassTableError),
    #[error("cannot use the schema: {reason}")]
    Schema { file: String, reason: KdefError },
    #[error("cannot write the file: {reason}")]
    Write { file: String, reason: io::Error },
    #[error("the file exists")]
    Exists { file: String },
    #[error("one repaired map can be written at a time, and {count} maps are given")]
    SeveralRepairs { file: String, count: usize },
    #[error("{reason}")]
    NotHeld { file: String, reason: WriteError },
    #[error("{reason}")]
    Compiled { file: String, reason: String },
    #[error("{reason}")]
    Archive { file: String, reason: VaultError },
    #[error("{reason}")]
    InContent { file: String, reason: VfsError },
    #[error("{0}")]
    Content(#[from] ContentError),
    #[error("the folder is not empty")]
    FolderNotEmpty { file: String },
    #[error("a map of this name cannot be loaded")]
    MapName { file: String },
    #[error("no map is named, and the content has no project that begins with one")]
    NoStartMap,
    #[error("there is no map {name}")]
    NoMap { name: String, meant: String },
    #[error("there is no such file")]
    NoMapFile { file: String, meant: Option<String> },
    #[error("a compiled map is played from the folder maps of its content")]
    LooseCompiled { file: String },
    #[error("the program {name} is neither beside this program nor in PATH")]
    NoProgram { name: String },
    #[error("{program} cannot be started: {reason}")]
    NotStarted { program: String, reason: io::Error },
    #[error("it is no folder")]
    NoFolder { file: String },
    #[error("the system gives no threads to work with")]
    NoThreads,
    #[error("the name says no format: expected one that ends in .kmap or .map")]
    UnknownFormat { file: String },
}

impl ToolError {
    pub(crate) fn read(path: &Path, reason: io::Error) -> Self {
        Self::Read { file: path.display().to_string(), reason }
    }

    pub(crate) fn write(path: &Path, reason: io::Error) -> Self {
        Self::Write { file: path.display().to_string(), reason }
    }

    /// What is wrong with a compiled map.
    pub(crate) fn compiled(path: &Path, reason: &impl ToString) -> Self {
        Self::Compiled { file: path.display().to_string(), reason: reason.to_string() }
    }

    /// What is wrong with an archive.
    pub(crate) fn archive(path: &Path, reason: VaultError) -> Self {
        Self::Archive { file: path.display().to_string(), reason }
    }

    /// Why a program of the engine does not run.
    pub(crate) fn start(program: &str, reason: io::Error) -> Self {
        Self::NotStarted { program: program.to_owned(), reason }
    }

    /// What is wrong with a file of a folder of content.
    pub(crate) fn content(path: &Path, reason: VfsError) -> Self {
        Self::InContent { file: path.display().to_string(), reason }
    }

    /// The error as a diagnostic that names the file and what to do.
    pub(crate) fn diagnostic(&self) -> Diagnostic {
        let (code, file, fix) = match self {
            Self::File(fault) => return fault.diagnostic(),
            Self::Map(error) => return error.diagnostic(),
            Self::Classes(error) => {
                let position = SourcePosition::line(&error.file, error.position.line).column(error.position.column);
                let fix = "correct the table, or start from a copy of the built-in one";
                return Diagnostic::new(codes::SYNTAX, error.problem.clone()).at(position).fix(fix);
            }
            Self::Schema { file, .. } => (codes::SYNTAX, file, "correct the schema at the place that is named"),
            Self::Read { file, .. } => (codes::NOT_READ, file, "check the path and its permissions"),
            Self::Write { file, .. } => (codes::NOT_WRITTEN, file, "check the folder and its permissions"),
            Self::Exists { file } => (codes::NOT_WRITTEN, file, "name another file, or write over it with --force"),
            Self::SeveralRepairs { file, .. } => (codes::NOT_WRITTEN, file, "give one map with each --fix"),
            Self::NotHeld { file, .. } => (codes::NOT_WRITTEN, file, "correct the object in an editor"),
            Self::Compiled { file, .. } => {
                (codes::COMPILED_MAP_DAMAGED, file, "compile the map again, or check that it is a compiled map at all")
            }
            Self::Archive { file, reason } => {
                let (code, fix) = archive_fix(reason);
                (code, file, fix)
            }
            Self::InContent { file, .. } => (codes::NOT_READ, file, "check the file and its permissions"),
            Self::Content(error) => return error.diagnostic(),
            Self::NoProgram { .. } | Self::NotStarted { .. } => {
                let fix =
                    "install the runtime beside the tools, or build it: cargo build --release -p kerosene-runtime";
                return Diagnostic::new(codes::NO_PROGRAM, self.to_string()).fix(fix);
            }
            Self::FolderNotEmpty { file } => {
                (codes::NOT_WRITTEN, file, "name a new folder, or make this one a project with `kerosene-tools init`")
            }
            Self::MapName { file } => {
                (codes::MAP_NAME, file, "use letters, digits, _, - and . in the names of maps and their folders")
            }
            Self::NoMap { meant, .. } => {
                return Diagnostic::new(codes::NO_CONTENT, self.to_string()).fix(format!("did you mean `{meant}`?"));
            }
            Self::NoMapFile { file, meant } => {
                let fix = meant.as_ref().map_or_else(
                    || {
                        "check the path; a map of the content is named without ending: `kerosene-tools play hall`"
                            .to_owned()
                    },
                    |meant| format!("did you mean `{meant}`?"),
                );
                return Diagnostic::new(codes::NOT_READ, self.to_string()).at(SourcePosition::file(file)).fix(fix);
            }
            Self::NoStartMap => {
                let fix = "name a map, or set `startmap` in the project file";
                return Diagnostic::new(codes::NO_CONTENT, self.to_string()).fix(fix);
            }
            Self::LooseCompiled { file } => (codes::NO_CONTENT, file, "move it into a folder maps, or give its source"),
            Self::NoFolder { file } => (codes::NOT_READ, file, "name a folder that exists"),
            Self::NoThreads => {
                return Diagnostic::new(codes::INTERNAL, self.to_string()).fix("close other programs, or try --jobs 1");
            }
            Self::UnknownFormat { file } => (codes::NOT_WRITTEN, file, "give the file the ending of its format"),
        };
        Diagnostic::new(code, self.to_string()).at(SourcePosition::file(file)).fix(fix)
    }
}

/// What to do about an archive that cannot be read or written.
fn archive_fix(reason: &VaultError) -> (Code, &'static str) {
    match reason {
        VaultError::Io(_) => (codes::NOT_READ, "check the path and its permissions"),
        VaultError::NotAVault | VaultError::Newer { .. } | VaultError::Damaged { .. } | VaultError::Content { .. } => {
            (codes::ARCHIVE_DAMAGED, "`kerosene-tools vault verify` lists every damaged file of an archive")
        }
        VaultError::Name(_)
        | VaultError::NotNormal { .. }
        | VaultError::Order { .. }
        | VaultError::FileIsFolder { .. }
        | VaultError::TooMany
        | VaultError::TooLarge { .. } => (codes::NOT_PACKED, "rename or leave out the file (--exclude)"),
    }
}
