//! Snapshots on other threads, while the world goes on.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::sync::mpsc;
use std::thread;

use kerosene_world::{Component, Entity, PageStore, PagedVec, Schema, Snapshot, State, World, Write};

#[derive(Component)]
struct Counter {
    value: i64,
    double: i64,
}

fn shared_between_threads<T: Send + Sync>() {}

#[test]
fn snapshots_are_send_and_sync() {
    shared_between_threads::<Snapshot>();
    shared_between_threads::<World>();
    shared_between_threads::<State>();
    shared_between_threads::<PageStore>();
    shared_between_threads::<PagedVec<u64>>();
}

fn world(count: usize) -> World {
    let mut world = World::new(Schema::builder().component::<Counter>().build().unwrap());
    for _ in 0..count {
        let entity = world.spawn();
        world.insert(entity, Counter { value: 0, double: 0 });
    }
    world
}

/// What a reader finds: every counter at the snapshot's tick, as often as it looks.
fn read(snapshot: &Snapshot, hash: u64) {
    for _ in 0..3 {
        let tick = snapshot.tick() as i64;
        for (entity, counter) in snapshot.query::<(Entity, Counter)>() {
            assert_eq!((counter.value, counter.double), (tick, tick * 2), "{entity} at tick {tick}");
        }
        assert_eq!(snapshot.state_hash(), hash);
    }
}

#[test]
fn readers_see_an_old_tick_while_the_next_one_runs() {
    // Fewer under Miri, which takes its time.
    let (count, ticks) = if cfg!(miri) { (300, 4) } else { (20_000, 120) };
    let mut world = world(count);
    thread::scope(|scope| {
        let (senders, receivers): (Vec<_>, Vec<_>) = (0..3).map(|_| mpsc::sync_channel::<(Snapshot, u64)>(4)).unzip();
        for receiver in receivers {
            scope.spawn(move || {
                for (snapshot, hash) in receiver {
                    read(&snapshot, hash);
                }
            });
        }
        for tick in 0..ticks {
            let kept = world.snapshot();
            let hash = world.state_hash();
            for (number, sender) in senders.iter().enumerate() {
                if (tick + number) % 2 == 0 {
                    sender.send((kept.clone(), hash)).unwrap();
                }
            }
            world.update::<Write<Counter>>(|counter| {
                counter.value += 1;
                counter.double += 2;
            });
            world.advance_tick();
        }
        drop(senders);
    });
    let store = world.store().clone();
    drop(world);
    assert_eq!(store.usage().pages_in_use, 0);
}

#[test]
fn the_last_to_go_gives_the_memory_back_on_any_thread() {
    for _ in 0..if cfg!(miri) { 2 } else { 50 } {
        let world = world(300);
        let snapshots: Vec<_> = (0..4).map(|_| world.snapshot()).collect();
        let threads: Vec<_> = snapshots.into_iter().map(|snapshot| thread::spawn(move || drop(snapshot))).collect();
        drop(world);
        for thread in threads {
            thread.join().unwrap();
        }
    }
}
