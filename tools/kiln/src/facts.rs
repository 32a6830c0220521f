//! Properties of materials that maps depend on, each looked up once a wave.

use crate::toolbox::Toolbox;
use kerosene_vfs::vault::ContentHash;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// The properties as they are now, by material.
#[derive(Debug)]
pub(crate) struct Facts {
    of: fn(&Path, &str) -> Option<String>,
    known: Mutex<BTreeMap<String, Option<ContentHash>>>,
}

impl Facts {
    pub(crate) fn new(toolbox: &Toolbox) -> Self {
        Self { of: toolbox.material_facts, known: Mutex::default() }
    }

    /// A hash of what is read of a material; nothing where there is none.
    pub(crate) fn hash(&self, root: &Path, material: &str) -> Option<ContentHash> {
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(hash) = known().get(material) {
            return *hash;
        }
        let hash = (self.of)(root, material).map(|facts| ContentHash::of(facts.as_bytes()));
        known().insert(material.to_owned(), hash);
        hash
    }

    /// Forgets what it knows: materials have been made.
    pub(crate) fn forget(&self) {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}
