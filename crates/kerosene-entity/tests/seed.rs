//! What the seed says of entities, statement by statement.
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use common::{TICK, heard, world, world_of};
use kerosene_entity::{EntityId, EntityWorld, Value};
use std::time::Duration;

fn fire(world: &mut EntityWorld, entity: EntityId, output: &str) -> usize {
    world.fire_output(entity, output, None, Value::None)
}

#[test]
fn handles_never_alias() {
    let mut world = world();
    let first = world.spawn_with("probe", &[("targetname", "a")]);
    assert!(world.remove(first));
    world.run(TICK);
    let second = world.spawn_with("probe", &[("targetname", "b")]);
    assert_eq!(first.slot(), second.slot());
    assert_ne!(first, second);
    assert!(!world.is_active(first));
    assert_eq!(world.name_of(first), "");
    assert!(!world.set_key(first, "targetname", "c"));
    assert!(!world.accept_input(first, "Note", Value::None, None, None));
    assert_eq!(world.name_of(second), "b");
}

#[test]
fn an_event_for_an_entity_that_died_reaches_nobody_else() {
    let mut world = world();
    let first = world.spawn_with("probe", &[]);
    world.queue_input(first, "Note", Value::Int(1), Duration::from_secs(1), None, None);
    world.remove(first);
    world.run(TICK);
    let second = world.spawn_with("probe", &[]);
    assert_eq!(first.slot(), second.slot());
    world.run(Duration::from_secs(2));
    assert_eq!(heard(&world), "");
}

#[test]
fn removal_waits_for_the_end_of_the_tick_and_takes_no_more_inputs() {
    let mut world = world();
    let probe = world.spawn_with("probe", &[("targetname", "p")]);
    world.think_after(probe, 0.0);
    world.remove(probe);
    assert!(world.store().is_alive(probe));
    assert!(!world.is_active(probe));
    assert_eq!(world.find_by_name("p").count(), 0);
    assert!(!world.accept_input(probe, "Note", Value::None, None, None));
    world.run(TICK);
    assert!(!world.store().is_alive(probe));
    assert_eq!(heard(&world), "");
}

#[test]
fn outputs_are_queued_even_without_a_delay() {
    let mut world = world_of(r#"{ classname probe targetname p connections { OnUser1 "p,Note,1" } }"#);
    let probe = world.find_by_name("p").next().unwrap();
    assert_eq!(fire(&mut world, probe, "OnUser1"), 1);
    assert_eq!(heard(&world), "");
    world.run(TICK);
    assert_eq!(heard(&world), "p:1 ");
}

#[test]
fn events_of_one_moment_arrive_as_they_were_queued() {
    let mut world = world_of(
        r#"{ classname probe targetname p connections
            { OnUser1 "p,Note,late,0.5" OnUser1 "p,Note,first" OnUser1 "p,Note,second" OnUser1 "p,Note,later,0.5" } }"#,
    );
    let probe = world.find_by_name("p").next().unwrap();
    fire(&mut world, probe, "OnUser1");
    world.run(Duration::from_secs(1));
    assert_eq!(heard(&world), "p:first p:second p:late p:later ");
}

#[test]
fn remaining_fires_drop_when_queued() {
    let mut world = world_of(r#"{ classname probe targetname p connections { OnUser1 "p,Note,x,10,2" } }"#);
    let probe = world.find_by_name("p").next().unwrap();
    assert_eq!([1, 1, 0], [(); 3].map(|()| fire(&mut world, probe, "OnUser1")));
    assert_eq!(world.wires(probe).next().unwrap().remaining, Some(0));
    world.run(Duration::from_secs(11));
    assert_eq!(heard(&world), "p:x p:x ");
}

#[test]
fn special_targets_depend_on_who_fired() {
    let mut world = world_of(
        r#"{ classname probe targetname a connections
            { OnUser1 "!activator,Note,activator" OnUser1 "!Caller,Note,caller" OnUser1 "!self,Note,self"
              OnUser1 "!player,Note,player" OnUser1 "!picker,Note,picker" } }
           { classname probe targetname who } { classname probe targetname player } { classname probe targetname seen }"#,
    );
    let [a, who, player, seen] = ["a", "who", "player", "seen"].map(|name| world.find_by_name(name).next().unwrap());
    world.set_player(Some(player));
    world.set_picker(Some(seen));
    world.fire_output(a, "OnUser1", Some(who), Value::None);
    world.run(TICK);
    assert_eq!(heard(&world), "who:activator a:caller a:self player:player seen:picker ");
    // Without an activator, one event reaches nobody and the others go on.
    world.fire_output(a, "OnUser1", None, Value::None);
    world.run(TICK);
    assert!(heard(&world).ends_with("seen:picker a:caller a:self player:player seen:picker "));
}

#[test]
fn a_handle_reaches_that_one_and_no_other_of_its_name() {
    let mut world = world_of("{ classname probe targetname p } { classname probe targetname p }");
    let second = world.find_by_name("p").nth(1).unwrap();
    world.set_key(second, "tag", "2");
    world.queue_input(second, "Note", Value::Int(7), Duration::ZERO, None, None);
    world.run(TICK);
    assert_eq!(world.float_field(second, "count"), Some(1.0));
    assert_eq!(heard(&world), "p:7 ");
}

#[test]
fn one_wire_opens_every_door_of_a_name_in_spawn_order_and_case_does_not_count() {
    let mut world = world_of(
        r#"{ classname probe targetname Door_1 } { classname probe targetname b } { classname probe targetname DOOR_2 }
           { classname probe targetname door_1 }
           { classname probe targetname r connections { OnUser1 "door_1,Note,n" OnUser1 "DOOR*,Note,w" } }"#,
    );
    let relay = world.find_by_name("r").next().unwrap();
    fire(&mut world, relay, "onuser1");
    world.run(TICK);
    assert_eq!(heard(&world), "Door_1:n door_1:n Door_1:w DOOR_2:w door_1:w ");
}

#[test]
fn a_loop_is_dropped_and_named_and_other_events_live() {
    let mut world = world_of(
        r#"{ classname relay targetname a origin "1 2 3" connections { OnTrigger "b,Trigger" OnTrigger "p,Note,loop,5" } }
           { classname relay targetname b connections { OnTrigger "a,Trigger" } }
           { classname relay targetname start connections { OnTrigger "a,Trigger" OnTrigger "p,Note,mine,2" } }
           { classname relay targetname other connections { OnTrigger "p,Note,other,1" OnTrigger "p,Note,now" } }
           { classname probe targetname p }"#,
    );
    let [start, other] = ["start", "other"].map(|name| world.find_by_name(name).next().unwrap());
    fire(&mut world, start, "OnTrigger");
    fire(&mut world, other, "OnTrigger");
    world.run(TICK);
    let notices = world.take_notices().0;
    assert_eq!(notices.len(), 1, "{notices:?}");
    let message = &notices[0].message;
    assert!(message.contains("`a` (relay @0#1 at 1 2 3, line 1).OnTrigger -> b.Trigger"), "{message}");
    assert!(message.contains("`b` (relay @1#1 at 0 0 0, line 2).OnTrigger -> a.Trigger"), "{message}");
    // What others fired lives, that of the one who set the loop off included; what the loop queued for later does not.
    world.run(Duration::from_secs(10));
    assert_eq!(heard(&world), "p:now p:other p:mine ");
    // The level is playable.
    fire(&mut world, other, "OnTrigger");
    world.run(TICK);
    assert!(heard(&world).ends_with("p:now "));
}

#[test]
fn undeclared_outputs_fire_nothing_and_are_told_of() {
    let mut world = world_of(r#"{ classname probe targetname p connections { OnFoo "p,Note,x" } }"#);
    let probe = world.find_by_name("p").next().unwrap();
    assert_eq!(fire(&mut world, probe, "OnFoo"), 0);
    assert!(world.take_notices().0[0].message.contains("fires `OnFoo`, which its class does not declare"));
}

#[test]
fn spawn_handlers_run_when_every_entity_exists() {
    let world = world_of("{ classname finder find later } { classname probe targetname later }");
    let finder = world.entities().next().unwrap();
    assert_eq!(world.field(finder, "found"), Some(Value::Bool(true)));
}

#[test]
fn a_snapshot_brings_back_handles_free_order_queue_and_time() {
    let mut world = world_of(
        r#"{ classname probe targetname p connections { OnUser1 "p,Note,x,1,3" } } { classname probe } { classname probe }"#,
    );
    let all: Vec<EntityId> = world.entities().collect();
    world.remove(all[2]);
    world.remove(all[1]);
    world.run(TICK);
    fire(&mut world, all[0], "OnUser1");
    let (snapshot, hash, time) = (world.snapshot(), world.state_hash(), world.time());
    let play = |world: &mut EntityWorld| {
        let born = [world.spawn_with("probe", &[]), world.spawn_with("probe", &[])];
        fire(world, all[0], "OnUser1");
        world.run(Duration::from_secs(3));
        (born, heard(world), world.state_hash())
    };
    let once = play(&mut world);
    assert!(world.restore(&snapshot));
    assert_eq!((world.state_hash(), world.time()), (hash, time));
    assert_eq!(play(&mut world), once);
    assert_eq!([once.0[0].slot(), once.0[1].slot()], [all[2].slot(), all[1].slot()]);
    assert_eq!(once.1, "p:x p:x ");
}

#[test]
fn restoring_runs_no_spawn_handler() {
    let mut world = world_of("{ classname finder find nobody }");
    let finder = world.entities().next().unwrap();
    let spawned = world.float_field(finder, "spawned");
    let snapshot = world.snapshot();
    assert!(world.restore(&snapshot));
    assert_eq!(world.float_field(finder, "spawned"), spawned);
    assert_eq!(spawned, Some(1.0));
}

#[test]
fn a_value_prints_whole_floats_as_whole_numbers() {
    let world = world();
    assert_eq!(world.shown(Value::Float(250.0)).to_string(), "250");
    assert_eq!(world.shown(Value::Float(0.5)).to_string(), "0.5");
}

#[test]
fn a_parameter_goes_before_the_outputs_value() {
    let mut world = world_of(
        r#"{ classname probe targetname p connections { OnUser1 "p,Note,mine" OnUser1 "p,Note" OnUser1 "p,Add,2.5" } }"#,
    );
    let probe = world.find_by_name("p").next().unwrap();
    world.fire_output(probe, "OnUser1", None, Value::Float(8.0));
    world.run(TICK);
    assert_eq!(heard(&world), "p:mine p:8 p:+2.5 ");
}
