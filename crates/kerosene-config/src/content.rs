//! The content that a root and its project file mean.

use crate::{Project, ProjectError};
use kerosene_diagnostics::{Diagnostic, Diagnostics, Severity, SourcePosition, codes};
use kerosene_vfs::{ContentRoot, RootError, RootSearch, find_content_root};
use std::{
    fmt,
    fs::File,
    io::{self, Read},
    path::{Path, PathBuf},
};

/// Largest project file that is read, in bytes.
const MAX_FILE: u64 = 1 << 20;

/// Where the content is, and what its project says.
#[derive(Debug, Clone)]
pub struct Content {
    /// The folder that holds `maps/`, `materials/` and the rest.
    pub folder: PathBuf,
    /// How it was found.
    pub root: ContentRoot,
    /// What the project file says; what an empty one says where there is none.
    pub project: Project,
    /// What is worth knowing about the project file.
    pub notes: Diagnostics,
}

/// Why there is no content.
#[derive(Debug, thiserror::Error)]
pub enum ContentError {
    /// No content root was found, or the one that was named is none.
    #[error(transparent)]
    Root(#[from] RootError),
    /// Its project file cannot be read.
    #[error("{}: {source}", file.display())]
    Unreadable {
        /// The project file.
        file: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// Its project file cannot be used.
    #[error(transparent)]
    Project(#[from] ProjectError),
    /// The content folder that it names is not there.
    #[error("{} says that its content is in {}, which is no folder: make it, or correct `content`", file.display(), folder.display())]
    NoFolder {
        /// The project file.
        file: PathBuf,
        /// The folder.
        folder: PathBuf,
    },
}

impl ContentError {
    /// The error as a diagnostic.
    ///
    /// ```
    /// use kerosene_config::find_content;
    /// use kerosene_vfs::RootSearch;
    ///
    /// let error = find_content(&RootSearch::default()).unwrap_err();
    /// assert_eq!(error.diagnostic().code, kerosene_diagnostics::codes::NO_CONTENT);
    /// ```
    #[must_use]
    pub fn diagnostic(&self) -> Diagnostic {
        match self {
            Self::Project(error) => error.diagnostic(),
            Self::Root(error) => Diagnostic::new(codes::NO_CONTENT, error.to_string()),
            Self::Unreadable { file, source } => Diagnostic::new(codes::NOT_READ, source.to_string())
                .at(SourcePosition::file(file.display().to_string()))
                .fix("check the path and its permissions"),
            Self::NoFolder { file, .. } => Diagnostic::new(codes::NO_CONTENT, self.to_string())
                .at(SourcePosition::file(file.display().to_string())),
        }
    }
}

/// Finds the content: the root, as [`find_content_root`] does, and in it the folder that its project file names.
///
/// # Errors
/// No root; a project file that cannot be read or used; a content folder that is not there.
///
/// ```
/// use kerosene_config::find_content;
/// use kerosene_vfs::RootSearch;
///
/// let folder = tempfile::tempdir()?;
/// std::fs::write(folder.path().join("ruins.kproj"), "project { content game }")?;
/// std::fs::create_dir(folder.path().join("game"))?;
/// let content = find_content(&RootSearch { explicit: Some(folder.path().into()), ..Default::default() })?;
/// assert_eq!(content.folder, folder.path().join("game"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn find_content(search: &RootSearch) -> Result<Content, ContentError> {
    let root = find_content_root(search)?;
    let Some(file) = root.project.clone() else {
        let folder = root.path.clone();
        return Ok(Content { folder, root, project: Project::default(), notes: Diagnostics::new() });
    };
    let text = read(&file).map_err(|source| ContentError::Unreadable { file: file.clone(), source })?;
    let (project, mut notes) = Project::parse(&file.display().to_string(), &text)?;
    notes.extend(others(&file));
    let folder = project.content.as_ref().map_or_else(|| root.path.clone(), |below| root.path.join(below));
    if !folder.is_dir() {
        return Err(ContentError::NoFolder { file, folder });
    }
    Ok(Content { folder, root, project, notes })
}

/// A warning where several project files lie in one folder: the first by name counts.
fn others(file: &Path) -> Option<Diagnostic> {
    let is_project =
        |path: &PathBuf| path.extension().is_some_and(|it| it.eq_ignore_ascii_case("kproj")) && path.is_file();
    let entries = file.parent()?.read_dir().ok()?.flatten().map(|entry| entry.path());
    let mut names: Vec<_> = entries
        .filter(|path| is_project(path) && path.file_name() != file.file_name())
        .filter_map(|path| Some(path.file_name()?.to_string_lossy().into_owned()))
        .collect();
    names.sort();
    let message = format!("there are other project files beside this one, which counts: {}", names.join(", "));
    let note = Diagnostic::new(codes::BAD_VALUE, message).severity(Severity::Warning);
    let note = note.at(SourcePosition::file(file.display().to_string()));
    (!names.is_empty()).then(|| note.fix("keep one of them"))
}

fn read(file: &Path) -> io::Result<String> {
    let mut text = String::new();
    File::open(file)?.take(MAX_FILE + 1).read_to_string(&mut text)?;
    if text.len() as u64 > MAX_FILE {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, "a project file has at most 1 MiB"));
    }
    Ok(text)
}

impl fmt::Display for Content {
    /// The folder and the reason for it: `/home/me/game (it is the current directory and holds a project file (*.kproj))`.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.folder == self.root.path {
            return write!(formatter, "{} ({})", self.folder.display(), self.root.reason);
        }
        let file = self.root.project.as_deref().and_then(Path::file_name).unwrap_or_default().to_string_lossy();
        let root = self.root.path.display();
        write!(formatter, "{} (by {file} in {root}; {})", self.folder.display(), self.root.reason)
    }
}
