//! The verbs of the seed, with the seed's results.
#![allow(clippy::unwrap_used, reason = "tests")]

use kerosene_world::{ComponentDecl, ComponentId, Entity, FieldKind, Schema, Value, World};

const POSITION: ComponentId = ComponentId::new(0);
const HEALTH: ComponentId = ComponentId::new(1);
const SLEEPING: ComponentId = ComponentId::new(2);

fn world() -> World {
    let schema = Schema::builder()
        .declare(ComponentDecl::new("position").field("x", FieldKind::Int).field("y", FieldKind::Int))
        .declare(ComponentDecl::new("health").field("points", FieldKind::Int))
        .declare(ComponentDecl::new("sleeping"))
        .build();
    World::new(schema.unwrap())
}

fn at(x: i64, y: i64) -> [Value; 2] {
    [Value::Int(x), Value::Int(y)]
}

#[test]
fn components_come_and_go() {
    let mut world = world();
    let hero = world.spawn();
    assert!(!world.has(hero, POSITION));
    assert!(world.set(hero, POSITION, &at(2, 3)));
    assert_eq!(world.field(hero, POSITION, 1), Value::Int(3));
    assert!(world.set(hero, POSITION, &at(4, 5)), "set replaces");
    assert_eq!(world.field(hero, POSITION, 0), Value::Int(4));
    assert!(world.remove(hero, POSITION));
    assert!(!world.remove(hero, POSITION), "it is gone already");
    assert_eq!(world.get_field(hero, POSITION, 0), None);
    assert!(world.set(hero, SLEEPING, &[]), "a tag has no values");
    assert!(world.has(hero, SLEEPING));
}

#[test]
fn what_does_not_fit_changes_nothing() {
    let mut world = world();
    let hero = world.spawn();
    world.set(hero, POSITION, &at(2, 3));
    let before = world.snapshot();
    assert!(!world.set(hero, POSITION, &[Value::Int(1)]), "too few values");
    assert!(!world.set(hero, POSITION, &[Value::Int(1), Value::Int(1), Value::Int(1)]), "too many values");
    assert!(!world.set(hero, POSITION, &[Value::Int(1), Value::Bool(true)]), "another kind of value");
    assert!(!world.set(hero, ComponentId::new(3), &[]), "no such component");
    assert!(!world.set(hero, ComponentId::new(63), &[]), "no such component");
    assert!(!world.set(hero, ComponentId::new(255), &[]), "no such component");
    assert!(!world.remove(hero, HEALTH));
    assert!(!world.has(hero, ComponentId::new(255)));
    assert!(*world == *before);
}

#[test]
fn stale_handles_reach_nothing() {
    let mut world = world();
    let first = world.spawn();
    world.set(first, HEALTH, &[Value::Int(10)]);
    assert!(world.destroy(first));
    assert!(!world.destroy(first));
    let second = world.spawn();
    assert_eq!((first.to_string(), second.to_string()), ("@0#1".into(), "@0#2".into()));
    assert!(!world.is_alive(first) && !world.has(first, HEALTH));
    assert!(!world.set(first, HEALTH, &[Value::Int(1)]));
    assert!(!world.has(second, HEALTH), "components do not pass to the slot's next entity");
    assert!(!world.is_alive(Entity::new(7, 1).unwrap()), "a slot that was never used");
}

#[test]
fn slots_are_used_again_oldest_first() {
    let mut world = world();
    let entities: Vec<_> = (0..4).map(|_| world.spawn()).collect();
    for index in [2, 0, 3] {
        world.destroy(entities[index]);
    }
    let slots: Vec<_> = (0..4).map(|_| world.spawn().slot()).collect();
    assert_eq!(slots, [2, 0, 3, 4]);
    assert_eq!(world.count(), 5);
}

#[test]
fn a_snapshot_is_put_back_as_often_as_wanted() {
    let mut world = world();
    let hero = world.spawn();
    world.set(hero, POSITION, &at(2, 3));
    let before = world.snapshot();
    let hash = world.state_hash();
    for round in 0..3 {
        world.set(hero, POSITION, &at(round, round));
        world.destroy(hero);
        world.spawn();
        world.advance_tick();
        assert_eq!(before.field(hero, POSITION, 1), Value::Int(3), "a snapshot stays as it was");
        assert!(world.restore(&before));
        assert_eq!(world.state_hash(), hash);
        assert_eq!(world.spawn(), Entity::new(1, 1).unwrap());
        world.restore(&before);
    }
    world.release(before);
    assert_eq!(world.field(hero, POSITION, 0), Value::Int(2));
}

/// A page that was written a moment ago is written again without a look at who shares it; a snapshot and a hash end that.
#[test]
fn writes_in_turn_with_snapshots_and_hashes_are_seen_where_they_should_be() {
    let mut world = world();
    let hero = world.spawn();
    world.set(hero, POSITION, &at(0, 0));
    let mut kept = Vec::new();
    for round in 1..6 {
        world.set(hero, POSITION, &at(round, 0));
        let between = world.state_hash();
        world.set(hero, POSITION, &at(round, 1));
        assert_ne!(world.state_hash(), between);
        kept.push(world.snapshot());
        world.set(hero, POSITION, &at(round, 2));
    }
    for (snapshot, round) in kept.iter().zip(1..) {
        assert_eq!([0, 1].map(|field| snapshot.field(hero, POSITION, field)), [Value::Int(round), Value::Int(1)]);
        world.restore(snapshot);
        assert_eq!(world.state_hash(), snapshot.state_hash());
        world.set(hero, POSITION, &at(round, 3));
        assert_eq!(snapshot.field(hero, POSITION, 1), Value::Int(1));
    }
}

#[test]
fn a_snapshot_of_another_schema_is_refused() {
    let mut world = world();
    let other = World::new(Schema::builder().build().unwrap());
    assert!(!world.restore(&other.snapshot()));
}

#[test]
#[should_panic(expected = "cannot read field points of health of entity @0#1: the entity does not have the component")]
fn reading_what_is_not_there_stops_with_names() {
    let mut world = world();
    let hero = world.spawn();
    let _ = world.field(hero, HEALTH, 0);
}

#[test]
fn texts_must_be_known() {
    let named = ComponentDecl::new("named").field("name", FieldKind::Text);
    let mut world = World::new(Schema::builder().declare(named).build().unwrap());
    let hero = world.spawn();
    let mut other = World::new(Schema::builder().build().unwrap());
    let unknown = other.intern("Gordon").unwrap();
    assert!(!world.set(hero, POSITION, &[Value::Text(unknown)]));
    let known = world.intern("Gordon").unwrap();
    assert_eq!(known, unknown, "an id follows from the text");
    assert!(world.set(hero, POSITION, &[Value::Text(known)]));
    assert_eq!(world.resolve(known), Some("Gordon"));
}
