//! Slopes to walk on and slopes to slide down.

use crate::common::box_world::{BoxWorld, vec3};
use crate::common::walker::{Walker, assert_near};
use kerosene_math::Vec3;
use kerosene_physics::Buttons;

fn ramp(normal_z: f32) -> BoxWorld {
    BoxWorld::with_floor().ramp(64.0, normal_z)
}

/// Height of the ramp's surface under the hull at `x`: the hull rests on its uphill edge.
fn surface(normal_z: f32, x: f32) -> f32 {
    (x + 16.0 - 64.0) * (1.0 - normal_z * normal_z).sqrt() / normal_z
}

#[test]
fn a_slope_just_within_the_limit_is_walked_at_full_speed() {
    for normal_z in [0.701, 0.8, 0.95, 0.999] {
        let mut walker = Walker::standing(ramp(normal_z), Vec3::ZERO);
        walker.command.forward = 1.0;
        walker.ticks(60);
        let start = walker.state.origin;
        for _ in 0..100 {
            let events = walker.tick();
            assert!(walker.state.on_ground.is_some());
            assert_eq!(events.stepped, None, "a slope is no step");
            assert_eq!(events.landed, None);
        }
        assert_near(walker.state.origin.x - start.x, 500.0, 0.5);
        assert_near(walker.state.origin.z, surface(normal_z, walker.state.origin.x), 0.1);
    }
}

#[test]
fn a_slope_just_beyond_the_limit_is_not() {
    for normal_z in [0.699, 0.6, 0.4] {
        let mut walker = Walker::standing(ramp(normal_z), Vec3::ZERO);
        walker.command.forward = 1.0;
        walker.ticks(64);
        for _ in 0..100 {
            walker.tick();
            let grounded = walker.state.on_ground.map(|ground| ground.normal);
            assert!(grounded.is_none_or(|normal| normal == Vec3::Z), "stands on {grounded:?}");
            // All that is left is the air's little push, as when surfing.
            assert!(walker.level_speed() < 30.0);
        }
        walker.command.forward = 0.0;
        walker.until(256, |state, _| state.on_ground.map(|_| ())).expect("slides down again");
        assert_near(walker.state.origin.z, 0.0, 2.0);
    }
}

#[test]
fn walking_down_a_slope_does_not_bounce() {
    let mut walker = Walker::standing(ramp(0.75), vec3(1000.0, 0.0, surface(0.75, 1000.0)));
    walker.look(0.0, 180.0);
    walker.command.forward = 1.0;
    for _ in 0..150 {
        let events = walker.tick();
        assert!(walker.state.on_ground.is_some(), "in the air at {}", walker.state.origin);
        assert_eq!(events.landed, None);
    }
    assert_near(walker.level_speed(), 320.0, 0.1);
}

#[test]
fn one_stands_still_on_a_slope() {
    let mut walker = Walker::standing(ramp(0.72), vec3(500.0, 0.0, surface(0.72, 500.0)));
    walker.tick();
    let start = walker.state.origin;
    walker.ticks(1000);
    assert!(walker.state.origin.distance(start) < 1e-3, "crept by {}", walker.state.origin - start);
}

#[test]
fn one_slides_down_what_is_too_steep() {
    let mut walker = Walker::new(ramp(0.6), vec3(500.0, 0.0, surface(0.6, 500.0) + 4.0));
    walker.ticks(8);
    assert!(walker.state.on_ground.is_none());
    let speed = walker.state.velocity.length();
    walker.ticks(16);
    // g sin(slope) = 0.8 g.
    assert_near(walker.state.velocity.length() - speed, 0.8 * 800.0 * 16.0 / 64.0, 6.0);
}

#[test]
fn a_valley_between_steep_slopes_holds_no_one_for_good() {
    // Two slopes of normal z 0.6 that meet in a crease along y: one can still travel along it.
    let up = vec3(-0.8, 0.0, 0.6);
    let down = vec3(0.8, 0.0, 0.6);
    let world = BoxWorld::default()
        .cut_solid(vec3(0.0, -2048.0, -64.0), vec3(2048.0, 2048.0, 2048.0), vec3(16.0, 0.0, 0.0), up)
        .cut_solid(vec3(-2048.0, -2048.0, -64.0), vec3(0.0, 2048.0, 2048.0), vec3(-16.0, 0.0, 0.0), down);
    let mut walker = Walker::new(world, vec3(0.0, 0.0, 64.0));
    walker.ticks(128);
    let start = walker.state.origin;
    walker.look(0.0, 90.0);
    walker.command.forward = 1.0;
    walker.ticks(128);
    assert!(walker.state.origin.y > start.y + 20.0, "moved by {}", walker.state.origin - start);
}

#[test]
fn one_can_jump_at_the_foot_of_a_steep_slope() {
    // The hull's front edge is already on the slope; a quarter of it finds the floor just below.
    let mut walker = Walker::standing(ramp(0.69), Vec3::ZERO);
    walker.command.forward = 1.0;
    walker.until(64, |state, _| (state.origin.z > 0.2).then_some(())).unwrap();
    assert!(walker.state.origin.z < 2.0);
    assert_eq!(walker.state.on_ground.map(|ground| ground.normal), Some(Vec3::Z));
    walker.hold(Buttons::JUMP);
    assert!(walker.tick().jumped);
}

#[test]
fn the_foot_and_the_top_of_a_slope_are_no_steps() {
    for normal_z in [0.75, 0.9] {
        let normal = vec3(-(1.0_f32 - normal_z * normal_z).sqrt(), 0.0, normal_z);
        let world = BoxWorld::with_floor().cut_solid(
            vec3(64.0, -512.0, -64.0),
            vec3(2048.0, 512.0, 128.0),
            vec3(64.0, 0.0, 0.0),
            normal,
        );
        let mut walker = Walker::standing(world, Vec3::ZERO);
        for yaw in [0.0, 180.0] {
            walker.look(0.0, yaw);
            walker.command.forward = 1.0;
            for _ in 0..110 {
                let events = walker.tick();
                assert!(walker.state.on_ground.is_some());
                assert_eq!(events.stepped, None, "at {}", walker.state.origin);
            }
            let top = if yaw == 0.0 { 128.0 } else { 0.0 };
            assert_near(walker.state.origin.z, top, 0.1);
        }
    }
}

#[test]
fn a_slope_under_a_low_ceiling_costs_no_speed() {
    // Two units of room above the hull: it cannot be raised by a step.
    let normal = vec3(-0.6, 0.0, 0.8);
    let world =
        ramp(0.8).cut_solid(vec3(-512.0, -512.0, 88.0), vec3(2048.0, 512.0, 4096.0), vec3(64.0, 0.0, 98.0), -normal);
    let mut walker = Walker::standing(world, Vec3::ZERO);
    walker.command.forward = 1.0;
    walker.ticks(60);
    let start = walker.state.origin;
    walker.ticks(50);
    assert_near(walker.state.origin.x - start.x, 250.0, 0.5);
}
