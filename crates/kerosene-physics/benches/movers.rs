//! Ticks with hundreds of brush models, moving and at rest, and sweeps among them.
#![allow(missing_docs, clippy::unwrap_used, reason = "a benchmark")]

#[path = "../tests/common/mod.rs"]
mod common;

use common::box_world::vec3;
use common::moving_world::{Level, MovingWorld};
use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use kerosene_bsp::sample::SampleBrush;
use kerosene_bsp::{Contents, TraceRequest, TraceShape};
use kerosene_math::{Pcg32, Vec3};
use kerosene_physics::pusher::Push;
use kerosene_physics::{Hull, PlayerState};
use std::hint::black_box;

const MODELS: usize = 200;
const PLAYERS: usize = 8;
/// Models stand in a square of so many, 160 units apart.
const SIDE: usize = 15;

fn place(index: usize) -> Vec3 {
    vec3((index % SIDE) as f32, (index / SIDE) as f32, 0.0) * 160.0 - vec3(1100.0, 1100.0, 0.0)
}

/// A floor with doors of two brushes on it, every tenth one turning, and players that run about.
fn level() -> Level {
    let block = SampleBrush::block;
    let floor = block(vec3(-4000.0, -4000.0, -64.0), vec3(4000.0, 4000.0, 0.0));
    let model = |index: usize| {
        let at = place(index);
        let door = block(at, at + vec3(64.0, 8.0, 96.0));
        let frame = block(at + vec3(0.0, 8.0, 0.0), at + vec3(8.0, 24.0, 96.0));
        (vec![door, frame], at)
    };
    let mut level = Level::new(MovingWorld::new(vec![floor], (0..MODELS).map(model).collect()));
    for index in 0..PLAYERS {
        level = level.with_player(place(index * 23) + vec3(100.0, 60.0, 1.0));
        level.commands[index].forward = 1.0;
        level.commands[index].view.yaw = index as f32 * 45.0;
    }
    level
}

/// The ways of all models in one tick, up and down and around.
fn ways(level: &Level, teams: &mut [Vec<Push>], tick: u32) {
    for (index, team) in teams.iter_mut().enumerate() {
        let there = if tick % 128 < 64 { 1.0 } else { -1.0 };
        let (by, yaw) = if index % 10 == 0 { (Vec3::ZERO, there) } else { (Vec3::Z * there, 0.0) };
        team.clear();
        team.push(level.way(index, by, yaw));
    }
}

/// One player of a level starts anew, so that nobody runs out of it.
fn bring_back(level: &mut Level, tick: u32) {
    let index = tick as usize % PLAYERS;
    if tick.is_multiple_of(40) {
        level.players[index] = PlayerState::at(place(index * 23) + vec3(100.0, 60.0, 1.0));
    }
}

fn ticks(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("200 models, 8 players");
    let mut teams = vec![Vec::new(); MODELS];
    for (name, moving) in [("all moving", MODELS), ("20 moving", 20), ("at rest", 0)] {
        group.bench_function(format!("tick, {name}"), |bencher| {
            let (mut level, mut tick) = (level(), 0);
            bencher.iter(|| {
                ways(&level, &mut teams, tick);
                bring_back(&mut level, tick);
                level.tick_quietly(&teams[..moving], |outcome| {
                    black_box(outcome);
                });
                tick += 1;
            });
        });
    }
    group.finish();
}

fn sweeps(criterion: &mut Criterion) {
    let level = level();
    let mut random = Pcg32::new(3, 0);
    let mut between = |limit: f32| random.between(-limit, limit);
    let hull = Hull::STANDING.shape();
    let mut requests = |shape: TraceShape, length: f32| -> Vec<TraceRequest> {
        let request = |_| {
            let start = vec3(between(1100.0), between(1100.0), 40.0 + between(30.0));
            let end = start + vec3(between(1.0), between(1.0), between(0.1)).normalize() * length;
            TraceRequest { start, end, shape, mask: Contents::MASK_PLAYER_SOLID }
        };
        (0..1024).map(request).collect()
    };
    let mut group = criterion.benchmark_group("200 models at rest");
    group.throughput(Throughput::Elements(1));
    let (map, models) = (&level.world.map, &level.world.models);
    for (name, requests) in
        [("hull, 8 units", requests(hull, 8.0)), ("ray, 1,000 units", requests(TraceShape::Point, 1000.0))]
    {
        let mut next = requests.iter().cycle();
        group.bench_function(format!("{name}, tree of models"), |bencher| {
            bencher.iter_batched(
                || next.next().unwrap(),
                |request| map.trace_placed(request, models),
                BatchSize::SmallInput,
            );
        });
        group.bench_function(format!("{name}, each model"), |bencher| {
            bencher.iter_batched(
                || next.next().unwrap(),
                |request| map.trace_world(request, models.as_slice()),
                BatchSize::SmallInput,
            );
        });
        group.bench_function(format!("{name}, world alone"), |bencher| {
            bencher.iter_batched(|| next.next().unwrap(), |request| map.trace(request), BatchSize::SmallInput);
        });
    }
    group.finish();
}

criterion_group!(benches, ticks, sweeps);
criterion_main!(benches);
