//! Archives of textures of Quake and Half-Life.

use super::super::RunError;
use super::super::args::CleaveArgs;
use super::{Files, KnownMaterial};
use kerosene_diagnostics::{Diagnostic, Diagnostics, SourcePosition, codes};
use kerosene_foreign::{Wad, quake_material};
use kerosene_map::Map;
use kerosene_vfs::MAX_CLIMB;
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
        for path in &args.wad {
            let bytes =
                std::fs::read(path).map_err(|reason| RunError::Read { path: path.display().to_string(), reason })?;
            wads.add(path, &bytes, files, diagnostics);
        }
        let mut lost = Vec::new();
        for named in named(map) {
            match near(&args.map, &named) {
                Some((path, bytes)) => wads.add(&path, &bytes, files, diagnostics),
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

    fn add(&mut self, path: &Path, bytes: &[u8], files: &mut Files, diagnostics: &mut Diagnostics) {
        let shown = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        files.note(&shown, bytes);
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

/// An archive beside the map or in the folders above, by its path where that is relative, or by its name alone.
fn near(map: &Path, named: &str) -> Option<(PathBuf, Vec<u8>)> {
    let name = named.rsplit('/').next()?;
    let is_relative = !named.starts_with('/') && !named.contains(':') && !named.split('/').any(|part| part == "..");
    let below = |folder: &Path| {
        let whole = is_relative.then(|| folder.join(named));
        let by_name = FOLDERS.iter().map(|inner| folder.join(inner).join(name));
        whole.into_iter().chain(by_name).find_map(|path| read(&path).map(|bytes| (path, bytes)))
    };
    let own = std::path::absolute(map).ok()?;
    own.ancestors().skip(1).take(MAX_CLIMB + 1).find_map(below)
}

fn read(path: &Path) -> Option<Vec<u8>> {
    let about = std::fs::metadata(path).ok()?;
    if about.is_file() && about.len() <= MAX_WAD { std::fs::read(path).ok() } else { None }
}
