//! Compiled materials of the content that a map lies in.

use crate::KnownMaterial;
use kerosene_asset::{Material, Texture, TextureName};
use kerosene_vfs::{Access, FileBytes, RootSearch, Vfs, find_content_root, material_name};
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
    /// The content whose root is above the map; `None` where there is none with materials.
    pub(super) fn around(map: &Path) -> Option<Self> {
        let search = RootSearch { map: Some(map.to_owned()), ..RootSearch::default() };
        let root = find_content_root(&search).ok()?.path;
        let is_inside = map.canonicalize().ok()?.starts_with(root.canonicalize().ok()?);
        is_inside.then(|| Self::at(&root)).flatten()
    }

    /// The content of a root; `None` where it has no materials.
    pub(super) fn at(root: &Path) -> Option<Self> {
        if !root.join("materials").is_dir() {
            return None;
        }
        let mut vfs = Vfs::new();
        vfs.mount_folder(root, Access::ReadOnly);
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
