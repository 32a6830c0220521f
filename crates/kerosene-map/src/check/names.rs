//! Who bears which name, and who is spoken of.

use crate::model::{Entity, Map};
use std::collections::{BTreeMap, BTreeSet};

/// Keys whose value names other entities.
pub(super) const TARGET_KEYS: [&str; 6] = ["target", "target2", "target3", "target4", "killtarget", "parentname"];

/// The names of a map's entities, compared without case.
pub(super) struct Names<'a> {
    map: &'a Map,
    /// Entities by their `targetname`.
    bearers: BTreeMap<String, Vec<usize>>,
    classes: BTreeSet<String>,
}

impl<'a> Names<'a> {
    pub(super) fn new(map: &'a Map) -> Self {
        let mut bearers: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (index, entity) in map.entities.iter().enumerate() {
            if let Some(name) = entity.get("targetname").filter(|name| !name.is_empty()) {
                bearers.entry(name.to_ascii_lowercase()).or_default().push(index);
            }
        }
        let classes = map.entities.iter().map(|entity| entity.class_name().to_ascii_lowercase()).collect();
        Self { map, bearers, classes }
    }

    /// The names there are, in lower case, with the indices of the entities that bear them.
    pub(super) fn all(&self) -> impl Iterator<Item = (&str, &[usize])> {
        self.bearers.iter().map(|(name, bearers)| (name.as_str(), bearers.as_slice()))
    }

    /// Entities of exactly this name.
    pub(super) fn bearers(&self, name: &str) -> &[usize] {
        self.bearers.get(&name.to_ascii_lowercase()).map_or(&[], Vec::as_slice)
    }

    /// Whether a target means anyone: a name, a class, the beginning of either before a `*`, or a special name
    /// such as `!activator`, which is known only while the level runs.
    pub(super) fn reaches(&self, target: &str) -> bool {
        let target = target.to_ascii_lowercase();
        if target.starts_with('!') {
            return true;
        }
        if let Some(beginning) = target.strip_suffix('*') {
            return self.bearers.keys().chain(&self.classes).any(|name| name.starts_with(beginning));
        }
        self.bearers.contains_key(&target) || self.classes.contains(&target)
    }

    /// Every text that may speak of an entity: values of all keys but those that give names, targets and
    /// parameters of wires. In lower case.
    pub(super) fn mentions(&self) -> BTreeSet<String> {
        self.map.entities.iter().flat_map(spoken_of).map(str::to_ascii_lowercase).collect()
    }
}

fn spoken_of(entity: &Entity) -> impl Iterator<Item = &str> {
    let names = |key: &str| key.eq_ignore_ascii_case("targetname") || key.eq_ignore_ascii_case("classname");
    let values = entity.keys.iter().filter(move |(key, _)| !names(key)).map(|(_, value)| value.as_str());
    // A key may itself be a name: the outputs of Half-Life's multi_manager are such.
    let keys = entity.keys.iter().map(|(key, _)| key.as_str());
    let wires = entity.connections.iter().flat_map(|wire| [wire.target.as_str(), wire.parameter.as_str()]);
    values.chain(keys).chain(wires)
}
