//! Scripts of the level: `scripts/<map>.kscr`, what `logic_script` and the console load and call, and the wish to see a
//! change of a file at once.
//!
//! What the fields of a map's script hold lies among the fields of the level's `worldspawn`, so that snapshots, rewinding,
//! saved games and hashes carry it as they carry every other field.

mod actions;
mod files;
mod library;
mod map;
mod watch;

use kerosene_entity::{EntityId, EntityWorld};
use kerosene_script::{Profile, RhaiLanguage, ScriptHost};
use kerosene_vfs::Vfs;
use library::Library;
use std::rc::Rc;
use watch::Watch;

/// Folder of scripts in the layers of content.
const FOLDER: &str = "scripts";

/// Ending of a script's file.
const EXTENSION: &str = ".kscr";

/// The key of `worldspawn` that names the files that are loaded, beside the map's own.
const FILES_KEY: &str = "script.files";

/// What the engine keeps of the level's scripts.
#[derive(Debug)]
pub(crate) struct Scripting {
    pub(crate) host: ScriptHost,
    /// The language of entities' scripts.
    pub(crate) language: Rc<RhaiLanguage>,
    watch: Watch,
}

impl Scripting {
    /// No scripts yet; those of entities come from these layers.
    pub(crate) fn new(vfs: &Vfs) -> Self {
        let language = Rc::new(RhaiLanguage::new(Library(vfs.clone())));
        Self { host: ScriptHost::new(), language, watch: Watch::default() }
    }

    /// No map's script any more; a profile that is taken begins anew.
    fn forget_map(&mut self) {
        let profiling = self.host.profile().is_some();
        self.host = ScriptHost::new();
        self.set_profiling(profiling);
        self.watch.clear();
    }

    /// Begins a profile of all scripts, or ends it.
    pub(crate) fn set_profiling(&mut self, on: bool) {
        self.host.set_profiling(on);
        self.language.set_profiling(on);
    }

    /// What scripts have cost since a profile was begun, `None` without one.
    pub(crate) fn profile(&self) -> Option<Profile> {
        let mut profile = self.host.profile()?.clone();
        self.language.profile().iter().for_each(|other| profile.add(other));
        Some(profile)
    }
}

/// The entity in whose fields a map's script remembers things.
fn keeper(entities: &EntityWorld) -> Option<EntityId> {
    entities.entities().find(|&entity| entities.class_name(entity).eq_ignore_ascii_case("worldspawn"))
}
