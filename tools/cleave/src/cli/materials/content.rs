//! Compiled materials of the content that a map lies in.

use crate::KnownMaterial;
use kerosene_asset::{Material, Texture, TextureName};
use kerosene_config::find_content;
use kerosene_diagnostics::{Diagnostic, Severity, SourcePosition, codes};
use kerosene_vfs::{Access, FileBytes, RootSearch, Vfs, material_name};
use std::collections::BTreeMap;
use std::path::Path;

/// The content that a map lies in.
#[derive(Debug)]
pub(super) struct Content {
    vfs: Vfs,
    is_project: bool,
}

/// Files that cannot be read, and why.
pub(super) type Damaged = BTreeMap<String, String>;

/// What is said of files that cannot be read: the map is made all the same.
pub(super) fn notes(damaged: Damaged) -> impl Iterator<Item = Diagnostic> {
    damaged.into_iter().map(|(path, reason)| {
        Diagnostic::new(codes::RESOURCE_DAMAGED, reason)
            .severity(Severity::Warning)
            .at(SourcePosition::file(path))
            .fix("make it anew from its source, with `kerosene-tools kiln`")
    })
}

/// What a texture says.
struct Pixels {
    size: [u32; 2],
    average: [f32; 3],
}

impl Content {
    /// The content that the map lies in; `None` where there is none, or one that is no project and has no materials.
    pub(super) fn around(map: &Path) -> Option<Self> {
        let search = RootSearch { map: Some(map.to_owned()), ..RootSearch::default() };
        let content = find_content(&search).ok()?;
        let is_inside = map.canonicalize().ok()?.starts_with(content.root.path.canonicalize().ok()?);
        is_inside.then(|| Self::at(&content.folder, content.root.project.is_some())).flatten()
    }

    /// The content of the project in a folder, which is content itself where it is no project.
    pub(super) fn of_project(root: &Path) -> Option<Self> {
        let search = RootSearch { explicit: Some(root.to_owned()), ..RootSearch::default() };
        Self::at(&find_content(&search).map_or_else(|_| root.to_owned(), |content| content.folder), false)
    }

    /// Whether somebody said that it is a project, so that what a map is painted with should be there.
    pub(super) const fn is_project(&self) -> bool {
        self.is_project
    }

    /// The content in a folder; `None` where it is no project and has no materials.
    fn at(folder: &Path, is_project: bool) -> Option<Self> {
        if !is_project && !folder.join("materials").is_dir() {
            return None;
        }
        let mut vfs = Vfs::new();
        vfs.mount_folder(folder, Access::ReadOnly);
        Some(Self { vfs, is_project })
    }

    /// What is known of a material: what it says itself, and its base texture's size and average colour. A texture alone
    /// does. What cannot be read counts as not there, and is noted.
    pub(super) fn find(&self, name: &str, damaged: &mut Damaged) -> Option<KnownMaterial> {
        let path = material_name(name)?;
        let own = format!("materials/{path}.kmat_c");
        let compiled = self.read(&own);
        let material = compiled.and_then(|bytes| noted(Material::from_bytes(&bytes), &own, damaged));
        let texture = match &material {
            Some(material) => material.base_texture.as_ref().map(TextureName::path),
            None => Some(format!("materials/{path}.ktex")),
        };
        let pixels = texture.and_then(|path| self.texture(&path, damaged));
        if material.is_none() && pixels.is_none() {
            return None;
        }
        let (size, average) = pixels.map(|pixels| (pixels.size, pixels.average)).unzip();
        Some(KnownMaterial::new(&material.unwrap_or_default(), size, average))
    }

    fn read(&self, path: &str) -> Option<FileBytes> {
        self.vfs.read(path).ok()
    }

    fn texture(&self, path: &str, damaged: &mut Damaged) -> Option<Pixels> {
        let texture = noted(Texture::from_bytes(&self.read(path)?), path, damaged)?;
        let [r, g, b, _] = texture.average;
        Some(Pixels {
            size: [texture.width(), texture.height()],
            average: [r, g, b].map(|value| value.clamp(0.0, 1.0)),
        })
    }
}

fn noted<T, E: std::fmt::Display>(read: Result<T, E>, path: &str, damaged: &mut Damaged) -> Option<T> {
    read.map_err(|reason| damaged.insert(path.to_owned(), reason.to_string())).ok()
}
