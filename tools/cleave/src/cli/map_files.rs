//! Files that a map includes, found on disk.

use kerosene_map::{IncludeError, IncludedFile, IncludedFiles, ReadLimits};
use kerosene_vfs::{Access, Located, PathError, RootSearch, Vfs, VfsError, VirtualPath, find_content_root};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Folder beside a map that editors keep its instances in.
const INSTANCES: &str = "instances";

/// The files beside a map: its own folder and `instances` in it, then each folder above up to the content
/// root. Without a content root the map's own folder is all there is.
///
/// Names are compared without case and with either slash, as maps from other systems need it; a name whose
/// extension is missing gets that of the map that includes it. Nothing outside the content root is ever opened.
///
/// # Examples
///
/// ```
/// use cleave::cli::MapFiles;
/// use kerosene_map::IncludedFiles;
///
/// let folder = tempfile::tempdir()?;
/// std::fs::create_dir(folder.path().join("instances"))?;
/// std::fs::write(folder.path().join("instances/lamp.vmf"), "world { }")?;
/// let map = folder.path().join("level.vmf");
/// let files = MapFiles::beside(&map);
/// assert_eq!(files.read("Lamp", &map.display().to_string())?.name, "instances/lamp.vmf");
/// assert!(files.read("../../secret.vmf", &map.display().to_string()).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct MapFiles {
    map: PathBuf,
    /// Known from the first file on that is asked for: most maps ask for none.
    surroundings: OnceLock<Surroundings>,
}

/// Where a map lies.
#[derive(Debug, Clone)]
struct Surroundings {
    vfs: Vfs,
    /// Folder of the map below the root; empty for the root.
    map_folder: String,
}

impl MapFiles {
    /// The files that `map` may include; the map is expected to be read under its path as displayed.
    pub fn beside(map: &Path) -> Self {
        Self { map: map.to_owned(), surroundings: OnceLock::new() }
    }

    fn surroundings(&self) -> &Surroundings {
        self.surroundings.get_or_init(|| Surroundings::of(&self.map))
    }

    /// The files below the content root that `name` may mean in `includer`, nearest first.
    pub(super) fn places(&self, name: &str, includer: &str) -> Vec<String> {
        let name = with_extension(name, includer);
        let path = |folder: &String| Some(VirtualPath::new(&join(folder, &name)).ok()?.to_string());
        self.folders(includer).iter().filter_map(path).collect()
    }

    /// The folders to look in for what `includer` names, nearest first.
    fn folders(&self, includer: &str) -> Vec<String> {
        let own = if includer == self.map.display().to_string() {
            self.surroundings().map_folder.as_str()
        } else {
            includer.rsplit_once('/').map_or("", |(folder, _)| folder)
        };
        let mut folders = Vec::new();
        let mut rest = Some(own);
        while let Some(folder) = rest {
            folders.push(folder.to_owned());
            folders.push(if folder.is_empty() { INSTANCES.to_owned() } else { format!("{folder}/{INSTANCES}") });
            rest = match folder.rsplit_once('/') {
                Some((parent, _)) => Some(parent),
                None => (!folder.is_empty()).then_some(""),
            };
        }
        folders
    }
}

impl Surroundings {
    fn of(map: &Path) -> Self {
        let own = map.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let search = RootSearch { map: Some(map.to_owned()), ..RootSearch::default() };
        let root = find_content_root(&search).map_or_else(|_| own.to_owned(), |root| root.path);
        let below = || Some(own.canonicalize().ok()?.strip_prefix(root.canonicalize().ok()?).ok()?.to_owned());
        let below = below();
        let mut vfs = Vfs::new();
        vfs.mount_folder(if below.is_some() { &root } else { own }, Access::ReadOnly);
        let map_folder = below.unwrap_or_default().to_string_lossy().replace('\\', "/");
        Self { vfs, map_folder }
    }
}

impl IncludedFiles for MapFiles {
    fn read(&self, name: &str, includer: &str) -> Result<IncludedFile, IncludeError> {
        // A name that leads up from a folder may still stay inside; one that is no relative path never does.
        if !matches!(VirtualPath::new(name), Ok(_) | Err(PathError::Climbs { .. })) {
            return Err(IncludeError::ClimbsOut);
        }
        let places = self.places(name, includer);
        let vfs = &self.surroundings().vfs;
        for path in &places {
            match vfs.locate(path) {
                Ok(located) => return Ok(IncludedFile { name: path.clone(), bytes: bytes_of(located, path)? }),
                Err(VfsError::NotFound { .. }) => {}
                Err(VfsError::Escapes { .. }) => return Err(IncludeError::ClimbsOut),
                Err(error) => return Err(IncludeError::Unreadable { reason: error.to_string() }),
            }
        }
        if places.is_empty() {
            return Err(IncludeError::ClimbsOut);
        }
        let layers: Vec<&str> = vfs.layer_names().collect();
        let root = layers.first().copied().unwrap_or_default();
        let looked_in = self.folders(includer).iter().map(|folder| join(root, folder)).collect();
        Err(IncludeError::NotFound { looked_in })
    }
}

/// The content, refused where it is longer than a reader would take.
fn bytes_of(located: Located, name: &str) -> Result<Vec<u8>, IncludeError> {
    let limit = ReadLimits::default().bytes as u64;
    match located.read(name, limit) {
        Ok(bytes) => Ok(bytes.into_owned()),
        Err(VfsError::TooLarge { .. }) => Err(IncludeError::TooLarge { limit }),
        Err(error) => Err(IncludeError::Unreadable { reason: error.to_string() }),
    }
}

fn join(folder: &str, name: &str) -> String {
    if folder.is_empty() || name.is_empty() { format!("{folder}{name}") } else { format!("{folder}/{name}") }
}

/// The name with the extension of the map that includes it, where it has none.
fn with_extension(name: &str, includer: &str) -> String {
    let last = |path: &str| path.rsplit(['/', '\\']).next().unwrap_or_default().to_owned();
    let extension = last(includer).rsplit_once('.').map(|(_, extension)| extension.to_owned());
    match extension {
        Some(extension) if !last(name).contains('.') => format!("{name}.{extension}"),
        _ => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use std::fs;

    fn content() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (path, text) in [
            ("game/maps/level.vmf", "level"),
            ("game/maps/deep/er/inner.vmf", "inner"),
            ("game/maps/instances/Lamp.vmf", "lamp"),
            ("game/shared/post.vmf", "post"),
            ("game/materials/x.txt", ""),
            ("secret.vmf", "secret"),
        ] {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        folder
    }

    #[test]
    fn names_are_found_beside_in_instances_and_above_up_to_the_root() {
        let folder = content();
        let map = folder.path().join("game/maps/deep/er/level.vmf");
        let (files, level) = (MapFiles::beside(&map), map.display().to_string());
        let found = |name: &str, from: &str| files.read(name, from).map(|file| file.name);
        assert_eq!(found("inner.vmf", &level).unwrap(), "maps/deep/er/inner.vmf");
        assert_eq!(found(".\\LAMP.VMF", &level).unwrap(), "maps/instances/lamp.vmf");
        assert_eq!(found("shared/post", &level).unwrap(), "shared/post.vmf");
        assert_eq!(found("../../level.vmf", &level).unwrap(), "maps/level.vmf");
        assert_eq!(found("../level.vmf", "maps/instances/lamp.vmf").unwrap(), "maps/level.vmf");
        assert!(matches!(found("none.vmf", &level), Err(IncludeError::NotFound { looked_in }) if looked_in.len() == 8));
    }

    #[test]
    fn nothing_outside_the_root_is_opened() {
        let folder = content();
        let map = folder.path().join("game/maps/level.vmf");
        let (files, level) = (MapFiles::beside(&map), map.display().to_string());
        let absolute = folder.path().join("secret.vmf").display().to_string();
        for name in ["../../../secret.vmf", &absolute, "C:\\secret.vmf", "..\\..\\..\\..\\secret"] {
            assert!(files.read(name, &level).is_err(), "{name}");
        }
        assert_eq!(files.read("../../../secret.vmf", &level), Err(IncludeError::ClimbsOut));
    }

    #[cfg(unix)]
    #[test]
    fn links_out_of_the_root_are_refused() {
        let folder = content();
        std::os::unix::fs::symlink(folder.path().join("secret.vmf"), folder.path().join("game/maps/link.vmf")).unwrap();
        let map = folder.path().join("game/maps/level.vmf");
        let read = MapFiles::beside(&map).read("link.vmf", &map.display().to_string());
        assert_eq!(read, Err(IncludeError::ClimbsOut));
    }
}
