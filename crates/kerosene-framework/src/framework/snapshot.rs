//! Keeping all that scripts have going, and putting it back.

use super::Framework;
use crate::script::LanguageState;
use crate::services::State;

/// All that a level's scripts remember and have going, at one moment. Taking one copies nothing of Rust's scripts, of timers,
/// tweens, events and state machines, however many there are; what languages share is theirs.
#[derive(Debug, Clone)]
pub struct FrameworkSnapshot {
    state: State,
    languages: Vec<LanguageState>,
}

impl Framework {
    /// Keeps everything as it is now.
    #[must_use]
    pub fn snapshot(&self) -> FrameworkSnapshot {
        let languages = self.runtime.languages.iter().map(|language| language.snapshot()).collect();
        FrameworkSnapshot { state: self.services.state.clone(), languages }
    }

    /// Puts everything back; the snapshot stays usable. No hook runs: nothing has happened. False, and nothing changed, if
    /// it is of a game with other languages.
    pub fn restore(&mut self, snapshot: &FrameworkSnapshot) -> bool {
        if snapshot.languages.len() != self.runtime.languages.len() {
            return false;
        }
        let before: Vec<LanguageState> = self.runtime.languages.iter().map(|language| language.snapshot()).collect();
        for (number, state) in snapshot.languages.iter().enumerate() {
            if !self.runtime.languages[number].restore(state) {
                let done = self.runtime.languages.iter().zip(&before).take(number);
                done.for_each(|(language, state)| {
                    language.restore(state);
                });
                return false;
            }
        }
        self.services.state = snapshot.state.clone();
        self.services.gizmos.clear();
        self.services.renew_events();
        true
    }

    /// A hash of everything that scripts remember and have going.
    #[must_use]
    pub fn state_hash(&self) -> u64 {
        let languages = self.runtime.languages.iter().map(|language| language.hash());
        languages.fold(self.services.state.hash(), |hash, language| {
            xxhash_rust::xxh3::xxh3_64(bytemuck::bytes_of(&[hash, language]))
        })
    }
}
