//! State machines: which state a script is in, which it was in before, since when.
//!
//! The machine knows names of states and nothing of what they do; the script's hooks for entering and leaving are called by
//! whoever changes the state ([`Context::change_state`](crate::Context::change_state)), so that both languages share the
//! rules that are here.

use crate::checks::Damage;
use crate::handle::MachineId;
use crate::image::image_of_fields;
use crate::pool::Pool;
use bytemuck::{Pod, Zeroable};
use kerosene_entity::{EntityId, Time};
use kerosene_world::{PageStore, TextId};

/// Most transitions that one change can set off.
pub const LONGEST_CHAIN: u32 = 16;

/// What is kept of a machine.
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
#[repr(C)]
struct Row {
    /// Name of the state it is in; 0 before the first.
    current: u64,
    previous: u64,
    /// The state that is to come after the transition that is under way; 0 for none.
    queued: u64,
    /// When it entered the state, in nanoseconds.
    entered: u64,
    /// How often it changed.
    transitions: u64,
    /// Length of the chain of transitions that is under way; 0 outside one.
    chain: u32,
    /// 1 if what is queued is to come even where it is the state that it is in.
    again: u32,
}

image_of_fields!(Machines { pool });

/// What a machine is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// Another state; nothing if it is in that.
    To(TextId),
    /// The same state from its beginning.
    Restart,
    /// The state before this one.
    Revert,
}

/// A transition: what is left, then what is entered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Transition {
    /// The state that it leaves; `None` for the first.
    pub from: Option<TextId>,
    /// The state that it enters.
    pub to: TextId,
}

/// What becomes of a change that was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// This transition is to be made now, and [`Machines::finish`] asked for the next.
    Make(Transition),
    /// Nothing is to be done: it is in the state, there is no state before this one, or the transition that is under way
    /// will be followed by it.
    Nothing,
    /// Sixteen transitions have followed each other: the machine stays where it is.
    ChainTooLong,
}

/// The state machines of all scripts.
#[derive(Debug, Clone)]
pub struct Machines {
    pool: Pool<Row>,
}

impl Machines {
    pub(crate) fn new(store: &PageStore) -> Self {
        Self { pool: Pool::new(store) }
    }

    /// A machine that is in no state yet. `None` where its owner has 65,536 already, or all together a million.
    pub fn create(&mut self, owner: EntityId) -> Option<MachineId> {
        self.pool.take(owner, Row::zeroed()).map(MachineId::from_bits)
    }

    /// The state that a machine is in; `None` before the first, and for a machine that is gone.
    #[must_use]
    pub fn state(&self, machine: MachineId) -> Option<TextId> {
        text(self.row(machine)?.1.current)
    }

    /// The state that it was in before.
    #[must_use]
    pub fn previous_state(&self, machine: MachineId) -> Option<TextId> {
        text(self.row(machine)?.1.previous)
    }

    /// Seconds since it entered its state; 0 before the first.
    #[must_use]
    pub fn time_in_state(&self, machine: MachineId, now: Time) -> f32 {
        let row = self.row(machine).map(|(_, row)| row).filter(|row| row.current != 0);
        row.map_or(0.0, |row| now.since(Time::from_nanoseconds(row.entered)).as_secs_f32())
    }

    /// How often it changed its state. A number that climbs quickly shows two states that flicker.
    #[must_use]
    pub fn transition_count(&self, machine: MachineId) -> u64 {
        self.row(machine).map_or(0, |(_, row)| row.transitions)
    }

    /// Asks for a change.
    pub fn request(&mut self, machine: MachineId, change: Change) -> Next {
        let Some((index, row)) = self.row(machine) else { return Next::Nothing };
        let wanted = match change {
            Change::To(state) => state.to_bits(),
            Change::Restart => row.current,
            Change::Revert => row.previous,
        };
        if wanted == 0 || (row.chain == 0 && wanted == row.current && change != Change::Restart) {
            return Next::Nothing;
        }
        if row.chain > 0 {
            self.pool.set(index, Row { queued: wanted, again: u32::from(change == Change::Restart), ..row });
            return Next::Nothing;
        }
        self.pool.set(index, Row { chain: 1, ..row });
        Next::Make(Transition { from: text(row.current), to: TextId::from_bits(wanted) })
    }

    /// The old state has been left: the machine is in the new one now.
    pub fn enter(&mut self, machine: MachineId, transition: Transition, now: Time) {
        let Some((index, row)) = self.row(machine) else { return };
        let (current, previous) = (transition.to.to_bits(), row.current);
        let previous = if previous == current { row.previous } else { previous };
        let entered = now.nanoseconds();
        self.pool.set(index, Row { current, previous, entered, transitions: row.transitions + 1, ..row });
    }

    /// The new state has been entered: gives the transition that was asked for meanwhile.
    pub fn finish(&mut self, machine: MachineId) -> Next {
        let Some((index, row)) = self.row(machine) else { return Next::Nothing };
        if row.queued == 0 || (row.queued == row.current && row.again == 0) {
            self.abandon(machine);
            return Next::Nothing;
        }
        if row.chain >= LONGEST_CHAIN {
            self.abandon(machine);
            return Next::ChainTooLong;
        }
        self.pool.set(index, Row { queued: 0, again: 0, chain: row.chain + 1, ..row });
        Next::Make(Transition { from: text(row.current), to: TextId::from_bits(row.queued) })
    }

    /// Breaks a chain off, because a hook failed.
    pub fn abandon(&mut self, machine: MachineId) {
        if let Some((index, row)) = self.row(machine) {
            self.pool.set(index, Row { queued: 0, again: 0, chain: 0, ..row });
        }
    }

    /// Takes all machines of an entity's script away.
    pub fn remove_all(&mut self, owner: EntityId) {
        while let Some(row) = self.pool.first_of(owner) {
            self.pool.release(row);
        }
    }

    /// How many machines there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.pool.live()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn row(&self, machine: MachineId) -> Option<(usize, Row)> {
        let index = self.pool.find(machine.to_bits())?;
        Some((index, *self.pool.value(index)))
    }

    /// What must hold between the rows.
    pub(crate) fn check(&self) -> Result<(), Damage> {
        self.pool.check()
    }

    /// The numbers of the texts that are used.
    pub(crate) fn texts(&self) -> impl Iterator<Item = u64> + '_ {
        self.pool.rows().iter().flat_map(|row| [row.current, row.previous, row.queued])
    }

    pub(crate) fn hash(&self) -> u64 {
        self.pool.hash()
    }
}

fn text(bits: u64) -> Option<TextId> {
    (bits != 0).then(|| TextId::from_bits(bits))
}
