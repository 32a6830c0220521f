//! State machines of the script.

use super::hand::ask;
use super::{Api, Group, row};
use crate::call::{Answer, with_call};
use crate::entity::Later;
use crate::error::refuse;
use kerosene_framework::{Change, MachineId};
use rhai::{FLOAT, INT};

fn machine(bits: INT) -> MachineId {
    MachineId::from_bits(bits.cast_unsigned())
}

pub(super) fn register(api: &mut Api<'_>) {
    let help = "A state machine of the script, in no state yet. A state is a name: `change_state(m, \"chase\")` calls `exit_...` of the state it is in and `enter_chase`, where there are such functions.";
    let create = row(Group::Machines, "create_machine", "() -> machine", help, "create_machine() != 0");
    api.add(create, || ask(|context| context.create_machine().to_bits().cast_signed()));
    let help = "Brings a machine into another state, when the function that asks for it has ended. To the state that it is in: nothing happens. More than 16 in a row are stopped and named.";
    let change = row(
        Group::Machines,
        "change_state",
        "(machine: machine, state: string)",
        help,
        "change_state(create_machine(), \"idle\")",
    );
    api.add(change, |bits: INT, state: &str| {
        let state = ask(|context| context.world.intern(state))?;
        later(Later::Change(machine(bits), Change::To(state)))
    });
    let help = "Leaves the state that a machine is in and enters it again.";
    let restart = row(Group::Machines, "restart_state", "(machine: machine)", help, "restart_state(create_machine())");
    api.add(restart, |bits: INT| later(Later::Change(machine(bits), Change::Restart)));
    let help = "Brings a machine back to the state that it was in before.";
    let revert = row(Group::Machines, "revert_state", "(machine: machine)", help, "revert_state(create_machine())");
    api.add(revert, |bits: INT| later(Later::Change(machine(bits), Change::Revert)));
    let help = "Calls `update_...` of the state that a machine is in, when the function that asks for it has ended: once a tick, from `on_update(dt)`.";
    let update = row(
        Group::Machines,
        "update_machine",
        "(machine: machine, dt: float)",
        help,
        "update_machine(create_machine(), 0.1)",
    );
    api.add(update, |bits: INT, dt: FLOAT| later(Later::Update(machine(bits), dt)));
    let help = "Whether a machine is in a state.";
    let is = row(
        Group::Machines,
        "is_in_state",
        "(machine: machine, state: string) -> bool",
        help,
        "is_in_state(0, \"idle\") == false",
    );
    api.add(is, |bits: INT, state: &str| ask(|context| context.is_in_state(machine(bits), state)));
    let help = "The name of the state that a machine is in; empty before the first. Allocates.";
    let name = row(Group::Machines, "state_name", "(machine: machine) -> string", help, "state_name(0) == \"\"");
    api.add(name, |bits: INT| ask(|context| rhai::ImmutableString::from(context.state_name(machine(bits)))));
    let help = "Seconds since a machine entered its state.";
    let time = row(Group::Machines, "time_in_state", "(machine: machine) -> float", help, "time_in_state(0) == 0.0");
    api.add(time, |bits: INT| ask(|context| context.time_in_state(machine(bits))));
    let help = "How often a machine has changed its state.";
    let count = row(Group::Machines, "transition_count", "(machine: machine) -> int", help, "transition_count(0) == 0");
    api.add(count, |bits: INT| ask(|context| context.transition_count(machine(bits)) as INT));
}

/// Notes what comes when the call has ended.
fn later(what: Later) -> Answer<()> {
    with_call(|call| {
        let own = call.own.ok_or_else(|| refuse("this works in the script of an entity, not in a map's"))?;
        let mut list = own.later.borrow_mut();
        if list.len() >= crate::limits::MAX_ACTIONS {
            return Err(refuse("a call may ask for no more than 4,096 changes of state"));
        }
        list.push(what);
        Ok(())
    })
}
