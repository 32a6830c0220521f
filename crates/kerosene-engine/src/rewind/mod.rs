//! Going back in time: a ring of snapshots, one for each of the last ticks.
//!
//! The variable `host_rewind` says how many seconds are kept; 0, the default, keeps nothing and costs nothing. A snapshot
//! shares the entities' pages with the level, so a second of them costs what changed in it. Going back forgets what came
//! after: time goes on from there.

use crate::{
    engine::Engine,
    snapshot::{EngineSnapshot, RestoreError},
};
use std::collections::VecDeque;

/// Most seconds that are kept.
pub(crate) const MAX_SECONDS: f64 = 30.0;

/// Snapshots of the last ticks, the oldest first.
#[derive(Debug, Default)]
pub(crate) struct Rewind {
    ring: VecDeque<EngineSnapshot>,
}

impl Rewind {
    pub(crate) fn clear(&mut self) {
        self.ring.clear();
    }
}

/// Why time does not go back.
#[derive(Debug, thiserror::Error)]
pub enum RewindError {
    /// Nothing of that time is kept.
    #[error("only {kept} ticks are kept to go back to; `host_rewind SECONDS` says how many seconds are")]
    NotKept {
        /// Ticks that one can go back.
        kept: u64,
    },
    /// The level does not go back.
    #[error(transparent)]
    Restore(#[from] RestoreError),
}

impl Engine {
    /// Goes back by so many ticks, as far as they are kept. What was played since is forgotten; the same input leads to
    /// the same states again.
    ///
    /// # Errors
    /// That moment is not kept, or the game refuses it; nothing has changed then.
    ///
    /// ```
    /// use kerosene_engine::{Engine, EngineOptions, FALLBACK_MAP};
    /// use std::time::Duration;
    ///
    /// let mut engine = Engine::new(EngineOptions::default());
    /// engine.console_mut().enqueue("host_rewind 2; map kerosene_room");
    /// engine.frame(Duration::ZERO, &[]);
    /// (0..10).for_each(|_| engine.tick(&[]));
    /// let then = engine.state_hash();
    /// (0..50).for_each(|_| engine.tick(&[]));
    /// engine.rewind(50)?;
    /// assert_eq!((engine.tick_number(), engine.state_hash()), (10, then));
    /// # Ok::<(), kerosene_engine::RewindError>(())
    /// ```
    pub fn rewind(&mut self, ticks: u64) -> Result<(), RewindError> {
        let now = self.clock.tick();
        let wanted = now.checked_sub(ticks);
        let at = wanted.and_then(|tick| self.rewind.ring.iter().position(|kept| kept.tick() == tick));
        let Some(at) = at else {
            let oldest = self.rewind.ring.front().map_or(now, EngineSnapshot::tick);
            return Err(RewindError::NotKept { kept: now.saturating_sub(oldest) });
        };
        // Restoring forgets what is kept, for it may come from anywhere; here it does not.
        let mut ring = std::mem::take(&mut self.rewind.ring);
        let before = self.players.clone();
        let restored = self.restore(&ring[at]);
        if restored.is_ok() {
            ring.truncate(at + 1);
            self.players.turn_all_after(&before);
        }
        self.rewind.ring = ring;
        Ok(restored?)
    }

    /// Keeps the tick that has run, where ticks are kept.
    pub(crate) fn keep_for_rewind(&mut self) {
        let most = (self.rewind_seconds() * f64::from(self.clock.rate().per_second())) as usize;
        if most == 0 {
            return self.rewind.clear();
        }
        if let Some(snapshot) = self.snapshot() {
            self.rewind.ring.push_back(snapshot);
        }
        // As many ticks back, and the one that is now.
        while self.rewind.ring.len() > most + 1 {
            self.rewind.ring.pop_front();
        }
    }
}
