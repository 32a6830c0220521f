//! The console variables that the simulation depends on: part of its state, of its hash, of snapshots and saves.
//!
//! They are those that a server would tell its clients ([`ConvarFlags::REPLICATED`]), but for the switch of cheats. In a
//! save: how many, `u32`, then name and value of each as texts.

use crate::engine::Engine;
use core::hash::Hasher;
use kerosene_console::ConvarFlags;
use kerosene_entity::{ContainerError, SectionReader};
use std::sync::Arc;
use xxhash_rust::xxh3::Xxh3Default;

/// Most bytes of a name or a value.
const MAX_TEXT: usize = 4096;

/// Names and values.
pub(crate) type Variables = Vec<(String, String)>;

/// The variables as the simulation has them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Replicated {
    pub(crate) variables: Arc<Variables>,
    /// A number for all of them.
    pub(crate) hash: u64,
}

impl Engine {
    /// Takes note of the variables; for when any has changed.
    pub(crate) fn note_variables(&mut self) {
        let variables = self.variables();
        if *self.replicated.variables != variables {
            let mut hasher = Xxh3Default::new();
            for text in variables.iter().flat_map(|(name, value)| [name, value]) {
                hasher.write(&(text.len() as u64).to_le_bytes());
                hasher.write(text.as_bytes());
            }
            self.replicated = Replicated { hash: hasher.digest(), variables: Arc::new(variables) };
        }
    }

    /// Names and values of the variables as they are.
    pub(crate) fn variables(&self) -> Variables {
        let variables = self.console.convars().filter(|convar| {
            let flags = convar.flag_set();
            flags.contains(ConvarFlags::REPLICATED) && !flags.contains(ConvarFlags::CHEAT_SWITCH)
        });
        variables.map(|variable| (variable.name().to_owned(), variable.value().to_string())).collect()
    }

    /// The section of the variables as they are.
    pub(super) fn variable_bytes(&self) -> Vec<u8> {
        let variables = self.variables();
        let mut out = (variables.len() as u32).to_le_bytes().to_vec();
        for text in variables.iter().flat_map(|(name, value)| [name, value]) {
            out.extend_from_slice(&(text.len() as u32).to_le_bytes());
            out.extend_from_slice(text.as_bytes());
        }
        out
    }

    /// Sets the variables to those of a save or a snapshot, and tells which of them differed.
    pub(crate) fn set_variables(&mut self, variables: &[(String, String)]) {
        for (name, value) in variables {
            let before = self.console.find_convar(name).map(|convar| convar.value().to_string());
            if before.as_ref() == Some(value) {
                continue;
            }
            match self.console.set_text(name, value) {
                Ok(_) => self.say(&format!("{name} is {value}, as it was then")),
                Err(error) => self.warn(&format!("{name} was {value} then: {error}")),
            }
        }
        self.apply_convars();
    }
}

/// Reads the section.
pub(super) fn read(mut reader: SectionReader<'_>) -> Result<Variables, ContainerError> {
    let count = reader.count(8, "the variables")?;
    let mut variables = Vec::with_capacity(count);
    for _ in 0..count {
        let name = reader.text(MAX_TEXT, "a variable's name")?.to_owned();
        variables.push((name, reader.text(MAX_TEXT, "a variable's value")?.to_owned()));
    }
    reader.end()?;
    Ok(variables)
}
