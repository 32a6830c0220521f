//! Commands about entities and players.

use super::classes::{Classes, counted, named};
use super::common::{Content, block, room_with, run};
use kerosene_engine::Engine;
use kerosene_math::{Angles, Vec3};
use std::time::Duration;

fn level() -> Content {
    let map = room_with(
        &[block([100.0, -64.0, 0.0], [116.0, 64.0, 96.0])],
        "{ classname slider targetname Gate model *1 way \"0 0 96\" speed 960 connections { OnDone \"lamp*,Kill\" } }
         { classname info_target targetname lamp1 origin \"0 100 64\" colour \"255 0 0\" }
         { classname info_target targetname lamp2 origin \"0 -100 64\" }",
    );
    Content::new(&[("level", &map)])
}

/// Runs console text in a frame of its own and gives what was said.
fn command(engine: &mut Engine, text: &str) -> Vec<String> {
    engine.console_mut().enqueue("clear");
    engine.console_mut().enqueue(text);
    engine.frame(Duration::ZERO, &[]);
    engine.console().scrollback().map(|line| line.text.clone()).collect()
}

fn playing(content: &Content) -> Engine {
    let mut engine = content.play(Classes, "level");
    let player = engine.spawn_player().unwrap();
    engine.turn_player(player, Angles::ZERO);
    command(&mut engine, "sv_cheats 1");
    engine
}

#[test]
fn inputs_are_fired_at_names_classes_beginnings_and_what_is_looked_at() {
    let content = level();
    for target in ["gate", "slider", "ga*", "!picker"] {
        let mut engine = playing(&content);
        assert_eq!(command(&mut engine, &format!("ent_fire {target} Go")), ["Go goes to 1 entity"], "{target}");
        run(&mut engine, 10);
        assert_eq!(counted(&engine, "gate", "done"), 1, "{target}");
        assert_eq!(engine.entities().unwrap().find_by_name("lamp1").count(), 0, "the wire has fired");
    }
    let mut engine = playing(&content);
    assert_eq!(command(&mut engine, "ent_fire gate Go \"\" 0.5"), ["Go goes to 1 entity"]);
    run(&mut engine, 31);
    assert_eq!(engine.entities().unwrap().origin(named(&engine, "gate")), Vec3::ZERO);
    run(&mut engine, 10);
    assert_eq!(counted(&engine, "gate", "done"), 1);
}

#[test]
fn mistakes_are_answered_with_help() {
    let content = level();
    let mut engine = playing(&content);
    let said = command(&mut engine, "ent_fire gat Go");
    assert!(said.len() == 1 && said[0].contains("nothing is named `gat`") && said[0].contains("`Gate`"), "{said:?}");
    let said = command(&mut engine, "ent_fire gate Fly");
    assert!(said.len() == 1 && said[0].contains("takes no input `Fly`") && said[0].contains("ent_info"), "{said:?}");
    let said = command(&mut engine, "ent_create slidr");
    assert!(said[0].contains("no class `slidr`") && said[0].contains("`slider`"), "{said:?}");
    for text in ["ent_fire", "ent_fire gate", "ent_fire gate Go 1 x", "ent_create", "ent_create pad key", "ent_remove"]
    {
        assert_eq!(command(&mut engine, text).len(), 1, "{text}");
    }
    let mut empty = content.engine();
    command(&mut empty, "sv_cheats 1");
    for text in ["ent_fire a b", "ent_remove a", "ent_text", "ent_trace", "ent_info nothing"] {
        assert_eq!(command(&mut empty, text), ["no level is running"], "{text}");
    }
}

#[test]
fn what_changes_the_level_is_a_cheat() {
    let content = level();
    let mut engine = playing(&content);
    command(&mut engine, "sv_cheats 0");
    let hash = engine.state_hash();
    command(&mut engine, "ent_fire gate Go; ent_remove gate; ent_create pad; god; buddha; setang 0 90");
    assert_eq!(engine.state_hash(), hash);
}

#[test]
fn entities_are_made_where_one_looks_and_removed() {
    let content = level();
    let mut engine = playing(&content);
    let said = command(&mut engine, "ent_create pad targetname new flavour sweet");
    assert!(said[0].starts_with("made `new` (pad @"), "{said:?}");
    let entities = engine.entities().unwrap();
    let made = named(&engine, "new");
    let place = entities.origin(made);
    assert!((place.x - 92.0).abs() < 0.1 && place.y.abs() < 0.1, "before the gate: {place}");
    assert_eq!(entities.text_field(made, "flavour"), Some("sweet"));
    assert!(engine.console().complete("ent_remove ne").candidates.contains(&"new".to_owned()));
    assert_eq!(command(&mut engine, "ent_remove lamp*"), ["2 entities will be gone after the next tick"]);
    run(&mut engine, 1);
    assert!(engine.entities().unwrap().find_by_name("lamp1").next().is_none());
    command(&mut engine, "ent_remove !player");
    run(&mut engine, 1);
    let player = &engine.players()[0];
    assert!(engine.entities().unwrap().is_active(player.entity), "players are not entities to remove");
}

#[test]
fn classes_and_entities_are_described() {
    let content = level();
    let mut engine = playing(&content);
    let said = command(&mut engine, "ent_info slider").join("\n");
    assert!(said.contains("Go") && said.contains("OnDone") && said.contains("FireUser1"), "{said}");
    let said = command(&mut engine, "ent_info gate").join("\n");
    assert!(said.contains("`Gate` (slider @") && said.contains("OnDone to lamp* Kill"), "{said}");
    let said = command(&mut engine, "ent_text lamp1").join("\n");
    assert!(said.contains("colour = 255 0 0") && said.contains("0 100 64"), "{said}");
    let said = command(&mut engine, "ent_text").join("\n");
    assert!(said.contains("2 info_target") && said.contains("1 slider"), "{said}");
}

#[test]
fn events_are_printed_while_they_are_traced() {
    let content = level();
    let mut engine = playing(&content);
    command(&mut engine, "ent_trace 1; ent_fire gate Go");
    run(&mut engine, 10);
    let said = command(&mut engine, "").join("\n");
    assert!(
        said.contains("Go arrives at `Gate`") && said.contains("`Gate` (slider") && said.contains("fires OnDone"),
        "{said}"
    );
    command(&mut engine, "ent_trace 0");
    command(&mut engine, "ent_fire gate Go");
    run(&mut engine, 10);
    assert_eq!(command(&mut engine, "").len(), 0);
}

#[test]
fn targets_and_their_inputs_are_completed() {
    let content = level();
    let engine = playing(&content);
    let complete = |line: &str| engine.console().complete(line).candidates;
    assert_eq!(complete("ent_fire ga"), ["Gate"]);
    assert_eq!(complete("ent_fire gate g"), ["Go"]);
    assert_eq!(complete("ent_fire !p"), ["!picker", "!player"]);
    assert_eq!(complete("ent_create sl"), ["slider"]);
    assert_eq!(complete("changelevel le"), ["level"]);
}

#[test]
fn players_are_protected_turned_and_killed() {
    let content = level();
    let mut engine = playing(&content);
    let id = engine.players()[0].id;
    let hurt = |engine: &mut Engine, amount: f32| {
        engine.damage_player(id, &kerosene_entity::Damage::new(amount, kerosene_entity::DamageKind::empty()));
        engine.player(id).unwrap().condition.health
    };
    assert_eq!(command(&mut engine, "god"), ["god on"]);
    assert_eq!(hurt(&mut engine, 50.0), 100.0);
    assert_eq!(command(&mut engine, "god; buddha"), ["god off", "buddha on"]);
    assert_eq!(hurt(&mut engine, 500.0), 1.0);
    assert_eq!(hurt(&mut engine, 500.0), 1.0);
    command(&mut engine, "setang 10 -120");
    assert_eq!((engine.players()[0].view.pitch, engine.players()[0].view.yaw), (10.0, -120.0));
    command(&mut engine, "kill");
    assert!(!engine.players()[0].condition.is_alive());
    assert_eq!(command(&mut engine, "kill"), ["it is dead already"]);
    assert_eq!(command(&mut engine, "kill 7"), ["no such player; `players` lists them"]);
}
