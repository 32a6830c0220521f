//! Commands that wait to run.

use crate::tokenize;
use std::collections::VecDeque;

/// A command that this crate leaves to the caller.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConsoleRequest {
    /// Its name, in lower case.
    pub name: String,
    /// Its arguments.
    pub args: Vec<String>,
    /// How many aliases and files deep the command stood.
    pub(crate) depth: usize,
}

/// A command and how deep it stands.
#[derive(Debug, Clone)]
pub(crate) struct Pending {
    pub(crate) words: Vec<String>,
    pub(crate) depth: usize,
}

impl Pending {
    /// What it counts for in the buffer.
    fn bytes(&self) -> usize {
        size_of::<Self>() + self.words.iter().map(|word| word.len() + size_of::<String>()).sum::<usize>()
    }
}

/// The text of one call, cut into commands. A `wait` in it holds up nothing else.
#[derive(Debug, Clone, Default)]
struct Sequence {
    commands: VecDeque<Pending>,
    /// Frames until it goes on.
    wait: u32,
}

/// Sequences in the order they came.
#[derive(Debug, Clone, Default)]
pub(crate) struct Buffer {
    sequences: VecDeque<Sequence>,
    /// Index of the sequence that the last command came from.
    running: usize,
    bytes: usize,
}

/// The buffer has no room for a text; nothing of it was taken.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Full;

impl Buffer {
    /// Adds `text` as a sequence of its own, behind all others.
    pub(crate) fn push(&mut self, text: &str, limit: usize) -> Result<(), Full> {
        let commands = self.admit(text, 0, limit)?;
        if !commands.is_empty() {
            self.sequences.push_back(Sequence { commands: commands.into(), wait: 0 });
        }
        Ok(())
    }

    /// Puts `text` before the rest of the running sequence.
    pub(crate) fn insert(&mut self, text: &str, depth: usize, limit: usize) -> Result<(), Full> {
        let commands = self.admit(text, depth, limit)?;
        if self.running >= self.sequences.len() {
            self.sequences.push_back(Sequence::default());
            self.running = self.sequences.len() - 1;
        }
        for command in commands.into_iter().rev() {
            self.sequences[self.running].commands.push_front(command);
        }
        Ok(())
    }

    fn admit(&mut self, text: &str, depth: usize, limit: usize) -> Result<Vec<Pending>, Full> {
        // A text over the limit is not even cut up; words take more room than their text.
        if text.len() > limit {
            return Err(Full);
        }
        let commands: Vec<_> = tokenize(text).into_iter().map(|words| Pending { words, depth }).collect();
        let bytes: usize = commands.iter().map(Pending::bytes).sum();
        if self.bytes + bytes > limit {
            return Err(Full);
        }
        self.bytes += bytes;
        Ok(commands)
    }

    /// The next command that need not wait.
    pub(crate) fn pop(&mut self) -> Option<Pending> {
        while self.sequences.front().is_some_and(|sequence| sequence.commands.is_empty()) {
            self.sequences.pop_front();
        }
        let ready = |sequence: &Sequence| sequence.wait == 0 && !sequence.commands.is_empty();
        self.running = self.sequences.iter().position(ready)?;
        let command = self.sequences[self.running].commands.pop_front()?;
        self.bytes -= command.bytes();
        Some(command)
    }

    /// Defers the rest of the running sequence. The rest stands at depth 0 again: a loop that waits is
    /// no runaway.
    pub(crate) fn wait(&mut self, frames: u32) {
        if let Some(sequence) = self.sequences.get_mut(self.running) {
            sequence.wait = frames;
            for command in &mut sequence.commands {
                command.depth = 0;
            }
        }
    }

    /// Counts down the waits and forgets what is done.
    pub(crate) fn begin_frame(&mut self) {
        self.sequences.retain(|sequence| !sequence.commands.is_empty());
        for sequence in &mut self.sequences {
            sequence.wait = sequence.wait.saturating_sub(1);
        }
        self.running = self.sequences.len();
    }

    /// Drops everything.
    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }
}
