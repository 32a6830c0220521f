//! What entities of the running level are called, for completing commands.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// Names and classes of a level's entities, shared between the engine, which fills them in, and the console's
/// completion, which has no engine in hand.
#[derive(Debug, Clone, Default)]
pub(crate) struct EntityWords {
    words: Arc<Mutex<Words>>,
}

#[derive(Debug, Default)]
struct Words {
    /// The inputs of every target: names and classes of the level's entities.
    targets: BTreeMap<String, BTreeSet<String>>,
    classes: Vec<String>,
}

impl EntityWords {
    /// Sets the classes that there are.
    pub(crate) fn set_classes(&self, classes: impl Iterator<Item = String>) {
        self.lock().classes = classes.collect();
    }

    /// Forgets the targets.
    pub(crate) fn clear_targets(&self) {
        self.lock().targets.clear();
    }

    /// Adds a target with its inputs.
    pub(crate) fn add_target<'a>(&self, target: &str, inputs: impl Iterator<Item = &'a str>) {
        let mut words = self.lock();
        words.targets.entry(target.to_owned()).or_default().extend(inputs.map(str::to_owned));
    }

    pub(super) fn targets(&self) -> Vec<String> {
        let words = self.lock();
        ["!picker", "!player"].into_iter().map(str::to_owned).chain(words.targets.keys().cloned()).collect()
    }

    /// Inputs of a target; of all targets where it is none of them, such as `!picker`.
    pub(super) fn inputs(&self, target: &str) -> Vec<String> {
        let words = self.lock();
        match words.targets.get(target) {
            Some(inputs) => inputs.iter().cloned().collect(),
            None => words.targets.values().flatten().cloned().collect::<BTreeSet<_>>().into_iter().collect(),
        }
    }

    pub(super) fn classes(&self) -> Vec<String> {
        self.lock().classes.clone()
    }

    fn lock(&self) -> MutexGuard<'_, Words> {
        // Nothing panics while it holds the lock; should it all the same, the words are still words.
        self.words.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
