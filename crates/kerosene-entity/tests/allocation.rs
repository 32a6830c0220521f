//! A steady tick takes nothing from the heap.
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use common::TICK;
use kerosene_entity::{ClassDef, ClassKind, EntityWorld, Registry, Value, ValueKind};
use kerosene_test_alloc::{CountingAllocator, taken_by_this_thread as taken};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

/// A level whose logic runs: timers, relays, counters in the bag, delays, prefixes, special targets, children.
fn level() -> EntityWorld {
    let timer = ClassDef::new("timer", ClassKind::Point)
        .output("OnTimer", ValueKind::None, "")
        .on_spawn(|world, timer| world.think_after(timer, 0.0))
        .on_think(|world, timer| {
            world.fire_output(timer, "OnTimer", Some(timer), Value::None);
            world.think_after(timer, 0.03);
        });
    let relay = ClassDef::new("relay", ClassKind::Point)
        .input(
            "Trigger",
            ValueKind::Float,
            |world, relay, event| {
                let count = world.float_field(relay, "Count").unwrap_or(0.0);
                world.set_field(relay, "count", Value::Float(count + 1.0));
                world.fire_output(relay, "OnTrigger", event.activator, event.value);
            },
            "",
        )
        .output("OnTrigger", ValueKind::Float, "");
    let mut world = EntityWorld::new(&Registry::new([timer, relay]).unwrap());
    let mut text = String::from("{ classname worldspawn }\n{ classname box targetname box }\n");
    for number in 0..200 {
        text.push_str(&format!(
            "{{ classname timer targetname timer{number} connections {{ OnTimer \"relay{number},Trigger,2.5\" \
             OnTimer \"relay{number}*,Trigger,1,0.02\" OnTimer \"!activator,FireUser1,,0.01\" OnTimer \"gone,Trigger\" }} }}\n\
             {{ classname relay targetname relay{number} count 0 parentname box connections {{ OnTrigger \"!self,Enable\" }} }}\n"
        ));
    }
    world.load_from_kv(&text, &[], "level.kbsp").unwrap();
    world
}

#[test]
fn a_steady_tick_takes_nothing_from_the_heap() {
    let mut world = level();
    let mover = world.find_by_name("box").next().unwrap();
    let mut requests = Vec::new();
    let mut tick = |world: &mut EntityWorld| {
        world.begin_tick(TICK);
        let origin = world.origin(mover) + kerosene_math::Vec3::X;
        world.set_origin(mover, origin);
        world.run_due();
        world.swap_requests(&mut requests);
        world.state_hash()
    };
    for _ in 0..200 {
        tick(&mut world);
    }
    let before = taken();
    let mut hash = 0;
    for _ in 0..200 {
        hash ^= tick(&mut world);
    }
    assert_eq!(taken() - before, 0, "in 200 ticks");
    assert_ne!(hash, 0);
    let relay = world.find_by_name("relay7").next().unwrap();
    assert!(world.float_field(relay, "count").unwrap() > 200.0, "the level's logic runs");
    // The counter counts.
    let before = taken();
    drop(std::hint::black_box(Box::new(1)));
    assert_eq!(taken() - before, 1);
}

#[test]
fn a_snapshot_takes_nothing_from_the_heap_and_finding_fields_neither() {
    let mut world = level();
    for _ in 0..10 {
        world.run(TICK);
    }
    let relay = world.find_by_name("RELAY3").next().unwrap();
    let before = taken();
    let found = world.float_field(relay, "CoUnT").is_some() && world.find_by_name("Timer99").next().is_some();
    assert_eq!((taken() - before, found), (0, true));
    let before = taken();
    let snapshot = world.snapshot();
    let restored = world.restore(&snapshot);
    assert_eq!((taken() - before, restored), (0, true));
}
