//! Players coming in, going, and coming in anew.

use super::{PLAYER_CLASS, Player, PlayerId};
use crate::{
    demos::Event,
    engine::Engine,
    game::{Notice, SpawnReason},
    spawn,
};
use kerosene_console::Level;
use kerosene_math::{Angles, Vec3};

/// Why a player could not be spawned.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SpawnError {
    /// There is nowhere to be.
    #[error("no level is loaded: load a map first")]
    NoLevel,
    /// The map has no spawn point.
    #[error("map {map} has no spawn point: add an info_player_start and compile it again")]
    NoSpawnPoint {
        /// The map's name.
        map: String,
    },
}

impl Engine {
    /// Spawns a player at a free spawn point of the level.
    ///
    /// # Errors
    /// No level, or a level without spawn points.
    ///
    /// ```
    /// use kerosene_engine::{Engine, EngineOptions, FALLBACK_MAP, SpawnError};
    ///
    /// let mut engine = Engine::new(EngineOptions::default());
    /// assert_eq!(engine.spawn_player(), Err(SpawnError::NoLevel));
    /// engine.load_map(FALLBACK_MAP)?;
    /// let player = engine.spawn_player()?;
    /// assert_eq!(engine.players().len(), 1);
    /// assert!(engine.remove_player(player).is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn spawn_player(&mut self) -> Result<PlayerId, SpawnError> {
        let level = self.level.as_mut().ok_or(SpawnError::NoLevel)?;
        let chosen = spawn::choose(level, 0, &self.players.as_slice().iter());
        let (origin, view) = chosen.ok_or_else(|| SpawnError::NoSpawnPoint { map: level.name.clone() })?;
        let id = self.players.spawn(level.entities.spawn(PLAYER_CLASS), origin, view);
        if let Some(player) = self.players.get(id) {
            player.appear(&mut level.entities);
        }
        self.record_deed(Event::Came);
        self.choose_first_player();
        self.tell_of_spawn(id, SpawnReason::Joined);
        Ok(id)
    }

    /// Takes a player out; gives what it was, `None` if nobody has this id.
    pub fn remove_player(&mut self, id: PlayerId) -> Option<Player> {
        let player = self.players.remove(id)?;
        self.record_deed(Event::Went(id.number()));
        if let Some(level) = &mut self.level {
            level.entities.remove(player.entity);
        }
        self.choose_first_player();
        Some(player)
    }

    /// Says to the entities who `!player` is: the player with the lowest id.
    pub(crate) fn choose_first_player(&mut self) {
        if let Some(level) = &mut self.level {
            level.entities.set_player(self.players.as_slice().first().map(|player| player.entity));
        }
    }

    /// Tells the game that a player came in, now or at the end of what happens now.
    fn tell_of_spawn(&mut self, id: PlayerId, reason: SpawnReason) {
        self.notices.push(Notice::Spawned(id, reason));
        self.settle_notices();
    }

    /// Lets a player come in anew: at the first free spawn point from the `nth` on, counted around. `false` if nobody
    /// has this id, or there is no level or spawn point.
    ///
    /// ```
    /// use kerosene_engine::{Engine, EngineOptions, FALLBACK_MAP};
    ///
    /// let mut engine = Engine::new(EngineOptions::default());
    /// engine.load_map(FALLBACK_MAP)?;
    /// let player = engine.spawn_player()?;
    /// (0..64).for_each(|_| engine.tick(&[]));
    /// assert!(engine.respawn_player(player, 0));
    /// assert_eq!(engine.player(player).expect("spawned").state.velocity.length(), 0.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn respawn_player(&mut self, id: PlayerId, nth: usize) -> bool {
        let Some(level) = &self.level else { return false };
        let first = nth % level.spawn_points.len().max(1);
        let others = self.players.as_slice().iter().filter(|player| player.id != id);
        let chosen = spawn::choose(level, first, &others);
        let (Some((origin, view)), Some(player)) = (chosen, self.players.get_mut(id)) else { return false };
        player.revive();
        player.place(origin, view);
        self.record_deed(Event::CameAnew { player: id.number(), from: first as u32 });
        self.tell_of_spawn(id, SpawnReason::Again);
        true
    }

    /// Puts a player somewhere, at rest, looking along `view`; `false` if nobody has this id.
    ///
    /// ```
    /// use kerosene_engine::{Engine, EngineOptions, FALLBACK_MAP};
    ///
    /// let mut engine = Engine::new(EngineOptions::default());
    /// engine.load_map(FALLBACK_MAP)?;
    /// let player = engine.spawn_player()?;
    /// let place = kerosene_math::Vec3::new(8.0, 8.0, 64.0);
    /// assert!(engine.place_player(player, place, kerosene_math::Angles::ZERO));
    /// assert_eq!(engine.player(player).expect("spawned").state.origin, place);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn place_player(&mut self, id: PlayerId, origin: Vec3, view: Angles) -> bool {
        self.players.get_mut(id).is_some_and(|player| {
            player.place(origin, view);
            true
        })
    }

    /// Turns a player's view; `false` if nobody has this id or the angles are not finite.
    ///
    /// ```
    /// use kerosene_engine::{Engine, EngineOptions, FALLBACK_MAP};
    /// use kerosene_math::Angles;
    ///
    /// let mut engine = Engine::new(EngineOptions::default());
    /// engine.load_map(FALLBACK_MAP)?;
    /// let player = engine.spawn_player()?;
    /// assert!(engine.turn_player(player, Angles::new(0.0, 180.0, 0.0)));
    /// assert_eq!(engine.player(player).expect("spawned").view.yaw, 180.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn turn_player(&mut self, id: PlayerId, view: Angles) -> bool {
        let finite = [view.pitch, view.yaw, view.roll].iter().all(|angle| angle.is_finite());
        self.players.get_mut(id).filter(|_| finite).is_some_and(|player| {
            player.turn(view);
            true
        })
    }

    /// A player, `None` if nobody has this id.
    pub fn player(&self, id: PlayerId) -> Option<&Player> {
        self.players.get(id)
    }

    /// All players, in the order of ids.
    pub fn players(&self) -> &[Player] {
        self.players.as_slice()
    }

    /// Tells the level's designer where players would come in stuck.
    pub(crate) fn warn_of_blocked_spawn_points(&mut self) {
        let Some(level) = &self.level else { return };
        for point in &level.spawn_points {
            let Some(obstacle) = spawn::obstacle(point, level) else { continue };
            let [x, y, z] = point.origin.to_array();
            let text = format!("{} at ({x} {y} {z}) is inside {obstacle}: no player fits there", point.class);
            self.console.print(Level::Warning, &text);
        }
    }
}
