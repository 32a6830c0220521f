//! Ladders.

use crate::common::box_world::{BoxWorld, vec3};
use crate::common::walker::{Walker, assert_near};
use kerosene_bsp::Contents;
use kerosene_math::Vec3;
use kerosene_physics::Buttons;

/// A wall at x = 64 with a platform on top at z = 256, and a ladder 4 units thick on it.
fn ladder_world() -> BoxWorld {
    BoxWorld::with_floor().solid(vec3(64.0, -512.0, 0.0), vec3(512.0, 512.0, 256.0)).filled(
        vec3(60.0, -24.0, 0.0),
        vec3(64.0, 24.0, 256.0),
        Contents::LADDER,
    )
}

fn climber() -> Walker {
    let mut walker = Walker::standing(ladder_world(), Vec3::ZERO);
    walker.command.forward = 1.0;
    walker.until(64, |state, _| state.ladder).expect("takes hold");
    walker
}

#[test]
fn walking_into_a_ladder_climbs_it_at_the_ladder_speed() {
    let mut walker = climber();
    assert_eq!(walker.state.ladder, Some(Vec3::NEG_X));
    walker.ticks(16);
    let start = walker.state.origin.z;
    walker.ticks(32);
    assert_near(walker.state.origin.z - start, 100.0, 0.1);
}

#[test]
fn a_ladder_is_left_onto_the_platform_at_its_top() {
    let mut walker = climber();
    walker.until(256, |state, _| (state.on_ground.is_some() && state.origin.z > 255.0).then_some(())).expect("gets up");
    walker.ticks(16);
    assert!(walker.state.ladder.is_none());
    assert!(walker.state.origin.x > 64.0);
}

#[test]
fn an_idle_climber_hangs_still() {
    let mut walker = climber();
    walker.ticks(32);
    walker.command.forward = 0.0;
    walker.tick();
    let start = walker.state.origin;
    walker.ticks(128);
    assert_eq!(walker.state.origin, start);
    assert!(walker.state.ladder.is_some());
}

#[test]
fn pulling_back_climbs_down_and_off_at_the_foot() {
    let mut walker = climber();
    walker.ticks(48);
    let start = walker.state.origin.z;
    walker.command.forward = -1.0;
    walker.ticks(16);
    assert_near(walker.state.origin.z - start, -50.0, 3.2);
    walker.ticks(64);
    assert!(walker.state.on_ground.is_some());
    assert!(walker.state.ladder.is_none());
    assert!(walker.state.origin.x < 30.0, "walks away");
}

#[test]
fn looking_up_and_forward_climbs_too() {
    let mut walker = climber();
    walker.look(-60.0, 0.0);
    walker.ticks(8);
    let start = walker.state.origin.z;
    walker.ticks(16);
    // The view's own rise and the turned-up push add: 200 (sin 60 + cos 60).
    assert_near(walker.state.origin.z - start, 50.0 * (0.75_f32.sqrt() + 0.5), 0.2);
}

#[test]
fn jump_pushes_off_and_does_not_take_hold_again_at_once() {
    let mut walker = climber();
    walker.ticks(40);
    walker.command.forward = 0.0;
    walker.hold(Buttons::JUMP);
    assert!(walker.tick().jumped);
    assert_near(walker.state.velocity.x, -270.0, 0.01);
    for _ in 0..16 {
        walker.tick();
        assert!(walker.state.ladder.is_none());
    }
    assert!(walker.state.origin.x < 0.0);
}

#[test]
fn strafing_moves_sideways_along_the_ladder() {
    let mut walker = climber();
    walker.ticks(32);
    let start = walker.state.origin;
    walker.command.forward = 0.0;
    walker.command.side = 1.0;
    walker.ticks(8);
    assert_near(walker.state.origin.y - start.y, -25.0, 0.1);
    assert_near(walker.state.origin.z, start.z, 0.1);
}

#[test]
fn standing_next_to_a_ladder_is_not_climbing() {
    let mut walker = climber();
    walker.command.forward = 0.0;
    walker.until(8, |state, _| state.ladder);
    let mut beside = Walker::standing(ladder_world(), vec3(47.0, 0.0, 0.0));
    beside.ticks(8);
    assert!(beside.state.ladder.is_none());
    beside.hold(Buttons::JUMP);
    assert!(beside.tick().jumped);
}

#[test]
fn one_who_jumped_off_deep_in_a_ladder_gets_clear_of_it() {
    let world = BoxWorld::with_floor().filled(vec3(0.0, -24.0, 0.0), vec3(64.0, 24.0, 512.0), Contents::LADDER);
    let mut walker = Walker::new(world, vec3(4.0, 0.0, 256.0));
    walker.tick();
    assert_eq!(walker.state.ladder, Some(Vec3::NEG_X));
    walker.hold(Buttons::JUMP);
    assert!(walker.tick().jumped);
    walker.release(Buttons::JUMP);
    for _ in 0..16 {
        walker.tick();
        assert!(walker.state.ladder.is_none(), "held again at {}", walker.state.origin);
    }
    assert!(walker.state.origin.x < -16.0);
    assert!(!walker.state.ladder_let_go);
}
