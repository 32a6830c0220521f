//! Where the programs of the engine are.

use std::{
    env, fmt,
    path::{Path, PathBuf},
};

/// A program that was found, and how.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundProgram {
    /// Its file.
    pub path: PathBuf,
    /// How it was found.
    pub by: FoundBy,
}

/// How a program was found; displays as a sentence's end ("because ...").
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FoundBy {
    /// It lies beside the program that is running.
    Beside,
    /// It lies in a folder of the search path.
    SearchPath,
}

impl fmt::Display for FoundBy {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Beside => "it lies beside this program",
            Self::SearchPath => "it was found in PATH",
        })
    }
}

/// The file of another program of the engine, by its name without its system's extension: the one beside this program,
/// as they are installed and built together; else the first in the folders of `PATH`.
///
/// ```
/// assert_eq!(kerosene_vfs::find_program("no-program-has-this-name"), None);
/// ```
#[must_use]
pub fn find_program(name: &str) -> Option<FoundProgram> {
    let file = format!("{name}{}", env::consts::EXE_SUFFIX);
    let in_folder = |folder: &Path| Some(folder.join(&file)).filter(|path| path.is_file());
    let own = env::current_exe().ok();
    let beside = own.as_deref().and_then(Path::parent).and_then(in_folder);
    if let Some(path) = beside {
        return Some(FoundProgram { path, by: FoundBy::Beside });
    }
    let folders = env::var_os("PATH")?;
    let path = env::split_paths(&folders).find_map(|folder| in_folder(&folder))?;
    Some(FoundProgram { path, by: FoundBy::SearchPath })
}
