//! The engine's console: variables that reach the simulation, and commands.
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use common::{Content, rooms, with_models};
use kerosene_console::Level;
use kerosene_engine::Engine;
use kerosene_math::Vec3;
use kerosene_physics::{MoveParameters, PlayerFlags};
use std::time::Duration;

fn content() -> Content {
    Content::new(&[("rooms", &rooms()), ("models", &with_models())])
}

/// Runs console text in a frame of its own and gives what was said.
fn run(engine: &mut Engine, text: &str) -> Vec<String> {
    engine.console_mut().enqueue("clear");
    engine.console_mut().enqueue(text);
    engine.frame(Duration::ZERO, &[]);
    engine.console().scrollback().map(|line| line.text.clone()).collect()
}

#[test]
fn every_movement_parameter_is_a_variable_with_its_default() {
    let engine = content().engine();
    for info in MoveParameters::ALL {
        let convar = engine.console().find_convar(info.convar).unwrap();
        assert_eq!(convar.value().as_f64() as f32, info.default, "{}", info.convar);
        assert!(convar.value().to_string().len() < 8, "{} is {}", info.convar, convar.value());
    }
    assert_eq!(engine.move_parameters(), &MoveParameters::default());
    assert_eq!(engine.tick_rate().per_second(), 64);
}

#[test]
fn variables_reach_the_simulation_before_the_next_tick() {
    let content = content();
    let mut engine = content.engine();
    run(&mut engine, "sv_gravity 100; sv_tickrate 128; map rooms");
    assert_eq!(engine.move_parameters().gravity, 100.0);
    assert_eq!(engine.tick_rate().interval_ns(), 7_812_500);
    engine.console_mut().set_text("sv_tickrate", "10").unwrap();
    engine.tick(&[]);
    assert_eq!(engine.time_ns(), 100_000_000);
}

#[test]
fn the_time_scale_is_a_cheat() {
    let content = content();
    let mut engine = content.engine();
    run(&mut engine, "map rooms; host_timescale 2");
    assert_eq!(engine.frame(Duration::from_nanos(31_250_000), &[]), 2);
    run(&mut engine, "sv_cheats 1; host_timescale 2");
    assert_eq!(engine.frame(Duration::from_nanos(31_250_000), &[]), 4);
    run(&mut engine, "sv_cheats 0");
    assert_eq!(engine.frame(Duration::from_nanos(31_250_000), &[]), 2);
}

#[test]
fn maps_are_listed_loaded_completed_and_loaded_again() {
    let content = content();
    let mut engine = content.engine();
    let listed = run(&mut engine, "maps");
    assert!(listed[0].starts_with("models from ") && listed[1].starts_with("rooms from "), "{listed:?}");
    assert_eq!(run(&mut engine, "maps MOD").len(), 1);
    assert_eq!(engine.console().complete("map r").candidates, ["rooms"]);
    run(&mut engine, "map rooms");
    engine.spawn_player().unwrap();
    (0..10).for_each(|_| engine.tick(&[]));
    run(&mut engine, "restart");
    assert_eq!((engine.map_name(), engine.tick_number()), (Some("rooms"), 0));
}

#[test]
fn a_map_that_does_not_load_is_an_error_that_the_host_can_take() {
    let content = content();
    let mut engine = content.engine();
    run(&mut engine, "map nowhere");
    let last = engine.console().scrollback().next_back().unwrap();
    assert_eq!(last.level, Level::Error);
    assert!(last.text.contains("maps/nowhere.kbsp not found"), "{}", last.text);
    assert!(engine.take_load_error().is_some() && engine.take_load_error().is_none());
    run(&mut engine, "map nowhere; map rooms");
    assert!(engine.take_load_error().is_none(), "the last one counts");
}

#[test]
fn positions_are_printed_as_they_are_set() {
    let content = content();
    let mut engine = content.engine();
    run(&mut engine, "map rooms; sv_cheats 1");
    let player = engine.spawn_player().unwrap();
    run(&mut engine, "setpos 272 -7.5 3 10 20");
    let place = engine.player(player).unwrap();
    assert_eq!((place.state.origin, place.view.pitch, place.view.yaw), (Vec3::new(272.0, -7.5, 3.0), 10.0, 20.0));
    assert_eq!(run(&mut engine, "getpos"), ["setpos 272 -7.5 3 10 20"]);
    assert_eq!(run(&mut engine, "players"), ["1 272 -7.5 3 10 20 health 100"]);
    for bad in ["setpos", "setpos 1 2", "setpos a b c", "setpos 1 2 nan", "setpos 1 2 3 4 5 99", "getpos 99"] {
        assert_eq!(run(&mut engine, bad).len(), 1, "{bad} says why not");
        assert_eq!(engine.player(player).unwrap().state.origin.x, 272.0, "{bad}");
    }
}

#[test]
fn cheats_are_refused_while_cheats_are_off() {
    let content = content();
    let mut engine = content.engine();
    run(&mut engine, "map rooms");
    let player = engine.spawn_player().unwrap();
    let start = engine.player(player).unwrap().state.clone();
    run(&mut engine, "noclip; setpos 0 0 99; crash");
    assert_eq!(engine.player(player).unwrap().state, start);
    run(&mut engine, "sv_cheats 1; noclip");
    assert!(engine.player(player).unwrap().state.flags.contains(PlayerFlags::NOCLIP));
    run(&mut engine, "noclip 1");
    assert!(engine.player(player).unwrap().state.flags.is_empty());
}

#[test]
fn time_stops_and_steps() {
    let content = content();
    let mut engine = content.engine();
    run(&mut engine, "map rooms; pause; step 5");
    assert_eq!((engine.is_paused(), engine.tick_number()), (true, 5));
    run(&mut engine, "step; step x");
    assert_eq!(engine.tick_number(), 6);
    run(&mut engine, "pause; step");
    assert_eq!((engine.is_paused(), engine.tick_number()), (false, 6));
}

#[test]
fn files_of_commands_are_found_and_run_in_place() {
    let content = content();
    content.put("one.cfg", b"echo one; exec two; echo three");
    content.put("maps/two.cfg", b"echo two");
    let mut engine = content.engine();
    assert_eq!(run(&mut engine, "exec one"), ["one", "exec two: no such file in the content", "three"]);
    assert_eq!(run(&mut engine, "exec maps/two.cfg; echo after"), ["two", "after"]);
    assert_eq!(run(&mut engine, "exec ../secret").len(), 1);
}

#[test]
fn quitting_is_a_wish_and_unknown_commands_are_reported() {
    let content = content();
    let mut engine = content.engine();
    assert_eq!(run(&mut engine, "frobnicate 1"), ["unknown command `frobnicate`; `find` looks for names"]);
    assert!(!engine.quit_requested());
    run(&mut engine, "quit");
    assert!(engine.quit_requested());
}

#[test]
fn every_command_has_help() {
    let engine = content().engine();
    for command in engine.console().commands() {
        assert!(!command.help().is_empty(), "{}", command.name());
    }
}
