//! Which layers of content a run has, and why.

use super::arguments::Options;
use kerosene_config::{Content as Found, ContentError as FindError, find_content};
use kerosene_engine::{BASE_LAYER, mount_base_content};
use kerosene_vfs::{Access, RootSearch, Vault, VaultError, Vfs, archives_in};
use std::path::{Path, PathBuf};

/// The file system of a run.
pub(crate) struct Content {
    /// Its layers.
    pub(crate) vfs: Vfs,
    /// The player's directory, where one could be found.
    pub(crate) player_directory: Option<PathBuf>,
    /// Each layer in words, with the reason it is there, nearest first.
    pub(crate) described: Vec<String>,
    /// The map that the nearest project begins with.
    pub(crate) start_map: Option<String>,
}

/// Why the content cannot be had.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ContentError {
    #[error(transparent)]
    Find(#[from] FindError),
    #[error("{}: {source}", path.display())]
    Vault { path: PathBuf, source: VaultError },
}

impl Content {
    /// Stacks the player's directory, the content folders with their archives, the archives that were named, and the
    /// base content.
    ///
    /// # Errors
    /// A folder that the user named and that is no content; an archive that cannot be opened. That no folder was found
    /// is no error where none was named: the base content is always there.
    pub(crate) fn mount(options: &Options, opened_map: Option<&Path>) -> Result<Self, ContentError> {
        let mut content = Self { vfs: Vfs::new(), player_directory: None, described: Vec::new(), start_map: None };
        if let Some(directory) = player_directory(options.portable) {
            content.vfs.mount_folder(&directory, Access::Writable);
            content.described.push(format!("{} (the player's directory)", directory.display()));
            content.player_directory = Some(directory);
        }
        if options.content.is_empty() {
            let search = RootSearch { map: opened_map.map(Path::to_owned), ..RootSearch::from_environment() };
            match find_content(&search) {
                Ok(found) => content.mount_found(found)?,
                Err(FindError::Root(_)) => {}
                Err(error) => return Err(error.into()),
            }
        }
        for folder in &options.content {
            let search = RootSearch { explicit: Some(folder.clone()), ..RootSearch::default() };
            content.mount_found(find_content(&search)?)?;
        }
        for archive in &options.vault {
            content.mount_archive(archive, "it was named with --vault")?;
        }
        mount_base_content(&mut content.vfs);
        content.described.push(format!("{BASE_LAYER} (always there)"));
        Ok(content)
    }

    fn mount_found(&mut self, found: Found) -> Result<(), ContentError> {
        self.vfs.mount_folder(&found.folder, Access::ReadOnly);
        self.described.push(found.to_string());
        self.start_map = self.start_map.take().or(found.project.start_map);
        archives_in(&found.folder).iter().try_for_each(|archive| self.mount_archive(archive, "it lies in that folder"))
    }

    fn mount_archive(&mut self, path: &Path, reason: &str) -> Result<(), ContentError> {
        let vault = Vault::open(path).map_err(|source| ContentError::Vault { path: path.to_owned(), source })?;
        self.described.push(format!("{} ({reason}; files: {})", path.display(), vault.len()));
        self.vfs.mount_vault(&path.display().to_string(), vault);
        Ok(())
    }
}

/// Where the player's own files go: beside the program, or in the place that the system has for such files.
fn player_directory(portable: bool) -> Option<PathBuf> {
    if portable {
        return std::env::current_exe().ok().and_then(|program| Some(program.parent()?.join("player")));
    }
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let data = if cfg!(windows) {
        variable("APPDATA")
    } else if cfg!(target_os = "macos") {
        variable("HOME").map(|home| home.join("Library/Application Support"))
    } else {
        variable("XDG_DATA_HOME").or_else(|| variable("HOME").map(|home| home.join(".local/share")))
    };
    data.map(|data| data.join("kerosene"))
}
