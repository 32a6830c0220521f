//! Files of scripts, through the layers of content.

use super::{EXTENSION, FILES_KEY, FOLDER, keeper};
use crate::engine::Engine;
use kerosene_entity::Value;
use kerosene_vfs::{Vfs, VfsError};

/// The path of a script as people write it: `door`, `door.kscr`, `scripts/door.kscr`.
pub(crate) fn script_path(name: &str) -> String {
    let name = name.trim().replace('\\', "/");
    let name = name.strip_prefix(&format!("{FOLDER}/")).unwrap_or(&name);
    let name = name.strip_suffix(EXTENSION).unwrap_or(name);
    format!("{FOLDER}/{name}{EXTENSION}")
}

/// The text of a script; `None` where no layer has it.
pub(crate) fn read(vfs: &Vfs, path: &str) -> Result<Option<String>, String> {
    let bytes = match vfs.read(path) {
        Ok(bytes) => bytes,
        Err(VfsError::NotFound { .. }) => return Ok(None),
        Err(error) => return Err(error.to_string()),
    };
    match std::str::from_utf8(&bytes) {
        Ok(text) => Ok(Some(text.to_owned())),
        Err(error) => Err(format!("{path}: byte {} is not UTF-8 text", error.valid_up_to())),
    }
}

impl Engine {
    /// Loads the script that is named like the map, where there is one.
    pub(super) fn load_script_of_map(&mut self, map: &str) {
        let path = script_path(map);
        self.scripting.watch.add(&self.vfs, &path);
        match read(&self.vfs, &path) {
            Ok(Some(text)) => self.load_script_text(&path, &text),
            Ok(None) => false,
            Err(message) => self.warn_false(&message),
        };
    }

    /// Loads a file as a wire or a person asks for it, or loads it again; true if it is loaded.
    pub(crate) fn load_script_file(&mut self, name: &str) -> bool {
        let path = script_path(name);
        match read(&self.vfs, &path) {
            Ok(Some(text)) => {
                self.scripting.watch.add(&self.vfs, &path);
                let loaded = self.load_script_text(&path, &text);
                self.note_script_files();
                loaded
            }
            Ok(None) => self.warn_false(&format!("{path} is not in the content")),
            Err(message) => self.warn_false(&message),
        }
    }

    fn load_script_text(&mut self, path: &str, text: &str) -> bool {
        let loaded = self.scripting.host.load(path, text);
        // What the level remembers of the fields goes before what the file begins with.
        if let Some(level) = &self.level
            && let Some(keeper) = keeper(&level.entities)
        {
            self.scripting.host.take_fields_from(&level.entities, keeper);
        }
        if let Err(error) = &loaded {
            self.report_script(error);
        }
        self.keep_script_fields();
        self.apply_script_actions();
        loaded.is_ok()
    }

    fn warn_false(&mut self, message: &str) -> bool {
        self.warn(message);
        false
    }

    /// Loads the files again that were loaded when the level was saved.
    pub(super) fn load_script_files_of_save(&mut self) {
        let Some(level) = &self.level else { return };
        let files = keeper(&level.entities).and_then(|keeper| level.entities.text_field(keeper, FILES_KEY));
        let files: Vec<String> = files.unwrap_or_default().split(';').map(str::to_owned).collect();
        for file in files.iter().filter(|file| !file.is_empty()) {
            self.load_script_file(file);
        }
    }

    /// Notes in the level which files are loaded beside the map's own.
    fn note_script_files(&mut self) {
        let Some(level) = &mut self.level else { return };
        let Some(keeper) = keeper(&level.entities) else { return };
        let own = script_path(&level.name);
        let files: Vec<&str> =
            self.scripting.host.files().map(kerosene_script::Script::file).filter(|&file| file != own).collect();
        if !files.is_empty() {
            let files = level.entities.intern(&files.join(";"));
            level.entities.set_field(keeper, FILES_KEY, Value::Text(files));
        }
    }

    /// Whether a file is one of the map's: its own, or one that a wire or a person has loaded.
    pub(super) fn is_script_of_map(&self, path: &str) -> bool {
        self.scripting.host.files().any(|script| script.file() == path)
            || self.map_name().is_some_and(|map| script_path(map) == path)
    }

    /// Takes a file that entities have their script from as it is now, and begins those scripts anew; `None` where it is
    /// no such file, else whether it can be used.
    pub(super) fn begin_entity_script_anew(&mut self, path: &str) -> Option<bool> {
        let scripts = self.scripting.language.scripts();
        let (name, _) = scripts.into_iter().find(|(name, _)| script_path(name) == path)?;
        let scene = self.empty_scene();
        let level = self.level.as_mut()?;
        match level.framework.reload_script(&mut level.entities, &scene, &name) {
            Ok(count) => self.say(&format!("{path}: {count} entities begin it anew")),
            Err(error) => {
                self.warn(&error.to_string());
                return Some(false);
            }
        }
        self.print_script_messages();
        Some(true)
    }

    /// Loads a file as a person asks for it: one that entities have their script from begins anew there, another joins
    /// those of the map. True if it can be used.
    pub(crate) fn execute_script(&mut self, name: &str) -> bool {
        let path = script_path(name);
        let begun = self.begin_entity_script_anew(&path);
        match begun {
            Some(can_be_used) if !self.is_script_of_map(&path) => can_be_used,
            _ => self.load_script_file(name),
        }
    }

    /// Loads scripts again: the one of a name, or all of the map's and of entities.
    pub(crate) fn reload_scripts(&mut self, name: Option<&str>) {
        let names: Vec<String> = match name {
            Some(name) => vec![name.to_owned()],
            None => {
                let of_map = self.scripting.host.files().map(|script| script.file().to_owned());
                let of_entities = self.scripting.language.scripts().into_iter().map(|(name, _)| script_path(&name));
                let mut names: Vec<String> = of_map.chain(of_entities).collect();
                names.sort();
                names.dedup();
                names
            }
        };
        let loaded = names.iter().filter(|name| self.execute_script(name)).count();
        self.say(&format!("{loaded} of {} scripts loaded again", names.len()));
    }
}
