//! Ducking, gaps and crouch-jumps.

use crate::common::box_world::{BoxWorld, vec3};
use crate::common::walker::{Walker, assert_near};
use kerosene_math::Vec3;
use kerosene_physics::{Buttons, DUCK_TIME_NS, DuckPhase, RISE_TIME_NS};

/// A passage 40 units high from x = 64 to x = 256.
fn gap() -> BoxWorld {
    BoxWorld::with_floor().solid(vec3(64.0, -512.0, 40.0), vec3(256.0, 512.0, 512.0))
}

#[test]
fn ducking_takes_its_time_and_so_does_rising() {
    let mut walker = Walker::on_floor();
    let ticks = |time: u64| time.div_ceil(15_625_000) as usize;
    walker.hold(Buttons::DUCK);
    walker.ticks(ticks(DUCK_TIME_NS) - 1);
    assert!(!walker.state.duck.has_ducked_hull());
    assert!(walker.state.view_height < 30.0);
    assert!(walker.tick().hull_changed);
    assert_eq!(walker.state.duck, DuckPhase::Ducked);
    assert_eq!(walker.state.view_height, 28.0);
    walker.release(Buttons::DUCK);
    walker.ticks(ticks(RISE_TIME_NS) - 1);
    assert!(walker.state.duck.has_ducked_hull());
    assert!(walker.tick().hull_changed);
    assert_eq!(walker.state.duck, DuckPhase::Standing);
    assert_eq!(walker.state.view_height, 64.0);
    assert_near(walker.state.origin.z, 0.0, 0.1);
}

#[test]
fn the_eye_moves_without_jumps_even_when_the_mind_is_changed() {
    let mut walker = Walker::on_floor();
    let mut last = walker.state.view_height;
    for tick in 0..400 {
        let down = (tick / 7) % 3 == 0 || (tick / 11) % 2 == 0;
        walker.command.buttons.set(Buttons::DUCK, down);
        walker.tick();
        let now = walker.state.view_height;
        assert!((now - last).abs() < 5.0, "the eye jumped by {}", now - last);
        last = now;
    }
}

#[test]
fn a_gap_of_40_units_is_passed_ducked_only() {
    let mut walker = Walker::standing(gap(), Vec3::ZERO);
    walker.command.forward = 1.0;
    walker.ticks(128);
    assert_near(walker.state.origin.x, 48.0, 0.1);
    walker.hold(Buttons::DUCK);
    walker.ticks(64);
    assert!(walker.state.origin.x > 100.0, "crawls in");
    walker.release(Buttons::DUCK);
    walker.command.forward = 0.0;
    walker.ticks(64);
    assert!(walker.state.duck.has_ducked_hull(), "no room to stand up");
    assert!(walker.state.origin.x < 256.0);
    walker.command.forward = 1.0;
    walker.ticks(256);
    assert_eq!(walker.state.duck, DuckPhase::Standing, "stands up beyond");
    assert!(walker.state.origin.x > 256.0);
}

#[test]
fn crawling_is_slower() {
    let mut walker = Walker::on_floor();
    walker.hold(Buttons::DUCK);
    walker.command.forward = 1.0;
    walker.ticks(256);
    assert_near(walker.level_speed(), 320.0 * 0.34, 0.01);
}

#[test]
fn ducking_in_the_air_pulls_the_feet_up_and_the_eye_stays() {
    let mut plain = Walker::on_floor();
    let mut tucked = Walker::on_floor();
    plain.hold(Buttons::JUMP);
    tucked.hold(Buttons::JUMP);
    plain.ticks(10);
    tucked.ticks(10);
    tucked.hold(Buttons::DUCK);
    plain.tick();
    tucked.tick();
    assert_near(tucked.state.origin.z - plain.state.origin.z, 36.0, 1e-3);
    assert_near(tucked.state.eye().z, plain.state.eye().z, 1e-3);
    tucked.release(Buttons::DUCK);
    plain.tick();
    tucked.tick();
    assert_near(tucked.state.origin.z, plain.state.origin.z, 1e-3);
    assert_eq!(tucked.state.duck, DuckPhase::Standing);
}

/// Runs, jumps against a ledge of this height, and ducks in the air or not; whether the ledge is reached.
fn reaches(height: f32, tuck: bool) -> bool {
    let world = BoxWorld::with_floor().solid(vec3(128.0, -512.0, 0.0), vec3(2048.0, 512.0, height));
    let mut walker = Walker::standing(world, vec3(0.0, 0.0, 0.0));
    walker.command.forward = 1.0;
    walker.ticks(14);
    walker.hold(Buttons::JUMP);
    walker.ticks(4);
    walker.command.buttons.set(Buttons::DUCK, tuck);
    walker.ticks(40);
    walker.release(Buttons::DUCK);
    walker.ticks(64);
    walker.state.on_ground.is_some() && walker.state.origin.z > height - 1.0
}

#[test]
fn a_crouch_jump_reaches_higher_ledges() {
    assert!(reaches(56.0, false));
    assert!(!reaches(58.0, false));
    assert!(reaches(64.0, true));
    // The feet get to 57 + 36 at most.
    assert!(reaches(92.0, true));
    assert!(!reaches(94.0, true));
}

#[test]
fn one_does_not_stand_up_into_the_floor_when_landing_ducked() {
    let mut walker = Walker::on_floor();
    walker.hold(Buttons::JUMP);
    walker.ticks(3);
    walker.hold(Buttons::DUCK);
    walker.until(200, |state, _| (state.velocity.z < -250.0).then_some(())).unwrap();
    walker.release(Buttons::DUCK);
    for _ in 0..64 {
        walker.tick();
        assert!(walker.state.origin.z > -0.01);
        assert!(walker.world.penetration(walker.state.origin, walker.state.hull()) < 0.0);
    }
    assert_eq!(walker.state.duck, DuckPhase::Standing);
}

#[test]
fn ducking_off_an_edge_keeps_the_drawn_view_smooth() {
    let world = BoxWorld::with_floor().solid(vec3(-512.0, -512.0, 0.0), vec3(64.0, 512.0, 128.0));
    let mut walker = Walker::standing(world, vec3(30.0, 0.0, 128.0));
    walker.command.forward = 1.0;
    walker.hold(Buttons::DUCK);
    let mut last = walker.state.smoothed_eye().z;
    for _ in 0..30 {
        walker.tick();
        let now = walker.state.smoothed_eye().z;
        assert!((now - last).abs() < 8.0, "the view jumped by {}", now - last);
        last = now;
    }
}
