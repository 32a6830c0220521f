//! Those who stand in the way.

use crate::common::box_world::vec3;
use crate::common::moving_world::{Level, MovingWorld, RATE, SECONDS};
use crate::{CLEARANCE, block, floor};
use kerosene_bsp::{Contents, ModelPose};
use kerosene_math::{Angles, Vec3, deterministic};
use kerosene_physics::pusher::{Body, OnBlock, Outcome, Push};
use kerosene_physics::{Hull, PlayerFlags};

/// A door that stands at x from 0 to 8.
fn door() -> Level {
    let door = vec![block(vec3(0.0, -64.0, 1.0), vec3(8.0, 64.0, 97.0))];
    Level::new(MovingWorld::new(vec![floor()], vec![(door, Vec3::ZERO)]))
}

#[test]
fn a_door_pushes_a_player_before_it() {
    for speed in [10.0, 100.0, 1000.0, 60_000.0] {
        let mut level = door().with_player(vec3(60.0, 10.0, 1.0));
        for _ in 0..32 {
            let push = level.way(0, Vec3::X * speed * SECONDS, 0.0);
            assert_eq!(level.tick(&[vec![push]]), [Outcome::Moved]);
            let face = level.world.poses[0].origin.x + 8.0;
            let gap = level.players[0].origin.x - 16.0 - face;
            // Coordinates of thousands are known to about a thousandth.
            assert!(gap >= CLEARANCE - 2e-3, "{gap} at {speed}");
            if level.bodies[0].pushed_by.is_some() {
                assert!((gap - CLEARANCE).abs() < 2e-3, "{gap} at {speed}");
                assert_eq!(level.bodies[0].pushed_by, Some(1));
            } else {
                assert_eq!(level.players[0].origin.x, 60.0);
            }
            if face > 3900.0 {
                break;
            }
        }
        assert!(level.players[0].on_ground.is_some());
    }
}

/// A lift that comes up under those who are in the air, or stand beside it with half a foot on it.
#[test]
fn a_lift_takes_up_whom_it_meets() {
    let lift = vec![block(vec3(-64.0, -64.0, -100.0), vec3(64.0, 64.0, -90.0))];
    let far = block(vec3(-4096.0, -4096.0, -8192.0), vec3(4096.0, 4096.0, -8000.0));
    let level = Level::new(MovingWorld::new(vec![far], vec![(lift, Vec3::ZERO)]));
    let mut level = level.with_player(vec3(0.0, 0.0, 300.0)).with_player(vec3(79.0, 79.0, 100.0));
    for _ in 0..RATE {
        let push = level.way(0, Vec3::Z * 2000.0 * SECONDS, 0.0);
        assert_eq!(level.tick(&[vec![push]]), [Outcome::Moved]);
    }
    let top = level.world.poses[0].origin.z - 90.0;
    for player in &level.players {
        assert!((player.origin.z - top - CLEARANCE).abs() < 1e-3, "{} on {top}", player.origin);
    }
}

/// Pushed along a wall at 45 degrees: slides along it and makes room.
#[test]
fn the_pushed_slide_along_walls() {
    let wall =
        block(vec3(100.0, -4000.0, 0.0), vec3(4000.0, 4000.0, 256.0)).cut(vec3(-1.0, -1.0, 0.0), vec3(150.0, 0.0, 0.0));
    let door = vec![block(vec3(0.0, -512.0, 1.0), vec3(8.0, 512.0, 97.0))];
    let mut level =
        Level::new(MovingWorld::new(vec![floor(), wall], vec![(door, Vec3::ZERO)])).with_player(vec3(60.0, 0.0, 1.0));
    let mut moved = 0;
    for _ in 0..RATE {
        let push = level.way(0, Vec3::X * 100.0 * SECONDS, 0.0);
        moved += u32::from(level.tick(&[vec![push]]) == [Outcome::Moved]);
        let player = &level.players[0];
        assert!(!level.world.is_solid(player.origin, player.hull().shape(), Contents::MASK_PLAYER_SOLID));
    }
    assert_eq!(moved, RATE as u32);
    // The hull's corner keeps to the wall.
    let origin = level.players[0].origin;
    assert!((origin.x + origin.y + 32.0 - 150.0).abs() < 0.1 && origin.y < -5.0, "{origin}");
}

/// A door of 96 units opens by a quarter turn against someone who stands where it goes.
#[test]
fn a_turning_door_pushes_aside() {
    for ticks in [4, 16, 64, 256] {
        for distance in [24.0, 50.0, 90.0] {
            let door = vec![block(vec3(0.0, -2.0, 1.0), vec3(96.0, 2.0, 97.0))];
            let level = Level::new(MovingWorld::new(vec![floor()], vec![(door, Vec3::ZERO)]));
            let mut level = level.with_player(vec3(distance, 30.0, 1.0));
            for _ in 0..ticks {
                let push = level.way(0, Vec3::ZERO, 90.0 / ticks as f32);
                assert_eq!(level.tick(&[vec![push]]), [Outcome::Moved]);
                let player = &level.players[0];
                assert!(!level.world.is_solid(player.origin, player.hull().shape(), Contents::MASK_PLAYER_SOLID));
            }
            // It was not passed through: the player is beyond it, or beyond the reach of its end.
            let origin = level.players[0].origin;
            let reach = vec3(origin.x - 16.0, origin.y - 16.0, 0.0).length();
            assert!(origin.x < -18.0 || reach >= 96.0, "{origin} in {ticks}");
        }
    }
}

/// A turn about another axis: a drawbridge comes down on someone beside it, and lifts someone up.
#[test]
fn a_drawbridge_lifts_who_stands_on_its_end() {
    let bridge = vec![block(vec3(0.0, -64.0, 0.0), vec3(200.0, 64.0, 8.0))];
    let mut level =
        Level::new(MovingWorld::new(vec![floor()], vec![(bridge, Vec3::ZERO)])).with_player(vec3(150.0, 0.0, 9.0));
    for _ in 0..4 {
        level.tick(&[]);
    }
    for tick in 1..=40 {
        let from = level.world.poses[0];
        let to = ModelPose { angles: Angles::new(-(tick as f32), 0.0, 0.0), ..from };
        assert_eq!(level.tick(&[vec![Push { model: 0, from, to, on_block: OnBlock::Stop }]]), [Outcome::Moved]);
        let player = &level.players[0];
        assert!(!level.world.is_solid(player.origin, player.hull().shape(), Contents::MASK_PLAYER_SOLID), "{tick}");
        let (sine, cosine) = deterministic::sin_cos_degrees(f64::from(tick));
        // Never below the deck.
        assert!(player.origin.z > (player.origin.x - 16.0) * (sine / cosine) as f32, "{} at {tick}", player.origin);
    }
    assert!(level.players[0].origin.z > 40.0);
}

/// Nothing moves those who fly through everything, and nothing is in their way.
#[test]
fn ghosts_are_left_alone() {
    let mut level = door().with_player(vec3(16.0, 0.0, 1.0));
    level.players[0].flags = PlayerFlags::NOCLIP;
    let push = level.way(0, Vec3::X * 20.0, 0.0);
    assert_eq!(level.tick(&[vec![push]]), [Outcome::Moved]);
    assert_eq!(level.players[0].origin, vec3(16.0, 0.0, 1.0));
}

/// A body small beside a thin door that moves far in one tick, and one that the door's brushes pass on both sides.
#[test]
fn small_bodies_are_met_and_gaps_are_gaps() {
    let teeth =
        vec![block(vec3(0.0, -64.0, 1.0), vec3(1.0, -10.0, 97.0)), block(vec3(0.0, 10.0, 1.0), vec3(1.0, 64.0, 97.0))];
    let mut level = Level::new(MovingWorld::new(vec![floor()], vec![(teeth, Vec3::ZERO)]));
    let hull = Hull { mins: Vec3::splat(-2.0), maxs: Vec3::splat(2.0) };
    let at = |x: f32, y: f32| Body::at(vec3(x, y, 20.0), hull, Contents::SOLID);
    level.bodies = vec![at(50.0, 20.0), at(50.0, 0.0), at(50.0, -8.5)];
    let push = level.way(0, Vec3::X * 500.0, 0.0);
    assert_eq!(level.push(&[push]), Outcome::Moved);
    let place = |body: usize| level.bodies[body].origin.x;
    assert_eq!([place(0), place(1), place(2)], [501.0 + 2.0 + CLEARANCE, 50.0, 501.0 + 2.0 + CLEARANCE]);
}

/// Regression guard for damaged input: nothing panics, nothing moves.
#[test]
fn pushes_that_make_no_sense_are_left_out() {
    let mut level = door().with_player(vec3(40.0, 0.0, 1.0));
    level.tick(&[]);
    let before = level.bodies.clone();
    let nowhere = ModelPose { origin: Vec3::NAN, ..ModelPose::default() };
    let far = ModelPose { angles: Angles::new(0.0, f32::MAX, 0.0), ..ModelPose::default() };
    let home = ModelPose::default();
    for (model, from, to) in [(0, home, nowhere), (0, nowhere, home), (9, home, far), (9, far, nowhere)] {
        assert_eq!(level.push(&[Push { model, from, to, on_block: OnBlock::Stop }][..1]), Outcome::Moved);
    }
    assert_eq!(level.bodies, before);
}
