//! Speeding up and slowing down on the ground.

use crate::common::walker::{Walker, assert_near, power};
use kerosene_math::Vec3;
use kerosene_physics::{Buttons, MoveParameters};

/// From rest, each tick takes `max(v, stop) f dt` and adds `min(a w dt, w - v)`.
fn recurrence(parameters: &MoveParameters, ticks: usize, dt: f64) -> f64 {
    let (wish, accelerate) = (f64::from(parameters.max_speed), f64::from(parameters.accelerate));
    let (friction, stop) = (f64::from(parameters.friction), f64::from(parameters.stop_speed));
    (0..ticks).fold(0.0_f64, |speed, _| {
        let slowed = if speed < 0.1 { 0.0 } else { (speed - speed.max(stop) * friction * dt).max(0.0) };
        slowed + (accelerate * wish * dt).min(wish - slowed).max(0.0)
    })
}

#[test]
fn speed_follows_the_recurrence_of_friction_and_acceleration() {
    for hertz in [32, 64, 128, 250] {
        let mut walker = Walker::on_floor().at_rate(hertz);
        walker.command.forward = 1.0;
        for tick in 1..=60 {
            walker.tick();
            let expected = recurrence(&walker.parameters, tick, f64::from(walker.seconds()));
            assert_near(walker.level_speed(), expected as f32, 0.01);
        }
    }
}

#[test]
fn speed_above_the_stop_speed_has_a_closed_form() {
    // v' = v (1 - f dt) + a w dt, so v(n) = L - (L - v0) (1 - f dt)^n with L = a w / f, up to the wished speed.
    let mut walker = Walker::on_floor().at_rate(128);
    walker.parameters.accelerate = 2.5;
    walker.parameters.max_speed = 1000.0;
    walker.state.velocity = Vec3::X * 120.0;
    walker.command.forward = 1.0;
    let dt = walker.seconds();
    let limit = 2.5 * 1000.0 / 4.0;
    for tick in 1..=256 {
        walker.tick();
        let expected = limit - (limit - 120.0) * power(1.0 - 4.0 * dt, tick);
        assert_near(walker.level_speed(), expected, 0.05);
    }
}

#[test]
fn the_ground_speed_ends_at_exactly_the_maximum() {
    for (buttons, expected) in [(Buttons::empty(), 320.0), (Buttons::WALK, 150.0)] {
        let mut walker = Walker::on_floor();
        walker.hold(buttons);
        walker.command.forward = 1.0;
        walker.command.side = 1.0;
        walker.ticks(128);
        assert_near(walker.level_speed(), expected, 0.01);
    }
}

#[test]
fn the_stopping_distance_has_a_closed_form() {
    // With q = 1 - f dt: speeds v q^n down to the stop speed, then steps of stop f dt.
    let mut walker = Walker::on_floor();
    walker.state.velocity = Vec3::X * 320.0;
    let dt = f64::from(walker.seconds());
    let (mut speed, mut distance, mut ticks) = (320.0_f64, 0.0, 0);
    while speed > 0.0 {
        speed = (speed - speed.max(100.0) * 4.0 * dt).max(0.0);
        if speed < 0.1 {
            speed = 0.0;
        }
        distance += speed * dt;
        ticks += 1;
    }
    let start = walker.state.origin.x;
    walker.ticks(ticks);
    assert_eq!(walker.state.velocity, Vec3::ZERO);
    assert_near(walker.state.origin.x - start, distance as f32, 0.01);
    // The continuous limit: (v - s) / f down to the stop speed, then s / (2 f).
    let continuous = (320.0 - 100.0) / 4.0 + 100.0 / (2.0 * 4.0);
    // An explicit step errs by less than what the first speed covers in a tick.
    assert_near(distance as f32, continuous, 320.0 * dt as f32);
}

#[test]
fn diagonals_are_no_faster() {
    let mut straight = Walker::on_floor();
    straight.command.forward = 1.0;
    let mut diagonal = Walker::on_floor();
    (diagonal.command.forward, diagonal.command.side) = (1.0, -1.0);
    straight.ticks(20);
    diagonal.ticks(20);
    assert_near(diagonal.level_speed(), straight.level_speed(), 0.01);
    assert_near(diagonal.state.velocity.x, diagonal.state.velocity.y, 0.01);
}

#[test]
fn half_a_stick_is_half_the_speed() {
    let mut walker = Walker::on_floor();
    walker.command.forward = 0.5;
    walker.ticks(128);
    assert_near(walker.level_speed(), 160.0, 0.01);
}

#[test]
fn looking_along_an_axis_moves_exactly_along_it() {
    for (yaw, direction) in
        [(0.0, Vec3::X), (90.0, Vec3::Y), (180.0, Vec3::NEG_X), (-90.0, Vec3::NEG_Y), (450.0, Vec3::Y)]
    {
        let mut walker = Walker::on_floor();
        walker.look(35.0, yaw);
        walker.command.forward = 1.0;
        let start = walker.state.origin;
        walker.ticks(100);
        let moved = walker.state.origin - start;
        assert_eq!(moved, direction * moved.length(), "yaw {yaw}");
    }
}

#[test]
fn footsteps_come_once_a_stride() {
    let mut walker = Walker::on_floor();
    walker.command.forward = 1.0;
    walker.ticks(64);
    let start = walker.state.origin.x;
    let steps = (0..640).filter(|_| walker.tick().footstep.is_some()).count();
    assert_near(steps as f32, (walker.state.origin.x - start) / 32.0, 1.0);
    walker.parameters.max_speed = 40.0;
    walker.ticks(64);
    assert!((0..640).all(|_| walker.tick().footstep.is_none()), "slow steps are silent");
}

#[test]
fn the_dead_and_the_frozen_do_not_walk() {
    use kerosene_physics::PlayerFlags;
    for flag in [PlayerFlags::DEAD, PlayerFlags::FROZEN] {
        let mut walker = Walker::on_floor();
        walker.state.flags = flag;
        walker.command.forward = 1.0;
        walker.hold(Buttons::JUMP);
        let start = walker.state.origin;
        walker.ticks(64);
        assert_eq!(walker.state.origin, start);
    }
}
