//! Scripts of the level: `scripts/<map>.kscr`, what `logic_script` and the console load and call, and the wish to see a
//! change of a file at once.
//!
//! What the fields of a map's script hold lies among the fields of the level's `worldspawn`, so that snapshots, rewinding,
//! saved games and hashes carry it as they carry every other field.

mod actions;
mod files;
mod map;
mod watch;

use kerosene_entity::{EntityId, EntityWorld};
use kerosene_script::ScriptHost;
use watch::Watch;

/// Folder of scripts in the layers of content.
const FOLDER: &str = "scripts";

/// Ending of a script's file.
const EXTENSION: &str = ".kscr";

/// The key of `worldspawn` that names the files that are loaded, beside the map's own.
const FILES_KEY: &str = "script.files";

/// What the engine keeps of the level's scripts.
#[derive(Debug, Default)]
pub(crate) struct Scripting {
    pub(crate) host: ScriptHost,
    watch: Watch,
}

/// The entity in whose fields a map's script remembers things.
fn keeper(entities: &EntityWorld) -> Option<EntityId> {
    entities.entities().find(|&entity| entities.class_name(entity).eq_ignore_ascii_case("worldspawn"))
}
