//! A folder of another game: `.wal` of Quake 2, `.vmt` and `.vtf` of Source, shader scripts and pictures of Quake 3.

use super::super::RunError;
use super::Files;
use crate::KnownMaterial;
use kerosene_asset::Material;
use kerosene_diagnostics::{Diagnostic, Diagnostics, SourcePosition, codes};
use kerosene_foreign::{Shader, Vtf, Wal, picture_size, read_shaders, read_vmt};
use kerosene_vfs::{Access, Vfs, VirtualPath};
use std::collections::BTreeMap;
use std::path::Path;

/// Folders below the game's in which its textures and materials lie.
const FOLDERS: [&str; 3] = ["", "textures/", "materials/"];
/// Endings of Quake 3's pictures, in the order in which it looks for them.
const PICTURES: [&str; 4] = ["tga", "jpg", "jpeg", "png"];

/// A folder of another game.
#[derive(Debug)]
pub(super) struct GameFolder {
    vfs: Vfs,
    /// Materials of its shader scripts, by the name that maps call them by, in lower case.
    shaders: BTreeMap<String, Shader>,
}

impl GameFolder {
    /// Opens a folder and reads its scripts.
    pub(super) fn open(folder: &Path, files: &mut Files, diagnostics: &mut Diagnostics) -> Result<Self, RunError> {
        if let Err(reason) = std::fs::read_dir(folder) {
            return Err(RunError::Read { path: folder.display().to_string(), reason });
        }
        let mut vfs = Vfs::new();
        vfs.mount_folder(folder, Access::ReadOnly);
        let mut game = Self { vfs, shaders: BTreeMap::new() };
        for scripts in ["scripts", ""] {
            // In the order of their names, whatever the file system's is; the first that has a name counts.
            let mut listed = game.vfs.list(scripts).unwrap_or_default();
            listed.sort_by(|a, b| a.name.cmp(&b.name));
            for entry in listed.iter().filter(|entry| entry.name.ends_with(".shader")) {
                let path = if scripts.is_empty() { entry.name.clone() } else { format!("{scripts}/{}", entry.name) };
                game.read_script(&path, files, diagnostics);
            }
        }
        Ok(game)
    }

    fn read_script(&mut self, path: &str, files: &mut Files, diagnostics: &mut Diagnostics) {
        let Some(bytes) = files.read(&self.vfs, path) else { return };
        match read_shaders(&bytes) {
            Ok(shaders) => {
                for shader in shaders {
                    self.shaders.entry(shader.map_name().to_lowercase()).or_insert(shader);
                }
            }
            Err(error) => {
                let at = SourcePosition::file(path);
                diagnostics.push(Diagnostic::new(codes::FOREIGN_NOT_READ, error.to_string()).at(at));
            }
        }
    }

    /// Names of the materials of scripts.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.shaders.keys().map(String::as_str)
    }

    /// What is known of a material.
    pub(super) fn find(&self, name: &str, files: &mut Files) -> Option<KnownMaterial> {
        if let Some(shader) = self.shaders.get(name) {
            return Some(KnownMaterial::new(&shader.material(), self.picture(shader.sizing_image(), files), None));
        }
        self.wal(name, files).or_else(|| self.vmt(name, files)).or_else(|| {
            let size = self.picture(name, files)?;
            Some(KnownMaterial::new(&Material::default(), Some(size), None))
        })
    }

    /// A file of the game, in whichever of its folders it is.
    fn file(&self, name: &str, files: &mut Files) -> Option<Vec<u8>> {
        let paths = FOLDERS.iter().filter_map(|folder| VirtualPath::new(&format!("{folder}{name}")).ok());
        paths.into_iter().find_map(|path| files.read(&self.vfs, path.as_str()))
    }

    fn wal(&self, name: &str, files: &mut Files) -> Option<KnownMaterial> {
        let bytes = self.file(&format!("{name}.wal"), files)?;
        let wal = Wal::read(&bytes).ok()?;
        Some(KnownMaterial::new(&wal.material(name), Some([wal.texture.width, wal.texture.height]), None))
    }

    fn vmt(&self, name: &str, files: &mut Files) -> Option<KnownMaterial> {
        let bytes = self.file(&format!("{name}.vmt"), files)?;
        let mut include = |path: &str| self.file(path.strip_prefix("materials/").unwrap_or(path), files);
        let material = read_vmt(&bytes, &mut include).ok()?;
        let texture = material.base_texture.as_ref().map_or(name, |texture| texture.as_str());
        let texture = self.file(&format!("{texture}.vtf"), files);
        let texture = texture.as_deref().and_then(|bytes| Vtf::read(bytes).ok());
        let (size, average) = texture.map(|texture| ([texture.width, texture.height], texture.reflectivity)).unzip();
        Some(KnownMaterial::new(&material, size, average))
    }

    /// The size of a picture, whose ending may be another one than is said.
    fn picture(&self, image: &str, files: &mut Files) -> Option<[u32; 2]> {
        let (folder, file) = image.rsplit_once('/').map_or(("", image), |(folder, file)| (folder, file));
        let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
        let base = if folder.is_empty() { stem.to_owned() } else { format!("{folder}/{stem}") };
        let names = std::iter::once(image.to_owned()).chain(PICTURES.iter().map(|ending| format!("{base}.{ending}")));
        names.into_iter().find_map(|name| {
            let bytes = self.file(&name, files)?;
            picture_size(&name, &bytes).map(<[u32; 2]>::from)
        })
    }
}
