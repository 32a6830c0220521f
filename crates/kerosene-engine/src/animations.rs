//! Animations in the simulation: how long clips are, and when they have ended.
//!
//! What plays is state of the entities ([`Animation`]); what is missing there is what only a model's file can say. The
//! engine reads the lengths of a model's clips when one of them plays for the first time in a level, once, and from then
//! on only ends what is over. Nobody has to draw anything for a level to go on when an animation is done.

use crate::engine::Engine;
use kerosene_asset::Model;
use kerosene_entity::{Animation, EntityId, EntityWorld};
use kerosene_vfs::Vfs;
use std::collections::{BTreeMap, BTreeSet};

/// Where a model lies that a mapper names `props/cube`, or by its whole path, or by that of another engine's.
///
/// ```
/// assert_eq!(kerosene_engine::model_path("Models\\Props\\Cube.mdl"), "models/props/cube.kmdl");
/// ```
pub fn model_path(name: &str) -> String {
    let name = name.replace('\\', "/").to_ascii_lowercase();
    let name = name.strip_prefix("models/").unwrap_or(&name);
    let folder_end = name.rfind('/').map_or(0, |slash| slash + 1);
    let stem = name[folder_end..].rfind('.').map_or(name, |dot| &name[..folder_end + dot]);
    format!("models/{stem}.kmdl")
}

/// A clip as the simulation knows it.
#[derive(Debug, Clone, PartialEq)]
struct Clip {
    name: String,
    seconds: f32,
    looped: bool,
}

/// Most things that a level is told of its animations; a level cannot fill the log with names that it makes up.
const MOST_SAID: usize = 64;

/// The clips of a level's models, and memory of the step.
#[derive(Debug, Default)]
pub(crate) struct Animations {
    /// The level that they are of.
    level: u64,
    models: BTreeMap<String, Vec<Clip>>,
    waiting: Vec<EntityId>,
    /// What is to be said, and what was said already: wires in circles ask often.
    news: Vec<String>,
    said: BTreeSet<String>,
}

impl Engine {
    /// Measures what has begun to play, and ends what is over.
    pub(crate) fn run_animations(&mut self) {
        let Some(level) = &mut self.level else { return };
        let animations = &mut self.animations;
        if animations.level != self.hosting.level_generation {
            *animations = Animations { level: self.hosting.level_generation, ..Animations::default() };
        }
        animations.measure(&mut level.entities, &self.vfs);
        animations.end(&mut level.entities);
        for text in std::mem::take(&mut self.animations.news) {
            self.warn(&text);
        }
    }
}

impl Animations {
    fn measure(&mut self, entities: &mut EntityWorld, vfs: &Vfs) {
        self.wait_for(entities, |animation| !animation.measured);
        for index in 0..self.waiting.len() {
            let entity = self.waiting[index];
            let clip = self.clip(entities, entity, vfs);
            entities.measure_animation(entity, clip);
        }
    }

    fn end(&mut self, entities: &mut EntityWorld) {
        let now = entities.time();
        self.wait_for(entities, |animation| animation.finish.has_come(now));
        for &entity in &self.waiting {
            // A handler that ran before may have begun another one.
            if entities.animation(entity).is_some_and(|animation| animation.finish.has_come(now)) {
                entities.finish_animation(entity);
            }
        }
    }

    fn wait_for(&mut self, entities: &EntityWorld, holds: impl Fn(&Animation) -> bool) {
        self.waiting.clear();
        let all = entities.store().query::<(EntityId, Animation)>();
        self.waiting.extend(all.filter(|(_, animation)| holds(animation)).map(|(entity, _)| entity));
    }

    /// Length of what an entity plays, and whether it is looped; `None` for what its model does not have.
    fn clip(&mut self, entities: &EntityWorld, entity: EntityId, vfs: &Vfs) -> Option<(f32, bool)> {
        let name = entities.text(entities.animation(entity)?.clip);
        if name.is_empty() {
            return None;
        }
        let model = entities.text_field(entity, "model").unwrap_or_default();
        if !self.models.contains_key(model) {
            let clips = read_clips(model, vfs).unwrap_or_else(|reason| {
                self.news.push(format!("{}: {reason}", entities.describe(entity)));
                Vec::new()
            });
            self.models.insert(model.to_owned(), clips);
        }
        let clips = self.models.get(model)?;
        let clip = clips.iter().find(|clip| clip.name.eq_ignore_ascii_case(name));
        if clip.is_none() && !clips.is_empty() {
            let there: Vec<&str> = clips.iter().map(|clip| clip.name.as_str()).collect();
            let who = entities.describe(entity);
            let text = format!("{who}: {model} has no animation `{name}`; it has {}", there.join(", "));
            if self.said.len() < MOST_SAID && self.said.insert(text.clone()) {
                self.news.push(text);
            }
        }
        clip.map(|clip| (clip.seconds, clip.looped))
    }
}

/// The clips of a model.
fn read_clips(model: &str, vfs: &Vfs) -> Result<Vec<Clip>, String> {
    let path = model_path(model);
    let bytes = vfs.read(&path).map_err(|error| error.to_string())?;
    let model = Model::from_bytes(&bytes).map_err(|error| format!("{path}: {error}"))?;
    if model.clips.is_empty() {
        return Err(format!("{path} has no animations"));
    }
    let clip =
        |clip: &kerosene_asset::Clip| Clip { name: clip.name.clone(), seconds: clip.seconds(), looped: clip.looped };
    Ok(model.clips.iter().map(clip).collect())
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
