//! From the running level to a save.

use super::{SaveGameError, level_part::LevelPart, map_hash, save_path};
use crate::{engine::Engine, game::Game, players::Players};
use kerosene_entity::{
    ContainerBuilder, SAVE_MAGIC, SAVE_VERSION, SaveInfo, SectionReader, WorldSnapshot, save_tags as tags,
};
use std::path::PathBuf;

impl Engine {
    /// Saves the game under a name: `save/NAME.ksav` in the player's folder. Gives the file.
    ///
    /// # Errors
    /// Why not: no level, a dead player, a game that does not want to, a name that is none, a file that cannot be
    /// written. An older save of the name is as it was then.
    ///
    /// ```
    /// use kerosene_engine::{Engine, EngineOptions, FALLBACK_MAP, mount_base_content};
    /// use kerosene_vfs::{Access, Vfs};
    ///
    /// let folder = tempfile::tempdir()?;
    /// let mut vfs = Vfs::new();
    /// vfs.mount_folder(folder.path(), Access::Writable);
    /// mount_base_content(&mut vfs);
    /// let mut engine = Engine::new(EngineOptions { vfs });
    /// engine.load_map(FALLBACK_MAP)?;
    /// engine.spawn_player()?;
    /// engine.save("first")?;
    /// let saved = engine.state_hash();
    /// (0..64).for_each(|_| engine.tick(&[]));
    /// engine.load("first")?;
    /// assert_eq!(engine.state_hash(), saved);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn save(&mut self, name: &str) -> Result<PathBuf, SaveGameError> {
        let path = save_path(name).ok_or_else(|| SaveGameError::Name { name: name.to_owned() })?;
        let bytes = self.save_bytes()?;
        Ok(self.vfs.write(&path, &bytes)?)
    }

    /// Saves the game into memory: the bytes of a `.ksav`.
    ///
    /// # Errors
    /// As [`save`](Self::save).
    pub fn save_bytes(&mut self) -> Result<Vec<u8>, SaveGameError> {
        if self.is_inside_hook("saving the game") {
            return Err(SaveGameError::InsideHook);
        }
        if self.level.is_none() {
            return Err(SaveGameError::NoLevel);
        }
        if let Some(dead) = self.players.as_slice().iter().find(|player| !player.condition.is_alive()) {
            return Err(SaveGameError::Dead { player: dead.id.number() });
        }
        if let Some(Err(reason)) = self.hook("can_save", Game::can_save) {
            return Err(SaveGameError::Game(reason));
        }
        self.state_bytes()
    }

    /// The state as a save, whatever the rules of saving say: a demo may begin with a dead player.
    pub(crate) fn state_bytes(&mut self) -> Result<Vec<u8>, SaveGameError> {
        // Requests are no part of a save, so none may wait.
        self.answer_requests();
        self.deliver_notices();
        let snapshot = self.snapshot().ok_or(SaveGameError::NoLevel)?;
        let state_hash = self.state_hash();
        let Some(level) = &self.level else { return Err(SaveGameError::NoLevel) };
        let info = SaveInfo {
            map: snapshot.map,
            map_hash: map_hash(level.world.bsp()),
            tick: snapshot.clock.tick(),
            time_ns: snapshot.clock.time_ns(),
            state_hash,
        };
        let part = LevelPart {
            random: snapshot.random,
            touches: snapshot.touches,
            movers: snapshot.movers,
            requested_map: snapshot.requested_map,
        };
        let (info, players) = (info.to_bytes(), snapshot.players.to_bytes());
        // What cannot be read back is not written.
        SaveInfo::from_reader(SectionReader::new(tags::INFO, &info)).map_err(SaveGameError::State)?;
        Players::from_reader(SectionReader::new(tags::PLAYERS, &players), &level.entities)
            .map_err(SaveGameError::State)?;
        let part = part.to_bytes();
        LevelPart::read(SectionReader::new(tags::LEVEL, &part)).map_err(SaveGameError::State)?;
        let world = WorldSnapshot::of_snapshot(&snapshot.entities, &self.registry);
        let mut container = ContainerBuilder::new(SAVE_MAGIC, SAVE_VERSION)
            .section(tags::INFO, info)
            .section(tags::ENTITIES, world.to_bytes())
            .section(tags::PLAYERS, players)
            .section(tags::LEVEL, part)
            .section(tags::VARIABLES, self.variable_bytes())
            .section(tags::GAME, snapshot.game);
        if level.framework.script_count() > 0 {
            container = container.section(tags::SCRIPTS, level.framework.to_bytes(&level.entities));
        }
        let bytes = container.to_bytes();
        for note in world.notes() {
            self.warn(note);
        }
        Ok(bytes)
    }

    /// Asks for a save at the end of the running tick, or of the next one: for hooks of the game. Of several requests
    /// the last one counts; the log tells what became of it.
    pub fn request_save(&mut self, name: &str) {
        self.requested_save = Some(name.to_owned());
    }

    /// Does a save that was asked for.
    pub(crate) fn do_requested_save(&mut self) {
        if let Some(name) = self.requested_save.take() {
            self.save_and_tell(&name);
        }
    }

    /// Saves, and says what became of it.
    pub(crate) fn save_and_tell(&mut self, name: &str) {
        match self.save(name) {
            Ok(path) => self.say(&format!("saved: {}", path.display())),
            Err(error) => self.warn(&format!("not saved: {error}")),
        }
    }

    /// Names of the saves that there are, in order.
    pub fn saves(&self) -> Vec<String> {
        super::names(&self.vfs)
    }
}
