//! Those who cannot make room.

use crate::common::box_world::vec3;
use crate::common::moving_world::{Level, MovingWorld, RATE, SECONDS};
use crate::{CLEARANCE, block, floor};
use kerosene_bsp::Contents;
use kerosene_math::Vec3;
use kerosene_physics::pusher::{OnBlock, Outcome};

/// A door at x from 0 to 8 and a wall from 100 on.
fn door_and_wall() -> Level {
    let door = vec![block(vec3(0.0, -64.0, 1.0), vec3(8.0, 64.0, 97.0))];
    let bell = vec![block(vec3(0.0, 500.0, 1.0), vec3(8.0, 600.0, 97.0))];
    let wall = block(vec3(100.0, -200.0, 0.0), vec3(120.0, 200.0, 200.0));
    Level::new(MovingWorld::new(vec![floor(), wall], vec![(door, Vec3::ZERO), (bell, Vec3::ZERO)]))
}

#[test]
fn squeezed_between_door_and_wall_the_door_is_blocked() {
    let mut level = door_and_wall().with_player(vec3(60.0, 0.0, 1.0)).with_player(vec3(2.0, 550.0, 98.0));
    let mut blocked = 0;
    for _ in 0..RATE {
        // The second part of the team carries a player of its own, whom the rollback puts back as well.
        let team = vec![level.way(1, Vec3::X * 100.0 * SECONDS, 0.0), level.way(0, Vec3::X * 100.0 * SECONDS, 0.0)];
        let placed = level.world.models.as_slice().to_vec();
        let poses = level.world.poses.clone();
        let outcome = level.tick(&[team]);
        if outcome == [Outcome::Blocked { body: 0, model: 0 }] {
            blocked += 1;
            assert_eq!(level.world.models.as_slice(), placed);
            assert_eq!(level.world.poses, poses);
            let again = level.bodies.clone();
            let team = vec![level.way(1, Vec3::X, 0.0), level.way(0, Vec3::X, 0.0)];
            assert_eq!(level.push(&team), Outcome::Blocked { body: 0, model: 0 });
            assert_eq!(level.bodies, again, "rolled back to the bit");
        } else {
            assert_eq!((outcome, blocked), (vec![Outcome::Moved], 0));
        }
    }
    assert!(blocked > 10, "{blocked}");
    let face = level.world.poses[0].origin.x + 8.0;
    let player = level.players[0].origin.x;
    assert!(player <= 84.0 - CLEARANCE + 1e-3 && face <= player - 16.0, "face at {face}, player at {player}");
    // The other one stands on the second part, which stopped with the first.
    assert_eq!(level.players[1].origin.x, 2.0 + level.world.poses[1].origin.x);
}

#[test]
fn a_crusher_moves_on_and_says_whom_it_hurts() {
    let mut level = door_and_wall().with_player(vec3(60.0, 0.0, 1.0)).with_player(vec3(60.0, 300.0, 1.0));
    let mut hurt = 0;
    for _ in 0..RATE {
        let mut push = level.way(0, Vec3::X * 80.0 * SECONDS, 0.0);
        push.on_block = OnBlock::Crush;
        assert_eq!(level.tick(&[vec![push]]), [Outcome::Moved]);
        let body = &level.bodies[0];
        hurt += usize::from(body.crushed_by == Some(1));
        let is_inside = level.world.is_solid(body.origin, body.hull.shape(), Contents::MASK_PLAYER_SOLID);
        assert_eq!(is_inside, body.crushed_by.is_some());
        assert_eq!(level.bodies[1].crushed_by, None);
    }
    assert_eq!(level.world.poses[0].origin.x, 80.0);
    assert!(hurt > 0, "{hurt}");
}

#[test]
fn a_lift_stops_under_a_ceiling_with_someone_on_it() {
    let lift = vec![block(vec3(-64.0, -64.0, -16.0), vec3(64.0, 64.0, 0.0))];
    let ceiling = block(vec3(-400.0, -400.0, 100.0), vec3(400.0, 400.0, 116.0));
    let mut level = Level::new(MovingWorld::new(vec![ceiling], vec![(lift, Vec3::ZERO)])).with_player(Vec3::Z);
    let mut outcomes = Vec::new();
    for _ in 0..40 {
        let push = level.way(0, Vec3::Z, 0.0);
        outcomes.extend(level.tick(&[vec![push]]));
    }
    let moved = outcomes.iter().filter(|outcome| **outcome == Outcome::Moved).count();
    assert_eq!(moved, 27, "28 units of room, less the clearances");
    assert!(outcomes[moved..].iter().all(|outcome| *outcome == Outcome::Blocked { body: 0, model: 0 }));
    assert_eq!(level.players[0].origin.z, 27.0 + CLEARANCE);
}

/// A low beam sweeps riders off a train and does not stop it.
#[test]
fn a_beam_sweeps_riders_off() {
    let train = vec![block(vec3(-128.0, -64.0, 0.0), vec3(128.0, 64.0, 16.0))];
    let beam = block(vec3(200.0, -400.0, 40.0), vec3(216.0, 400.0, 60.0));
    let mut level = Level::new(MovingWorld::new(vec![floor(), beam], vec![(train, Vec3::ZERO)]))
        .with_player(vec3(100.0, 0.0, 17.0));
    for _ in 0..3 * RATE {
        let push = level.way(0, Vec3::X * 200.0 * SECONDS, 0.0);
        assert_eq!(level.tick(&[vec![push]]), [Outcome::Moved]);
        let player = &level.players[0];
        assert!(!level.world.is_solid(player.origin, player.hull().shape(), Contents::MASK_PLAYER_SOLID));
    }
    let player = &level.players[0];
    assert!(player.origin.x < 184.0 && player.origin.z < 1.0, "{}", player.origin);
}

#[test]
fn a_turning_door_is_blocked_by_who_stands_against_a_wall() {
    let door = vec![block(vec3(0.0, -2.0, 1.0), vec3(96.0, 2.0, 97.0))];
    let wall = block(vec3(-200.0, 70.0, 0.0), vec3(200.0, 80.0, 200.0));
    let side = block(vec3(-20.0, 4.0, 0.0), vec3(-10.0, 70.0, 200.0));
    let mut level = Level::new(MovingWorld::new(vec![floor(), wall, side], vec![(door, Vec3::ZERO)]))
        .with_player(vec3(40.0, 40.0, 1.0));
    let mut blocked = 0;
    for _ in 0..45 {
        let push = level.way(0, Vec3::ZERO, 2.0);
        let placed = level.world.models.as_slice().to_vec();
        if level.tick(&[vec![push]]) == [Outcome::Blocked { body: 0, model: 0 }] {
            blocked += 1;
            assert_eq!(level.world.models.as_slice(), placed);
        }
        let player = &level.players[0];
        assert!(!level.world.is_solid(player.origin, player.hull().shape(), Contents::MASK_PLAYER_SOLID));
    }
    assert!(blocked > 5, "{blocked}");
}

/// A model at rest stops what another one pushes.
#[test]
fn models_stop_what_is_pushed_against_them() {
    let door = |x: f32| (vec![block(vec3(x, -64.0, 1.0), vec3(x + 8.0, 64.0, 97.0))], Vec3::ZERO);
    let mut level =
        Level::new(MovingWorld::new(vec![floor()], vec![door(0.0), door(60.0)])).with_player(vec3(34.0, 0.0, 1.0));
    let push = level.way(0, Vec3::X * 20.0, 0.0);
    assert_eq!(level.tick(&[vec![push]]), [Outcome::Blocked { body: 0, model: 0 }]);
    // Both moving the same way: the one in front first.
    let teams = vec![vec![level.way(1, Vec3::X * 20.0, 0.0)], vec![level.way(0, Vec3::X * 20.0, 0.0)]];
    assert_eq!(level.tick(&teams), [Outcome::Moved; 2]);
    // As one team, no order matters.
    let team = vec![level.way(0, Vec3::X * 20.0, 0.0), level.way(1, Vec3::X * 20.0, 0.0)];
    assert_eq!(level.tick(&[team]), [Outcome::Moved]);
}
