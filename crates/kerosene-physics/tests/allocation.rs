//! A move allocates nothing. A binary of its own, because it replaces the allocator.
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use common::box_world::{BoxWorld, vec3};
use common::moving_world::{Level, MovingWorld};
use common::walker::Walker;
use kerosene_bsp::sample::SampleBrush;
use kerosene_bsp::{Contents, TraceRequest};
use kerosene_math::Vec3;
use kerosene_physics::Buttons;
use kerosene_physics::pusher::{OnBlock, Outcome};
use kerosene_test_alloc::{CountingAllocator, taken_by_this_thread};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

#[test]
fn a_move_allocates_nothing() {
    let world = BoxWorld::with_floor()
        .ramp(512.0, 0.8)
        .solid(vec3(100.0, -64.0, 0.0), vec3(200.0, 64.0, 16.0))
        .filled(vec3(-400.0, -400.0, 0.0), vec3(-100.0, 400.0, 200.0), Contents::WATER)
        .filled(vec3(-64.0, 200.0, 0.0), vec3(64.0, 208.0, 200.0), Contents::LADDER);
    let mut walker = Walker::standing(world, Vec3::ZERO);
    let (mut swam, mut climbed, mut stepped, mut jumped) = (0, 0, 0, 0);
    let before = taken_by_this_thread();
    for tick in 0..20_000_u32 {
        walker.look(0.0, (tick / 50 * 77) as f32);
        walker.command.forward = 1.0;
        walker.command.buttons.set(Buttons::JUMP, tick % 90 < 3);
        walker.command.buttons.set(Buttons::DUCK, tick % 700 < 60);
        let events = walker.tick();
        swam += u32::from(events.water.is_some());
        climbed += u32::from(walker.state.ladder.is_some());
        stepped += u32::from(events.stepped.is_some());
        jumped += u32::from(events.jumped);
        if tick % 500 == 0 {
            walker.state.origin = vec3(0.0, 0.0, 2.0);
        }
        // Inside something at first: the nudges are counted too.
        if tick % 3000 == 0 {
            walker.state.origin = vec3(150.0, 0.0, 10.0);
        }
    }
    let allocations = taken_by_this_thread() - before;
    assert_eq!(allocations, 0);
    assert!(swam > 0 && climbed > 0 && stepped > 0 && jumped > 0, "{swam} {climbed} {stepped} {jumped}");
}

/// Ticks of turning, rising and crushing models among players, once the memory has grown.
#[test]
fn a_tick_of_movers_allocates_nothing() {
    let block = SampleBrush::block;
    let floor = block(vec3(-2000.0, -2000.0, -64.0), vec3(2000.0, 2000.0, 0.0));
    let model = |index: u32| {
        let place = vec3((index % 8) as f32 * 120.0 - 400.0, (index / 8) as f32 * 120.0 - 400.0, 0.0);
        (vec![block(place, place + vec3(60.0, 60.0, 10.0)), block(place, place + vec3(8.0, 60.0, 80.0))], place)
    };
    let mut level = Level::new(MovingWorld::new(vec![floor], (0..64).map(model).collect()));
    for index in 0..8 {
        level = level.with_player(vec3(index as f32 * 115.0 - 370.0, index as f32 * 60.0 - 350.0, 12.0));
    }
    let (mut teams, mut noticed) = (vec![Vec::new(); 64], Vec::new());
    let (mut before, mut pushed, mut blocked) = (0, 0, 0);
    for tick in 0..600_u32 {
        if tick == 100 {
            before = taken_by_this_thread();
        }
        for (index, team) in teams.iter_mut().enumerate() {
            let rise = if tick % 128 < 64 { 1.0 } else { -1.0 };
            let mut push = level.way(index, Vec3::Z * rise, if index % 3 == 0 { 2.0 } else { 0.0 });
            push.on_block = if index % 5 == 0 { OnBlock::Crush } else { OnBlock::Stop };
            team.clear();
            team.push(push);
        }
        for (index, command) in level.commands.iter_mut().enumerate() {
            command.forward = 1.0;
            command.view.yaw = (tick / 40 * 77) as f32 + index as f32;
        }
        level.tick_quietly(&teams, |outcome| blocked += u32::from(outcome != Outcome::Moved));
        for body in &level.bodies {
            pushed += u32::from(body.pushed_by.is_some());
            noticed.clear();
            let request = TraceRequest::at(body.origin, body.hull.shape(), Contents::all());
            level.world.map.models_met(&request, &level.world.models, &mut noticed);
        }
    }
    assert_eq!(taken_by_this_thread() - before, 0);
    assert!(pushed > 100 && blocked > 10, "{pushed} pushed, {blocked} blocked");
}
