//! Wading, swimming, sinking and getting out.

use crate::common::box_world::{BoxWorld, vec3};
use crate::common::walker::{Walker, assert_near, power};
use kerosene_bsp::Contents;
use kerosene_math::Vec3;
use kerosene_physics::{Buttons, PlayerState, WaterLevel};

/// Water down to z = -2048 whose surface is at z = 0.
fn sea() -> BoxWorld {
    BoxWorld::default().filled(vec3(-4096.0, -4096.0, -2048.0), vec3(4096.0, 4096.0, 0.0), Contents::WATER)
}

fn swimmer() -> Walker {
    Walker::new(sea(), Vec3::Z * -1024.0)
}

#[test]
fn the_level_follows_feet_waist_and_eyes() {
    let depths =
        [(1.0, WaterLevel::Dry), (-2.0, WaterLevel::Feet), (-37.0, WaterLevel::Waist), (-65.0, WaterLevel::Eyes)];
    for (z, level) in depths {
        let mut walker = Walker::new(sea(), Vec3::Z * z);
        walker.parameters.gravity = 0.0;
        walker.parameters.sink_speed = 0.0;
        let change = walker.tick().water;
        assert_eq!(walker.state.water_level, level);
        match change {
            Some(change) => {
                assert_eq!((change.from, change.to, change.contents), (WaterLevel::Dry, level, Contents::WATER));
            }
            None => assert_eq!(level, WaterLevel::Dry),
        }
    }
}

#[test]
fn an_idle_swimmer_sinks_at_the_sink_speed() {
    let mut walker = swimmer();
    walker.ticks(192);
    assert_near(walker.state.velocity.z, -60.0, 0.1);
    let start = walker.state.origin.z;
    walker.ticks(64);
    assert_near(walker.state.origin.z - start, -60.0, 0.1);
}

#[test]
fn a_current_carries_a_swimmer_at_its_speed() {
    let flowing = |current: Contents| {
        let everywhere = (vec3(-4096.0, -4096.0, -2048.0), vec3(4096.0, 4096.0, 2048.0));
        let mut walker = Walker::new(sea().filled(everywhere.0, everywhere.1, current), Vec3::Z * -1024.0);
        walker.parameters.sink_speed = 0.0;
        walker
    };
    let carried = |current: Contents| {
        let mut walker = flowing(current);
        walker.ticks(192);
        walker.state.velocity
    };
    let across = carried(Contents::CURRENT_90 | Contents::CURRENT_UP);
    assert_near(across.distance(vec3(0.0, 150.0, 150.0)), 0.0, 0.1);
    assert_eq!(carried(Contents::CURRENT_0 | Contents::CURRENT_180), Vec3::ZERO, "they cancel");
    let mut upstream = flowing(Contents::CURRENT_180);
    upstream.command.forward = 1.0;
    upstream.ticks(192);
    assert_near(upstream.state.velocity.x, 320.0 * 0.8 - 150.0, 0.1);
    // What flows without a liquid carries nobody.
    let mut dry = flowing(Contents::CURRENT_180);
    dry.state.origin.z = 1024.0;
    dry.ticks(32);
    assert_eq!((dry.state.velocity.x, dry.state.water_contents), (0.0, Contents::empty()));
}

#[test]
fn jump_swims_up() {
    let mut walker = swimmer();
    walker.hold(Buttons::JUMP);
    walker.ticks(192);
    assert_near(walker.state.velocity.z, 100.0, 0.1);
}

#[test]
fn swimming_goes_along_the_view_at_its_share_of_the_speed() {
    for (pitch, direction) in [(0.0, Vec3::X), (90.0, Vec3::NEG_Z), (-45.0, vec3(1.0, 0.0, 1.0).normalize())] {
        let mut walker = swimmer();
        walker.look(pitch, 0.0);
        walker.command.forward = 1.0;
        walker.ticks(128);
        assert_near(walker.state.velocity.distance(direction * 320.0 * 0.8), 0.0, 0.1);
    }
}

#[test]
fn water_drags() {
    let mut walker = swimmer();
    walker.parameters.sink_speed = 0.0;
    walker.state.velocity = Vec3::X * 300.0;
    walker.ticks(32);
    assert_near(walker.state.velocity.x, 300.0 * power(1.0 - 4.0 / 64.0, 32), 0.01);
}

#[test]
fn a_swimmer_bobs_at_the_surface_and_stays_in_it() {
    let mut walker = Walker::new(sea(), Vec3::Z * -200.0);
    walker.hold(Buttons::JUMP);
    walker.ticks(256);
    for _ in 0..256 {
        walker.tick();
        assert!(walker.state.origin.z > -64.0 && walker.state.origin.z < 0.0, "at {}", walker.state.origin.z);
    }
}

/// Swims at the surface towards a bank whose top is `height` above it; whether the swimmer gets out.
fn climbs_out(height: f32) -> bool {
    let world = sea().solid(vec3(64.0, -512.0, -2048.0), vec3(2048.0, 512.0, height));
    let mut walker = Walker::new(world, vec3(0.0, 0.0, -60.0));
    walker.command.forward = 1.0;
    walker.hold(Buttons::JUMP);
    walker.until(320, |state, _| (state.on_ground.is_some() && state.origin.z > height - 1.0).then_some(())).is_some()
}

#[test]
fn a_bank_within_reach_is_climbed_out_onto() {
    assert!(climbs_out(0.0));
    assert!(climbs_out(16.0));
    assert!(!climbs_out(96.0));
}

#[test]
fn the_jump_out_is_reported_once() {
    let world = sea().solid(vec3(64.0, -512.0, -2048.0), vec3(2048.0, 512.0, 8.0));
    let mut walker = Walker::new(world, vec3(0.0, 0.0, -60.0));
    walker.command.forward = 1.0;
    walker.hold(Buttons::JUMP);
    let (mut jumps, mut dry_falls) = (0, 0);
    for _ in 0..256 {
        let before = walker.state.clone();
        jumps += usize::from(walker.tick().water_jumped);
        let flies = |state: &PlayerState| state.on_ground.is_none() && state.water_level == WaterLevel::Dry;
        if flies(&before) && flies(&walker.state) {
            // Out of the water all of gravity acts again.
            assert_near(before.velocity.z - walker.state.velocity.z, 12.5, 0.01);
            dry_falls += 1;
        }
    }
    assert!(dry_falls > 0);
    assert_eq!(jumps, 1);
    assert_eq!(walker.state.water_level, WaterLevel::Dry);
    assert_eq!(walker.state.water_jump, None);
}

#[test]
fn one_who_drifts_away_from_a_bank_does_not_jump() {
    let world = sea().solid(vec3(64.0, -512.0, -2048.0), vec3(2048.0, 512.0, 8.0));
    for (drift, expected) in [(-200.0, false), (0.0, true)] {
        let mut walker = Walker::new(world.clone(), vec3(40.0, 0.0, -44.0));
        walker.state.velocity = Vec3::X * drift;
        walker.command.forward = 1.0;
        assert_eq!(walker.tick().water_jumped, expected);
    }
}

#[test]
fn a_jump_out_against_a_ceiling_is_given_up() {
    let world = sea()
        .solid(vec3(64.0, -512.0, -2048.0), vec3(2048.0, 512.0, 8.0))
        .solid(vec3(-512.0, -512.0, 104.0), vec3(2048.0, 512.0, 128.0));
    let mut walker = Walker::new(world, vec3(40.0, 0.0, -44.0));
    walker.command.forward = 1.0;
    assert!(walker.tick().water_jumped);
    walker.command.forward = 0.0;
    walker.until(64, |state, _| (state.velocity.z < 0.0).then_some(())).unwrap();
    assert_eq!(walker.state.water_jump, None);
}

#[test]
fn a_jump_out_ends_on_a_flooded_bank() {
    let world = sea().solid(vec3(64.0, -512.0, -2048.0), vec3(2048.0, 512.0, -10.0));
    let mut walker = Walker::new(world, vec3(0.0, 0.0, -60.0));
    walker.command.forward = 1.0;
    walker.until(256, |_, events| events.water_jumped.then_some(())).unwrap();
    walker.until(256, |state, _| state.on_ground.map(|_| ())).unwrap();
    assert_eq!((walker.state.water_level, walker.state.water_jump), (WaterLevel::Feet, None));
    walker.ticks(64);
    assert_near(walker.level_speed(), 320.0, 1.0);
}

#[test]
fn a_swimmer_against_a_wall_rises_from_the_bottom() {
    // Once held down: the raised attempt at a step ended on the floor again, and ties went to it.
    let world = sea()
        .solid(vec3(-512.0, -512.0, -2048.0), vec3(512.0, 512.0, -1024.0))
        .solid(vec3(64.0, -512.0, -2048.0), vec3(128.0, 512.0, 512.0));
    let mut walker = Walker::new(world, vec3(47.0, 0.0, -1020.0));
    walker.ticks(64);
    assert!(walker.state.on_ground.is_some());
    walker.command.forward = 1.0;
    walker.ticks(64);
    assert_near(walker.state.origin.x, 48.0, 0.1);
    walker.hold(Buttons::JUMP);
    walker.ticks(128);
    assert!(walker.state.origin.z > -950.0, "at {}", walker.state.origin.z);
}

#[test]
fn wading_is_walking() {
    let world = BoxWorld::with_floor().filled(vec3(-4096.0, -4096.0, 0.0), vec3(4096.0, 4096.0, 20.0), Contents::SLIME);
    let mut walker = Walker::standing(world, Vec3::ZERO);
    walker.command.forward = 1.0;
    walker.ticks(128);
    assert_eq!(walker.state.water_level, WaterLevel::Feet);
    assert_eq!(walker.state.water_contents, Contents::SLIME);
    assert_near(walker.level_speed(), 320.0, 0.1);
}
