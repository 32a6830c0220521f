//! The store beside the field's common ones, in the same run:
//! `cargo bench --manifest-path crates/kerosene-world/rivals/Cargo.toml`.
//!
//! A million entities with a position and a velocity of three floats each. `hecs` and `bevy_ecs` have no snapshots:
//! their world is cloned, entity by entity, the way their users do it.
#![allow(missing_docs, reason = "what criterion's macros make")]
#![allow(clippy::unwrap_used, reason = "a benchmark")]

use std::hint::black_box;
use std::time::Duration;

use criterion::{BatchSize, BenchmarkGroup, Criterion, criterion_group, criterion_main, measurement::WallTime};
use kerosene_world::{Entity, Schema, Vec3, World, Write};

const COUNT: usize = 1_000_000;

#[derive(kerosene_world::Component, bevy_ecs::component::Component, Clone, Copy)]
struct Position {
    at: Vec3,
}

#[derive(kerosene_world::Component, bevy_ecs::component::Component, Clone, Copy)]
struct Velocity {
    by: Vec3,
}

fn position(index: usize) -> Position {
    Position { at: Vec3::new(index as f32, 1.0, 2.0) }
}

fn velocity(index: usize) -> Velocity {
    Velocity { by: Vec3::new(0.5, index as f32, 0.25) }
}

fn ours() -> (World, Vec<Entity>) {
    let schema = Schema::builder().component::<Position>().component::<Velocity>().build().unwrap();
    let mut world = World::new(schema);
    let entities: Vec<_> = (0..COUNT).map(|_| world.spawn()).collect();
    for (index, entity) in entities.iter().enumerate() {
        world.insert(*entity, position(index));
        world.insert(*entity, velocity(index));
    }
    (world, entities)
}

fn hecs() -> (hecs::World, Vec<hecs::Entity>) {
    let mut world = hecs::World::new();
    let entities = (0..COUNT).map(|index| world.spawn((position(index), velocity(index)))).collect();
    (world, entities)
}

fn bevy() -> (bevy_ecs::world::World, Vec<bevy_ecs::entity::Entity>) {
    let mut world = bevy_ecs::world::World::new();
    let entities = (0..COUNT).map(|index| world.spawn((position(index), velocity(index))).id()).collect();
    (world, entities)
}

/// The same order for all, in which no two neighbours lie together (a linear congruential sequence: Knuth, volume 2).
fn shuffled<T: Copy>(entities: &[T]) -> Vec<T> {
    let mut order: Vec<usize> = (0..entities.len()).collect();
    let mut state = 1_u64;
    for index in (1..order.len()).rev() {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        order.swap(index, (state >> 33) as usize % (index + 1));
    }
    order.into_iter().map(|index| entities[index]).collect()
}

fn group<'a>(criterion: &'a mut Criterion, name: &str) -> BenchmarkGroup<'a, WallTime> {
    let mut group = criterion.benchmark_group(name);
    group.sample_size(10).warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(2));
    group
}

/// Adds velocity to position, for all.
fn iteration(criterion: &mut Criterion) {
    let mut group = group(criterion, "iterate_1m");
    let (mut world, _) = ours();
    group.bench_function("kerosene update", |bencher| {
        bencher.iter(|| world.update::<(Write<Position>, Velocity)>(|(position, velocity)| position.at += velocity.by));
    });
    group.bench_function("kerosene query", |bencher| {
        bencher.iter(|| {
            world
                .query::<(Position, Velocity)>()
                .fold(Vec3::ZERO, |sum, (position, velocity)| sum + position.at * velocity.by)
        });
    });
    let (mut world, _) = hecs();
    group.bench_function("hecs update", |bencher| {
        bencher.iter(|| {
            for (position, velocity) in world.query_mut::<(&mut Position, &Velocity)>() {
                position.at += velocity.by;
            }
        });
    });
    group.bench_function("hecs query", |bencher| {
        bencher.iter(|| {
            let mut query = world.query::<(&Position, &Velocity)>();
            query.iter().fold(Vec3::ZERO, |sum, (position, velocity)| sum + position.at * velocity.by)
        });
    });
    let (mut world, _) = bevy();
    let mut update = world.query::<(&mut Position, &Velocity)>();
    group.bench_function("bevy_ecs update", |bencher| {
        bencher.iter(|| update.iter_mut(&mut world).for_each(|(mut position, velocity)| position.at += velocity.by));
    });
    let mut query = world.query::<(&Position, &Velocity)>();
    group.bench_function("bevy_ecs query", |bencher| {
        bencher
            .iter(|| query.iter(&world).fold(Vec3::ZERO, |sum, (position, velocity)| sum + position.at * velocity.by));
    });
    group.finish();
}

/// Reads a hundred thousand positions in an order without pattern.
fn random_get(criterion: &mut Criterion) {
    let mut group = group(criterion, "random_get_100k");
    let (world, entities) = ours();
    let order = shuffled(&entities);
    let order = &order[..100_000];
    group.bench_function("kerosene", |bencher| {
        bencher.iter(|| {
            order.iter().filter_map(|entity| world.get::<Position>(*entity)).map(|position| position.at.x).sum::<f32>()
        });
    });
    drop(world);
    let (world, entities) = hecs();
    let order = shuffled(&entities);
    let order = &order[..100_000];
    group.bench_function("hecs", |bencher| {
        bencher.iter(|| {
            order
                .iter()
                .filter_map(|entity| world.get::<&Position>(*entity).ok())
                .map(|position| position.at.x)
                .sum::<f32>()
        });
    });
    drop(world);
    let (world, entities) = bevy();
    let order = shuffled(&entities);
    let order = &order[..100_000];
    group.bench_function("bevy_ecs", |bencher| {
        bencher.iter(|| {
            order.iter().filter_map(|entity| world.get::<Position>(*entity)).map(|position| position.at.x).sum::<f32>()
        });
    });
    group.finish();
}

/// Keeps a million entities; writes for the first time afterwards.
fn snapshot(criterion: &mut Criterion) {
    let mut group = group(criterion, "snapshot_1m");
    let (mut world, entities) = ours();
    group.bench_function("snapshot and release", |bencher| bencher.iter(|| black_box(world.snapshot())));
    let order = shuffled(&entities);
    let mut next = order.iter().cycle();
    let mut value = 0.0;
    group.bench_function("first write", |bencher| {
        bencher.iter_custom(|iterations| {
            let mut total = Duration::ZERO;
            for _ in 0..iterations {
                // The snapshot before is gone by now, and what it alone held is free again.
                let kept = world.snapshot();
                value += 1.0;
                let entity = *next.next().unwrap();
                let at = Vec3::splat(value);
                #[allow(clippy::disallowed_methods, reason = "a benchmark times one part of what it does")]
                let start = std::time::Instant::now();
                world.insert(entity, Position { at });
                total += start.elapsed();
                drop(kept);
            }
            total
        });
    });
    group.finish();
}

/// Keeps the world, changes one entity in a hundred, and puts it back.
fn rollback(criterion: &mut Criterion) {
    let mut group = group(criterion, "rollback_1m");
    let (mut world, entities) = ours();
    // One entity in a hundred, in a row and scattered over all pages.
    let block = &entities[..COUNT / 100];
    let scattered: Vec<_> = entities.iter().step_by(100).copied().collect();
    for (name, touched) in [("1 % in a row", block), ("1 % scattered", &scattered[..])] {
        group.bench_function(format!("kerosene {name}"), |bencher| {
            bencher.iter(|| {
                let kept = world.snapshot();
                for entity in touched {
                    if let Some(mut position) = world.get_mut::<Position>(*entity) {
                        position.at.x += 1.0;
                    }
                }
                world.restore(&kept)
            });
        });
    }
    drop(world);
    let (mut world, entities) = hecs();
    group.bench_function("hecs clone, 1 % scattered", |bencher| {
        bencher.iter_batched(
            || (),
            |()| {
                let mut kept = hecs::World::new();
                kept.spawn_batch(
                    world.query::<(&Position, &Velocity)>().iter().map(|(position, velocity)| (*position, *velocity)),
                );
                for entity in entities.iter().step_by(100) {
                    world.query_one_mut::<&mut Position>(*entity).unwrap().at.x += 1.0;
                }
                kept
            },
            BatchSize::PerIteration,
        );
    });
    drop(world);
    let (mut world, entities) = bevy();
    let mut query = world.query::<(&Position, &Velocity)>();
    group.bench_function("bevy_ecs clone, 1 % scattered", |bencher| {
        bencher.iter_batched(
            || (),
            |()| {
                let mut kept = bevy_ecs::world::World::new();
                kept.spawn_batch(
                    query.iter(&world).map(|(position, velocity)| (*position, *velocity)).collect::<Vec<_>>(),
                );
                for entity in entities.iter().step_by(100) {
                    world.get_mut::<Position>(*entity).unwrap().at.x += 1.0;
                }
                kept
            },
            BatchSize::PerIteration,
        );
    });
    group.finish();
}

/// What a tick's hash costs: nothing new, one page, all pages.
fn hash(criterion: &mut Criterion) {
    let mut group = group(criterion, "state_hash_1m");
    let (mut world, entities) = ours();
    group.bench_function("one entity changed", |bencher| {
        bencher.iter(|| {
            world.get_mut::<Position>(entities[777]).unwrap().at.x += 1.0;
            world.state_hash()
        });
    });
    group.bench_function("every position changed", |bencher| {
        bencher.iter(|| {
            world.update::<Write<Position>>(|position| position.at.x += 1.0);
            world.state_hash()
        });
    });
    group.finish();
}

criterion_group!(benches, iteration, random_get, snapshot, rollback, hash);
criterion_main!(benches);
