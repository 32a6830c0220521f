//! Models that fill space without blocking it, in motion, and what is reported of those that block.

use crate::common::box_world::vec3;
use crate::common::moving_world::{Level, MovingWorld};
use crate::{block, floor};
use kerosene_bsp::{Contents, ModelPose};
use kerosene_math::{Angles, Vec3};
use kerosene_physics::pusher::Outcome;
use kerosene_physics::{PlayerCommand, WaterLevel};

#[test]
fn water_that_rises_wets() {
    let water = vec![block(vec3(-200.0, -200.0, -100.0), vec3(200.0, 200.0, 0.0)).filled(Contents::WATER)];
    let mut level = Level::new(MovingWorld::new(vec![floor()], vec![(water, Vec3::ZERO)])).with_player(Vec3::Z);
    let mut levels = Vec::new();
    for _ in 0..14 {
        let rise = level.way(0, Vec3::Z * 5.0, 0.0);
        assert_eq!(level.tick(&[vec![rise]]), [Outcome::Moved]);
        assert_eq!(level.bodies[0].pushed_by, None);
        levels.push(level.players[0].water_level);
    }
    levels.dedup();
    assert_eq!(levels, [WaterLevel::Dry, WaterLevel::Feet, WaterLevel::Waist, WaterLevel::Eyes]);
}

/// Water that is turned is where it is turned to.
#[test]
fn water_that_turns_wets_where_it_is() {
    let water = vec![block(vec3(0.0, -16.0, 0.0), vec3(300.0, 16.0, 90.0)).filled(Contents::WATER)];
    let mut level =
        Level::new(MovingWorld::new(vec![floor()], vec![(water, Vec3::ZERO)])).with_player(vec3(0.0, 200.0, 1.0));
    level.tick(&[]);
    assert_eq!(level.players[0].water_level, WaterLevel::Dry);
    let turn = level.way(0, Vec3::ZERO, 90.0);
    level.tick(&[vec![turn]]);
    level.tick(&[]);
    assert_eq!(level.players[0].water_level, WaterLevel::Eyes);
}

#[test]
fn a_ladder_is_climbed_where_it_is() {
    let ladder = vec![block(vec3(-16.0, 0.0, 0.0), vec3(16.0, 4.0, 300.0)).filled(Contents::LADDER)];
    let mut level =
        Level::new(MovingWorld::new(vec![floor()], vec![(ladder, Vec3::ZERO)])).with_player(vec3(0.0, 150.0, 1.0));
    let away = level.way(0, vec3(0.0, 168.0, 0.0), 0.0);
    level.tick(&[vec![away]]);
    level.commands[0] = PlayerCommand { view: Angles::new(0.0, 90.0, 0.0), forward: 1.0, ..PlayerCommand::default() };
    for _ in 0..20 {
        level.tick(&[]);
    }
    assert!(level.players[0].ladder.is_some());
    assert!(level.players[0].origin.z > 20.0);
}

#[test]
fn a_move_reports_the_models_that_it_touches() {
    let pad = (vec![block(vec3(-64.0, -64.0, 0.0), vec3(64.0, 64.0, 2.0))], Vec3::ZERO);
    let door = (vec![block(vec3(48.0, -64.0, 2.0), vec3(56.0, 64.0, 97.0))], Vec3::ZERO);
    let mut level = Level::new(MovingWorld::new(vec![floor()], vec![pad, door])).with_player(vec3(0.0, 0.0, 3.0));
    level.tick(&[]);
    level.tick(&[]);
    assert_eq!(level.events[0].touched.as_slice(), [1], "stands on the pad");
    level.commands[0].forward = 1.0;
    for _ in 0..20 {
        level.tick(&[]);
    }
    assert_eq!(level.events[0].touched.as_slice(), [2, 1], "runs into the door, ends on the pad");
    assert_eq!(level.players[0].on_ground.unwrap().model, Some(1));
    level.commands[0].forward = 0.0;
    level.world.models.pose(0, ModelPose { origin: Vec3::Z * -500.0, ..ModelPose::default() });
    for _ in 0..20 {
        level.tick(&[]);
    }
    assert!(level.events[0].touched.as_slice().is_empty(), "the world is no model");
}
