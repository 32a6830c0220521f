//! The console variables that the simulation depends on, in a save.
//!
//! They are those that a server would tell its clients ([`ConvarFlags::REPLICATED`]), but for the switch of cheats: how
//! many, `u32`, then name and value of each as texts.

use crate::engine::Engine;
use kerosene_console::ConvarFlags;
use kerosene_entity::{ContainerError, SectionReader};

/// Most bytes of a name or a value.
const MAX_TEXT: usize = 4096;

/// Names and values.
pub(crate) type Variables = Vec<(String, String)>;

impl Engine {
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

    /// Sets the variables to those of a save, and tells which of them differed.
    pub(crate) fn set_variables(&mut self, variables: &[(String, String)]) {
        for (name, value) in variables {
            let before = self.console.find_convar(name).map(|convar| convar.value().to_string());
            if before.as_ref() == Some(value) {
                continue;
            }
            match self.console.set_text(name, value) {
                Ok(_) => self.say(&format!("{name} is {value}, as it was when the game was saved")),
                Err(error) => self.warn(&format!("the save has {name} {value}: {error}")),
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
