//! Makes wires of `target` and `killtarget`.
//!
//! Quake's entities do not say what they want of their target: each class knows what being used
//! means to it. A wire names an input, so the classes of those who bear the target's name decide it.

use super::keys::remove;
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
    pub(super) fn note(&mut self, entity: &Entity, input: Option<&Input>) {
        if let Some(name) = entity.get("targetname") {
            let inputs = self.by_name.entry(name.to_owned()).or_default();
            inputs.insert(input.cloned().unwrap_or_else(|| ("Use".to_owned(), String::new())));
        }
    }

    /// Makes wires from `output`; gives the names that lead nowhere, whose keys are kept.
    pub(super) fn wire(&self, entity: &mut Entity, output: &str) -> Vec<String> {
        let delay = entity.get("delay").and_then(|delay| delay.trim().parse().ok());
        let delay = delay.filter(|delay: &f64| delay.is_finite() && *delay >= 0.0).unwrap_or(0.0);
        let mut dead_ends = Vec::new();
        let mut connections = Vec::new();
        for key in ["target", "killtarget"] {
            let Some(target) = entity.get(key).map(str::to_owned) else { continue };
            let Some(inputs) = self.by_name.get(&target) else {
                dead_ends.push(target);
                continue;
            };
            let kill = BTreeSet::from([("Kill".to_owned(), String::new())]);
            let inputs = if key == "killtarget" { &kill } else { inputs };
            connections.extend(connect(output, &target, inputs, delay));
            remove(entity, key);
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
            connections.extend(connect(output, target, inputs, delay));
            false
        });
        entity.connections.append(&mut connections);
    }
}

/// Keys that never name an entity, whatever entities are called.
const OWN_KEYS: [&str; 6] = ["classname", "targetname", "origin", "spawnflags", "angles", "wait"];

fn connect<'a>(
    output: &'a str,
    target: &'a str,
    inputs: &'a BTreeSet<Input>,
    delay: f64,
) -> impl Iterator<Item = Connection> + 'a {
    inputs.iter().map(move |(input, parameter)| Connection {
        output: output.to_owned(),
        target: target.to_owned(),
        input: input.clone(),
        parameter: parameter.clone(),
        delay,
        times: -1,
    })
}
