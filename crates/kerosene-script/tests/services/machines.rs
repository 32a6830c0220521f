//! Seed 004, "ScriptStateMachine".

use crate::Rig;
use kerosene_entity::Value;

/// A machine whose states say what happens, with functions beside and an `on_update` of a test's own.
fn machine(functions: &str) -> Rig {
    let script = format!(
        r#"
        let m = 0; let ticks = 0;
        fn on_start() {{ this.m = create_machine(); print(`[${{state_name(this.m)}}]`); change_state(this.m, "idle"); }}
        fn on_update(dt) {{ this.ticks += 1; this.step(); update_machine(this.m, dt); }}
        fn enter_idle() {{ print("enter idle"); }}
        fn exit_idle() {{ print("exit idle"); }}
        fn enter_chase() {{ print("enter chase"); }}
        fn exit_chase() {{ print("exit chase"); }}
        {functions}
        "#
    );
    let (mut rig, _) = Rig::of(&script);
    rig.tick();
    rig
}

#[test]
fn a_change_leaves_then_enters_and_to_the_same_state_does_nothing() {
    let mut rig = machine(
        "fn step() { if this.ticks == 2 { change_state(this.m, \"idle\"); change_state(this.m, \"chase\"); } }",
    );
    assert_eq!(rig.messages(), ["[]", "enter idle"]);
    rig.ticks(2);
    assert_eq!(rig.messages(), ["exit idle", "enter chase"]);
}

#[test]
fn the_owner_drives_the_machine() {
    let mut rig = machine("fn step() { } fn update_idle(dt) { print(`idle ${dt}`); }");
    rig.tick();
    assert_eq!(rig.messages(), ["[]", "enter idle", "idle 0.1", "idle 0.1"]);
}

#[test]
fn restart_leaves_and_enters_again_and_sets_the_time_back() {
    let mut rig = machine(
        "fn step() { if this.ticks == 5 { print(`${time_in_state(this.m)}`); restart_state(this.m); } if this.ticks == 6 { print(`${time_in_state(this.m)}`); } }",
    );
    rig.ticks(6);
    assert_eq!(rig.messages(), ["[]", "enter idle", "0.4", "exit idle", "enter idle", "0.1"]);
}

#[test]
fn revert_goes_back_to_the_state_before() {
    let mut rig =
        machine("fn step() { if this.ticks == 2 { change_state(this.m, \"chase\"); revert_state(this.m); } }");
    rig.tick();
    assert_eq!(rig.messages(), ["[]", "enter idle", "exit idle", "enter chase", "exit chase", "enter idle"]);
}

#[test]
fn name_membership_and_count_can_be_asked() {
    let mut rig = machine(
        "fn step() { if this.ticks == 2 { change_state(this.m, \"chase\"); } if this.ticks == 3 { print(`${state_name(this.m)} ${is_in_state(this.m, \"chase\")} ${is_in_state(this.m, \"idle\")} ${transition_count(this.m)}`); } }",
    );
    rig.ticks(2);
    assert_eq!(rig.messages().last().unwrap(), "chase true false 2");
}

#[test]
fn a_change_asked_for_in_a_transition_comes_after_it() {
    let mut rig = machine(
        "fn step() { if this.ticks == 2 { change_state(this.m, \"alert\"); } } fn enter_alert() { print(\"enter alert\"); change_state(this.m, \"chase\"); print(\"still alert\"); } fn exit_alert() { print(\"exit alert\"); }",
    );
    rig.tick();
    let expected = ["exit idle", "enter alert", "still alert", "exit alert", "enter chase"];
    assert_eq!(rig.messages()[2..], expected);
}

#[test]
fn a_chain_of_16_is_cut_off_and_reported() {
    let mut rig = machine(
        "fn step() { if this.ticks == 2 { change_state(this.m, \"ping\"); } } fn enter_ping() { change_state(this.m, \"pong\"); } fn enter_pong() { change_state(this.m, \"ping\"); }",
    );
    rig.ticks(2);
    let messages = rig.messages();
    assert!(messages.iter().any(|text| text.contains("16 changes of state")), "{messages:?}");
    let entity = rig.world.find_by_name("it").next().unwrap();
    assert_eq!(rig.field(entity, "ticks"), Value::Int(3), "it goes on");
}

#[test]
fn machines_go_with_their_script() {
    let mut rig = machine("fn step() { destroy_self(); }");
    rig.tick();
    assert!(rig.framework.services().machines().is_empty());
}
