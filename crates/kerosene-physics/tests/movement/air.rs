//! Steering in the air: strafing, and surfing on steep ramps.

use crate::common::box_world::{BoxWorld, vec3};
use crate::common::walker::{Walker, assert_near};
use kerosene_math::{Angles, Vec3};

fn flying(velocity: Vec3) -> Walker {
    let mut walker = Walker::new(BoxWorld::default(), Vec3::ZERO);
    walker.state.velocity = velocity;
    walker
}

/// Keeps the wished direction (to the right of the view) across the velocity.
fn turn_across_velocity(walker: &mut Walker) {
    let velocity = walker.state.velocity;
    walker.look(0.0, Angles::facing(velocity.with_z(0.0)).yaw);
    walker.command.side = 1.0;
}

#[test]
fn a_strafe_across_the_velocity_gains_by_pythagoras() {
    // A tick pushes min(accelerate * wish * dt, 30) at a right angle: v' = sqrt(v^2 + push^2).
    for (hertz, accelerate, push) in [(64, 10.0, 30.0), (128, 10.0, 25.0), (64, 100.0, 30.0), (250, 10.0, 12.8)] {
        let mut walker = flying(Vec3::X * 320.0).at_rate(hertz);
        walker.parameters.air_accelerate = accelerate;
        let mut expected = 320.0_f32;
        for _ in 0..100 {
            turn_across_velocity(&mut walker);
            walker.tick();
            expected = (expected * expected + push * push).sqrt();
            assert_near(walker.level_speed(), expected, 0.05);
        }
    }
}

#[test]
fn straight_ahead_the_air_gives_no_more_than_its_limit() {
    let mut walker = flying(Vec3::ZERO);
    walker.command.forward = 1.0;
    walker.ticks(64);
    assert_near(walker.level_speed(), 30.0, 1e-3);
    let mut fast = flying(Vec3::X * 500.0);
    fast.command.forward = 1.0;
    fast.ticks(64);
    assert_near(fast.level_speed(), 500.0, 1e-3);
}

#[test]
fn pulling_back_brakes_in_the_air() {
    let mut walker = flying(Vec3::X * 320.0);
    walker.command.forward = -1.0;
    walker.tick();
    assert_near(walker.state.velocity.x, 320.0 - 50.0, 1e-2);
}

#[test]
fn the_velocity_is_limited_on_each_axis() {
    let mut walker = flying(vec3(1e6, -1e9, f32::NAN));
    walker.tick();
    assert_eq!(walker.state.velocity.with_z(0.0), vec3(3500.0, -3500.0, 0.0));
    walker.ticks(1000);
    assert_eq!(walker.state.velocity.z, -3500.0);
}

#[test]
fn a_steep_ramp_is_surfed_without_losing_speed_along_it() {
    // Normal z 0.6: too steep to stand on. Gravity pulls down along the ramp; the speed along y stays.
    let mut walker = Walker::new(BoxWorld::default().ramp(0.0, 0.6), vec3(600.0, 0.0, 900.0));
    walker.state.velocity = Vec3::Y * 500.0;
    walker.until(200, |state, _| (state.velocity.x < -1.0).then_some(())).expect("reaches the ramp");
    let start = walker.state.velocity;
    let speed_down = start.with_y(0.0).length();
    walker.ticks(20);
    assert!(walker.state.on_ground.is_none());
    assert_near(walker.state.velocity.y, 500.0, 0.1);
    // Along the ramp gravity counts for g sin(slope) = 0.8 g.
    let expected = speed_down + 0.8 * 800.0 * 20.0 * walker.seconds();
    assert_near(walker.state.velocity.with_y(0.0).length(), expected, 5.0);
    assert!(walker.state.on_ground.is_none());
}

#[test]
fn steering_into_a_ramp_holds_the_height() {
    // Air acceleration into the ramp lifts: the surfer falls more slowly than one who does nothing.
    let fall = |side: f32| {
        let mut walker = Walker::new(BoxWorld::default().ramp(0.0, 0.6), vec3(600.0, 0.0, 900.0));
        walker.parameters.air_accelerate = 100.0;
        walker.state.velocity = Vec3::Y * 500.0;
        walker.until(200, |state, _| (state.velocity.x < -1.0).then_some(())).unwrap();
        let start = walker.state.origin.z;
        walker.look(0.0, 90.0);
        walker.command.side = side;
        walker.ticks(64);
        (start - walker.state.origin.z, walker.state.velocity.y)
    };
    let (idle, _) = fall(0.0);
    let (surfed, speed) = fall(1.0);
    assert!(surfed < idle * 0.6, "surfed {surfed}, idle {idle}");
    assert_near(speed, 500.0, 1.0);
}
