//! Wires in and out of instances.
//!
//! From outside, an instance is one entity. A wire to something in it is sent to the instance with the input
//! `instance:name;Input`; one from something in it is an output of the instance, `instance:name;Output`. Here both
//! become wires of the entities themselves.

use super::names::Fixup;
use crate::model::{Connection, Entity};
use std::collections::{BTreeMap, BTreeSet};

const PREFIX: &str = "instance:";

/// The wires of all instances, until everything is in its place.
#[derive(Debug, Default)]
pub(super) struct InstanceWires {
    /// How names are fixed up in each instance that has one, by it in lower case.
    fixups: BTreeMap<String, Fixup>,
    /// Outputs by the name, in lower case, of the entity that has them.
    outputs: BTreeMap<String, Vec<Connection>>,
    /// Outputs of the instance that no entity in it can have.
    lost: usize,
}

impl InstanceWires {
    /// Notes the wires of an instance whose map was included.
    pub(super) fn note(&mut self, instance: &Entity, fixup: &Fixup, proxies: &BTreeSet<String>) {
        if let Some(name) = instance.get("targetname") {
            self.fixups.insert(name.to_ascii_lowercase(), fixup.clone());
        }
        for wire in &instance.connections {
            match inside(&wire.output) {
                // What goes through a proxy is wired to the entity that the proxy stands for.
                Some((name, output)) if !proxies.contains(&name.to_ascii_lowercase()) => {
                    let wire = Connection { output: output.to_owned(), ..wire.clone() };
                    self.outputs.entry(fixup.fixed(name).to_ascii_lowercase()).or_default().push(wire);
                }
                _ => self.lost += 1,
            }
        }
    }

    /// Puts every wire where it belongs, and counts those that belong nowhere.
    pub(super) fn connect(&self, entities: &mut [Entity]) -> usize {
        let mut found = BTreeSet::new();
        for entity in entities.iter_mut() {
            let name = entity.get("targetname").map(str::to_ascii_lowercase).unwrap_or_default();
            if let Some(wires) = self.outputs.get(&name) {
                entity.connections.extend(wires.iter().cloned());
                found.insert(name);
            }
        }
        for entity in entities {
            for wire in &mut entity.connections {
                let Some((name, input)) = inside(&wire.input) else { continue };
                let Some(fixup) = self.fixups.get(&wire.target.to_ascii_lowercase()) else { continue };
                (wire.target, wire.input) = (fixup.fixed(name), input.to_owned());
            }
        }
        let unclaimed = self.outputs.iter().filter(|(name, _)| !found.contains(*name));
        self.lost + unclaimed.map(|(_, wires)| wires.len()).sum::<usize>()
    }
}

/// Name and input or output of `instance:name;something`.
fn inside(text: &str) -> Option<(&str, &str)> {
    let start = text.get(..PREFIX.len()).filter(|start| start.eq_ignore_ascii_case(PREFIX))?;
    text.get(start.len()..)?.split_once(';')
}
