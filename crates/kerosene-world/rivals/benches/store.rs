//! The store against `hecs` and `bevy_ecs` at a million entities.
//!
//! `cargo bench --manifest-path crates/kerosene-world/rivals/Cargo.toml [-- TURNS]`
//!
//! The stores take turns, one short piece of work each, many times over. What is compared is the best turn of each: on a
//! machine that others use too, means say how busy it was, and the best of many turns comes close to what it can do. The
//! median stands beside it.
#![allow(clippy::unwrap_used, reason = "a benchmark")]

use std::hint::black_box;
use std::time::{Duration, Instant};

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

/// The three stores with the same million entities, and some of the handles in an order without pattern.
struct Stores {
    ours: World,
    hecs: hecs::World,
    bevy: bevy_ecs::world::World,
    entities: (Vec<Entity>, Vec<hecs::Entity>, Vec<bevy_ecs::entity::Entity>),
}

impl Stores {
    fn new() -> Stores {
        let ((ours, of_ours), (hecs, of_hecs), (bevy, of_bevy)) = (ours(), hecs(), bevy());
        Stores { ours, hecs, bevy, entities: (of_ours, of_hecs, of_bevy) }
    }
}

/// One store's piece of work, which says how long it took.
type Turn<'a> = (&'a str, &'a mut dyn FnMut() -> Duration);

/// Lets the stores take turns and prints the best and the median turn of each, and the ratio of the best to that of the first.
fn compare(what: &str, turns: usize, stores: &mut [Turn<'_>]) {
    let mut times = vec![Vec::new(); stores.len()];
    for _ in 0..turns {
        for ((_, run), times) in stores.iter_mut().zip(&mut times) {
            times.push(run().as_secs_f64() * 1e6);
        }
    }
    println!("{what}");
    let mut first = None;
    for ((name, _), times) in stores.iter().zip(&mut times) {
        times.sort_by(f64::total_cmp);
        let (best, median) = (times[0], times[times.len() / 2]);
        let ratio = best / *first.get_or_insert(best);
        println!("    {name:<20} best {best:>12.3} us, median {median:>12.3} us, {ratio:>7.2} times the first");
    }
}

fn timed<R>(work: impl FnOnce() -> R) -> Duration {
    let start = Instant::now();
    black_box(work());
    start.elapsed()
}

/// Adds velocity to position for all, and sums both up.
fn iteration(stores: &mut Stores, turns: usize) {
    let Stores { ours, hecs, bevy, .. } = stores;
    let mut bevy_update = bevy.query::<(&mut Position, &Velocity)>();
    compare(
        "position += velocity, all",
        turns,
        &mut [
            ("kerosene", &mut || {
                timed(|| ours.update::<(Write<Position>, Velocity)>(|(position, velocity)| position.at += velocity.by))
            }),
            ("hecs", &mut || {
                timed(|| {
                    for (position, velocity) in hecs.query_mut::<(&mut Position, &Velocity)>() {
                        position.at += velocity.by;
                    }
                })
            }),
            ("bevy_ecs", &mut || {
                timed(|| {
                    bevy_update.iter_mut(bevy).for_each(|(mut position, velocity)| position.at += velocity.by);
                })
            }),
        ],
    );
    let mut bevy_query = bevy.query::<(&Position, &Velocity)>();
    let sum = |sum: Vec3, position: &Position, velocity: &Velocity| sum + position.at * velocity.by;
    compare(
        "a sum over both, all",
        turns,
        &mut [
            ("kerosene", &mut || {
                timed(|| ours.query::<(Position, Velocity)>().fold(Vec3::ZERO, |so_far, (p, v)| sum(so_far, &p, &v)))
            }),
            ("hecs", &mut || {
                let mut query = hecs.query::<(&Position, &Velocity)>();
                timed(|| query.iter().fold(Vec3::ZERO, |so_far, (p, v)| sum(so_far, p, v)))
            }),
            ("bevy_ecs", &mut || timed(|| bevy_query.iter(bevy).fold(Vec3::ZERO, |so_far, (p, v)| sum(so_far, p, v)))),
        ],
    );
}

/// Reads ten thousand positions in an order without pattern, in each turn others.
fn random_get(stores: &mut Stores, turns: usize) {
    const READ: usize = 10_000;
    let Stores { ours, hecs, bevy, entities } = stores;
    let (of_ours, of_hecs, of_bevy) = (shuffled(&entities.0), shuffled(&entities.1), shuffled(&entities.2));
    let (mut of_ours, mut of_hecs, mut of_bevy) =
        (of_ours.chunks(READ).cycle(), of_hecs.chunks(READ).cycle(), of_bevy.chunks(READ).cycle());
    compare(
        "10,000 reads at random",
        turns * 5,
        &mut [
            ("kerosene", &mut || {
                let found = |entity: &Entity| ours.get::<Position>(*entity).map(|position| position.at.x);
                let read = of_ours.next().unwrap();
                timed(|| read.iter().filter_map(found).sum::<f32>())
            }),
            ("hecs", &mut || {
                let found = |entity: &hecs::Entity| hecs.get::<&Position>(*entity).ok().map(|position| position.at.x);
                let read = of_hecs.next().unwrap();
                timed(|| read.iter().filter_map(found).sum::<f32>())
            }),
            ("bevy_ecs", &mut || {
                let found =
                    |entity: &bevy_ecs::entity::Entity| bevy.get::<Position>(*entity).map(|position| position.at.x);
                let read = of_bevy.next().unwrap();
                timed(|| read.iter().filter_map(found).sum::<f32>())
            }),
        ],
    );
}

/// Keeps a million entities; writes for the first time afterwards; hashes what has changed.
fn snapshots(stores: &mut Stores, turns: usize) {
    let Stores { ours, entities, .. } = stores;
    let order = shuffled(&entities.0);
    let mut next = order.iter().cycle();
    let mut value = 0.0;
    compare(
        "1,000 snapshots and their release",
        turns,
        &mut [("kerosene", &mut || timed(|| (0..1000).for_each(|_| drop(black_box(ours.snapshot())))))],
    );
    compare(
        "first write after a snapshot, a random entity",
        turns * 20,
        &mut [("kerosene", &mut || {
            // The snapshot before is gone by now, and what it alone held is free again.
            let kept = ours.snapshot();
            value += 1.0;
            let (entity, at) = (*next.next().unwrap(), Vec3::splat(value));
            let time = timed(|| ours.insert(entity, Position { at }));
            drop(kept);
            time
        })],
    );
    compare(
        "state hash after one entity changed",
        turns * 20,
        &mut [("kerosene", &mut || {
            ours.get_mut::<Position>(entities.0[777]).unwrap().at.x += 1.0;
            timed(|| ours.state_hash())
        })],
    );
    compare(
        "state hash after every position changed",
        turns,
        &mut [("kerosene", &mut || {
            ours.update::<Write<Position>>(|position| position.at.x += 1.0);
            timed(|| ours.state_hash())
        })],
    );
}

/// Keeps the world, changes one entity in a hundred, and puts it back; the rivals clone the world to keep it.
fn rollback(stores: &mut Stores, turns: usize) {
    let Stores { ours, hecs, bevy, entities } = stores;
    let scattered: Vec<Entity> = entities.0.iter().step_by(100).copied().collect();
    let mut kept_and_restored = |touched: &[Entity]| {
        timed(|| {
            let kept = ours.snapshot();
            for entity in touched {
                if let Some(mut position) = ours.get_mut::<Position>(*entity) {
                    position.at.x += 1.0;
                }
            }
            ours.restore(&kept)
        })
    };
    let mut in_a_row = || kept_and_restored(&entities.0[..COUNT / 100]);
    compare("1 % changed in a row, kept and restored", turns, &mut [("kerosene", &mut in_a_row)]);
    let mut bevy_query = bevy.query::<(&Position, &Velocity)>();
    compare(
        "1 % changed, spread evenly, kept and restored; the rivals clone and change",
        turns,
        &mut [
            ("kerosene", &mut || kept_and_restored(&scattered)),
            ("hecs", &mut || {
                let mut kept = hecs::World::new();
                timed(|| {
                    let mut query = hecs.query::<(&Position, &Velocity)>();
                    kept.spawn_batch(query.iter().map(|(position, velocity)| (*position, *velocity)));
                    drop(query);
                    for entity in entities.1.iter().step_by(100) {
                        hecs.query_one_mut::<&mut Position>(*entity).unwrap().at.x += 1.0;
                    }
                })
            }),
            ("bevy_ecs", &mut || {
                let mut kept = bevy_ecs::world::World::new();
                timed(|| {
                    let all = bevy_query.iter(bevy).map(|(position, velocity)| (*position, *velocity));
                    kept.spawn_batch(all.collect::<Vec<_>>());
                    for entity in entities.2.iter().step_by(100) {
                        bevy.get_mut::<Position>(*entity).unwrap().at.x += 1.0;
                    }
                })
            }),
        ],
    );
}

fn main() {
    let turns = std::env::args().skip(1).find_map(|argument| argument.parse().ok()).unwrap_or(40);
    let mut stores = Stores::new();
    iteration(&mut stores, turns);
    random_get(&mut stores, turns);
    snapshots(&mut stores, turns);
    rollback(&mut stores, turns.div_ceil(4));
}
