//! Sliding along walls, creases and corners.

use crate::common::box_world::{BoxWorld, vec3};
use crate::common::walker::{Walker, assert_near};
use kerosene_math::{Angles, Vec3};

fn wall_ahead() -> BoxWorld {
    BoxWorld::with_floor().solid(vec3(64.0, -8192.0, 0.0), vec3(128.0, 8192.0, 256.0))
}

#[test]
fn a_wall_takes_only_the_speed_into_it() {
    // The same push as along the wall alone: the tangential part of friction and wish is all that is left.
    let mut walker = Walker::standing(wall_ahead(), vec3(40.0, 0.0, 0.0));
    walker.state.velocity = vec3(300.0, 300.0, 0.0);
    walker.parameters.friction = 0.0;
    walker.ticks(32);
    assert_near(walker.state.velocity.y, 300.0, 0.01);
    assert_near(walker.state.velocity.x, 0.0, 0.1);
    assert_near(walker.state.origin.x, 48.0, 0.1);
}

#[test]
fn a_slanted_wall_keeps_the_speed_along_it() {
    let world = BoxWorld::with_floor().cut_solid(
        vec3(0.0, -4096.0, 0.0),
        vec3(4096.0, 4096.0, 256.0),
        vec3(64.0, 0.0, 0.0),
        vec3(-1.0, -1.0, 0.0),
    );
    let mut walker = Walker::standing(world, vec3(-60.0, 0.0, 0.0));
    walker.parameters.friction = 0.0;
    walker.state.velocity = Vec3::X * 300.0;
    walker.ticks(64);
    let along = vec3(1.0, -1.0, 0.0).normalize();
    assert_near(walker.state.velocity.dot(along), 300.0 * 0.5_f32.sqrt(), 0.1);
    assert_near(walker.level_speed(), 300.0 * 0.5_f32.sqrt(), 0.1);
}

#[test]
fn falling_along_a_wall_does_not_slow_the_fall() {
    let mut free = Walker::new(BoxWorld::default(), vec3(40.0, 0.0, 4096.0));
    let mut pressed =
        Walker::new(wall_ahead().solid(vec3(64.0, -64.0, 0.0), vec3(80.0, 64.0, 8192.0)), free.state.origin);
    pressed.command.forward = 1.0;
    pressed.ticks(100);
    free.ticks(100);
    assert_near(pressed.state.velocity.z, free.state.velocity.z, 0.01);
    assert_near(pressed.state.origin.z, free.state.origin.z, 0.5);
}

#[test]
fn a_crease_of_wall_and_ceiling_leads_along_it() {
    let world = BoxWorld::default()
        .solid(vec3(64.0, -4096.0, -4096.0), vec3(128.0, 4096.0, 4096.0))
        .solid(vec3(-4096.0, -4096.0, 80.0), vec3(4096.0, 4096.0, 128.0));
    let mut walker = Walker::new(world, vec3(40.0, 0.0, 0.0));
    walker.parameters.gravity = 0.0;
    walker.state.velocity = vec3(400.0, 250.0, 400.0);
    walker.ticks(16);
    assert_near(walker.state.velocity.y, 250.0, 0.1);
    assert_near(walker.state.velocity.with_y(0.0).length(), 0.0, 0.1);
    assert_near(walker.state.origin.y, 250.0 / 4.0, 0.2);
}

#[test]
fn corners_do_not_trap() {
    // Right-angled and sharper corners: run in, then run out again.
    for normal in [vec3(0.0, -1.0, 0.0), vec3(0.5, -1.0, 0.0), vec3(-0.5, -1.0, 0.0)] {
        let world = wall_ahead().cut_solid(
            vec3(-2048.0, -2048.0, 0.0),
            vec3(2048.0, 2048.0, 256.0),
            vec3(64.0, 64.0, 0.0),
            normal,
        );
        let mut walker = Walker::standing(world, vec3(-20.0, -80.0, 0.0));
        walker.look(0.0, 45.0);
        walker.command.forward = 1.0;
        walker.ticks(128);
        let deep = walker.state.origin;
        walker.look(0.0, 225.0);
        walker.ticks(64);
        assert!(walker.state.origin.distance(deep) > 200.0, "trapped at {deep} by {normal}");
    }
}

#[test]
fn corners_do_not_make_tremble() {
    // Right-angled and sharper.
    for normal in [vec3(0.0, -1.0, 0.0), vec3(0.7, -1.0, 0.0), vec3(2.0, -1.0, 0.0)] {
        for yaw in [10.0, 30.0, 45.0, 60.0, 80.0] {
            let world = wall_ahead().cut_solid(
                vec3(-2048.0, -2048.0, 0.0),
                vec3(2048.0, 2048.0, 256.0),
                vec3(64.0, 128.0, 0.0),
                normal,
            );
            let mut walker = Walker::standing(world, vec3(40.0, -512.0, 0.0));
            walker.look(0.0, yaw);
            walker.command.forward = 1.0;
            walker.ticks(512);
            let rest = walker.state.origin;
            for _ in 0..64 {
                walker.tick();
                assert!(walker.state.origin.distance(rest) < 0.02, "{normal} {yaw}: {}", walker.state.origin - rest);
            }
        }
    }
}

#[test]
fn a_blunt_corner_met_head_on_stops_dead() {
    // Sliding along one wall into the other would lead back out: against what was intended.
    let normal = vec3(-0.7, -1.0, 0.0);
    let world =
        wall_ahead().cut_solid(vec3(-2048.0, -2048.0, 0.0), vec3(2048.0, 2048.0, 256.0), vec3(64.0, 64.0, 0.0), normal);
    let mut walker = Walker::standing(world, vec3(45.0, 44.0, 0.0));
    walker.parameters.friction = 0.0;
    walker.state.velocity = (Vec3::X - normal.normalize()).normalize() * 900.0;
    walker.tick();
    assert_eq!(walker.state.velocity, Vec3::ZERO);
}

#[test]
fn sliding_does_not_stall_far_from_the_origin() {
    // Out here a float resolves a thousandth of a unit, and touching a wall again is a matter of rounding.
    for normal in [vec3(-1.0, -0.37, 0.0), vec3(-1.0, 0.81, 0.0), vec3(-0.2, -1.0, 0.0)] {
        let corner = vec3(12_000.0, -9_000.0, 0.0);
        let world = BoxWorld::with_floor().cut_solid(
            corner - vec3(3000.0, 3000.0, 0.0),
            corner + vec3(3000.0, 3000.0, 256.0),
            corner,
            normal,
        );
        let along = vec3(-normal.y, normal.x, 0.0).normalize();
        let away = corner + normal.normalize() * 24.0;
        let mut walker = Walker::standing(world, away - along * 400.0);
        let wish = (along - normal.normalize()).normalize();
        walker.command.view = Angles::facing(wish);
        walker.command.forward = 1.0;
        walker.ticks(40);
        for _ in 0..100 {
            let start = walker.state.origin;
            walker.tick();
            let speed = (walker.state.origin - start).dot(along) / walker.seconds();
            assert!(speed > 200.0, "stalled to {speed} at {}", walker.state.origin);
        }
    }
}

#[test]
fn seams_between_floors_are_not_felt() {
    let world = (0..64).fold(BoxWorld::default(), |world, index| {
        let x = -64.0 + index as f32 * 37.0;
        world.solid(vec3(x, -512.0, -64.0), vec3(x + 37.0, 512.0, 0.0))
    });
    let mut walker = Walker::standing(world, Vec3::ZERO);
    walker.command.forward = 1.0;
    walker.ticks(64);
    for _ in 0..200 {
        let start = walker.state.origin.x;
        walker.tick();
        assert_near(walker.state.origin.x - start, 5.0, 0.01);
    }
}
