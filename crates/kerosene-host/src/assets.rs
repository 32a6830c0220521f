//! Models and materials by name, for what is to be drawn.

use kerosene_console::Level;
use kerosene_engine::model_path;
use kerosene_render::{MaterialHandle, ModelHandle, Renderer};
use kerosene_vfs::Vfs;
use std::collections::BTreeMap;

/// Materials of the stock content that are drawn where a level names none.
pub(crate) mod stock {
    /// Sparks, smoke and fire.
    pub(crate) const PARTICLE: &str = "sprites/particle";
    /// Along beams and lasers.
    pub(crate) const BEAM: &str = "sprites/beam";
    /// Sprites.
    pub(crate) const GLOW: &str = "sprites/glow";
    /// Where something has blown up.
    pub(crate) const SCORCH: &str = "decals/scorch";
}

/// Where a scene gets models and materials from.
pub trait Assets {
    /// The model of that path, as a mapper writes it; `None` where it cannot be had.
    fn model(&mut self, path: &str) -> Option<ModelHandle>;

    /// The place of a clip among those of a model; `None` where it has none of that name.
    fn clip(&mut self, model: ModelHandle, name: &str) -> Option<u16>;

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

    fn clip(&mut self, _: ModelHandle, _: &str) -> Option<u16> {
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

    fn clip(&mut self, model: ModelHandle, name: &str) -> Option<u16> {
        self.renderer.clip(model, name)
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
    #![allow(clippy::unwrap_used, reason = "tests")]
    use super::stock;
    use kerosene_engine::{model_path, mount_base_content};
    use kerosene_entity::KeyKind;
    use kerosene_vfs::Vfs;

    #[test]
    fn what_is_shown_where_nothing_is_named_is_in_the_base_content() {
        let mut content = Vfs::new();
        mount_base_content(&mut content);
        let kdef = kerosene_game::registry().unwrap().kdef();
        let keys = kdef.classes.iter().flat_map(|class| &class.keys).filter(|key| !key.default.is_empty());
        let (mut models, mut materials) = (Vec::new(), vec![stock::PARTICLE, stock::BEAM, stock::GLOW, stock::SCORCH]);
        for key in keys {
            match key.kind {
                KeyKind::Model => models.push(key.default.as_str()),
                KeyKind::Material => materials.push(key.default.as_str()),
                _ => {}
            }
        }
        assert!(models.contains(&"props/cube") && materials.contains(&"decals/crack"));
        assert!(materials.contains(&kerosene_render::STOCK_SKY));
        let files = models.iter().map(|model| model_path(model));
        let files = files.chain(materials.iter().map(|material| format!("materials/{material}.kmat_c")));
        let missing: Vec<String> = files.filter(|file| !content.exists(file).unwrap()).collect();
        assert_eq!(missing, [""; 0]);
    }
}
