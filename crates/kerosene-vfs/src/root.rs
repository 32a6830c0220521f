//! Which folder is *the content*, and why.

use std::{
    fmt,
    path::{Path, PathBuf},
};

/// How many parents of a place are looked at.
pub const MAX_CLIMB: usize = 6;

/// File whose presence marks a content root: the entity schema.
const SCHEMA_FILE: &str = "kerosene.kdef";

/// Extension of project files.
const PROJECT_EXTENSION: &str = "kproj";

/// Extension of archives.
const VAULT_EXTENSION: &str = "vault";

/// Where to look, in the order of the fields. A place left `None` is not looked at.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RootSearch {
    /// What the user named (`--content`). When given, nothing else is tried: a wrong name is an error.
    pub explicit: Option<PathBuf>,
    /// The map being opened.
    pub map: Option<PathBuf>,
    /// The current directory.
    pub current_directory: Option<PathBuf>,
    /// The program itself.
    pub executable: Option<PathBuf>,
}

impl RootSearch {
    /// The current directory and the running executable, as the operating system tells.
    ///
    /// ```
    /// let search = kerosene_vfs::RootSearch::from_environment();
    /// assert!(search.explicit.is_none());
    /// ```
    pub fn from_environment() -> Self {
        Self {
            current_directory: std::env::current_dir().ok(),
            executable: std::env::current_exe().ok(),
            ..Self::default()
        }
    }
}

/// The place a root was found from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// Named by the user.
    Explicit,
    /// The map being opened.
    Map,
    /// The current directory.
    CurrentDirectory,
    /// The program itself.
    Executable,
}

/// What marked a folder as a content root.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RootMarker {
    /// A project file (`*.kproj`).
    Project,
    /// The entity schema, `kerosene.kdef`.
    Schema,
    /// Both `maps/` and `materials/`.
    Folders,
    /// An archive (`*.vault`), as a finished game has it.
    Archive,
    /// `maps/` alone: enough in a folder that the user named, or for a map in it that the user named.
    MapsOnly,
}

/// Why a folder was chosen; displays as a sentence's end ("because ...").
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RootReason {
    /// Where the search began.
    pub place: Place,
    /// What marked the folder.
    pub marker: RootMarker,
    /// How many parents above that place it lies.
    pub climbed: usize,
}

/// A content root.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContentRoot {
    /// The folder.
    pub path: PathBuf,
    /// Its project file, where it has one (of several, the first by name).
    pub project: Option<PathBuf>,
    /// Why it was chosen.
    pub reason: RootReason,
}

/// Why there is no content root.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RootError {
    /// The folder that the user named does not exist.
    #[error("content folder {} does not exist or is not a folder", path.display())]
    NoSuchFolder {
        /// The folder.
        path: PathBuf,
    },
    /// The folder that the user named holds nothing that marks a content root.
    #[error(
        "{} is not a content folder: expected a project file (*.kproj), {SCHEMA_FILE}, an archive (*.vault) or a folder \
         maps/ in it (a compiled map NAME lies in maps/NAME.kbsp)",
        path.display()
    )]
    NotContent {
        /// The folder.
        path: PathBuf,
    },
    /// No place led to a content root.
    #[error(
        "no content folder found from {}: name one with --content DIR, or work below a folder with a project \
         file (*.kproj), {SCHEMA_FILE}, an archive (*.vault), or both maps/ and materials/",
        places(searched)
    )]
    NothingFound {
        /// The places that were searched.
        searched: Vec<PathBuf>,
    },
}

/// Finds the content root: the folder that the user named; else beside the map being opened; else the
/// current directory; else beside the executable. Each place climbs at most [`MAX_CLIMB`] parents. Within
/// one place a project file beats an inferred root, even a nearer one; between places the earlier wins.
///
/// # Errors
/// A named folder that is no content folder, or no place that leads to one.
///
/// ```
/// use kerosene_vfs::{Place, RootSearch, find_content_root};
///
/// let folder = tempfile::tempdir()?;
/// std::fs::create_dir(folder.path().join("maps"))?;
/// let root = find_content_root(&RootSearch { explicit: Some(folder.path().into()), ..Default::default() })?;
/// assert_eq!(root.path, folder.path());
/// assert_eq!(root.reason.place, Place::Explicit);
/// assert_eq!(root.reason.to_string(), "it was named with --content and holds maps/");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn find_content_root(search: &RootSearch) -> Result<ContentRoot, RootError> {
    if let Some(path) = &search.explicit {
        if !path.is_dir() {
            return Err(RootError::NoSuchFolder { path: path.clone() });
        }
        return climb(path, Place::Explicit).ok_or_else(|| RootError::NotContent { path: path.clone() });
    }
    let beside_map = search.map.as_deref().and_then(Path::parent);
    let beside_executable = search.executable.as_deref().and_then(Path::parent);
    let places = [
        (beside_map, Place::Map),
        (search.current_directory.as_deref(), Place::CurrentDirectory),
        (beside_executable, Place::Executable),
    ];
    for (start, place) in places {
        if let Some(root) = start.and_then(|start| climb(start, place)) {
            return Ok(root);
        }
    }
    let searched = places.iter().filter_map(|(start, _)| start.map(Path::to_owned)).collect();
    Err(RootError::NothingFound { searched })
}

/// The root at or above one place.
fn climb(start: &Path, place: Place) -> Option<ContentRoot> {
    // Parents of a relative path end at "", so climbing needs the full one. An explicit folder is kept
    // as the user wrote it when it is the root itself.
    let absolute = std::path::absolute(start).ok()?;
    let mut inferred: Option<ContentRoot> = None;
    for (climbed, folder) in absolute.ancestors().take(MAX_CLIMB + 1).enumerate() {
        let path = if climbed == 0 { start.to_owned() } else { folder.to_owned() };
        if let Some(project) = project_file(folder) {
            let reason = RootReason { place, marker: RootMarker::Project, climbed };
            return Some(ContentRoot { path, project: Some(project), reason });
        }
        if inferred.is_none() {
            let holds_map = place == Place::Map && climbed == 1 && is_maps_folder(start);
            let accept_maps_only = place == Place::Explicit && climbed == 0 || holds_map;
            inferred = inferred_marker(folder, accept_maps_only).map(|marker| ContentRoot {
                path,
                project: None,
                reason: RootReason { place, marker, climbed },
            });
        }
        // What the user named and is content by itself is not reinterpreted by what lies above it.
        if place == Place::Explicit && inferred.is_some() {
            break;
        }
    }
    inferred
}

/// Whether a folder has the name that maps lie under.
fn is_maps_folder(folder: &Path) -> bool {
    folder.file_name().is_some_and(|name| name.eq_ignore_ascii_case("maps"))
}

/// The archives directly in a folder, by name; none where it cannot be read. A content root's archives lie under its
/// loose files, so that what is being worked on wins over what was packed.
///
/// ```
/// let folder = tempfile::tempdir()?;
/// std::fs::write(folder.path().join("b.vault"), "")?;
/// std::fs::write(folder.path().join("a.vault"), "")?;
/// let names = kerosene_vfs::archives_in(folder.path());
/// assert_eq!(names, [folder.path().join("a.vault"), folder.path().join("b.vault")]);
/// # Ok::<(), std::io::Error>(())
/// ```
#[must_use]
pub fn archives_in(folder: &Path) -> Vec<PathBuf> {
    files_with(folder, VAULT_EXTENSION)
}

/// The first project file of a folder, by name.
fn project_file(folder: &Path) -> Option<PathBuf> {
    files_with(folder, PROJECT_EXTENSION).into_iter().next()
}

/// Files of a folder with an extension, by name.
fn files_with(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let fits = |path: &PathBuf| path.extension().is_some_and(|found| found.eq_ignore_ascii_case(extension));
    let paths = entries.filter_map(Result::ok).map(|entry| entry.path());
    let mut files: Vec<_> = paths.filter(|path| fits(path) && path.is_file()).collect();
    files.sort();
    files
}

/// What marks a folder without a project file.
fn inferred_marker(folder: &Path, accept_maps_only: bool) -> Option<RootMarker> {
    let maps = folder.join("maps").is_dir();
    if folder.join(SCHEMA_FILE).is_file() {
        Some(RootMarker::Schema)
    } else if maps && folder.join("materials").is_dir() {
        Some(RootMarker::Folders)
    } else if !archives_in(folder).is_empty() {
        Some(RootMarker::Archive)
    } else {
        (maps && accept_maps_only).then_some(RootMarker::MapsOnly)
    }
}

fn places(searched: &[PathBuf]) -> String {
    if searched.is_empty() {
        return "nowhere".to_owned();
    }
    searched.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ")
}

impl fmt::Display for RootReason {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = match (self.place, self.climbed) {
            (Place::Explicit, 0) => "it was named with --content",
            (Place::Explicit, _) => "it lies above the folder named with --content",
            (Place::Map, 0) => "it holds the map being opened",
            (Place::Map, _) => "it lies above the map being opened",
            (Place::CurrentDirectory, 0) => "it is the current directory",
            (Place::CurrentDirectory, _) => "it lies above the current directory",
            (Place::Executable, 0) => "it holds the executable",
            (Place::Executable, _) => "it lies above the executable",
        };
        let marker = match self.marker {
            RootMarker::Project => "a project file (*.kproj)",
            RootMarker::Schema => SCHEMA_FILE,
            RootMarker::Folders => "maps/ and materials/",
            RootMarker::Archive => "an archive (*.vault)",
            RootMarker::MapsOnly => "maps/",
        };
        write!(formatter, "{place} and holds {marker}")
    }
}
