//! Saved worlds: what comes back, what is refused, what a game that has changed makes of them.
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use common::{Probe, TICK, heard, registry, world_of};
use kerosene_entity::{ClassDef, ClassKind, EntityWorld, Registry, SaveProblem, Value, ValueKind, WorldSnapshot};
use kerosene_math::Vec3;
use kerosene_world::Component;
use proptest::prelude::*;
use std::time::Duration;

const LEVEL: &str = r#"
    { classname probe targetname p place "4 5 6" loose 1.5 other "some text" friend r
      connections { OnUser1 "p*,Note,x,0.4,5" OnUser2 "!self,Kill,,0.1" } }
    { classname probe targetname P2 parentname p origin "0 0 8" }
    { classname relay targetname r connections { OnTrigger "p,Note,relayed,0.05" OnTrigger "p2,Add,2" } }
    { classname timer targetname t every 0.07 connections { OnTimer "r,Trigger" OnTimer "gone,Note" OnTimer "p,FireUser1,,0.3" } }
    { classname unheard_of targetname u key value }
"#;

fn level() -> EntityWorld {
    let mut world = common::world();
    world.load_from_kv(LEVEL, &[], "test.kbsp").unwrap();
    world.spawn_with("log", &[("targetname", "log")]);
    world
}

fn play(world: &mut EntityWorld, ticks: usize) -> Vec<u64> {
    let tick = |_| {
        world.run(TICK);
        if world.tick() % 16 == 3 {
            let born = world.spawn_with("probe", &[("targetname", "p_born"), ("bag", "7")]);
            let parent = world.find_by_name("p").next();
            parent.map(|parent| world.set_parent(born, parent));
        }
        if world.tick() % 24 == 7 {
            let oldest = world.find_by_name("p_born").next();
            oldest.map(|oldest| world.remove(oldest));
        }
        world.state_hash()
    };
    (0..ticks).map(tick).collect()
}

fn reloaded(world: &EntityWorld) -> EntityWorld {
    let bytes = WorldSnapshot::capture(world).to_bytes();
    let (again, report) = WorldSnapshot::from_bytes(&bytes).unwrap().instantiate(&registry()).unwrap();
    assert!(report.notes.iter().all(|note| note.contains("unheard_of")), "{:?}", report.notes);
    again
}

#[test]
fn who_waits_for_a_script_waits_on_in_the_saved_world() {
    let mut world = common::world();
    let served = world.spawn_with("log", &[("script", "old")]);
    let mut born = Vec::new();
    world.swap_scripted(&mut born);
    assert_eq!(born, [served]);
    // The one that came first is started last.
    let late = world.spawn("log");
    world.set_key(late, "script", "flicker");
    let early = world.spawn_with("log", &[("script", "flicker")]);
    let gone = world.spawn_with("log", &[("script", "flicker")]);
    world.start(late);
    world.remove(gone);
    world.reclaim_removed();
    let mut again = reloaded(&world);
    assert_eq!(again.state_hash(), world.state_hash());
    for world in [&mut world, &mut again] {
        world.swap_scripted(&mut born);
        born.retain(|&entity| world.is_active(entity));
        assert_eq!(born, [late, early]);
        assert!(!world.has_scripted());
    }
    assert_eq!(again.state_hash(), world.state_hash());
    assert!(!reloaded(&world).has_scripted());
}

#[test]
fn two_hundred_ticks_from_a_save_equal_those_before_it() {
    for moment in [0, 1, 7, 40, 111] {
        let mut world = level();
        play(&mut world, moment);
        let mut again = reloaded(&world);
        assert_eq!(again.state_hash(), world.state_hash(), "after {moment} ticks");
        assert_eq!(play(&mut again, 200), play(&mut world, 200), "from tick {moment}");
        assert_eq!(heard(&again), heard(&world));
        let [one, other] = [&world, &again].map(WorldSnapshot::capture);
        assert_eq!(one.diff(&other), "");
        assert_eq!(one.text(), other.text());
        assert_eq!(one.to_bytes(), other.to_bytes());
    }
}

#[test]
fn snapshots_in_memory_go_on_alike_too() {
    let mut world = level();
    play(&mut world, 30);
    let snapshot = world.snapshot();
    let first = play(&mut world, 100);
    assert!(world.restore(&snapshot));
    assert_eq!(play(&mut world, 100), first);
    // A snapshot can be written while the world goes on, on another thread.
    let bytes = std::thread::scope(|scope| {
        scope.spawn(|| WorldSnapshot::of_snapshot(&snapshot, &registry()).to_bytes()).join().unwrap()
    });
    let (mut again, _) = WorldSnapshot::from_bytes(&bytes).unwrap().instantiate(&registry()).unwrap();
    assert_eq!(play(&mut again, 100), first);
}

#[test]
fn restore_handlers_run_when_asked_for_and_spawn_handlers_do_not() {
    let mut world = world_of("{ classname probe targetname p } { classname finder targetname f }");
    let mut again = reloaded(&world);
    let finder = again.find_by_name("f").next().unwrap();
    assert_eq!(again.float_field(finder, "spawned"), Some(1.0));
    assert_eq!(heard(&again), "");
    again.run_restore_handlers();
    assert_eq!(heard(&again), "p:restore ");
    world.run(TICK);
}

#[test]
fn an_entity_marked_for_removal_is_still_so_after_a_save() {
    let mut world = level();
    let relay = world.find_by_name("r").next().unwrap();
    world.remove(relay);
    let mut again = reloaded(&world);
    assert!(!again.is_active(relay));
    assert_eq!(again.state_hash(), world.state_hash());
    assert_eq!(play(&mut again, 5), play(&mut world, 5));
    assert!(!again.store().is_alive(relay));
}

#[test]
fn numbers_that_are_not_finite_become_zero_and_are_told_of() {
    let mut world = level();
    let probe = world.find_by_name("p").next().unwrap();
    world.get_mut::<Probe>(probe).unwrap().weight = f32::NAN;
    world.set_origin(probe, Vec3::new(1.0, f32::INFINITY, 2.0));
    world.set_field(probe, "loose", Value::Float(f32::NEG_INFINITY));
    let saved = WorldSnapshot::capture(&world);
    let notes = saved.notes().join("\n");
    for about in ["pose.origin", "probe.weight", "1 loose fields"] {
        assert!(notes.contains(about), "{about} in {notes}");
    }
    let (again, report) = WorldSnapshot::from_bytes(&saved.to_bytes()).unwrap().instantiate(&registry()).unwrap();
    assert_eq!(again.get::<Probe>(probe).unwrap().weight, 0.0);
    assert_eq!(again.origin(probe), Vec3::new(1.0, 0.0, 2.0));
    assert_eq!(again.field(probe, "loose"), Some(Value::Float(0.0)));
    assert!(report.notes.len() < 3);
}

#[test]
fn a_component_that_the_game_lost_is_kept_in_the_bag_and_comes_back() {
    /// Another shape of the same component.
    #[derive(Component)]
    #[component(name = "probe")]
    #[allow(dead_code, reason = "its shape is what counts")]
    struct Thinner {
        count: i32,
        weight: bool,
    }
    let mut world = level();
    let probe = world.find_by_name("p").next().unwrap();
    world.get_mut::<Probe>(probe).unwrap().count = 9;
    let bytes = WorldSnapshot::capture(&world).to_bytes();

    // Without the component: every field is loose.
    let bare = Registry::new([ClassDef::new("probe", ClassKind::Point)]).unwrap();
    let (without, report) = WorldSnapshot::from_bytes(&bytes).unwrap().instantiate(&bare).unwrap();
    assert_eq!(without.field(probe, "probe.count"), Some(Value::Int(9)));
    assert_eq!(without.text_field(probe, "probe.label"), Some("plain"));
    assert!(report.notes.iter().any(|note| note.contains("probe.weight")), "{:?}", report.notes);

    // With one field gone and one of another kind: what fits moves, the rest is loose.
    let thin = Registry::new([ClassDef::new("probe", ClassKind::Point).component::<Thinner>()]).unwrap();
    let (thinner, _) = WorldSnapshot::from_bytes(&bytes).unwrap().instantiate(&thin).unwrap();
    assert_eq!(thinner.field(probe, "count"), Some(Value::Int(9)));
    assert_eq!(thinner.field(probe, "weight"), Some(Value::Bool(true)));
    assert_eq!(thinner.field(probe, "probe.place"), Some(Value::Vector(Vec3::new(4.0, 5.0, 6.0))));

    // Saved by the game without it and loaded by the one with it: everything is where it was.
    let again = WorldSnapshot::capture(&without).to_bytes();
    let (back, _) = WorldSnapshot::from_bytes(&again).unwrap().instantiate(&registry()).unwrap();
    let state = back.get::<Probe>(probe).unwrap();
    assert_eq!((state.count, state.place, state.weight), (9, Vec3::new(4.0, 5.0, 6.0), 4.0));
    assert_eq!(back.field(probe, "probe.count"), None);
}

#[test]
fn a_class_gains_a_component_at_its_defaults() {
    let mut world = EntityWorld::new(&Registry::new([ClassDef::new("probe", ClassKind::Point)]).unwrap());
    let probe = world.spawn_with("probe", &[]);
    let (again, report) = WorldSnapshot::capture(&world).instantiate(&registry()).unwrap();
    assert_eq!(again.get::<Probe>(probe).unwrap().weight, 4.0);
    assert!(report.notes[0].contains("new component probe"), "{:?}", report.notes);
}

#[test]
fn migrations_run_from_the_version_that_saved() {
    let world = level();
    let bytes = WorldSnapshot::capture(&world).to_bytes();
    let migrations: Vec<kerosene_entity::Migration> =
        vec![|save| save.rename_class("unheard_of", "known"), |save| save.rename_field("key", "renamed")];
    let classes = || common::classes().into_iter().chain([ClassDef::new("known", ClassKind::Point)]);
    let newer = Registry::with_migrations(classes(), migrations).unwrap();
    let (again, report) = WorldSnapshot::from_bytes(&bytes).unwrap().instantiate(&newer).unwrap();
    let entity = again.find_by_name("u").next().unwrap();
    assert_eq!((again.class_name(entity), again.text_field(entity, "renamed")), ("known", Some("value")));
    assert_eq!(report.notes, Vec::<String>::new());
    // What the newer game saves, the older one refuses.
    let newest = WorldSnapshot::capture(&again).to_bytes();
    let refused = WorldSnapshot::from_bytes(&newest).unwrap().instantiate(&registry()).unwrap_err();
    assert_eq!(refused.problem, SaveProblem::GameVersion { found: 2, known: 0 });
}

#[test]
fn damage_anywhere_is_refused() {
    let mut world = level();
    play(&mut world, 20);
    let bytes = WorldSnapshot::capture(&world).to_bytes();
    for length in (0..bytes.len()).step_by(7) {
        assert!(WorldSnapshot::from_bytes(&bytes[..length]).is_err(), "cut off at {length}");
    }
    for at in (0..bytes.len()).step_by(5) {
        let mut flipped = bytes.clone();
        flipped[at] ^= 1 << (at % 8);
        assert!(WorldSnapshot::from_bytes(&flipped).is_err(), "flipped at {at}");
    }
    let mut newer = bytes.clone();
    newer[4] = 2;
    assert_eq!(WorldSnapshot::from_bytes(&newer).unwrap_err().problem, SaveProblem::Version(2));
    assert_eq!(WorldSnapshot::from_bytes(b"KWLDxxxxxxxxxxxxxxxx").unwrap_err().problem, SaveProblem::Magic);
}

/// Puts a right checksum under wrong bytes.
fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let end = bytes.len() - 8;
    let checksum = xxhash_rust::xxh3::xxh3_64(&bytes[..end]);
    bytes[end..].copy_from_slice(&checksum.to_le_bytes());
    bytes
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Behind the checksum too, whatever is read can be made into a world that runs and is saved again.
    #[test]
    fn sealed_damage_is_refused_or_harmless(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4)) {
        let mut world = level();
        play(&mut world, 9);
        let bytes = WorldSnapshot::capture(&world).to_bytes();
        let world_end = 20 + u64::from_le_bytes(bytes[12..20].try_into().unwrap()) as usize;
        let mut damaged = bytes.clone();
        for (at, value) in changes {
            let at = world_end + at.index(bytes.len() - 8 - world_end);
            damaged[at] = value;
        }
        if let Ok(saved) = WorldSnapshot::from_bytes(&sealed(damaged)) {
            let (mut again, _) = saved.instantiate(&registry()).unwrap();
            for _ in 0..20 {
                again.run(Duration::from_millis(50));
            }
            let bytes = WorldSnapshot::capture(&again).to_bytes();
            prop_assert!(WorldSnapshot::from_bytes(&bytes).is_ok());
        }
    }
}

#[test]
fn a_wire_that_brings_any_value_is_saved_with_it() {
    let any = Registry::new([ClassDef::new("sink", ClassKind::Point).input("Take", ValueKind::Any, |_, _, _| {}, "")]);
    let registry = any.unwrap();
    let mut world = EntityWorld::new(&registry);
    let sink = world.spawn_with("sink", &[]);
    let values =
        [Value::Bool(true), Value::Int(i64::MIN), Value::Float(0.1), Value::Vector(Vec3::ONE), Value::Entity(sink)];
    for value in values {
        world.queue_input(sink, "Take", value, Duration::from_secs(1), Some(sink), None);
    }
    let saved = WorldSnapshot::capture(&world);
    let again = WorldSnapshot::from_bytes(&saved.to_bytes()).unwrap();
    assert_eq!(again.text(), saved.text());
    assert!(saved.text().contains("event #4 at 1 s: @0#1.Take with @0#1 by @0#1\n"), "{}", saved.text());
}

/// Writes the seed of the fuzz target, when asked to: `KEROSENE_WRITE_SEEDS=1`. Else it reads what is there.
#[test]
fn the_fuzz_seed_is_a_world_of_today() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/seeds/entity_snapshot/level.bin");
    if std::env::var_os("KEROSENE_WRITE_SEEDS").is_some() {
        let mut world = level();
        play(&mut world, 12);
        std::fs::write(path, WorldSnapshot::capture(&world).to_bytes()).unwrap();
    }
    let saved = WorldSnapshot::from_bytes(&std::fs::read(path).unwrap()).unwrap();
    assert_eq!(saved.instantiate(&registry()).unwrap().0.tick(), 12);
}
