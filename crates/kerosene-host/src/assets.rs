//! Models and materials by name, for what is to be drawn.

use kerosene_console::Level;
use kerosene_render::{MaterialHandle, ModelHandle, Renderer};
use kerosene_vfs::Vfs;
use std::collections::BTreeMap;

/// Where a scene gets models and materials from.
pub trait Assets {
    /// The model of that path, as a mapper writes it; `None` where it cannot be had.
    fn model(&mut self, path: &str) -> Option<ModelHandle>;

    /// The material of that name; `None` where nothing can be drawn at all.
    fn material(&mut self, name: &str) -> Option<MaterialHandle>;
}

/// Nothing to draw with: scenes of brushes, lights and air alone.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoAssets;

impl Assets for NoAssets {
    fn model(&mut self, _: &str) -> Option<ModelHandle> {
        None
    }

    fn material(&mut self, _: &str) -> Option<MaterialHandle> {
        None
    }
}

/// What a level has asked for so far.
#[derive(Debug, Default)]
pub(crate) struct Known {
    models: BTreeMap<String, Option<ModelHandle>>,
    materials: BTreeMap<String, MaterialHandle>,
    /// What is wrong with them, for the console.
    news: Vec<(Level, String)>,
}

impl Known {
    /// Forgets everything, as a level goes.
    pub(crate) fn clear(&mut self) {
        self.models.clear();
        self.materials.clear();
    }

    /// What went wrong since the last time.
    pub(crate) fn take_news(&mut self) -> Vec<(Level, String)> {
        std::mem::take(&mut self.news)
    }
}

/// Where a model lies that a mapper names `props/cube`, or by its whole path, or by that of another engine's.
fn model_path(name: &str) -> String {
    let name = name.replace('\\', "/").to_ascii_lowercase();
    let name = name.strip_prefix("models/").unwrap_or(&name);
    let folder_end = name.rfind('/').map_or(0, |slash| slash + 1);
    let stem = name[folder_end..].rfind('.').map_or(name, |dot| &name[..folder_end + dot]);
    format!("models/{stem}.kmdl")
}

/// A renderer's models and materials.
pub(crate) struct Rendered<'a> {
    pub(crate) renderer: &'a mut Renderer,
    pub(crate) content: &'a Vfs,
    pub(crate) known: &'a mut Known,
}

impl Assets for Rendered<'_> {
    fn model(&mut self, path: &str) -> Option<ModelHandle> {
        if let Some(known) = self.known.models.get(path) {
            return *known;
        }
        let model = match self.renderer.model(&model_path(path), self.content) {
            Ok(model) => Some(model),
            Err(error) => {
                self.known.news.push((Level::Warning, error.to_string()));
                None
            }
        };
        self.known.models.insert(path.to_owned(), model);
        model
    }

    fn material(&mut self, name: &str) -> Option<MaterialHandle> {
        if let Some(known) = self.known.materials.get(name) {
            return Some(*known);
        }
        let material = self.renderer.material(name, self.content);
        self.known.materials.insert(name.to_owned(), material);
        Some(material)
    }
}

#[cfg(test)]
mod tests {
    use super::model_path;

    #[test]
    fn models_are_found_however_they_are_named() {
        for name in ["props/cube", "models/props/cube", "Models\\Props\\Cube.mdl", "props/cube.kmdl"] {
            assert_eq!(model_path(name), "models/props/cube.kmdl", "{name}");
        }
        assert_eq!(model_path("a.b/c"), "models/a.b/c.kmdl");
    }
}
