//! Archives of textures of Quake and Half-Life.

use super::super::RunError;
use super::super::args::CleaveArgs;
use super::{Files, KnownMaterial};
use kerosene_diagnostics::{Diagnostic, Diagnostics, SourcePosition, codes};
use kerosene_foreign::{Wad, quake_material};
use kerosene_map::Map;
use kerosene_vfs::{MAX_CLIMB, RootSearch, find_content_root};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Largest archive that is read, in bytes.
const MAX_WAD: u64 = 1 << 30;
/// Folders that archives lie in, beside the map and in the folders above.
const FOLDERS: [&str; 4] = ["", "gfx", "wads", "textures"];
/// Most archives that a map may name.
const MAX_NAMED: usize = 64;

/// Sizes of the textures of archives, by name in lower case; the first archive that has a name counts, as in the games.
#[derive(Debug, Default)]
pub(super) struct Wads {
    sizes: BTreeMap<String, [u32; 2]>,
}

impl Wads {
    /// Reads the archives of `--wad`, then those that the map names, where they are found.
    pub(super) fn open(
        args: &CleaveArgs,
        map: &Map,
        files: &mut Files,
        diagnostics: &mut Diagnostics,
    ) -> Result<Self, RunError> {
        let mut wads = Self::default();
        let root = root_of(&args.map);
        for path in &args.wad {
            let bytes =
                std::fs::read(path).map_err(|reason| RunError::Read { path: path.display().to_string(), reason })?;
            let name = below(root.as_deref(), path).unwrap_or_else(|| file_name(path));
            wads.add(path, &name, &bytes, files, diagnostics);
        }
        let mut lost = Vec::new();
        for named in named(map) {
            let mut found = None;
            for path in places(&args.map, &named) {
                let name = below(root.as_deref(), &path);
                match (read(&path), name) {
                    (Some(bytes), name) => {
                        found = Some((name.unwrap_or_else(|| file_name(&path)), path, bytes));
                        break;
                    }
                    (None, Some(name)) => files.note_absent(name),
                    // What is not there outside the project says nothing of the project.
                    (None, None) => {}
                }
            }
            match found {
                Some((name, path, bytes)) => wads.add(&path, &name, &bytes, files, diagnostics),
                None => lost.push(named),
            }
        }
        if !lost.is_empty() {
            let message = format!("the map's archives of textures are not here: {}", lost.join(", "));
            let fix = "put them beside the map, or name them with --wad, for sizes of textures";
            diagnostics
                .push(Diagnostic::new(codes::WAD_NOT_FOUND, message).at(SourcePosition::file(&map.source)).fix(fix));
        }
        Ok(wads)
    }

    fn add(&mut self, path: &Path, name: &str, bytes: &[u8], files: &mut Files, diagnostics: &mut Diagnostics) {
        files.note(name, bytes);
        match Wad::read(bytes) {
            Ok(wad) => {
                for (name, texture) in wad.textures() {
                    if let Ok(texture) = texture {
                        self.sizes.entry(name.to_lowercase()).or_insert([texture.width, texture.height]);
                    }
                }
            }
            Err(error) => {
                let at = SourcePosition::file(path.display().to_string());
                diagnostics.push(Diagnostic::new(codes::FOREIGN_NOT_READ, error.to_string()).at(at));
            }
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.sizes.is_empty()
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.sizes.keys().map(String::as_str)
    }

    pub(super) fn find(&self, name: &str) -> Option<KnownMaterial> {
        let size = self.sizes.get(name)?;
        Some(KnownMaterial::new(&quake_material(name, None), Some(*size), None))
    }
}

/// The archives that a map names, as it does: with paths of some other computer, divided by semicolons.
fn named(map: &Map) -> Vec<String> {
    let world = map.entities.first();
    let value = world.and_then(|world| world.get("wad").or_else(|| world.get("_wad"))).unwrap_or_default();
    let names = value.split(';').map(|name| name.trim().replace('\\', "/")).filter(|name| !name.is_empty());
    names.take(MAX_NAMED).collect()
}

/// The folder of the project that a map lies in.
fn root_of(map: &Path) -> Option<PathBuf> {
    let search = RootSearch { map: Some(map.to_owned()), ..RootSearch::default() };
    find_content_root(&search).ok()?.path.canonicalize().ok()
}

/// The path of a file below the root, in lower case as content is named; `None` where it lies elsewhere.
fn below(root: Option<&Path>, path: &Path) -> Option<String> {
    // A file that is not there may lie in a folder that is not there either.
    let absolute = std::path::absolute(path).ok()?;
    let mut folders = absolute.ancestors().skip(1);
    let (folder, real) = folders.find_map(|folder| Some((folder, folder.canonicalize().ok()?)))?;
    let whole = real.join(absolute.strip_prefix(folder).ok()?);
    Some(whole.strip_prefix(root?).ok()?.to_string_lossy().replace('\\', "/").to_lowercase())
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().to_lowercase()
}

/// Where an archive may be: beside the map or in the folders above, by its path where that is relative, or by its name alone.
fn places(map: &Path, named: &str) -> Vec<PathBuf> {
    let name = named.rsplit('/').next().unwrap_or(named);
    let is_relative = !named.starts_with('/') && !named.contains(':') && !named.split('/').any(|part| part == "..");
    let in_folder = |folder: &Path| {
        let whole = is_relative.then(|| folder.join(named));
        let by_name = FOLDERS.iter().map(|inner| folder.join(inner).join(name));
        whole.into_iter().chain(by_name).collect::<Vec<_>>()
    };
    let own = std::path::absolute(map).unwrap_or_else(|_| map.to_owned());
    own.ancestors().skip(1).take(MAX_CLIMB + 1).flat_map(in_folder).collect()
}

fn read(path: &Path) -> Option<Vec<u8>> {
    let about = std::fs::metadata(path).ok()?;
    if about.is_file() && about.len() <= MAX_WAD { std::fs::read(path).ok() } else { None }
}
