//! Those who stand on what moves.

use crate::common::box_world::vec3;
use crate::common::moving_world::{Level, MovingWorld, RATE, SECONDS};
use crate::common::walker::assert_near;
use crate::{CLEARANCE, block, floor, platform};
use kerosene_math::{Angles, Vec3, deterministic};
use kerosene_physics::pusher::Outcome;
use kerosene_physics::{Buttons, PlayerCommand};

/// Lets everyone come to rest.
fn settle(level: &mut Level) {
    for _ in 0..8 {
        level.tick(&[]);
    }
}

#[test]
fn a_lift_carries_exactly_as_far_as_it_goes() {
    for speed in [100.0, 400.0, 2000.0, -100.0, -600.0, -3000.0] {
        let mut level = platform().with_player(vec3(20.0, 30.0, 1.0));
        settle(&mut level);
        let start = level.players[0].origin;
        assert_eq!(start.z, CLEARANCE);
        for _ in 0..RATE {
            let lift = level.way(0, Vec3::Z * speed * SECONDS, 0.0);
            assert_eq!(level.tick(&[vec![lift]]), [Outcome::Moved]);
            let player = &level.players[0];
            assert_eq!(player.on_ground.unwrap().model, Some(1), "at {speed}");
            assert_eq!(player.origin.z - level.world.poses[0].origin.z, CLEARANCE, "at {speed}");
        }
        assert_eq!(level.players[0].origin, start + Vec3::Z * speed);
        level.tick(&[]);
        assert_eq!(level.players[0].origin, start + Vec3::Z * speed);
        assert_eq!(level.players[0].velocity, Vec3::ZERO);
    }
}

#[test]
fn a_train_carries_a_walker_relative_to_itself() {
    let mut level = platform().with_player(vec3(-100.0, 0.0, 1.0));
    let mut still = platform().with_player(vec3(-100.0, 0.0, 1.0));
    settle(&mut level);
    settle(&mut still);
    for _ in 0..24 {
        for level in [&mut level, &mut still] {
            level.commands[0] = PlayerCommand { forward: 0.5, side: 0.25, ..PlayerCommand::default() };
        }
        let train = level.way(0, vec3(0.0, 350.0, 0.0) * SECONDS, 0.0);
        level.tick(&[vec![train]]);
        still.tick(&[]);
        let relative = level.players[0].origin - level.world.poses[0].origin;
        assert!(relative.distance(still.players[0].origin) < 0.01);
        assert_eq!(level.players[0].velocity, still.players[0].velocity);
    }
}

/// A quarter turn in a second: after it, the rider is a quarter turn around, faces a quarter turn on, and has not slid.
#[test]
fn a_turning_platform_carries_around_and_turns_the_view() {
    for radius in [10.0, 60.0, 110.0] {
        let mut level = platform().with_player(vec3(radius, 0.0, 1.0));
        settle(&mut level);
        for tick in 1..=RATE {
            let turn = level.way(0, Vec3::ZERO, 90.0 * SECONDS);
            level.tick(&[vec![turn]]);
            let player = &level.players[0];
            assert_eq!(player.on_ground.unwrap().model, Some(1));
            let (sine, cosine) = deterministic::sin_cos_degrees(90.0 * tick as f64 / RATE as f64);
            let expected = vec3(cosine as f32, sine as f32, 0.0) * radius + Vec3::Z * CLEARANCE;
            assert!(player.origin.distance(expected) < 0.005, "{} and not {expected} at {tick}", player.origin);
        }
        assert_near(level.commands[0].view.yaw, 90.0, 1e-3);
    }
}

/// A walker's speed turns with the platform: who walks outwards keeps walking outwards.
#[test]
fn a_turning_platform_turns_the_velocity() {
    let mut level = platform().with_player(vec3(10.0, 0.0, 1.0));
    settle(&mut level);
    for _ in 0..RATE / 4 {
        level.commands[0].forward = 0.5;
        let turn = level.way(0, Vec3::ZERO, 180.0 * SECONDS);
        level.tick(&[vec![turn]]);
    }
    let outwards = Angles::new(0.0, 45.0, 0.0).forward();
    let player = &level.players[0];
    assert!(player.velocity.length() > 100.0);
    assert!(player.velocity.normalize().dot(outwards) > 0.999, "{}", player.velocity);
    assert!(player.origin.with_z(0.0).normalize().dot(outwards) > 0.999, "{}", player.origin);
}

#[test]
fn a_jump_on_a_lift_inherits_its_speed() {
    for speed in [0.0, 100.0, -100.0] {
        let mut level = platform().with_player(Vec3::Z);
        settle(&mut level);
        let mut highest = f32::NEG_INFINITY;
        let mut jumped_from = 0.0;
        for tick in 0..RATE {
            level.commands[0].buttons.set(Buttons::JUMP, tick == 10);
            if tick == 10 {
                jumped_from = level.players[0].origin.z;
            }
            let lift = level.way(0, Vec3::Z * speed * SECONDS, 0.0);
            level.tick(&[vec![lift]]);
            highest = highest.max(level.players[0].origin.z);
        }
        let leaving = (2.0_f32 * 800.0 * 57.0).sqrt() + speed;
        // The highest tick is at most half a tick from the apex.
        let missed = 800.0 * (SECONDS * 0.5) * (SECONDS * 0.5);
        let apex = leaving * leaving / 1600.0;
        assert!(highest - jumped_from <= apex + 0.1, "{speed}: {} above {apex}", highest - jumped_from);
        // Downwards, the lift is still at its first place in the tick of the jump.
        assert!(highest - jumped_from >= apex - missed - 0.1, "{speed}: {} below {apex}", highest - jumped_from);
    }
}

#[test]
fn a_jump_on_a_train_lands_where_it_began() {
    let mut level = platform().with_player(vec3(40.0, -30.0, 1.0));
    settle(&mut level);
    let mut in_the_air = 0;
    for tick in 0..2 * RATE {
        level.commands[0].buttons.set(Buttons::JUMP, tick == 10);
        let train = level.way(0, vec3(300.0, 100.0, 0.0) * SECONDS, 0.0);
        level.tick(&[vec![train]]);
        in_the_air += usize::from(level.players[0].on_ground.is_none());
    }
    let player = &level.players[0];
    assert!(in_the_air > 40, "{in_the_air}");
    assert_eq!(player.on_ground.unwrap().model, Some(1));
    // At rest again: nothing of the train's speed is left to slide with.
    assert!(player.velocity.length() < 1e-3, "{}", player.velocity);
    let relative = player.origin - level.world.poses[0].origin;
    assert!(relative.distance(vec3(40.0, -30.0, CLEARANCE)) < 0.1, "{relative}");
}

#[test]
fn who_walks_off_a_train_keeps_its_speed() {
    let mut level = platform().with_player(vec3(0.0, 110.0, 1.0));
    settle(&mut level);
    level.commands[0].view.yaw = 90.0;
    for _ in 0..RATE {
        level.commands[0].forward = if level.players[0].on_ground.is_some() { 1.0 } else { 0.0 };
        let train = level.way(0, vec3(250.0, 0.0, 0.0) * SECONDS, 0.0);
        level.tick(&[vec![train]]);
    }
    let player = &level.players[0];
    assert!(player.on_ground.is_none() && player.base_velocity == Vec3::ZERO);
    assert_near(player.velocity.x, 250.0, 0.01);
}

/// From the ground onto a moving train and back: the speed in the world does not jump.
#[test]
fn stepping_between_grounds_keeps_the_speed_in_the_world() {
    let train = vec![block(vec3(-2000.0, 0.0, -16.0), vec3(2000.0, 800.0, 0.0))];
    let edge = block(vec3(-4096.0, -4096.0, -64.0), vec3(4096.0, 0.0, 0.0));
    let mut level =
        Level::new(MovingWorld::new(vec![edge], vec![(train, Vec3::ZERO)])).with_player(vec3(0.0, -40.0, 1.0));
    settle(&mut level);
    level.commands[0].view.yaw = 90.0;
    level.commands[0].forward = 1.0;
    let mut last = (Vec3::ZERO, None);
    let mut stepped_on = 0;
    for _ in 0..2 * RATE {
        let train = level.way(0, vec3(200.0, 0.0, 0.0) * SECONDS, 0.0);
        level.tick(&[vec![train]]);
        let player = &level.players[0];
        let ground = player.on_ground.unwrap().model;
        let speed = player.velocity + player.base_velocity;
        if last.1 == Some(Some(0)) && ground == Some(1) {
            stepped_on += 1;
            level.commands[0].forward = 0.0;
            assert!((speed.x - last.0.x).abs() < 1.0, "{} then {speed}", last.0);
        }
        last = (speed, Some(ground));
    }
    assert_eq!(stepped_on, 1);
    // And friction has by now taken the difference.
    assert!(last.0.distance(vec3(200.0, 0.0, 0.0)) < 1e-3, "{}", last.0);
}

#[test]
fn a_conveyor_moves_who_stands_on_it() {
    let belt = vec![block(vec3(-1000.0, -64.0, 0.0), vec3(1000.0, 64.0, 8.0))];
    let mut level =
        Level::new(MovingWorld::new(vec![floor()], vec![(belt, Vec3::ZERO)])).with_player(vec3(0.0, 0.0, 9.0));
    level.world.belts[0] = vec3(100.0, 0.0, 0.0);
    for _ in 0..RATE {
        level.tick(&[]);
    }
    let start = level.players[0].origin;
    for _ in 0..RATE {
        level.tick(&[]);
    }
    let player = &level.players[0];
    assert_near(player.origin.x - start.x, 100.0, 0.01);
    assert_eq!(player.velocity, Vec3::ZERO);
    assert_eq!(player.base_velocity, vec3(100.0, 0.0, 0.0));
    // A jump takes the belt's speed along.
    level.commands[0].buttons |= Buttons::JUMP;
    level.tick(&[]);
    assert_near(level.players[0].velocity.x, 100.0, 0.01);
}

/// Ground that falls away faster than gravity pulls leaves people in the air; ground that does not, does not.
#[test]
fn falling_ground_is_stuck_to_up_to_gravity() {
    let mut slow = platform().with_player(Vec3::Z);
    let mut fast = platform().with_player(Vec3::Z);
    settle(&mut slow);
    settle(&mut fast);
    let mut in_the_air = 0;
    for tick in 1..=RATE {
        let by = |acceleration: f32| Vec3::Z * (-acceleration * SECONDS * tick as f32 * SECONDS);
        let ways = (slow.way(0, by(700.0), 0.0), fast.way(0, by(1600.0), 0.0));
        slow.tick(&[vec![ways.0]]);
        fast.tick(&[vec![ways.1]]);
        assert!(slow.players[0].on_ground.is_some(), "tick {tick}");
        in_the_air += usize::from(fast.players[0].on_ground.is_none());
    }
    assert!(in_the_air > RATE - 8, "{in_the_air}");
    // Free fall from about the first tick on.
    let fallen = -fast.players[0].origin.z;
    assert!((380.0..430.0).contains(&fallen), "{fallen}");
}

/// A part of a team lifts a cage's floor, another its wall: who stands on one beside the other is carried once.
#[test]
fn a_team_carries_once() {
    let floor = vec![block(vec3(-64.0, -64.0, -16.0), vec3(64.0, 64.0, 0.0))];
    let ring = vec![
        block(vec3(64.0, -64.0, -16.0), vec3(80.0, 64.0, 128.0)),
        block(vec3(-64.0, -64.0, 120.0), vec3(64.0, 64.0, 128.0)),
        block(vec3(-80.0, -64.0, -16.0), vec3(-64.0, 64.0, 10.0)),
    ];
    let world = vec![block(vec3(-9.0, -9.0, -999.0), vec3(9.0, 9.0, -990.0))];
    let parts = vec![(floor, Vec3::ZERO), (ring, Vec3::ZERO)];
    let mut level =
        Level::new(MovingWorld::new(world, parts)).with_player(vec3(47.0, 0.0, 1.0)).with_player(vec3(-47.0, 0.0, 1.0));
    settle(&mut level);
    for by in [Vec3::Z * 3.0, vec3(5.0, 0.0, 0.0), vec3(-8.0, 3.0, -4.0), vec3(90.0, 0.0, 0.0)] {
        let before: Vec<Vec3> = level.players.iter().map(|player| player.origin).collect();
        let team = vec![level.way(1, by, 0.0), level.way(0, by, 0.0)];
        assert_eq!(level.tick(&[team]), [Outcome::Moved]);
        for (player, before) in level.players.iter().zip(before) {
            assert!(player.origin.distance(before + by) < 1e-3, "{} and not {}", player.origin, before + by);
        }
    }
}

/// A lift's floor of two models: who stands on one is not lifted twice by the other, underneath as well.
#[test]
fn standing_on_two_lifts_lifts_once() {
    let halves = [-64.0, 0.0].map(|x| (vec![block(vec3(x, -64.0, -16.0), vec3(x + 64.0, 64.0, 0.0))], Vec3::ZERO));
    let world = vec![block(vec3(-9.0, -9.0, -999.0), vec3(9.0, 9.0, -990.0))];
    let mut level = Level::new(MovingWorld::new(world, halves.to_vec())).with_player(vec3(0.0, 0.0, 1.0));
    settle(&mut level);
    for _ in 0..RATE {
        let teams: Vec<_> = (0..2).map(|half| vec![level.way(half, Vec3::Z * 2.0, 0.0)]).collect();
        assert_eq!(level.tick(&teams), [Outcome::Moved; 2]);
        assert_near(level.players[0].origin.z - level.world.poses[0].origin.z, CLEARANCE, 1e-3);
    }
}
