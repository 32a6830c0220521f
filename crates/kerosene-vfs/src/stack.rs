//! The stack of layers.

use crate::{
    BuiltinFile, FileBytes, Located, READ_LIMIT, Vault, VfsError, VirtualPath,
    builtin::BuiltinLayer,
    folder::{FolderLayer, is_absent},
};
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

/// Whether a folder may be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Only read.
    ReadOnly,
    /// Read and written; the first such layer takes every write.
    Writable,
}

/// What an entry of a folder is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum EntryKind {
    /// A file.
    File,
    /// A folder.
    Directory,
}

/// One entry of a listing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedEntry {
    /// Name without its folder, lower case.
    pub name: String,
    /// What it is.
    pub kind: EntryKind,
    /// The layer it would be read from.
    pub layer: String,
}

#[derive(Debug, Clone)]
enum Source {
    Folder(FolderLayer, Access),
    Vault(Vault),
    Builtin(BuiltinLayer),
}

#[derive(Debug, Clone)]
struct Layer {
    name: String,
    source: Source,
}

/// Layers of content, nearest first.
///
/// ```
/// use kerosene_vfs::{Access, BuiltinFile, Vfs};
///
/// static BASE: &[BuiltinFile] = &[BuiltinFile { path: "cfg/default.cfg", bytes: b"sv_gravity 800" }];
/// let folder = tempfile::tempdir()?;
/// let mut vfs = Vfs::new();
/// vfs.mount_folder(folder.path(), Access::Writable);
/// vfs.mount_builtin("base content", BASE);
///
/// assert_eq!(&*vfs.read("cfg/default.cfg")?, b"sv_gravity 800");
/// vfs.write("cfg/default.cfg", b"sv_gravity 100")?; // goes to the folder, which is nearer
/// assert_eq!(&*vfs.read("CFG/Default.cfg")?, b"sv_gravity 100");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Vfs {
    layers: Vec<Layer>,
}

impl Vfs {
    /// No layers.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a folder *below* all layers so far. It need not exist.
    ///
    /// ```
    /// # use kerosene_vfs::{Access, Vfs};
    /// let mut vfs = Vfs::new();
    /// vfs.mount_folder("content", Access::ReadOnly);
    /// assert_eq!(vfs.layer_names().count(), 1);
    /// ```
    pub fn mount_folder(&mut self, folder: impl AsRef<Path>, access: Access) {
        let layer = FolderLayer::new(folder.as_ref().to_owned());
        self.layers.push(Layer { name: layer.name(), source: Source::Folder(layer, access) });
    }

    /// Adds an archive *below* all layers so far, under a name for messages (its file's name, say).
    ///
    /// ```
    /// # use kerosene_vfs::{Vault, VaultWriter, Vfs, vault::EncodedContent};
    /// let mut writer = VaultWriter::new(std::io::Cursor::new(Vec::new()))?;
    /// writer.add("maps/start.kbsp", &EncodedContent::new(b"KBSP".into(), 12)?)?;
    /// let mut vfs = Vfs::new();
    /// vfs.mount_vault("game.vault", Vault::from_bytes(writer.finish()?.into_inner())?);
    /// assert_eq!(&*vfs.read("maps/Start.kbsp")?, b"KBSP");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn mount_vault(&mut self, name: &str, vault: Vault) {
        self.layers.push(Layer { name: name.to_owned(), source: Source::Vault(vault) });
    }

    /// Adds files of the program below all layers so far, under a name for messages.
    ///
    /// ```
    /// # use kerosene_vfs::{BuiltinFile, Vfs};
    /// let mut vfs = Vfs::new();
    /// vfs.mount_builtin("base content", &[BuiltinFile { path: "a.txt", bytes: b"a" }]);
    /// assert!(vfs.exists("a.txt")?);
    /// # Ok::<(), kerosene_vfs::VfsError>(())
    /// ```
    pub fn mount_builtin(&mut self, name: &str, files: &'static [BuiltinFile]) {
        self.layers.push(Layer { name: name.to_owned(), source: Source::Builtin(BuiltinLayer::new(files)) });
    }

    /// Names of the layers, nearest first.
    ///
    /// ```
    /// # use kerosene_vfs::Vfs;
    /// assert_eq!(Vfs::new().layer_names().count(), 0);
    /// ```
    pub fn layer_names(&self) -> impl Iterator<Item = &str> {
        self.layers.iter().map(|layer| layer.name.as_str())
    }

    /// Where a file is: a real path for a layer on disk (to be mapped into memory), bytes for the program's own.
    ///
    /// # Errors
    /// [`VfsError::NotFound`] when no layer has it; every other error says that a layer may have it and why
    /// it cannot be had. Lower layers are not asked then.
    ///
    /// ```
    /// # use kerosene_vfs::{Access, Located, Vfs};
    /// let folder = tempfile::tempdir()?;
    /// std::fs::write(folder.path().join("A.txt"), "a")?;
    /// let mut vfs = Vfs::new();
    /// vfs.mount_folder(folder.path(), Access::ReadOnly);
    /// assert!(matches!(vfs.locate("a.txt")?, Located::File { .. }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn locate(&self, path: &str) -> Result<Located, VfsError> {
        let path = VirtualPath::new(path)?;
        for layer in &self.layers {
            if let Some(located) = layer.locate(&path)? {
                return Ok(located);
            }
        }
        Err(self.not_found(&path))
    }

    /// Contents of the nearest file of that name.
    ///
    /// # Errors
    /// As [`Vfs::locate`], and [`VfsError::TooLarge`] above [`READ_LIMIT`].
    ///
    /// ```
    /// # use kerosene_vfs::{Vfs, VfsError};
    /// assert!(matches!(Vfs::new().read("maps/none.kbsp"), Err(VfsError::NotFound { .. })));
    /// ```
    pub fn read(&self, path: &str) -> Result<FileBytes, VfsError> {
        self.locate(path)?.read(path, READ_LIMIT)
    }

    /// Whether some layer has a file of that name.
    ///
    /// # Errors
    /// As [`Vfs::locate`], apart from `NotFound`.
    ///
    /// ```
    /// # use kerosene_vfs::Vfs;
    /// assert!(!Vfs::new().exists("maps/none.kbsp")?);
    /// # Ok::<(), kerosene_vfs::VfsError>(())
    /// ```
    pub fn exists(&self, path: &str) -> Result<bool, VfsError> {
        match self.locate(path) {
            Ok(_) => Ok(true),
            Err(VfsError::NotFound { .. }) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Everything directly below a folder in any layer, by name; of equal names the nearest layer's.
    ///
    /// # Errors
    /// [`VfsError::NotFound`] when no layer has the folder; else as [`Vfs::locate`].
    ///
    /// ```
    /// # use kerosene_vfs::{BuiltinFile, Vfs};
    /// let mut vfs = Vfs::new();
    /// vfs.mount_builtin("base", &[BuiltinFile { path: "maps/room.kbsp", bytes: b"" }]);
    /// assert_eq!(vfs.list("maps")?[0].name, "room.kbsp");
    /// # Ok::<(), kerosene_vfs::VfsError>(())
    /// ```
    pub fn list(&self, directory: &str) -> Result<Vec<ListedEntry>, VfsError> {
        let directory = VirtualPath::new(directory)?;
        let mut merged: BTreeMap<String, ListedEntry> = BTreeMap::new();
        let mut found = false;
        for layer in &self.layers {
            let Some(entries) = layer.list(&directory)? else { continue };
            found = true;
            for (name, kind) in entries {
                let entry = ListedEntry { name: name.clone(), kind, layer: layer.name.clone() };
                merged.entry(name).or_insert(entry);
            }
        }
        if found { Ok(merged.into_values().collect()) } else { Err(self.not_found(&directory)) }
    }

    /// Replaces a file in the first writable layer, in one step, and says where it is on disk.
    ///
    /// # Errors
    /// [`VfsError::NoWritableLayer`] without one; else the operating system's reason.
    ///
    /// ```
    /// # use kerosene_vfs::{Access, Vfs};
    /// let folder = tempfile::tempdir()?;
    /// let mut vfs = Vfs::new();
    /// vfs.mount_folder(folder.path(), Access::Writable);
    /// let real = vfs.write("save/one.ksav", b"state")?;
    /// assert_eq!(std::fs::read(real)?, b"state");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write(&self, path: &str, bytes: &[u8]) -> Result<PathBuf, VfsError> {
        let path = VirtualPath::new(path)?;
        let Some(folder) = self.writable() else {
            return Err(VfsError::NoWritableLayer { path: path.to_string() });
        };
        folder.write(&path, bytes)
    }

    /// The folder that takes every write, if one was mounted.
    ///
    /// ```
    /// # use kerosene_vfs::{Access, Vfs};
    /// let mut vfs = Vfs::new();
    /// assert!(vfs.writable_folder().is_none());
    /// vfs.mount_folder("player", Access::Writable);
    /// assert_eq!(vfs.writable_folder(), Some("player".as_ref()));
    /// ```
    pub fn writable_folder(&self) -> Option<&Path> {
        self.writable().map(FolderLayer::root)
    }

    fn writable(&self) -> Option<&FolderLayer> {
        self.layers.iter().find_map(|layer| match &layer.source {
            Source::Folder(folder, Access::Writable) => Some(folder),
            Source::Folder(_, Access::ReadOnly) | Source::Vault(_) | Source::Builtin(_) => None,
        })
    }

    fn not_found(&self, path: &VirtualPath) -> VfsError {
        let mut searched: Vec<String> = self.layer_names().map(str::to_owned).collect();
        if searched.is_empty() {
            searched.push("no layers at all".to_owned());
        }
        VfsError::NotFound { path: path.to_string(), searched }
    }
}

impl Layer {
    /// The file of that name in this layer. A folder of the name is no answer: a lower layer may have the file.
    fn locate(&self, path: &VirtualPath) -> Result<Option<Located>, VfsError> {
        let layer = self.name.clone();
        let folder = match &self.source {
            Source::Builtin(files) => return Ok(files.find(path).map(|bytes| Located::Builtin { bytes, layer })),
            Source::Vault(vault) => {
                let file = || Located::Archived { vault: vault.clone(), name: path.to_string(), layer };
                return Ok(vault.contains(path.as_str()).then(file));
            }
            Source::Folder(folder, _) => folder,
        };
        let Some(real) = folder.resolve(path)? else { return Ok(None) };
        let metadata = match fs::metadata(&real) {
            Ok(metadata) => metadata,
            Err(error) if is_absent(&error) => return Ok(None),
            Err(source) => return Err(VfsError::Io { path: path.to_string(), layer, source }),
        };
        if metadata.is_dir() {
            return Ok(None);
        }
        if !metadata.is_file() {
            return Err(VfsError::NotAFile { path: path.to_string(), layer });
        }
        Ok(Some(Located::File { path: real, layer }))
    }

    fn list(&self, directory: &VirtualPath) -> Result<Option<BTreeMap<String, EntryKind>>, VfsError> {
        match &self.source {
            Source::Builtin(files) => Ok(files.list(directory)),
            Source::Vault(vault) => Ok(vault.list(directory)),
            Source::Folder(folder, _) => folder.list(directory),
        }
    }
}
