//! Where scripts of entities come from: `scripts/<name>.kscr` of the nearest layer that has it.

use super::files::{read, script_path};
use kerosene_script::{ScriptFile, ScriptLibrary};
use kerosene_vfs::Vfs;

/// The scripts in layers of content.
pub(super) struct Library(pub(super) Vfs);

impl ScriptLibrary for Library {
    fn read(&self, name: &str) -> Result<Option<ScriptFile>, String> {
        let path = script_path(name);
        Ok(read(&self.0, &path)?.map(|text| ScriptFile { path, text }))
    }
}
