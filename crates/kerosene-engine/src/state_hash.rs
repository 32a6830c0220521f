//! One number for the whole state of the simulation.

use crate::engine::Engine;
use core::hash::Hasher;
use xxhash_rust::xxh3::Xxh3Default;

impl Engine {
    /// One number for the whole state: equal for equal states, on every machine. It covers the map's name, tick and
    /// time, every bit of every player, all of the entities ([`EntityWorld::state_hash`]) and their scripts, who touches what, how the
    /// movers move and the dice. The game's own value is no part of it.
    ///
    /// [`EntityWorld::state_hash`]: kerosene_entity::EntityWorld::state_hash
    ///
    /// ```
    /// use kerosene_engine::{Engine, EngineOptions, FALLBACK_MAP};
    ///
    /// let run = |ticks: usize| -> Result<u64, kerosene_engine::LoadError> {
    ///     let mut engine = Engine::new(EngineOptions::default());
    ///     engine.load_map(FALLBACK_MAP)?;
    ///     (0..ticks).for_each(|_| engine.tick(&[]));
    ///     Ok(engine.state_hash())
    /// };
    /// assert_eq!(run(10)?, run(10)?);
    /// assert_ne!(run(10)?, run(11)?);
    /// # Ok::<(), kerosene_engine::LoadError>(())
    /// ```
    pub fn state_hash(&self) -> u64 {
        let mut hasher = Xxh3Default::new();
        let map = self.map_name().unwrap_or_default();
        hasher.write(&(map.len() as u64).to_le_bytes());
        hasher.write(map.as_bytes());
        let players = self.players.as_slice();
        let numbers = [self.clock.tick(), self.clock.time_ns(), players.len() as u64];
        numbers.into_iter().for_each(|number| hasher.write(&number.to_le_bytes()));
        players.iter().for_each(|player| player.hash_into(&mut hasher));
        self.touches.hash_into(&mut hasher);
        hasher.write(bytemuck::bytes_of(&self.random));
        hasher.write(&self.replicated.hash.to_le_bytes());
        if let Some(level) = &self.level {
            hasher.write(&level.entities.state_hash().to_le_bytes());
            level.world.hash_into(&mut hasher);
            if level.framework.script_count() > 0 {
                hasher.write(&level.framework.state_hash().to_le_bytes());
            }
        }
        hasher.digest()
    }
}
