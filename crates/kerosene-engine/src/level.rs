//! A loaded level: the compiled map, its entities, and the world that players collide with.

use crate::{
    spawn::{SpawnPoint, spawn_points},
    world::World,
};
use kerosene_bsp::{BspError, BspFile};
use kerosene_diagnostics::Diagnostics;
use kerosene_entity::{EntityId, EntityWorld, Registry};
use kerosene_framework::{Framework, Runtime};
use kerosene_math::{Aabb, Vec3};
use kerosene_vfs::{Located, READ_LIMIT, Vfs, VfsError, is_map_name};
use std::rc::Rc;
use std::sync::Arc;

/// Everything that belongs to one map and goes away with it.
#[derive(Debug)]
pub(crate) struct Level {
    /// Name as it was asked for, without folder and extension: `e1m1`.
    pub(crate) name: String,
    /// Layer of the file system that the map came from.
    pub(crate) layer: String,
    pub(crate) entities: EntityWorld,
    /// The scripts of its entities.
    pub(crate) framework: Framework,
    pub(crate) spawn_points: Vec<SpawnPoint>,
    pub(crate) world: World,
    /// What is wrong with the map's entities; the engine takes it to print it.
    pub(crate) diagnostics: Diagnostics,
}

/// Why a map could not be loaded. The level that was running still runs.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The name cannot be a map's.
    #[error(
        "{name:?} is not a map's name: use letters, digits, '_', '-' and '.', as in \"e1m1\" (folders with '/'); \
         a file must be there and lie in a folder called maps, as in \"game/maps/e1m1.kbsp\""
    )]
    Name {
        /// The name.
        name: String,
    },
    /// No layer has the compiled map.
    #[error(
        "{path} not found in {}; compile the map with `kerosene-tools cleave {name}.map` and put {name}.kbsp into \
         a maps folder there", searched.join(", ")
    )]
    NotFound {
        /// The map's name.
        name: String,
        /// Virtual path that was looked for.
        path: String,
        /// The layers that were searched, nearest first.
        searched: Vec<String>,
    },
    /// The file system refused.
    #[error(transparent)]
    File(#[from] VfsError),
    /// The file is damaged, or made by other tools.
    #[error("map {name}: {error}")]
    Map {
        /// The map's name.
        name: String,
        /// What is wrong with it.
        #[source]
        error: BspError,
    },
    /// The entities cannot be read.
    #[error("map {name}, entities: {error}; compile the map again")]
    Entities {
        /// The map's name.
        name: String,
        /// What is wrong, and where in the entity text.
        #[source]
        error: kerosene_entity::LoadError,
    },
    /// A hook of the game is running.
    #[error("map {name} cannot be loaded inside a hook of the game: ask for it with `request_map`")]
    InsideHook {
        /// The map's name.
        name: String,
    },
}

impl Level {
    /// Reads and checks a level, and brings its entities to life; nothing else is touched.
    pub(crate) fn load(
        vfs: &Vfs,
        name: &str,
        registry: &Arc<Registry>,
        runtime: &Rc<Runtime>,
    ) -> Result<Self, LoadError> {
        let name = map_name(name)?;
        let path = format!("maps/{name}.kbsp");
        let located = vfs.locate(&path).map_err(|error| match error {
            VfsError::NotFound { path, searched } => LoadError::NotFound { name: name.clone(), path, searched },
            other => LoadError::File(other),
        })?;
        let layer = located.layer().to_owned();
        let opened = match located {
            Located::File { path, .. } => BspFile::open(path),
            Located::Builtin { bytes, .. } => BspFile::from_bytes(bytes),
            archived @ Located::Archived { .. } => {
                BspFile::from_bytes(archived.read(&path, READ_LIMIT).map_err(LoadError::File)?.into_owned())
            }
        };
        let bsp = opened.map_err(|error| LoadError::Map { name: name.clone(), error })?;
        let mut entities = EntityWorld::new(registry);
        let report = entities
            .load_from_kv(bsp.entities(), &model_bounds(&bsp), &path)
            .map_err(|error| LoadError::Entities { name: name.clone(), error })?;
        let spawn_points = spawn_points(&entities, &report.entities);
        let mut world = World::new(bsp);
        world.follow(&entities);
        let diagnostics = report.diagnostics;
        let framework = Framework::new(runtime);
        Ok(Self { name, layer, entities, framework, spawn_points, world, diagnostics })
    }

    /// Middle of an entity: of its brushes, or where it is.
    pub(crate) fn middle_of(&self, entity: EntityId) -> Vec3 {
        match self.world.index_of_entity(entity) {
            Some(index) => self.world.models.bounds(index).center(),
            None => self.entities.origin(entity),
        }
    }

    /// The place of an entity that is nearest to another: of the box around its brushes, or where it is.
    pub(crate) fn nearest_place(&self, entity: EntityId, to: Vec3) -> Vec3 {
        match self.world.index_of_entity(entity) {
            Some(index) => {
                let Aabb { min, max } = self.world.models.bounds(index);
                to.max(min).min(max)
            }
            None => self.entities.origin(entity),
        }
    }
}

/// Bounds of the brush models about the points that they turn about, which is where their entities are.
fn model_bounds(bsp: &BspFile) -> Vec<Aabb> {
    let about = |corner: [f32; 3], origin: [f32; 3]| Vec3::from(corner) - Vec3::from(origin);
    let models = bsp.models().iter();
    models.map(|model| Aabb { min: about(model.mins, model.origin), max: about(model.maxs, model.origin) }).collect()
}

/// The bare name of a map: lower case, without `maps/` and `.kbsp`, which people also type.
fn map_name(text: &str) -> Result<String, LoadError> {
    let lower = text.trim().to_ascii_lowercase();
    let name = lower.strip_prefix("maps/").unwrap_or(&lower);
    let name = name.strip_suffix(".kbsp").unwrap_or(name);
    if is_map_name(name) { Ok(name.to_owned()) } else { Err(LoadError::Name { name: text.to_owned() }) }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use super::*;

    #[test]
    fn names_are_tidied() {
        for name in ["e1m1", "E1M1", "maps/e1m1", "e1m1.kbsp", "maps/E1m1.KBSP", " e1m1 "] {
            assert_eq!(map_name(name).unwrap(), "e1m1", "{name}");
        }
        assert_eq!(map_name("chapter1/start").unwrap(), "chapter1/start");
    }

    #[test]
    fn names_that_are_paths_are_refused() {
        for name in ["", "..", "../e1m1", "/e1m1", "a//b", "a\\b", "c:x", "e1 m1", "a/../b", "\u{7}"] {
            assert!(matches!(map_name(name), Err(LoadError::Name { .. })), "{name:?}");
        }
    }
}
