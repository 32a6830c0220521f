//! All convars, commands and aliases, by name.

use crate::{Command, Convar};
use std::collections::BTreeMap;

/// Names a convar of one console; reading through it costs an array access.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConvarId(u32);

/// Why something was not registered.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RegisterError {
    /// Another convar or command has the name.
    #[error("the name `{0}` is taken")]
    Taken(String),
    /// The name could not be typed.
    #[error("`{0}` cannot be a name: expected letters, digits and `_ + - . !`")]
    BadName(String),
}

/// What a name stands for.
#[derive(Debug, Clone)]
pub(crate) enum Entry {
    Convar(ConvarId),
    Command(Command),
    Alias(String),
}

/// The table. Names are kept in lower case and listed in their order.
#[derive(Debug, Clone, Default)]
pub(crate) struct Registry {
    names: BTreeMap<String, Entry>,
    convars: Vec<Convar>,
}

impl Registry {
    pub(crate) fn add_convar(&mut self, convar: Convar) -> Result<ConvarId, RegisterError> {
        let id = ConvarId(u32::try_from(self.convars.len()).unwrap_or(u32::MAX));
        self.add(convar.name().to_owned(), Entry::Convar(id))?;
        self.convars.push(convar);
        Ok(id)
    }

    pub(crate) fn add_command(&mut self, command: Command) -> Result<(), RegisterError> {
        self.add(command.name().to_owned(), Entry::Command(command))
    }

    /// Adds or replaces an alias; a convar's or command's name cannot be one.
    pub(crate) fn add_alias(&mut self, name: &str, text: String) -> Result<(), RegisterError> {
        if matches!(self.entry(name), Some(Entry::Alias(_))) {
            self.remove_alias(name);
        }
        self.add(name.to_owned(), Entry::Alias(text))
    }

    pub(crate) fn remove_alias(&mut self, name: &str) {
        if matches!(self.entry(name), Some(Entry::Alias(_))) {
            self.names.remove(&name.to_ascii_lowercase());
        }
    }

    fn add(&mut self, name: String, entry: Entry) -> Result<(), RegisterError> {
        let is_fit = |byte: u8| byte.is_ascii_alphanumeric() || b"_+-.!".contains(&byte);
        if name.is_empty() || name.len() > 64 || !name.bytes().all(is_fit) {
            return Err(RegisterError::BadName(name.chars().take(64).collect()));
        }
        match self.names.get_mut(&name.to_ascii_lowercase()) {
            // What the program registers wins over what the player made up.
            Some(old @ Entry::Alias(_)) => *old = entry,
            Some(_) => return Err(RegisterError::Taken(name)),
            None => {
                self.names.insert(name.to_ascii_lowercase(), entry);
            }
        }
        Ok(())
    }

    pub(crate) fn entry(&self, name: &str) -> Option<&Entry> {
        self.names.get(&name.to_ascii_lowercase())
    }

    pub(crate) fn entries(&self) -> impl Iterator<Item = (&str, &Entry)> {
        self.names.iter().map(|(name, entry)| (name.as_str(), entry))
    }

    pub(crate) fn convar_id(&self, name: &str) -> Option<ConvarId> {
        match self.entry(name) {
            Some(Entry::Convar(id)) => Some(*id),
            _ => None,
        }
    }

    pub(crate) fn convar(&self, id: ConvarId) -> &Convar {
        &self.convars[id.0 as usize]
    }

    pub(crate) fn convar_mut(&mut self, id: ConvarId) -> &mut Convar {
        &mut self.convars[id.0 as usize]
    }

    /// The convars in the order of their names.
    pub(crate) fn convars(&self) -> impl Iterator<Item = (ConvarId, &Convar)> {
        self.names.values().filter_map(|entry| match entry {
            Entry::Convar(id) => Some((*id, self.convar(*id))),
            Entry::Command(_) | Entry::Alias(_) => None,
        })
    }

    /// The commands in the order of their names.
    pub(crate) fn commands(&self) -> impl Iterator<Item = &Command> {
        self.names.values().filter_map(|entry| match entry {
            Entry::Command(command) => Some(command),
            Entry::Convar(_) | Entry::Alias(_) => None,
        })
    }
}
