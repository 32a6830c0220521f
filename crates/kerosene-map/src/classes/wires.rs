//! Makes wires of `target` and `killtarget`, and of `target2` and so on.
//!
//! Quake's entities do not say what they want of their target: each class knows what being used
//! means to it. A wire names an input, so the classes of those who bear the target's name decide it.
//!
//! A door and a lamp of one name are used through different inputs, and a wire reaches whoever has its target's name.
//! So those who are not used through `Use` get a name of their own then: `gate.Toggle` for the lamps of `gate`.

use super::keys::{remove, set};
use crate::model::{Connection, Entity};
use std::collections::{BTreeMap, BTreeSet};

/// An input and its parameter.
type Input = (String, String);

/// What it means to use the entities of each name.
#[derive(Debug, Default)]
pub(super) struct UseInputs {
    by_name: BTreeMap<String, BTreeSet<Input>>,
}

impl UseInputs {
    /// Notes that using `entity` calls `input`.
    pub(super) fn note(&mut self, entity: &Entity, input: &Input) {
        if let Some(name) = entity.get("targetname") {
            self.by_name.entry(name.to_owned()).or_default().insert(input.clone());
        }
    }

    /// Gives `entity`, which is used through `input`, a name of its own where others of its name are used through
    /// another.
    pub(super) fn tell_apart(&self, entity: &mut Entity, input: &Input) {
        let Some(name) = entity.get("targetname") else { return };
        let own = self.by_name.get(name).map(|inputs| name_for(name, inputs, input));
        if let Some(own) = own.filter(|own| own != name) {
            set(entity, "targetname", own);
        }
    }

    /// Makes wires from `output`; gives the names that lead nowhere, whose keys are kept.
    pub(super) fn wire(&self, entity: &mut Entity, output: &str) -> Vec<String> {
        let delay = entity.get("delay").and_then(|delay| delay.trim().parse().ok());
        let delay = delay.filter(|delay: &f64| delay.is_finite() && *delay >= 0.0).unwrap_or(0.0);
        let mut dead_ends = Vec::new();
        let mut connections = Vec::new();
        for stem in ["target", "killtarget"] {
            let kill = (stem == "killtarget").then(|| ("Kill".to_owned(), String::new()));
            for (key, target) in numbered(entity, stem) {
                let Some(inputs) = self.by_name.get(&target) else {
                    dead_ends.push(target);
                    continue;
                };
                connections.extend(connect(output, &target, inputs, kill.as_ref(), delay));
                remove(entity, &key);
            }
        }
        if !connections.is_empty() {
            remove(entity, "delay");
            entity.connections.append(&mut connections);
        }
        dead_ends
    }

    /// Makes wires of every key that is the name of an entity, with the value as the delay. The same name twice
    /// is told apart by a `#` and a number, which are not part of it.
    pub(super) fn wire_keys(&self, entity: &mut Entity, output: &str) {
        let mut connections = Vec::new();
        entity.keys.retain(|(key, value)| {
            let target = key.split('#').next().unwrap_or_default();
            let delay = value.trim().parse().ok().filter(|delay: &f64| delay.is_finite() && *delay >= 0.0);
            let inputs = self.by_name.get(target).filter(|_| !OWN_KEYS.contains(&target));
            let (Some(delay), Some(inputs)) = (delay, inputs) else { return true };
            connections.extend(connect(output, target, inputs, None, delay));
            false
        });
        entity.connections.append(&mut connections);
    }
}

/// Keys that never name an entity, whatever entities are called.
const OWN_KEYS: [&str; 6] = ["classname", "targetname", "origin", "spawnflags", "angles", "wait"];

/// The keys of `entity` that are a word, or that word and a number, with their values: many games that came from
/// Quake's have a `target2`.
fn numbered(entity: &Entity, stem: &str) -> Vec<(String, String)> {
    let is_one = |key: &str| key.trim_end_matches(|last: char| last.is_ascii_digit()).eq_ignore_ascii_case(stem);
    entity.keys.iter().filter(|(key, value)| is_one(key) && !value.is_empty()).cloned().collect()
}

/// The input of entities whose class has none of its own to be used through.
pub(super) fn plain_use() -> Input {
    ("Use".to_owned(), String::new())
}

/// What those of `name` are called who are used through `input`, one of `inputs`.
fn name_for(name: &str, inputs: &BTreeSet<Input>, input: &Input) -> String {
    let plain = plain_use();
    let keeper = inputs.get(&plain).or_else(|| inputs.first());
    if keeper == Some(input) { name.to_owned() } else { format!("{name}.{}{}", input.0, input.1) }
}

/// A wire to all who are used through each of `inputs`: to that input, or to another one, the same for all.
fn connect<'a>(
    output: &'a str,
    target: &'a str,
    inputs: &'a BTreeSet<Input>,
    instead: Option<&'a Input>,
    delay: f64,
) -> impl Iterator<Item = Connection> + 'a {
    inputs.iter().map(move |own| {
        let (input, parameter) = instead.unwrap_or(own).clone();
        let target = name_for(target, inputs, own);
        Connection { output: output.to_owned(), target, input, parameter, delay, times: -1 }
    })
}
