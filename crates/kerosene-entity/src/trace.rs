//! Who fired what at whom, and when: the record that `ent_trace` prints.
//!
//! It is off unless asked for, and then costs nothing but one comparison at each event.

use crate::{EntityId, Name, Value};
use kerosene_world::TextId;

/// One thing that happened to an event.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Traced {
    /// World time, in nanoseconds.
    pub time: u64,
    /// What happened.
    pub what: TracedEvent,
    /// The event's number; [`TracedEvent::Fired`] without wires has none.
    pub sequence: Option<u64>,
    /// The output that set it off; the empty text where none did.
    pub output: TextId,
    /// Who fired it.
    pub caller: Option<EntityId>,
    /// Who set the chain off.
    pub activator: Option<EntityId>,
    /// The input.
    pub input: Name,
    /// The value that goes with it.
    pub value: Value,
}

/// What can happen to an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TracedEvent {
    /// An output fired, with so many wires.
    Fired {
        /// How many events it queued.
        wires: u32,
    },
    /// An event was queued.
    Queued {
        /// When it is due, in nanoseconds of world time.
        due: u64,
    },
    /// It arrived.
    Delivered {
        /// At whom.
        target: EntityId,
    },
    /// It reached nobody: nothing has that name now.
    NoTarget,
    /// The target takes no such input, or cannot read the value.
    Refused {
        /// Who.
        target: EntityId,
    },
    /// It was part of a runaway chain and was dropped.
    Dropped,
}

/// The record so far.
#[derive(Debug, Clone, Default)]
pub(crate) struct TraceLog {
    entries: Vec<Traced>,
    left_out: u64,
}

/// Entries that are kept until somebody takes them.
const MOST: usize = 65_536;

impl TraceLog {
    pub(crate) fn push(&mut self, entry: Traced) {
        if self.entries.len() < MOST {
            self.entries.push(entry);
        } else {
            self.left_out += 1;
        }
    }

    /// The entries since the last call, and how many there was no room for.
    pub(crate) fn take(&mut self) -> (Vec<Traced>, u64) {
        (std::mem::take(&mut self.entries), std::mem::take(&mut self.left_out))
    }
}
