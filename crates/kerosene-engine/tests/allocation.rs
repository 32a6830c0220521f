//! A steady tick allocates nothing: counted by an allocator of its own, hence a test binary of its own.
#![allow(clippy::unwrap_used, reason = "tests")]

#[path = "logic/classes.rs"]
#[allow(dead_code, reason = "each test binary uses its own part")]
mod classes;
mod common;

use classes::{Classes, counted, send};
use common::{Content, block, room_with, rooms};
use kerosene_bsp::{Bsp, Contents};
use kerosene_engine::{Engine, PlayerId, PlayerInput};
use kerosene_math::Angles;
use kerosene_physics::{Buttons, PlayerCommand};
use kerosene_test_alloc::{CountingAllocator, taken_by_all_threads};
use std::time::Duration;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

/// A level whose logic never rests: a lift and a door that send themselves on for ever, a disc that turns, volumes that
/// players go in and out of.
fn busy() -> Bsp {
    let models = [
        block([-64.0, -64.0, 0.0], [64.0, 64.0, 16.0]),
        block([-200.0, 100.0, 0.0], [-100.0, 200.0, 12.0]),
        block([100.0, 100.0, 0.0], [160.0, 160.0, 64.0]).filled(Contents::TRIGGER),
        block([-256.0, -200.0, 0.0], [256.0, -100.0, 64.0]).filled(Contents::TRIGGER),
        block([160.0, -64.0, 0.0], [176.0, 64.0, 96.0]),
    ];
    room_with(
        &models,
        "{ classname slider targetname lift model *1 way \"0 0 96\" speed 64 connections { OnDone \"!self,Go,,0.25\" } }
         { classname spinner targetname disc model *2 turn \"0 70 0\" }
         { classname trigger_fan model *3 push \"0 0 400\" connections { OnTrigger \"pad,FireUser1\" } }
         { classname pad targetname pad model *4 connections { OnUser1 \"pad,FireUser2,,0.1\" } }
         { classname slider targetname door model *5 way \"60 0 0\" speed 96 connections { OnDone \"!self,Go,,0.1\" } }
         { classname info_target parentname lift origin \"0 0 40\" }",
    )
}

/// Runs `frames` frames of a tick each, in which the players walk in circles and jump, and gives the allocations.
fn allocations(engine: &mut Engine, players: &[PlayerId], frames: u16) -> u64 {
    let input = |&player: &PlayerId| PlayerInput { player, command: PlayerCommand::default() };
    let mut inputs: Vec<PlayerInput> = players.iter().map(input).collect();
    let before = taken_by_all_threads();
    for tick in 0..frames {
        for input in &mut inputs {
            input.command.forward = 1.0;
            input.command.view = Angles::new(0.0, f32::from(tick) * 3.0, 0.0);
            input.command.buttons = if tick % 50 == 0 { Buttons::JUMP | Buttons::USE } else { Buttons::empty() };
        }
        engine.frame(Duration::from_micros(15_625), &inputs);
        engine.state_hash();
    }
    taken_by_all_threads() - before
}

/// One test, since the counter is of the whole process.
#[test]
fn steady_ticks_and_frames_allocate_nothing() {
    let content = Content::new(&[("rooms", &rooms()), ("busy", &busy())]);
    for map in ["rooms", "busy"] {
        let mut engine = content.play(Classes, map);
        let players = [engine.spawn_player().unwrap(), engine.spawn_player().unwrap()];
        if map == "busy" {
            send(&mut engine, "lift", "Go");
            send(&mut engine, "door", "Go");
        }
        // Lists of things to do grow to what the level needs, and pages are taken as entities are written.
        allocations(&mut engine, &players, 600);
        // What turns for ever begins to count its turns anew in tick 659: a list grew there once.
        assert_eq!(allocations(&mut engine, &players, 2400), 0, "{map}");
        assert_eq!(engine.tick_number(), 3000);
        if map == "busy" {
            assert!(counted(&engine, "lift", "done") > 4 && counted(&engine, "pad", "starts") > 1);
        }
    }
}
