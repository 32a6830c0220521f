//! Touches: exact volumes, phases, who is noticed.

use super::classes::{Classes, counted, named};
use super::common::{Content, block, room_with, run};
use kerosene_bsp::Contents;
use kerosene_engine::{Engine, PlayerInput};
use kerosene_entity::Flags;
use kerosene_math::{Angles, Vec3};
use kerosene_physics::{PlayerCommand, PlayerFlags};

/// One half of a block at x from 64 to 192, below a slope; a thin curtain at y = 200.
fn level() -> Content {
    let wedge = block([64.0, -64.0, 0.0], [192.0, 64.0, 128.0]).cut(Vec3::new(1.0, 0.0, 1.0), Vec3::X * 192.0);
    let curtain = block([-256.0, 200.0, 0.0], [256.0, 201.0, 256.0]);
    let map = room_with(
        &[wedge.filled(Contents::TRIGGER), curtain.filled(Contents::TRIGGER)],
        "{ classname pad targetname wedge model *1 }
         { classname pad targetname curtain model *2 }",
    );
    Content::new(&[("level", &map)])
}

fn counts(engine: &Engine, name: &str) -> [i64; 3] {
    ["starts", "stays", "ends"].map(|field| counted(engine, name, field))
}

#[test]
fn a_volume_is_its_brushes_and_not_the_box_around_them() {
    let content = level();
    let mut engine = content.play(Classes, "level");
    let player = engine.spawn_player().unwrap();
    let hover = |engine: &mut Engine, place: Vec3| {
        engine.place_player(player, place, Angles::ZERO);
        run(engine, 1);
    };
    // Inside the box around the wedge, above its slope.
    hover(&mut engine, Vec3::new(150.0, 0.0, 100.0));
    assert_eq!(counts(&engine, "wedge"), [0, 0, 0]);
    hover(&mut engine, Vec3::new(100.0, 0.0, 20.0));
    assert_eq!(counts(&engine, "wedge"), [1, 0, 0]);
    run(&mut engine, 3);
    assert_eq!(counts(&engine, "wedge"), [1, 3, 0]);
    hover(&mut engine, Vec3::new(0.0, 0.0, 1.0));
    assert_eq!(counts(&engine, "wedge"), [1, 3, 1]);
    run(&mut engine, 3);
    assert_eq!(counts(&engine, "wedge"), [1, 3, 1]);
}

#[test]
fn who_goes_through_between_two_ticks_has_touched() {
    let content = level();
    let mut engine = content.play(Classes, "level");
    engine.console_mut().enqueue("sv_maxvelocity 100000");
    engine.frame(std::time::Duration::ZERO, &[]);
    let player = engine.spawn_player().unwrap();
    engine.place_player(player, Vec3::new(0.0, 150.0, 100.0), Angles::ZERO);
    // 90 units a tick, until the wall.
    engine.push_player(player, Vec3::Y * 90.0 * 64.0);
    run(&mut engine, 1);
    assert!(engine.player(player).unwrap().state.origin.y > 230.0);
    assert_eq!(counts(&engine, "curtain"), [1, 0, 0]);
    run(&mut engine, 1);
    assert_eq!(counts(&engine, "curtain"), [1, 0, 1]);
}

#[test]
fn the_dead_the_flying_and_the_gone_are_not_noticed() {
    let content = level();
    let mut engine = content.play(Classes, "level");
    let inside = Vec3::new(100.0, 0.0, 1.0);
    let players: Vec<_> = (0..3).map(|_| engine.spawn_player().unwrap()).collect();
    for &player in &players {
        engine.place_player(player, inside, Angles::ZERO);
    }
    run(&mut engine, 1);
    assert_eq!(counts(&engine, "wedge"), [3, 0, 0]);
    engine.kill_player(players[0]);
    engine.console_mut().enqueue("sv_cheats 1; noclip 2");
    engine.frame(std::time::Duration::ZERO, &[]);
    assert!(engine.player(players[1]).unwrap().state.flags.contains(PlayerFlags::NOCLIP));
    engine.remove_player(players[2]);
    run(&mut engine, 2);
    assert_eq!(counts(&engine, "wedge"), [3, 0, 3]);
}

#[test]
fn a_trigger_that_is_switched_off_notices_nobody() {
    let content = level();
    let mut engine = content.play(Classes, "level");
    let player = engine.spawn_player().unwrap();
    let wedge = named(&engine, "wedge");
    engine.place_player(player, Vec3::new(100.0, 0.0, 1.0), Angles::ZERO);
    run(&mut engine, 2);
    engine.entities_mut().unwrap().change_flags(wedge, |flags| flags.insert(Flags::DISABLED));
    run(&mut engine, 2);
    assert_eq!(counts(&engine, "wedge"), [1, 1, 1]);
    engine.entities_mut().unwrap().change_flags(wedge, |flags| flags.remove(Flags::DISABLED));
    run(&mut engine, 1);
    assert_eq!(counts(&engine, "wedge"), [2, 1, 1]);
}

#[test]
fn a_solid_model_is_touched_by_who_runs_into_it_or_stands_on_it() {
    let crate_ = block([64.0, -32.0, 0.0], [128.0, 32.0, 64.0]);
    let map = room_with(&[crate_], "{ classname pad targetname crate model *1 }");
    let content = Content::new(&[("level", &map)]);
    let mut engine = content.play(Classes, "level");
    let player = engine.spawn_player().unwrap();
    let command = PlayerCommand { forward: 1.0, ..PlayerCommand::default() };
    for _ in 0..40 {
        engine.tick(&[PlayerInput { player, command }]);
    }
    assert_eq!(counted(&engine, "crate", "starts"), 1);
    assert!(counted(&engine, "crate", "stays") > 5);
    run(&mut engine, 5);
    assert_eq!(counted(&engine, "crate", "ends"), 1);
    engine.place_player(player, Vec3::new(96.0, 0.0, 70.0), Angles::ZERO);
    run(&mut engine, 20);
    assert_eq!(counted(&engine, "crate", "starts"), 2);
}

#[test]
fn a_trigger_class_without_code_does_what_its_keys_say() {
    let volume = |x: f32| block([x, -256.0, 0.0], [x + 8.0, 256.0, 256.0]).filled(Contents::TRIGGER);
    let map = room_with(
        &[volume(-200.0), volume(0.0), volume(100.0), volume(200.0)],
        "{ classname trigger_lava model *1 damage 64 connections { OnTrigger \"wedge,FireUser1\" } }
         { classname trigger_fan model *2 push \"0 0 500\" gravity 0.5 }
         { classname trigger_way model *3 teleport far }
         { classname trigger_shy model *4 damage 64 spawnflags 2 }
         { classname info_target targetname far origin \"-100 100 50\" angles \"0 90 0\" }",
    );
    let content = Content::new(&[("level", &map)]);
    let mut engine = content.play(Classes, "level");
    let player = engine.spawn_player().unwrap();
    run(&mut engine, 1);
    let thrown = engine.player(player).unwrap();
    assert!(thrown.state.velocity.z > 400.0 && thrown.condition.gravity_scale == 0.5, "{thrown:?}");
    let after = |engine: &mut Engine, x: f32, ticks: usize| {
        engine.place_player(player, Vec3::new(x, 0.0, 1.0), Angles::ZERO);
        run(engine, ticks);
        engine.player(player).unwrap().clone()
    };
    assert_eq!(after(&mut engine, -196.0, 32).condition.health, 68.0, "64 points a second for half a second");
    assert_eq!(after(&mut engine, 204.0, 32).condition.health, 68.0, "not for players");
    let moved = after(&mut engine, 104.0, 1);
    assert_eq!((moved.state.origin, moved.view.yaw), (Vec3::new(-100.0, 100.0, 50.0), 90.0));
}

#[test]
fn an_entity_without_brushes_is_touched_within_its_box() {
    let map = room_with(&[], "{ classname coin targetname coin touch_size 32 origin \"100 0 16\" }");
    let content = Content::new(&[("level", &map)]);
    let mut engine = content.play(Classes, "level");
    let player = engine.spawn_player().unwrap();
    // The box reaches to x = 84, and the player 16 units ahead.
    for (x, starts) in [(67.0, 0), (69.0, 1), (0.0, 1), (131.0, 2), (133.0, 2)] {
        engine.place_player(player, Vec3::new(x, 0.0, 1.0), Angles::ZERO);
        run(&mut engine, 2);
        assert_eq!(counted(&engine, "coin", "starts"), starts, "{x}");
    }
    assert_eq!(counted(&engine, "coin", "ends"), 2);
}
