//! Beginning inside something solid, and flying through it on purpose.

use crate::common::box_world::{BoxWorld, vec3};
use crate::common::walker::Walker;
use kerosene_bsp::{Contents, Trace, TraceRequest};
use kerosene_math::Vec3;
use kerosene_physics::{CollisionWorld, Hull, PlayerFlags, Stuck, player_move};

#[test]
fn a_player_in_the_floor_is_lifted_out() {
    for depth in [0.01, 0.5, 3.0, 17.0] {
        let mut walker = Walker::new(BoxWorld::with_floor(), Vec3::Z * -depth);
        let events = walker.tick();
        let Some(Stuck::Freed(nudge)) = events.stuck else { panic!("{events:?} at {depth}") };
        assert!(nudge.z > 0.0 && nudge.x == 0.0 && nudge.y == 0.0);
        assert!(walker.world.penetration(walker.state.origin, Hull::STANDING) <= 0.0);
        assert_eq!(walker.tick().stuck, None);
    }
}

#[test]
fn a_player_in_a_wall_is_pushed_aside() {
    let world = BoxWorld::with_floor().solid(vec3(10.0, -256.0, 0.0), vec3(256.0, 256.0, 256.0));
    let mut walker = Walker::new(world, vec3(0.0, 0.0, 1.0));
    assert!(matches!(walker.tick().stuck, Some(Stuck::Freed(nudge)) if nudge.x < 0.0));
    assert!(walker.world.penetration(walker.state.origin, Hull::STANDING) <= 0.0);
}

#[test]
fn a_player_deep_in_solid_is_held_and_told_so() {
    let mut walker = Walker::new(BoxWorld::with_floor(), Vec3::Z * -60.0);
    walker.world = walker.world.solid(vec3(-512.0, -512.0, -512.0), vec3(512.0, 512.0, 512.0));
    walker.command.forward = 1.0;
    let start = walker.state.origin;
    for _ in 0..16 {
        assert_eq!(walker.tick().stuck, Some(Stuck::Held));
        assert_eq!(walker.state.origin, start);
        assert_eq!(walker.state.velocity, Vec3::ZERO);
    }
}

#[test]
fn a_place_that_is_no_number_is_not_moved_from() {
    let mut walker = Walker::new(BoxWorld::with_floor(), vec3(f32::NAN, 0.0, 0.0));
    assert_eq!(walker.tick().stuck, Some(Stuck::Held));
}

/// A world whose level sweeps end a little inside what they hit.
struct Careless(BoxWorld);

impl CollisionWorld for Careless {
    fn trace(&self, request: &TraceRequest) -> Trace {
        let trace = self.0.trace(request);
        let ahead = (request.end - request.start).normalize_or_zero();
        let overshoot = if trace.hit() && ahead.z == 0.0 { ahead * 0.1 } else { Vec3::ZERO };
        Trace { end: trace.end + overshoot, ..trace }
    }

    fn point_contents(&self, point: Vec3) -> Contents {
        self.0.point_contents(point)
    }
}

#[test]
fn a_move_that_would_end_in_solid_is_undone() {
    let mut walker = Walker::standing(BoxWorld::with_floor(), Vec3::ZERO);
    walker.command.forward = 1.0;
    let world = Careless(walker.world.clone().solid(vec3(64.0, -256.0, 0.0), vec3(256.0, 256.0, 256.0)));
    for _ in 0..128 {
        let events = player_move(&world, &walker.parameters, &walker.command, &mut walker.state, walker.interval_ns);
        assert_eq!(events.stuck, None);
        assert!(world.0.penetration(walker.state.origin, Hull::STANDING) < 0.0);
    }
    assert!(walker.state.origin.x > 40.0);
}

#[test]
fn no_time_moves_nothing() {
    let mut walker = Walker::standing(BoxWorld::with_floor(), Vec3::ZERO);
    walker.command.forward = 1.0;
    walker.ticks(16);
    let before = walker.state.clone();
    walker.interval_ns = 0;
    walker.ticks(16);
    assert_eq!(walker.state, before);
}

#[test]
fn the_longest_tick_is_a_quarter_of_a_second() {
    let mut walker = Walker::new(BoxWorld::default(), Vec3::ZERO);
    walker.interval_ns = u64::MAX;
    walker.tick();
    assert_eq!(walker.state.velocity.z, -200.0);
}

#[test]
fn noclip_flies_through_walls_along_the_view() {
    let world = BoxWorld::with_floor().solid(vec3(64.0, -256.0, 0.0), vec3(256.0, 256.0, 256.0));
    let mut walker = Walker::new(world, Vec3::Z * 32.0);
    walker.state.flags = PlayerFlags::NOCLIP;
    walker.command.forward = 1.0;
    walker.ticks(64);
    assert_eq!(walker.state.origin, vec3(1280.0, 0.0, 32.0));
    walker.look(90.0, 0.0);
    walker.ticks(64);
    assert_eq!(walker.state.origin, vec3(1280.0, 0.0, 32.0 - 1280.0));
    walker.command.forward = 0.0;
    walker.command.up = 1.0;
    walker.tick();
    assert_eq!(walker.state.velocity, Vec3::Z * 1280.0);
}
