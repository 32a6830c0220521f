//! Jumps and falls.

use crate::common::box_world::{BoxWorld, vec3};
use crate::common::walker::{Walker, assert_near};
use kerosene_bsp::Contents;
use kerosene_math::Vec3;
use kerosene_physics::Buttons;

/// Highest the feet get above where they stood, and the number of ticks in the air.
fn jump(walker: &mut Walker) -> (f32, usize) {
    let start = walker.state.origin.z;
    walker.hold(Buttons::JUMP);
    assert!(walker.tick().jumped);
    let (mut apex, mut ticks) = (walker.state.origin.z, 1);
    while walker.state.on_ground.is_none() {
        walker.tick();
        apex = apex.max(walker.state.origin.z);
        ticks += 1;
        assert!(ticks < 100_000);
    }
    (apex - start, ticks)
}

#[test]
fn a_jump_reaches_57_units_at_every_tick_rate() {
    for hertz in [32, 64, 128, 256] {
        let (apex, _) = jump(&mut Walker::on_floor().at_rate(hertz));
        assert_near(apex, 57.0, 0.1);
    }
}

#[test]
fn the_arc_is_the_parabola_at_every_tick() {
    for hertz in [32, 64, 100] {
        let mut walker = Walker::on_floor().at_rate(hertz);
        let start = walker.state.origin.z;
        walker.hold(Buttons::JUMP);
        let speed = (2.0_f64 * 800.0 * 57.0).sqrt();
        for tick in 1..hertz * 7 / 10 {
            walker.tick();
            let time = tick as f64 * walker.interval_ns as f64 * 1e-9;
            let expected = speed * time - 400.0 * time * time;
            assert_near(walker.state.origin.z - start, expected as f32, 0.01);
        }
    }
}

#[test]
fn the_height_survives_other_gravities() {
    for gravity in [50.0, 200.0, 400.0, 1600.0] {
        let mut walker = Walker::on_floor().at_rate(128);
        walker.parameters.gravity = gravity;
        let (apex, _) = jump(&mut walker);
        assert_near(apex, 57.0, 0.1);
    }
}

#[test]
fn time_in_the_air_is_twice_speed_over_gravity() {
    let mut walker = Walker::on_floor();
    let (_, ticks) = jump(&mut walker);
    let expected = 2.0 * (2.0_f32 * 57.0 / 800.0).sqrt();
    // The ground catches from two units up, and a tick is whole.
    assert_near(ticks as f32 * walker.seconds(), expected, 1.5 * walker.seconds());
}

#[test]
fn a_fall_takes_the_time_and_ends_at_the_speed_of_the_closed_form() {
    for (height, hertz) in [(200.0, 64), (500.0, 64), (1000.0, 128)] {
        let mut walker = Walker::new(BoxWorld::with_floor(), Vec3::Z * height).at_rate(hertz);
        let mut ticks = 0;
        let landing = walker.until(1000, |_, events| {
            ticks += 1;
            events.landed
        });
        assert_near(ticks as f32 * walker.seconds(), (2.0_f32 * height / 800.0).sqrt(), 1.01 * walker.seconds());
        assert_near(landing.unwrap().speed, (2.0_f32 * 800.0 * height).sqrt(), 8.0);
    }
}

#[test]
fn fall_damage_begins_above_the_safe_speed() {
    let damage = |height: f32| {
        let mut walker = Walker::new(BoxWorld::with_floor(), Vec3::Z * height);
        let landing = walker.until(1000, |_, events| events.landed).unwrap();
        assert_near(landing.damage, ((landing.speed - 580.0) * 0.25).max(0.0), 1e-3);
        landing.damage
    };
    assert_eq!(damage(200.0), 0.0);
    assert!(damage(400.0) > 50.0);
}

#[test]
fn deep_water_breaks_a_fall() {
    let world = BoxWorld::with_floor().filled(vec3(-64.0, -64.0, 0.0), vec3(64.0, 64.0, 50.0), Contents::WATER);
    let mut walker = Walker::new(world, Vec3::Z * 800.0);
    let mut landings = Vec::new();
    walker.until(1000, |state, events| {
        landings.extend(events.landed);
        state.on_ground.map(|_| ())
    });
    assert!(landings.iter().all(|landing| landing.damage == 0.0), "{landings:?}");
}

#[test]
fn the_button_must_be_let_go_between_jumps() {
    let mut walker = Walker::on_floor();
    walker.hold(Buttons::JUMP);
    let jumps = (0..256).filter(|_| walker.tick().jumped).count();
    assert_eq!(jumps, 1);
    walker.release(Buttons::JUMP);
    walker.tick();
    walker.hold(Buttons::JUMP);
    assert!(walker.tick().jumped);
}

#[test]
fn a_low_ceiling_stops_a_jump() {
    let world = BoxWorld::with_floor().solid(vec3(-64.0, -64.0, 90.0), vec3(64.0, 64.0, 100.0));
    let mut walker = Walker::standing(world, Vec3::ZERO);
    walker.hold(Buttons::JUMP);
    for _ in 0..64 {
        walker.tick();
        assert!(walker.state.origin.z + 72.0 < 90.0);
    }
    assert!(walker.state.on_ground.is_some());
}

#[test]
fn jumping_just_after_landing_keeps_all_speed() {
    let mut walker = Walker::on_floor();
    walker.state.velocity = Vec3::X * 700.0;
    for _ in 0..5 {
        walker.hold(Buttons::JUMP);
        assert!(walker.tick().jumped);
        walker.release(Buttons::JUMP);
        walker.until(200, |state, _| state.on_ground.map(|_| ())).unwrap();
        assert_near(walker.level_speed(), 700.0, 0.01);
    }
    walker.tick();
    assert_near(walker.level_speed(), 700.0 * (1.0 - 4.0 / 64.0), 0.01);
}
