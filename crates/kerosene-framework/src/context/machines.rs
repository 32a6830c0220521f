//! State machines of a script.

use super::Context;
use crate::handle::MachineId;
use crate::machines::{Change, LONGEST_CHAIN, Next, Transition};
use crate::script::{EntityScript, ScriptResult};
use kerosene_world::TextId;

impl Context<'_> {
    /// A state machine of the script, in no state yet.
    pub fn create_machine(&mut self) -> MachineId {
        let owner = self.owner();
        self.services.state.machines.create(owner).unwrap_or_else(|| {
            self.warn("no more state machines: an entity has 65,536 at most, and a level a million");
            MachineId::NONE
        })
    }

    /// Brings a machine of the script into another state: `on_exit_state` of the state it is in, then `on_enter_state` of
    /// the new one. Nothing happens where it is in that state. Asked from one of those two, it comes when they are done; the
    /// one asked for last counts. More than 16 in a row are a fault, which is logged: the machine stays in the last.
    ///
    /// # Errors
    /// What those two answered; what was still to come is forgotten.
    pub fn change_state<S: EntityScript>(&mut self, machine: MachineId, script: &mut S, state: &str) -> ScriptResult {
        let state = self.world.intern(state);
        self.run_machine(script, machine, Change::To(state))
    }

    /// Leaves the state that a machine is in and enters it again.
    ///
    /// # Errors
    /// As [`change_state`](Self::change_state).
    pub fn restart_state<S: EntityScript>(&mut self, machine: MachineId, script: &mut S) -> ScriptResult {
        self.run_machine(script, machine, Change::Restart)
    }

    /// Brings a machine back to the state that it was in before.
    ///
    /// # Errors
    /// As [`change_state`](Self::change_state).
    pub fn revert_state<S: EntityScript>(&mut self, machine: MachineId, script: &mut S) -> ScriptResult {
        self.run_machine(script, machine, Change::Revert)
    }

    /// The name of the state that a machine is in; empty before the first.
    #[must_use]
    pub fn state_name(&self, machine: MachineId) -> &str {
        self.services.state.machines.state(machine).map_or("", |state| self.world.text(state))
    }

    /// Whether a machine is in a state.
    #[must_use]
    pub fn is_in_state(&self, machine: MachineId, state: &str) -> bool {
        self.state_name(machine) == state
    }

    /// Seconds since a machine entered its state.
    #[must_use]
    pub fn time_in_state(&self, machine: MachineId) -> f32 {
        self.services.state.machines.time_in_state(machine, self.now())
    }

    /// How often a machine has changed its state.
    #[must_use]
    pub fn transition_count(&self, machine: MachineId) -> u64 {
        self.services.state.machines.transition_count(machine)
    }

    fn run_machine<S: EntityScript>(&mut self, script: &mut S, machine: MachineId, change: Change) -> ScriptResult {
        self.drive_machine(machine, change, &mut |context, moment| match moment {
            Moment::Exit(state) => script.on_exit_state(context, machine, state),
            Moment::Enter(state) => script.on_enter_state(context, machine, state),
        })
    }

    /// Makes the transitions that a change sets off, and calls for each moment of them: for languages, whose scripts have
    /// their own way to say what a state does.
    ///
    /// # Errors
    /// What the calls answered.
    pub fn drive_machine(
        &mut self,
        machine: MachineId,
        change: Change,
        call: &mut dyn FnMut(&mut Self, Moment) -> ScriptResult,
    ) -> ScriptResult {
        let mut next = self.services.state.machines.request(machine, change);
        while let Next::Make(transition) = next {
            if let Err(error) = self.make(machine, transition, call) {
                self.services.state.machines.abandon(machine);
                return Err(error);
            }
            next = self.services.state.machines.finish(machine);
        }
        if next == Next::ChainTooLong {
            let state = self.state_name(machine).to_owned();
            self.warn(&format!("{LONGEST_CHAIN} changes of state in a row: the machine stays in `{state}`"));
        }
        Ok(())
    }

    fn make(
        &mut self,
        machine: MachineId,
        transition: Transition,
        call: &mut dyn FnMut(&mut Self, Moment) -> ScriptResult,
    ) -> ScriptResult {
        if let Some(from) = transition.from {
            call(self, Moment::Exit(from))?;
        }
        let now = self.now();
        self.services.state.machines.enter(machine, transition, now);
        call(self, Moment::Enter(transition.to))
    }
}

/// A moment of a transition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moment {
    /// A state is left.
    Exit(TextId),
    /// A state is entered.
    Enter(TextId),
}
