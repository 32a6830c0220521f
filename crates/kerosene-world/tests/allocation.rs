//! A steady tick takes nothing from the heap: a binary of its own, with an allocator that counts.
#![allow(clippy::unwrap_used, reason = "tests")]

use kerosene_test_alloc::{CountingAllocator, taken_by_this_thread};
use kerosene_world::{Component, Entity, PagedVec, Schema, Snapshot, Vec3, Without, World, Write};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

#[derive(Component)]
struct Position {
    at: Vec3,
}

#[derive(Component)]
struct Velocity {
    by: Vec3,
}

#[derive(Component)]
struct Asleep;

/// Moves everything, wakes and puts to sleep, replaces an entity, and keeps the last eight ticks.
fn tick(
    world: &mut World,
    log: &mut PagedVec<u64>,
    ring: &mut [Option<(Snapshot, PagedVec<u64>)>; 8],
    entities: &mut [Entity],
) {
    world.advance_tick();
    let tick = world.tick() as usize;
    ring[tick % 8] = Some((world.snapshot(), log.clone()));
    world.update::<(Write<Position>, Velocity, Without<Asleep>)>(|(position, velocity, ())| position.at += velocity.by);
    let one = &mut entities[tick % 100];
    world.destroy(*one);
    *one = world.spawn();
    world.insert(*one, Position { at: Vec3::ZERO });
    world.insert(*one, Velocity { by: Vec3::X });
    world.insert(entities[tick % 70], Asleep);
    world.take::<Asleep>(entities[(tick + 35) % 70]);
    if let Some(mut position) = world.get_mut::<Position>(entities[5]) {
        position.at.z += 1.0;
    }
    let text = world.intern("a name that was known before").unwrap();
    assert!(world.resolve(text).is_some());
    let sum = world.query::<(Entity, Position)>().fold(0.0, |sum, (_, position)| sum + position.at.x);
    assert!(sum.is_finite());
    let index = tick % 1000;
    log[index] = world.state_hash();
}

#[test]
fn a_steady_tick_with_snapshots_takes_nothing_from_the_heap() {
    let schema = Schema::builder().component::<Position>().component::<Velocity>().component::<Asleep>().build();
    let mut world = World::new(schema.unwrap());
    let mut entities: Vec<_> = (0..5000).map(|_| world.spawn()).collect();
    for entity in &entities {
        world.insert(*entity, Position { at: Vec3::ZERO });
        world.insert(*entity, Velocity { by: Vec3::X });
    }
    world.intern("a name that was known before").unwrap();
    let mut log = PagedVec::new_in(world.store());
    log.resize(1000, 0);
    let mut ring = [const { None }; 8];
    for _ in 0..50 {
        tick(&mut world, &mut log, &mut ring, &mut entities);
    }
    let mapped = world.store().usage().mapped_bytes;
    let before = taken_by_this_thread();
    for _ in 0..500 {
        tick(&mut world, &mut log, &mut ring, &mut entities);
    }
    assert_eq!(taken_by_this_thread() - before, 0, "allocations in 500 ticks");
    assert_eq!(world.store().usage().mapped_bytes, mapped, "nor anything from the operating system");
}
