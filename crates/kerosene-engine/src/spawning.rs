//! Players coming in, going, and coming in anew.

use crate::{
    engine::Engine,
    players::{Player, PlayerId},
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
        let level = self.level.as_ref().ok_or(SpawnError::NoLevel)?;
        let chosen = spawn::choose(&level.spawn_points.iter(), &level.world, &self.players.as_slice().iter());
        let (point, origin) = chosen.ok_or_else(|| SpawnError::NoSpawnPoint { map: level.name.clone() })?;
        Ok(self.players.spawn(origin, point.view))
    }

    /// Takes a player out; gives what it was, `None` if nobody has this id.
    pub fn remove_player(&mut self, id: PlayerId) -> Option<Player> {
        self.players.remove(id)
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
        let (before, from) = level.spawn_points.split_at(first);
        let others = self.players.as_slice().iter().filter(|player| player.id != id);
        let chosen = spawn::choose(&from.iter().chain(before), &level.world, &others);
        let (Some((point, origin)), Some(player)) = (chosen, self.players.get_mut(id)) else { return false };
        player.place(origin, point.view);
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
            let Some(obstacle) = spawn::obstacle(point, &level.world, &level.entities) else { continue };
            let [x, y, z] = point.origin.to_array();
            let text = format!("{} at ({x} {y} {z}) is inside {obstacle}: no player fits there", point.class);
            self.console.print(Level::Warning, &text);
        }
    }

    /// Gives every player a spawn point, in the order of ids, as a new level wants it.
    pub(crate) fn respawn_everyone(&mut self) {
        let Some(level) = &self.level else { return };
        for index in 0..self.players.as_slice().len() {
            // Those before it have their places; those after it are still where the last level had them.
            let placed = &self.players.as_slice()[..index];
            let chosen = spawn::choose(&level.spawn_points.iter(), &level.world, &placed.iter());
            let player = self.players.iter_mut().nth(index);
            if let (Some((point, origin)), Some(player)) = (chosen, player) {
                player.place(origin, point.view);
            }
        }
    }
}
