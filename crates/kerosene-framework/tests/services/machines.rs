//! State machines: seed 004, "ScriptStateMachine".

use crate::rig::{Probe, Rig};
use kerosene_entity::EntityId;
use kerosene_framework::MachineId;

/// An entity whose entering of a state asks for another, as its keys say: `enter a` = `b`.
fn machine(keys: &[(&str, &str)]) -> (Rig, EntityId, MachineId) {
    let mut rig = Rig::idle();
    let owner = rig.spawn("m");
    for (key, value) in keys {
        rig.world.set_key(owner, key, value);
    }
    rig.tick();
    let machine = rig.context(owner).create_machine();
    (rig, owner, machine)
}

fn change(rig: &mut Rig, owner: EntityId, machine: MachineId, state: &str) -> Vec<String> {
    rig.context(owner).change_state(machine, &mut Probe {}, state).unwrap();
    rig.said()
}

#[test]
fn a_change_leaves_then_enters() {
    let (mut rig, owner, machine) = machine(&[]);
    assert_eq!(change(&mut rig, owner, machine, "idle"), ["enter idle"]);
    assert_eq!(change(&mut rig, owner, machine, "chase"), ["exit idle", "enter chase"]);
}

#[test]
fn a_change_to_the_state_that_it_is_in_does_nothing() {
    let (mut rig, owner, machine) = machine(&[]);
    change(&mut rig, owner, machine, "idle");
    assert_eq!(change(&mut rig, owner, machine, "idle"), [""; 0]);
    assert_eq!(rig.context(owner).transition_count(machine), 1);
}

#[test]
fn restart_leaves_and_enters_again_and_sets_the_time_back() {
    let (mut rig, owner, machine) = machine(&[]);
    change(&mut rig, owner, machine, "idle");
    rig.ticks(5);
    assert!((rig.context(owner).time_in_state(machine) - 0.5).abs() < 1e-6);
    rig.context(owner).restart_state(machine, &mut Probe {}).unwrap();
    assert_eq!(rig.said(), ["exit idle", "enter idle"]);
    assert_eq!(rig.context(owner).time_in_state(machine), 0.0);
}

#[test]
fn revert_goes_back_to_the_state_before() {
    let (mut rig, owner, machine) = machine(&[]);
    change(&mut rig, owner, machine, "patrol");
    change(&mut rig, owner, machine, "stunned");
    rig.context(owner).restart_state(machine, &mut Probe {}).unwrap();
    rig.said();
    rig.context(owner).revert_state(machine, &mut Probe {}).unwrap();
    assert_eq!(rig.said(), ["exit stunned", "enter patrol"]);
}

#[test]
fn the_time_in_a_state_is_game_time() {
    let (mut rig, owner, machine) = machine(&[]);
    assert_eq!(rig.context(owner).time_in_state(machine), 0.0);
    change(&mut rig, owner, machine, "idle");
    rig.ticks(12);
    assert!((rig.context(owner).time_in_state(machine) - 1.2).abs() < 1e-6);
}

#[test]
fn the_states_name_can_be_asked() {
    let (mut rig, owner, machine) = machine(&[]);
    assert_eq!(rig.context(owner).state_name(machine), "");
    change(&mut rig, owner, machine, "attack");
    assert_eq!(rig.context(owner).state_name(machine), "attack");
    assert!(rig.context(owner).is_in_state(machine, "attack"));
    assert!(!rig.context(owner).is_in_state(MachineId::NONE, "attack"));
}

#[test]
fn transitions_are_counted() {
    let (mut rig, owner, machine) = machine(&[]);
    for state in ["a", "b", "a", "b"] {
        change(&mut rig, owner, machine, state);
    }
    assert_eq!(rig.context(owner).transition_count(machine), 4);
}

#[test]
fn a_change_asked_for_in_a_transition_comes_after_it() {
    let (mut rig, owner, machine) = machine(&[("enter alert", "chase")]);
    change(&mut rig, owner, machine, "idle");
    let said = change(&mut rig, owner, machine, "alert");
    assert_eq!(said, ["exit idle", "enter alert", "exit alert", "enter chase"], "always in pairs");
}

#[test]
fn a_chain_of_16_is_cut_off_and_reported() {
    let (mut rig, owner, machine) = machine(&[("enter ping", "pong"), ("enter pong", "ping")]);
    let said = change(&mut rig, owner, machine, "ping");
    assert_eq!(said.iter().filter(|said| said.starts_with("enter")).count(), 16);
    assert!(said.last().unwrap().contains("16 changes") && said.last().unwrap().contains("`pong`"));
    assert_eq!(rig.context(owner).state_name(machine), "pong");
    assert_eq!(rig.context(owner).transition_count(machine), 16);
    // It is no worse for that.
    let said = change(&mut rig, owner, machine, "rest");
    assert_eq!(said, ["exit pong", "enter rest"]);
}

#[test]
fn machines_go_with_their_script() {
    let (mut rig, owner, machine) = machine(&[]);
    change(&mut rig, owner, machine, "idle");
    rig.context(owner).destroy_self();
    rig.tick();
    assert!(rig.framework.services().machines().is_empty());
}
