//! The project that is built.

use crate::toolbox::Toolbox;
use kerosene_config::Content;
use std::path::{Path, PathBuf};

/// The folder of kiln's own files in a project.
pub const STATE_FOLDER: &str = ".kiln";

/// A project, and what builds it.
#[derive(Debug, Clone)]
pub struct Workplace {
    /// The project's folder: paths in messages and records are below it, and stages run in it.
    pub(crate) root: PathBuf,
    /// The content folder below it, with a slash at its end; empty where they are the same.
    pub(crate) prefix: String,
    /// Folders of content.
    pub(crate) folders: Vec<String>,
    /// Name of the archive and of what is shipped, without extension.
    pub(crate) name: String,
    pub(crate) content: Content,
    pub(crate) toolbox: Toolbox,
}

impl Workplace {
    /// The place of a project whose content was found, and the executable that holds the stages.
    ///
    /// ```
    /// use kiln::{Toolbox, Workplace};
    ///
    /// let folder = tempfile::tempdir()?;
    /// std::fs::write(folder.path().join("ruins.kproj"), "project { }")?;
    /// let search = kerosene_vfs::RootSearch { explicit: Some(folder.path().into()), ..Default::default() };
    /// let content = kerosene_config::find_content(&search)?;
    /// let workplace = Workplace::new(content, Toolbox::without_stages("kerosene-tools"));
    /// assert_eq!(workplace.archive(), folder.path().join("ruins.vault"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new(content: Content, toolbox: Toolbox) -> Self {
        let root = content.root.path.clone();
        let below = content.folder.strip_prefix(&root).unwrap_or(Path::new("")).to_string_lossy().replace('\\', "/");
        let prefix = if below.is_empty() { below } else { format!("{below}/") };
        let folders = content.project.folders().map(str::to_owned).collect();
        let stem = content.root.project.as_deref().and_then(Path::file_stem);
        let absolute = std::path::absolute(&root).unwrap_or_else(|_| root.clone());
        let stem = stem.or(absolute.file_name()).unwrap_or_default().to_string_lossy().to_ascii_lowercase();
        let name = if stem.is_empty() { "game".to_owned() } else { stem };
        Self { root, prefix, folders, name, content, toolbox }
    }

    /// The archive that a build packs.
    #[must_use]
    pub fn archive(&self) -> PathBuf {
        self.root.join(self.archive_path())
    }

    /// Its path below the project's folder.
    pub(crate) fn archive_path(&self) -> String {
        format!("{}{}.vault", self.prefix, self.name)
    }

    pub(crate) fn state(&self) -> PathBuf {
        self.root.join(STATE_FOLDER)
    }
}
