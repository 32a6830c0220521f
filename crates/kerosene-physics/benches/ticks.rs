//! Ticks per second of one player in a box world, with a bare sweep of the same world for scale.
#![allow(missing_docs, clippy::unwrap_used, reason = "a benchmark")]

#[path = "../tests/common/mod.rs"]
mod common;

use common::box_world::{BoxWorld, vec3};
use common::walker::Walker;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use kerosene_bsp::{Contents, TraceRequest};
use kerosene_math::Vec3;
use kerosene_physics::{Buttons, CollisionWorld, Hull};
use std::hint::black_box;

const TICKS: u64 = 1024;

/// A floor, a ramp and a field of 64 blocks to climb and slide along.
fn field() -> BoxWorld {
    (0..64).fold(BoxWorld::with_floor().ramp(600.0, 0.8), |world, index| {
        let corner = vec3((index % 8) as f32 * 96.0 - 384.0, (index / 8) as f32 * 96.0 - 384.0, 0.0);
        world.solid(corner, corner + vec3(32.0, 32.0, 8.0 + index as f32))
    })
}

fn ticks(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("field of 64 blocks");
    group.throughput(Throughput::Elements(TICKS));
    group.bench_function("run and jump", |bencher| {
        let mut walker = Walker::standing(field(), vec3(-32.0, -32.0, 0.0));
        bencher.iter(|| {
            for tick in 0..TICKS as u32 {
                walker.look(0.0, (tick / 32 * 77) as f32);
                walker.command.forward = 1.0;
                walker.command.buttons.set(Buttons::JUMP, tick % 90 < 3);
                walker.tick();
            }
            walker.state.origin.clamp(Vec3::splat(-512.0), Vec3::splat(512.0))
        });
    });
    group.bench_function("stand", |bencher| {
        let mut walker = Walker::standing(field(), vec3(-32.0, -32.0, 0.0));
        bencher.iter(|| walker.ticks(TICKS as usize));
    });
    group.bench_function("one sweep", |bencher| {
        let world = field();
        let request = TraceRequest {
            start: vec3(-32.0, -32.0, 1.0),
            end: vec3(-27.0, -32.0, 1.0),
            shape: Hull::STANDING.shape(),
            mask: Contents::MASK_PLAYER_SOLID,
        };
        bencher.iter(|| (0..TICKS).map(|_| world.trace(black_box(&request)).fraction).sum::<f32>());
    });
    group.finish();
}

criterion_group!(benches, ticks);
criterion_main!(benches);
