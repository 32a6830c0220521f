//! From a save to the running level.

use super::{
    LoadGameError,
    level_part::LevelPart,
    map_hash, save_path,
    variables::{self, Variables},
};
use crate::{
    clock::Clock,
    engine::Engine,
    game::{Game, MapStart},
    level::Level,
    players::Players,
};
use kerosene_entity::{Container, RestoreReport, SAVE_MAGIC, SAVE_VERSION, SaveInfo, WorldSnapshot, save_tags as tags};
use kerosene_vfs::VfsError;

/// All of a save, checked, with a level beside the running one.
struct Loaded {
    level: Level,
    info: SaveInfo,
    players: Players,
    part: LevelPart,
    variables: Variables,
    game: Vec<u8>,
    report: RestoreReport,
}

/// What the engine runs of a level.
struct Running {
    level: Option<Level>,
    clock: Clock,
    players: Players,
    part: LevelPart,
}

impl Engine {
    /// Loads a saved game, in whatever map it is of. The players are those of the save.
    ///
    /// # Errors
    /// Why not; the running level is then as it was, to the bit.
    pub fn load(&mut self, name: &str) -> Result<(), LoadGameError> {
        let path = save_path(name).ok_or_else(|| LoadGameError::Name { name: name.to_owned() })?;
        let bytes = self.vfs.read(&path).map_err(|error| match error {
            VfsError::NotFound { .. } => LoadGameError::NotFound { name: name.to_owned() },
            other => LoadGameError::File(other),
        })?;
        self.load_bytes(&bytes)
    }

    /// Loads a saved game from memory: the bytes of a `.ksav`.
    ///
    /// # Errors
    /// As [`load`](Self::load).
    pub fn load_bytes(&mut self, bytes: &[u8]) -> Result<(), LoadGameError> {
        if self.is_inside_hook("loading a saved game") {
            return Err(LoadGameError::InsideHook);
        }
        let Loaded { level, info, players, part, variables, game, report } = self.read_save(bytes)?;
        self.end_demo_with_level();
        let clock = Clock::at(info.tick, info.time_ns);
        // The save is a good one: only the game can still refuse it.
        self.hook("map_unloading", Game::map_unloading);
        let mut other = Running { level: Some(level), clock, players, part };
        other.players.turn_all_after(&self.players);
        let scripts = self.level.as_ref().map(|level| level.framework.snapshot());
        self.swap_running(&mut other);
        let notes = self.level.as_mut().map(|level| level.framework.begin_loaded()).unwrap_or_default();
        if let Some(Err(reason)) = self.hook("load", |hooks, engine| hooks.load(engine, &game)) {
            self.swap_running(&mut other);
            if let (Some(level), Some(scripts)) = (&mut self.level, &scripts) {
                level.framework.restore(scripts);
            }
            self.notices.clear();
            self.hook("map_loaded", |game, engine| game.map_loaded(engine, MapStart::Restored));
            return Err(LoadGameError::Game(reason));
        }
        drop(other);
        self.set_variables(&variables);
        for note in report.notes.iter().chain(&notes) {
            self.warn(note);
        }
        self.begin_restored();
        Ok(())
    }

    /// Reads and checks a save, and makes a level of it beside the running one; nothing of that is touched.
    fn read_save(&self, bytes: &[u8]) -> Result<Loaded, LoadGameError> {
        let container = Container::parse(bytes, SAVE_MAGIC, SAVE_VERSION)?;
        container.check()?;
        let info = SaveInfo::read(&container)?;
        let part = LevelPart::read(container.reader(tags::LEVEL)?)?;
        let variables = variables::read(container.reader(tags::VARIABLES)?)?;
        let world = WorldSnapshot::from_bytes(container.section(tags::ENTITIES)?)?;
        let mut level = Level::load(&self.vfs, &info.map, &self.registry, &self.scripts.runtime)?;
        let found = map_hash(level.world.bsp());
        if found != info.map_hash {
            return Err(LoadGameError::OtherMap { map: info.map, saved: info.map_hash, found });
        }
        let (entities, mut report) = world.instantiate(&self.registry)?;
        let players = Players::from_reader(container.reader(tags::PLAYERS)?, &entities)?;
        level.entities = entities;
        if let Ok(scripts) = container.reader(tags::SCRIPTS) {
            let notes = level.framework.read(scripts, &mut level.entities)?;
            report.notes.extend(notes);
        }
        level.world.restore_movers(&level.entities, &part.movers);
        let game = container.section(tags::GAME)?.to_vec();
        Ok(Loaded { level, info, players, part, variables, game, report })
    }

    /// Runs another level, and gives the one that ran.
    fn swap_running(&mut self, other: &mut Running) {
        let tick_rate = self.clock.rate();
        std::mem::swap(&mut self.level, &mut other.level);
        self.hosting.level_generation += 1;
        std::mem::swap(&mut self.clock, &mut other.clock);
        self.clock.set_rate(tick_rate);
        std::mem::swap(&mut self.players, &mut other.players);
        std::mem::swap(&mut self.touches, &mut other.part.touches);
        std::mem::swap(&mut self.random, &mut other.part.random);
        std::mem::swap(&mut self.requested_map, &mut other.part.requested_map);
    }

    /// A level that was restored begins: its classes hear of it, then the game.
    fn begin_restored(&mut self) {
        if let Some(hashes) = &mut self.kept_hashes {
            hashes.clear();
        }
        self.requested_save = None;
        self.game_over = None;
        self.tick_parameters = self.move_parameters;
        self.notices.clear();
        if let Some(level) = &mut self.level {
            level.entities.run_restore_handlers();
        }
        self.print_entity_notices();
        self.refresh_words();
        self.begin_map_script(false);
        self.hook("map_loaded", |game, engine| game.map_loaded(engine, MapStart::Restored));
        self.deliver_notices();
    }
}
