//! Classes that show what happens to them.
#![allow(dead_code, reason = "each test binary uses a part")]

use kerosene_entity::{ClassDef, ClassKind, EntityId, EntityWorld, InputEvent, Registry, TouchPhase, Value, ValueKind};
use kerosene_math::Vec3;
use kerosene_world::{Component, TextId};
use std::sync::Arc;
use std::time::Duration;

pub(crate) const TICK: Duration = Duration::from_nanos(15_625_000);

/// What a probe has counted.
#[derive(Component, Clone, Copy)]
pub(crate) struct Probe {
    /// How many notes came.
    pub(crate) count: i32,
    /// A number.
    #[field(default = "4")]
    pub(crate) weight: f32,
    /// A place.
    #[field(default = "1 2 3")]
    pub(crate) place: Vec3,
    /// A text.
    #[field(default = "plain")]
    pub(crate) label: TextId,
    /// Another entity.
    #[field(key = "friend")]
    pub(crate) friend: Option<EntityId>,
}

/// What everybody heard is kept in a field of the first entity that hears: that survives snapshots.
fn hear(world: &mut EntityWorld, probe: EntityId, what: &str) {
    let said = format!("{}:{what} ", world.name_of(probe));
    let holder = world.find_by_name("log").next().unwrap_or(probe);
    let before = world.text_field(holder, "heard").unwrap_or_default().to_owned();
    let text = world.intern(&(before + &said));
    let all = world.intern("everything");
    world.set_field(holder, "heard", Value::Text(text));
    let _ = all;
}

/// Everything that was heard, in order.
pub(crate) fn heard(world: &EntityWorld) -> String {
    let holder = world.find_by_name("log").next();
    holder.and_then(|holder| world.text_field(holder, "heard")).unwrap_or_default().to_owned()
}

fn note(world: &mut EntityWorld, probe: EntityId, event: &InputEvent) {
    if let Some(mut state) = world.get_mut::<Probe>(probe) {
        state.count += 1;
    }
    let value = world.shown(event.value).to_string();
    hear(world, probe, &value);
}

fn add(world: &mut EntityWorld, probe: EntityId, event: &InputEvent) {
    let value = format!("+{}", event.value.float().unwrap_or(f32::NAN));
    hear(world, probe, &value);
}

fn trigger(world: &mut EntityWorld, relay: EntityId, event: &InputEvent) {
    if world.is_enabled(relay) {
        world.fire_output(relay, "OnTrigger", event.activator, event.value);
    }
}

fn find(world: &mut EntityWorld, finder: EntityId) {
    let name = world.text_field(finder, "find").unwrap_or_default().to_owned();
    let found = world.find_by_name(&name).next().is_some();
    let spawned = world.float_field(finder, "spawned").unwrap_or(0.0);
    world.set_field(finder, "found", Value::Bool(found));
    world.set_field(finder, "spawned", Value::Float(spawned + 1.0));
}

fn tick_on(world: &mut EntityWorld, timer: EntityId) {
    world.fire_output(timer, "OnTimer", None, Value::None);
    let every = world.float_field(timer, "every").unwrap_or(1.0);
    world.think_after(timer, every);
}

pub(crate) fn classes() -> Vec<ClassDef> {
    vec![
        ClassDef::new("log", ClassKind::Point),
        ClassDef::new("probe", ClassKind::Point)
            .component::<Probe>()
            .input("Note", ValueKind::Any, note, "Counts and keeps what came.")
            .input("Add", ValueKind::Float, add, "Takes a number.")
            .on_think(|world, probe| hear(world, probe, "think"))
            .on_touch(|world, probe, touch| {
                let what = match touch.phase {
                    TouchPhase::Start => "in",
                    TouchPhase::Stay => "stay",
                    TouchPhase::End => "out",
                };
                hear(world, probe, what);
            })
            .on_use(|world, probe, _| hear(world, probe, "use"))
            .on_damage(|world, probe, damage| {
                let what = format!("-{}", damage.amount);
                hear(world, probe, &what);
            })
            .on_restore(|world, probe| hear(world, probe, "restore"))
            .on_move_done(|world, probe| hear(world, probe, "there"))
            .on_blocked(|world, probe, _| hear(world, probe, "blocked")),
        ClassDef::new("relay", ClassKind::Point)
            .alias("logic_relay")
            .input("Trigger", ValueKind::Any, trigger, "Passes it on.")
            .output("OnTrigger", ValueKind::Any, "When it is triggered."),
        ClassDef::new("finder", ClassKind::Point).on_spawn(find),
        ClassDef::new("timer", ClassKind::Point)
            .output("OnTimer", ValueKind::None, "Again and again.")
            .on_spawn(|world, timer| world.think_after(timer, 0.0))
            .on_think(tick_on),
    ]
}

pub(crate) fn registry() -> Arc<Registry> {
    Registry::new(classes()).unwrap()
}

/// An empty world.
pub(crate) fn world() -> EntityWorld {
    EntityWorld::new(&registry())
}

/// A world with these entities, and last a log.
pub(crate) fn world_of(entities: &str) -> EntityWorld {
    let mut world = world();
    let report = world.load_from_kv(entities, &[], "test.kbsp").unwrap();
    assert_eq!(report.diagnostics.iter().map(ToString::to_string).collect::<Vec<_>>(), Vec::<String>::new());
    world.spawn_with("log", &[("targetname", "log")]);
    world
}
