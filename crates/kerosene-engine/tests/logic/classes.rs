//! A game with a few classes that show what the engine does to entities.

use kerosene_engine::{Engine, Game};
use kerosene_entity::{
    ClassDef, ClassKind, Damage, DamageKind, EntityId, EntityWorld, InputEvent, KeyKind, Pose, Request, Touch,
    TouchPhase, Value, ValueKind,
};
use kerosene_math::Vec3;

/// The classes, and nothing else.
pub(crate) struct Classes;

impl Game for Classes {
    fn classes(&mut self, _: &mut Engine) -> Vec<ClassDef> {
        classes()
    }
}

/// `slider` goes by its key `way` and back at `speed`, for each `Go`; `spinner` turns by `turn` degrees a second from the
/// start; `pad` counts touches in its fields `starts`, `stays` and `ends`; `switch` counts uses in `uses`; `asker` leaves
/// a request for each `Ask`.
pub(crate) fn classes() -> Vec<ClassDef> {
    let kind = ValueKind::None;
    vec![
        ClassDef::new("slider", ClassKind::Brush)
            .input("Go", kind, go, "")
            .output("OnDone", kind, "")
            .output("OnBlocked", kind, "")
            .on_move_done(|world, slider| {
                count(world, slider, "done");
                world.fire_output(slider, "OnDone", None, Value::None);
            })
            .on_blocked(|world, slider, other| {
                count(world, slider, "blocked");
                world.damage(other, &Damage::new(1.0, DamageKind::CRUSH).by(Some(slider), Some(slider)));
            }),
        ClassDef::new("spinner", ClassKind::Brush).on_spawn(|world, spinner| {
            let turn = world.field(spinner, "turn").and_then(Value::vector).unwrap_or_default();
            world.move_endlessly(spinner, Vec3::ZERO, turn);
        }),
        ClassDef::new("pad", ClassKind::Any).on_touch(touched),
        ClassDef::new("coin", ClassKind::Point).key("touch_size", KeyKind::Float, "32", "Size", "").on_touch(touched),
        ClassDef::new("switch", ClassKind::Any).on_use(|world, switch, _| count(world, switch, "uses")),
        ClassDef::new("player", ClassKind::Point).on_damage(|world, who, damage| {
            let (amount, kind) = (damage.amount, damage.kind.bits());
            world.request(damage.attacker, Request::HurtPlayer { who, amount, kind });
        }),
        ClassDef::new("vase", ClassKind::Point).on_damage(|world, vase, damage| {
            world.set_field(vase, "taken", Value::Float(damage.amount));
        }),
        ClassDef::new("info_landmark", ClassKind::Point),
    ]
}

fn go(world: &mut EntityWorld, slider: EntityId, _: &InputEvent) {
    let way = world.field(slider, "way").and_then(Value::vector).unwrap_or_default();
    let speed = world.float_field(slider, "speed").unwrap_or(100.0);
    let from = world.local_pose(slider);
    world.set_field(slider, "way", Value::Vector(Vec3::ZERO - way));
    world.move_to(slider, Pose::new(from.origin + way, from.angles()), speed);
}

fn touched(world: &mut EntityWorld, pad: EntityId, touch: &Touch) {
    let counter = match touch.phase {
        TouchPhase::Start => "starts",
        TouchPhase::Stay => "stays",
        TouchPhase::End => "ends",
    };
    count(world, pad, counter);
}

fn count(world: &mut EntityWorld, entity: EntityId, field: &str) {
    let before = world.field(entity, field).and_then(Value::int).unwrap_or(0);
    world.set_field(entity, field, Value::Int(before + 1));
}

/// The only entity of a name.
pub(crate) fn named(engine: &Engine, name: &str) -> EntityId {
    let mut found = engine.entities().unwrap().find_by_name(name);
    let first = found.next().unwrap();
    assert_eq!(found.next(), None, "two are named {name}");
    first
}

/// A counter of an entity, 0 where it never counted.
pub(crate) fn counted(engine: &Engine, name: &str, field: &str) -> i64 {
    engine.entities().unwrap().field(named(engine, name), field).and_then(Value::int).unwrap_or(0)
}

/// Sends an input in the next tick.
pub(crate) fn send(engine: &mut Engine, name: &str, input: &str) {
    let entity = named(engine, name);
    let entities = engine.entities_mut().unwrap();
    assert!(entities.queue_input(entity, input, Value::None, std::time::Duration::ZERO, None, None));
}
