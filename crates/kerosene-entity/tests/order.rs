//! The queue and the names against naive models.
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use common::{heard, world};
use kerosene_entity::{EntityId, Value};
use proptest::prelude::*;
use std::time::Duration;

#[derive(Debug, Clone)]
enum Step {
    Queue { delay: u64, number: i64 },
    Run { time: u64 },
    Keep,
    PutBack,
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        6 => (prop_oneof![Just(0), 0_u64..20], any::<i16>()).prop_map(|(delay, number)| Step::Queue { delay, number: number.into() }),
        3 => (0_u64..12).prop_map(|time| Step::Run { time }),
        1 => Just(Step::Keep),
        1 => Just(Step::PutBack),
    ]
}

/// What the queue should be: a list that is sorted when asked.
#[derive(Debug, Clone, Default)]
struct Model {
    time: u64,
    waiting: Vec<(u64, u64, i64)>,
    sequence: u64,
    heard: String,
}

proptest! {
    #[test]
    fn events_fire_by_due_time_then_by_sequence(steps in prop::collection::vec(step(), 1..120)) {
        let mut world = world();
        world.spawn_with("log", &[("targetname", "log")]);
        let probe = world.spawn_with("probe", &[("targetname", "p")]);
        let mut model = Model::default();
        let mut kept = (world.snapshot(), model.clone());
        for step in steps {
            match step {
                Step::Queue { delay, number } => {
                    world.queue_input(probe, "Note", Value::Int(number), Duration::from_nanos(delay), None, None);
                    model.waiting.push((model.time + delay, model.sequence, number));
                    model.sequence += 1;
                }
                Step::Run { time } => {
                    world.run(Duration::from_nanos(time));
                    model.time += time;
                    model.waiting.sort_unstable();
                    let due = model.waiting.partition_point(|event| event.0 <= model.time);
                    for (_, _, number) in model.waiting.drain(..due) {
                        model.heard.push_str(&format!("p:{number} "));
                    }
                }
                Step::Keep => kept = (world.snapshot(), model.clone()),
                Step::PutBack => {
                    world.restore(&kept.0);
                    model = kept.1.clone();
                }
            }
            prop_assert_eq!(heard(&world), model.heard.as_str());
            prop_assert_eq!(world.queued(), model.waiting.len());
            let next = model.waiting.iter().map(|event| event.0).min();
            prop_assert_eq!(world.next_due().map(kerosene_entity::Time::nanoseconds), next);
        }
    }

    /// Spawning, naming and removing in any order: lookups are those of a list in spawn order.
    #[test]
    fn names_are_found_in_spawn_order(steps in prop::collection::vec((0_u8..4, 0_usize..6, any::<prop::sample::Index>()), 1..80)) {
        const NAMES: [&str; 6] = ["", "door", "DOOR", "Door_1", "door_2", "x"];
        let mut world = world();
        let mut model: Vec<(EntityId, &str)> = Vec::new();
        for (what, name, which) in steps {
            let name = NAMES[name];
            match what {
                0 | 1 => model.push((world.spawn_with("probe", &[("targetname", name)]), name)),
                2 if !model.is_empty() => {
                    let index = which.index(model.len());
                    let entity = &mut model[index];
                    let text = world.intern(name);
                    world.rename(entity.0, text);
                    entity.1 = name;
                }
                3 if !model.is_empty() => {
                    let (entity, _) = model.remove(which.index(model.len()));
                    world.remove(entity);
                    if name.is_empty() {
                        world.reclaim_removed();
                    }
                }
                _ => {}
            }
            for wanted in NAMES.into_iter().skip(1) {
                let found: Vec<EntityId> = world.find_by_name(wanted).collect();
                let expected = model.iter().filter(|(_, name)| name.eq_ignore_ascii_case(wanted));
                prop_assert_eq!(found, expected.map(|(entity, _)| *entity).collect::<Vec<_>>());
            }
            let mut found = Vec::new();
            let target = world.target("Door*");
            world.resolve(target, None, None, &mut found);
            let expected = model.iter().filter(|(_, name)| name.to_lowercase().starts_with("door"));
            prop_assert_eq!(found, expected.map(|(entity, _)| *entity).collect::<Vec<_>>());
        }
    }

    /// Loose fields against a list of pairs.
    #[test]
    fn the_bag_keeps_order_and_finds_by_any_case(steps in prop::collection::vec((0_u8..3, 0_usize..5, any::<i32>()), 1..60)) {
        const KEYS: [&str; 5] = ["alpha", "Beta", "GAMMA", "a key with spaces", "k"];
        let mut world = world();
        let entities = [world.spawn_with("log", &[]), world.spawn_with("relay", &[])];
        let mut models: [Vec<(String, i64)>; 2] = Default::default();
        for (what, key, number) in steps {
            let which = number.unsigned_abs() as usize % 2;
            let (entity, model) = (entities[which], &mut models[which]);
            let key = KEYS[key];
            let place = model.iter().position(|(known, _)| known.eq_ignore_ascii_case(key));
            if what == 2 {
                let removed = world.remove_field(entity, &key.to_uppercase());
                prop_assert_eq!(removed.and_then(Value::int), place.map(|place| model.remove(place).1));
            } else {
                let spelt = if what == 0 { key.to_lowercase() } else { key.to_owned() };
                world.set_field(entity, &spelt, Value::Int(number.into()));
                match place {
                    Some(place) => model[place].1 = number.into(),
                    None => model.push((spelt, number.into())),
                }
            }
            let fields: Vec<(String, i64)> = world
                .loose_fields(entity)
                .map(|(key, value)| (world.spelling(key).to_owned(), value.int().unwrap()))
                .collect();
            prop_assert_eq!(&fields, &models[which]);
        }
    }
}
