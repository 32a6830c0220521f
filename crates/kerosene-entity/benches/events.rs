//! Deliveries, thinks and snapshots of a map of 10,000 entities.
#![allow(clippy::unwrap_used, missing_docs, reason = "a benchmark; its main function is a macro's")]

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use kerosene_entity::{ClassDef, ClassKind, EntityId, EntityWorld, Registry, Value, ValueKind, WorldSnapshot};
use std::hint::black_box;
use std::time::Duration;

const ENTITIES: usize = 10_000;
const TICK: Duration = Duration::from_nanos(15_625_000);

/// 10,000 named entities, each wired to the next, that count what reaches them.
fn world(delay: &str) -> (EntityWorld, Vec<EntityId>) {
    let sink = ClassDef::new("sink", ClassKind::Point)
        .input(
            "Count",
            ValueKind::None,
            |world, sink, _| {
                if let Some(mut switches) = world.get_mut::<kerosene_entity::Switches>(sink) {
                    switches.spawn_flags = switches.spawn_flags.wrapping_add(1);
                }
            },
            "",
        )
        .output("OnFire", ValueKind::None, "")
        .on_think(|world, sink| world.think_after(sink, 0.15));
    let mut world = EntityWorld::new(&Registry::new([sink]).unwrap());
    let mut text = String::new();
    for number in 0..ENTITIES {
        let next = (number * 7919 + 1) % ENTITIES;
        text.push_str(&format!(
            "{{ classname sink targetname sink{number} connections {{ OnFire \"sink{next},Count,,{delay}\" }} }}\n"
        ));
    }
    let report = world.load_from_kv(&text, &[], "bench").unwrap();
    (world, report.entities)
}

fn deliveries(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("deliveries");
    group.throughput(Throughput::Elements(ENTITIES as u64));
    for (name, delay) in [("at once", "0"), ("after a tick", "0.01")] {
        let (mut world, entities) = world(delay);
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                for &entity in &entities {
                    world.fire_output(entity, "OnFire", None, Value::None);
                }
                world.begin_tick(TICK);
                world.dispatch_due();
            });
        });
        assert_eq!(world.queued(), 0);
    }
    group.finish();
}

fn thinks(criterion: &mut Criterion) {
    let (mut world, entities) = world("0");
    for (number, &entity) in entities.iter().enumerate() {
        // A tenth of them each tick.
        world.think_after(entity, 0.015_625 * (number % 10) as f32);
    }
    criterion.bench_function("tick of 10,000 with 1,000 thinks", |bencher| bencher.iter(|| world.run(TICK)));
}

fn snapshots(criterion: &mut Criterion) {
    let (mut world, entities) = world("0");
    criterion.bench_function("snapshot of 10,000", |bencher| bencher.iter(|| black_box(world.snapshot())));
    let snapshot = world.snapshot();
    criterion.bench_function("restore of 10,000", |bencher| bencher.iter(|| world.restore(&snapshot)));
    criterion.bench_function("hash after a tick of 1,000 thinks", |bencher| {
        for (number, &entity) in entities.iter().enumerate() {
            world.think_after(entity, 0.015_625 * (number % 10) as f32);
        }
        bencher.iter_batched(
            || (),
            |()| {
                world.run(TICK);
                world.state_hash()
            },
            BatchSize::SmallInput,
        );
    });
    let saved = WorldSnapshot::capture(&world);
    criterion.bench_function("capture and write 10,000", |bencher| {
        bencher.iter(|| WorldSnapshot::capture(&world).to_bytes());
    });
    let bytes = saved.to_bytes();
    let registry = world.registry().clone();
    criterion.bench_function("read and restore 10,000", |bencher| {
        bencher.iter(|| WorldSnapshot::from_bytes(&bytes).unwrap().instantiate(&registry).unwrap());
    });
}

criterion_group!(benches, deliveries, thinks, snapshots);
criterion_main!(benches);
