//! Steps and stairs.

use crate::common::box_world::{BoxWorld, vec3};
use crate::common::walker::{Walker, assert_near};
use kerosene_math::Vec3;

fn step_of(height: f32) -> Walker {
    let world = BoxWorld::with_floor().solid(vec3(64.0, -512.0, 0.0), vec3(2048.0, 512.0, height));
    let mut walker = Walker::standing(world, Vec3::ZERO);
    walker.command.forward = 1.0;
    walker
}

/// `count` treads of 32 units, each `height` above the last, along +x from `x = 64`.
fn stairs(count: u32, height: f32) -> BoxWorld {
    (0..count).fold(BoxWorld::with_floor(), |world, index| {
        let x = 64.0 + 32.0 * index as f32;
        world.solid(vec3(x, -512.0, -64.0), vec3(4096.0, 512.0, height * (index + 1) as f32))
    })
}

#[test]
fn a_step_of_18_is_climbed() {
    for height in [1.0, 8.0, 17.9, 18.0] {
        let mut walker = step_of(height);
        let step = walker.until(64, |_, events| events.stepped).unwrap();
        assert_near(step, height, 0.1);
        assert!(walker.state.on_ground.is_some());
        walker.ticks(32);
        assert_near(walker.state.origin.z, height, 0.1);
        assert_near(walker.level_speed(), 320.0, 0.1);
    }
}

#[test]
fn a_step_of_more_is_a_wall() {
    for height in [18.1, 24.0, 100.0] {
        let mut walker = step_of(height);
        walker.ticks(128);
        assert_near(walker.state.origin.z, 0.0, 0.1);
        assert_near(walker.state.origin.x, 64.0 - 16.0, 0.1);
    }
}

#[test]
fn climbing_stairs_costs_no_speed() {
    let mut walker = Walker::standing(stairs(10, 16.0), Vec3::ZERO);
    walker.command.forward = 1.0;
    walker.ticks(40);
    let start = walker.state.origin.x;
    let mut climbed = 0.0;
    for _ in 0..40 {
        climbed += walker.tick().stepped.unwrap_or(0.0);
        assert!(walker.state.on_ground.is_some());
    }
    assert_near(walker.state.origin.x - start, 40.0 * 5.0, 0.1);
    assert!(climbed > 60.0);
}

#[test]
fn walking_down_stairs_never_leaves_the_ground() {
    let mut walker = Walker::standing(stairs(10, 16.0), vec3(500.0, 0.0, 160.0));
    walker.look(0.0, 180.0);
    walker.command.forward = 1.0;
    let mut lowered = 0.0;
    for _ in 0..150 {
        let events = walker.tick();
        assert!(walker.state.on_ground.is_some(), "in the air at {}", walker.state.origin);
        assert_eq!(events.landed, None);
        lowered += events.stepped.unwrap_or(0.0);
    }
    assert_near(lowered, -160.0, 0.5);
    assert_near(walker.state.origin.z, 0.0, 0.1);
}

#[test]
fn a_drop_of_more_than_a_step_is_a_fall() {
    let mut walker = Walker::standing(stairs(1, 19.0), vec3(128.0, 0.0, 19.0));
    walker.look(0.0, 180.0);
    walker.command.forward = 1.0;
    walker.until(64, |state, _| state.on_ground.is_none().then_some(())).expect("falls");
    walker.until(64, |_, events| events.landed).expect("lands");
}

#[test]
fn steps_under_a_low_ceiling_are_refused() {
    let world = BoxWorld::with_floor()
        .solid(vec3(64.0, -512.0, 0.0), vec3(2048.0, 512.0, 16.0))
        .solid(vec3(64.0, -512.0, 80.0), vec3(2048.0, 512.0, 160.0));
    let mut walker = Walker::standing(world, Vec3::ZERO);
    walker.command.forward = 1.0;
    walker.ticks(128);
    assert_near(walker.state.origin.x, 48.0, 0.1);
    assert_near(walker.state.origin.z, 0.0, 0.1);
}

#[test]
fn the_drawn_view_is_smooth_over_stairs() {
    let mut walker = Walker::standing(stairs(10, 16.0), Vec3::ZERO);
    walker.command.forward = 1.0;
    let mut last = walker.state.smoothed_eye().z;
    for _ in 0..150 {
        walker.tick();
        let now = walker.state.smoothed_eye().z;
        assert!((now - last).abs() < 6.0, "the view jumped by {}", now - last);
        last = now;
    }
    assert_near(last, walker.state.eye().z, 0.01);
}

#[test]
fn a_curb_on_the_way_along_a_wall_is_climbed() {
    let world = BoxWorld::with_floor()
        .solid(vec3(-4096.0, 16.0, 0.0), vec3(4096.0, 64.0, 256.0))
        .solid(vec3(64.0, -512.0, 0.0), vec3(2048.0, 16.0, 12.0));
    let mut walker = Walker::standing(world, vec3(0.0, -0.25, 0.0));
    walker.look(0.0, 45.0);
    walker.command.forward = 1.0;
    walker.ticks(64);
    assert_near(walker.state.origin.z, 12.0, 0.1);
    assert!(walker.state.origin.x > 100.0);
}

#[test]
fn the_drawn_view_never_lags_far() {
    let mut walker = Walker::on_floor();
    walker.state.step_offset = -500.0;
    walker.tick();
    assert!(walker.state.step_offset > -36.0 && walker.state.step_offset < -20.0);
    walker.ticks(64);
    assert_eq!(walker.state.step_offset, 0.0);
}
