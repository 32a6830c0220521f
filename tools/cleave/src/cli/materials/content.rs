//! Compiled materials of the content that a map lies in.

use crate::KnownMaterial;
use kerosene_asset::{Material, Texture, TextureName};
use kerosene_config::find_content;
use kerosene_vfs::{Access, FileBytes, RootSearch, Vfs, material_name};
use std::path::Path;

/// The content that a map lies in.
#[derive(Debug)]
pub(super) struct Content {
    vfs: Vfs,
}

/// What a texture says.
struct Pixels {
    size: [u32; 2],
    average: [f32; 3],
}

impl Content {
    /// The content of the project that the map lies in; `None` where there is none with materials.
    pub(super) fn around(map: &Path) -> Option<Self> {
        let search = RootSearch { map: Some(map.to_owned()), ..RootSearch::default() };
        let content = find_content(&search).ok()?;
        let is_inside = map.canonicalize().ok()?.starts_with(content.root.path.canonicalize().ok()?);
        is_inside.then(|| Self::at(&content.folder)).flatten()
    }

    /// The content of the project in a folder, which is content itself where it is no project.
    pub(super) fn of_project(root: &Path) -> Option<Self> {
        let search = RootSearch { explicit: Some(root.to_owned()), ..RootSearch::default() };
        Self::at(&find_content(&search).map_or_else(|_| root.to_owned(), |content| content.folder))
    }

    /// The content in a folder; `None` where it has no materials.
    fn at(folder: &Path) -> Option<Self> {
        if !folder.join("materials").is_dir() {
            return None;
        }
        let mut vfs = Vfs::new();
        vfs.mount_folder(folder, Access::ReadOnly);
        Some(Self { vfs })
    }

    /// What is known of a material: what it says itself, and its base texture's size and average colour. A texture alone
    /// does.
    pub(super) fn find(&self, name: &str) -> Option<KnownMaterial> {
        let path = material_name(name)?;
        let compiled = self.read(&format!("materials/{path}.kmat_c"));
        let material = compiled.and_then(|bytes| Material::from_bytes(&bytes).ok());
        let texture = match &material {
            Some(material) => material.base_texture.as_ref().map(TextureName::path),
            None => Some(format!("materials/{path}.ktex")),
        };
        let pixels = texture.and_then(|path| self.texture(&path));
        if material.is_none() && pixels.is_none() {
            return None;
        }
        let (size, average) = pixels.map(|pixels| (pixels.size, pixels.average)).unzip();
        Some(KnownMaterial::new(&material.unwrap_or_default(), size, average))
    }

    fn read(&self, path: &str) -> Option<FileBytes> {
        self.vfs.read(path).ok()
    }

    fn texture(&self, path: &str) -> Option<Pixels> {
        let texture = Texture::from_bytes(&self.read(path)?).ok()?;
        let [r, g, b, _] = texture.average;
        Some(Pixels {
            size: [texture.width(), texture.height()],
            average: [r, g, b].map(|value| value.clamp(0.0, 1.0)),
        })
    }
}
