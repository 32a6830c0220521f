//! Typed components, queries and updates, and what they cost.
#![allow(clippy::unwrap_used, reason = "tests")]

use kerosene_world::{
    Component, ComponentDecl, ComponentId, Entity, FieldFlags, FieldKind, FieldType, Fixed, Maybe, Schema, State,
    TextId, Value, Vec3, With, Without, World, Write, diff,
};

/// A thing that turns.
///
/// Around an axis of its own.
#[derive(Component, Debug, Clone, PartialEq)]
#[component(name = "spinner")]
struct DoorRotating {
    /// How fast it turns,
    /// in degrees per second.
    #[field(key = "avelocity", label = "Speed", default = "90", widget = "slider 0 360", replicated)]
    speed: f32,
    #[field(name = "axis", help = "The axis.", key = "")]
    around: Vec3,
    #[field(transient)]
    turns: u16,
    open: bool,
    exact: Fixed,
    opener: Option<Entity>,
    name: TextId,
}

#[derive(Component, Debug, Clone, Copy, PartialEq)]
struct Position {
    at: Vec3,
}

#[derive(Component, Debug, Clone, Copy, PartialEq)]
struct Velocity {
    by: Vec3,
}

#[derive(Component, Debug, Clone, Copy, PartialEq)]
struct Asleep;

/// A type of a game's own: a field of 64 numbers would be unwieldy, so it takes eight of eight.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Gait {
    Walk,
    Run,
}

impl FieldType for Gait {
    const KIND: FieldKind = FieldKind::Int;

    fn load(bytes: &[u8]) -> Gait {
        if i64::load(bytes) == 1 { Gait::Run } else { Gait::Walk }
    }

    fn store(&self, bytes: &mut [u8]) {
        (*self as i64).store(bytes);
    }
}

/// 244 bytes: sixteen to a page, so that queries go through runs shorter than a word.
#[derive(Component, Debug, Clone, Copy, PartialEq)]
struct Large {
    gait: Gait,
    a: Vec3,
    b: Vec3,
    c: Vec3,
    d: i64,
    e: i64,
    f: i64,
    g: i64,
    h: i64,
    i: i64,
    j: i64,
    k: i64,
    l: i64,
    m: i64,
    n: i64,
    o: i64,
    p: i64,
    q: i64,
    r: i64,
    s: i64,
    t: i64,
    u: i64,
    v: i64,
    w: i64,
    x: i64,
    y: i64,
    z: i64,
    last: i64,
}

fn large(number: i64) -> Large {
    Large {
        gait: if number % 2 == 0 { Gait::Walk } else { Gait::Run },
        last: number,
        a: Vec3::ONE,
        b: Vec3::ZERO,
        c: Vec3::ZERO,
        d: 0,
        e: 0,
        f: 0,
        g: 0,
        h: 0,
        i: 0,
        j: 0,
        k: 0,
        l: 0,
        m: 0,
        n: 0,
        o: 0,
        p: 0,
        q: 0,
        r: 0,
        s: 0,
        t: 0,
        u: 0,
        v: 0,
        w: 0,
        x: 0,
        y: 0,
        z: 0,
    }
}

fn schema() -> Schema {
    Schema::builder()
        .component::<Position>()
        .component::<Velocity>()
        .component::<Asleep>()
        .component::<Large>()
        .component::<DoorRotating>()
        .build()
        .unwrap()
}

/// Entities of which some have each component, by remainders; some slots are free.
fn crowd(count: usize) -> (World, Vec<Entity>) {
    let mut world = World::new(schema());
    let mut entities: Vec<_> = (0..count).map(|_| world.spawn()).collect();
    for (index, entity) in entities.iter().enumerate() {
        world.insert(*entity, Position { at: Vec3::splat(index as f32) });
        if index % 2 == 0 {
            world.insert(*entity, Velocity { by: Vec3::X });
        }
        if index % 3 == 0 {
            world.insert(*entity, Asleep);
        }
        if index % 5 == 0 {
            world.insert(*entity, large(index as i64));
        }
    }
    let mut index = 0;
    entities.retain(|entity| {
        index += 1;
        index % 7 != 0 || !world.destroy(*entity)
    });
    (world, entities)
}

#[test]
fn the_derive_declares_what_the_attributes_say() {
    assert_eq!((DoorRotating::NAME, Position::NAME, Asleep::NAME), ("spinner", "position", "asleep"));
    assert_eq!(DoorRotating::HELP, "A thing that turns.\n\nAround an axis of its own.");
    let [speed, axis, turns, open, exact, opener, name] = DoorRotating::FIELDS else { panic!("seven fields") };
    assert_eq!((&*speed.key, &*speed.label, &*speed.default), ("avelocity", "Speed", "90"));
    assert_eq!((&*speed.help, &*speed.widget), ("How fast it turns, in degrees per second.", "slider 0 360"));
    assert_eq!(
        (speed.flags, turns.flags, open.flags),
        (FieldFlags::REPLICATED, FieldFlags::TRANSIENT, FieldFlags::empty())
    );
    assert_eq!((&*axis.name, &*axis.key, &*axis.help), ("axis", "", "The axis."));
    let kinds = [speed, axis, turns, open, exact, opener, name].map(|field| field.kind);
    use FieldKind::{Bool, Entity, Fixed, Float, Int, Text, Vec3};
    assert_eq!(kinds, [Float, Vec3, Int, Bool, Fixed, Entity, Text]);
    assert_eq!(DoorRotating::SIZE, schema().kind(ComponentId::new(4)).unwrap().size());
    assert_eq!(Asleep::SIZE, 0);
}

#[test]
fn typed_and_untyped_access_see_the_same() {
    let mut world = World::new(schema());
    let opener = world.spawn();
    let door = world.spawn();
    let name = world.intern("north").unwrap();
    let value = DoorRotating {
        speed: -0.0,
        around: Vec3::Z,
        turns: 9,
        open: true,
        exact: Fixed::from_f64(0.5),
        opener: Some(opener),
        name,
    };
    assert!(world.insert(door, value.clone()));
    let component = world.schema().id_of::<DoorRotating>().unwrap();
    assert_eq!(world.schema().find("spinner"), Some(component));
    let read: Vec<_> = (0..7).map(|field| world.field(door, component, field)).collect();
    let expected = [
        Value::Float(-0.0),
        Value::Vec3(Vec3::Z),
        Value::Int(9),
        Value::Bool(true),
        Value::Fixed(Fixed::from_bits(1 << 31)),
        Value::Entity(Some(opener)),
        Value::Text(name),
    ];
    assert_eq!(read, expected);
    assert_eq!(world.get::<DoorRotating>(door), Some(value));
    // What does not fit a smaller number becomes the nearest that does.
    world.set_field(door, component, 2, Value::Int(-5));
    assert_eq!(world.get::<DoorRotating>(door).unwrap().turns, 0);
    world.set_field(door, component, 2, Value::Int(1 << 40));
    assert_eq!(world.get::<DoorRotating>(door).unwrap().turns, u16::MAX);
    assert_eq!(world.take::<DoorRotating>(door).unwrap().turns, u16::MAX);
    assert!(!world.contains::<DoorRotating>(door));
}

#[test]
fn a_type_that_the_schema_lacks_is_nowhere() {
    let mut world = World::new(Schema::builder().component::<Position>().build().unwrap());
    let entity = world.spawn();
    assert!(!world.insert(entity, Asleep));
    assert!(world.get::<Asleep>(entity).is_none() && world.get_mut::<Asleep>(entity).is_none());
    assert_eq!(world.query::<With<Asleep>>().count(), 0);
    assert_eq!(world.query::<Without<Asleep>>().count(), 1);
    assert_eq!(world.query::<Maybe<Velocity>>().collect::<Vec<_>>(), [None]);
    world.update::<(Write<Velocity>,)>(|_| panic!("there is none"));
}

/// Queries beside the same said entity by entity.
#[test]
fn queries_find_what_asking_each_entity_finds() {
    let (world, entities) = crowd(3000);
    let each = |state: &State, keep: &dyn Fn(&State, Entity) -> bool| -> Vec<Entity> {
        let mut kept: Vec<_> = entities.iter().copied().filter(|entity| keep(state, *entity)).collect();
        kept.sort_by_key(|entity| entity.slot());
        kept
    };
    let both = each(&world, &|state, entity| state.contains::<Position>(entity) && state.contains::<Velocity>(entity));
    let found: Vec<_> = world.query::<(Entity, Position, Velocity)>().collect();
    assert_eq!(found.iter().map(|(entity, ..)| *entity).collect::<Vec<_>>(), both);
    for (entity, position, velocity) in &found {
        assert_eq!(world.get::<Position>(*entity), Some(*position));
        assert_eq!(world.get::<Velocity>(*entity), Some(*velocity));
    }
    // Folding goes through whole runs; it must find the same as taking one at a time.
    let folded = world.query::<(Entity, Position, Velocity)>().fold(Vec::new(), |mut all, item| {
        all.push(item);
        all
    });
    assert_eq!(folded, found);
    let awake = each(&world, &|state, entity| state.contains::<Large>(entity) && !state.contains::<Asleep>(entity));
    let found: Vec<_> = world.query::<(Large, Entity, Without<Asleep>, Maybe<Velocity>)>().collect();
    assert_eq!(found.iter().map(|(_, entity, ..)| *entity).collect::<Vec<_>>(), awake);
    for (large, entity, (), velocity) in found {
        assert_eq!(large.last, i64::from(entity.slot()));
        assert_eq!(velocity, world.get::<Velocity>(entity));
    }
    assert_eq!(world.query::<Entity>().collect::<Vec<_>>(), each(&world, &|_, _| true));
}

#[test]
fn updates_change_what_matches_and_nothing_else() {
    let (mut world, entities) = crowd(3000);
    let before = world.snapshot();
    world.update::<(Write<Position>, Velocity, Entity, Without<Asleep>, Maybe<Large>)>(
        |(position, velocity, entity, (), large)| {
            position.at += velocity.by;
            assert_eq!(large.is_some(), entity.slot() % 5 == 0);
        },
    );
    world.update::<(Write<Large>, With<Asleep>)>(|(large, ())| large.last = -large.last);
    for entity in entities {
        let moves = world.contains::<Velocity>(entity) && !world.contains::<Asleep>(entity);
        let expected = before.get::<Position>(entity).unwrap().at + if moves { Vec3::X } else { Vec3::ZERO };
        assert_eq!(world.get::<Position>(entity).unwrap().at, expected);
        let turned = world.contains::<Asleep>(entity);
        let expected = before.get::<Large>(entity).map(|large| if turned { -large.last } else { large.last });
        assert_eq!(world.get::<Large>(entity).map(|large| large.last), expected);
    }
}

#[test]
#[should_panic(expected = "two terms of an update name the component position")]
fn an_update_names_a_component_once() {
    let (mut world, _) = crowd(3);
    world.update::<(Write<Position>, Position)>(|_| {});
}

/// One page for each shared block touched, nothing else; and nothing where nothing differs.
#[test]
fn a_snapshot_costs_the_pages_that_change_and_no_more() {
    let (mut world, entities) = crowd(100_000);
    let pages = |world: &World| world.store().usage().pages_in_use;
    let before = pages(&world);
    let kept = world.snapshot();
    world.update::<Write<Position>>(|position| position.at += Vec3::ZERO);
    for entity in &entities {
        let position = world.get_mut::<Position>(*entity).unwrap().at;
        world.insert(*entity, Position { at: position });
    }
    assert_eq!(pages(&world), before, "what does not differ copies nothing");
    // A page holds 256 positions: seven blocks, three of them touched twice.
    for index in [3, 7, 10_000, 20_000, 30_000, 30_001, 40_000, 40_002, 50_000, 60_000] {
        let entity = world.entity_in(entities[index].slot() & !255).unwrap_or(entities[index]);
        world.get_mut::<Position>(entity).unwrap().at.x = -1.0;
        world.get_mut::<Position>(entities[index]).unwrap().at.y = -2.0;
    }
    assert_eq!(pages(&world), before + 7);
    assert_eq!(diff(&kept, &world).unwrap().pages, 7, "a difference looks into these and no others");
    world.restore(&kept);
    assert_eq!(pages(&world), before);
    assert!(*world == *kept);
}

#[test]
fn the_limits_of_a_schema_hold() {
    let kinds = |count: usize| {
        let numbers = 0..count;
        numbers
            .fold(Schema::builder(), |builder, number| builder.declare(ComponentDecl::new(format!("c{number}"))))
            .build()
    };
    let mut world = World::new(kinds(63).unwrap());
    let entity = world.spawn();
    for number in 0..63 {
        assert!(world.set(entity, ComponentId::new(number), &[]));
    }
    assert!(!world.set(entity, ComponentId::new(63), &[]));
    assert_eq!(world.components(entity).count(), 63);
    world.destroy(entity);
    assert_eq!(world.state_hash(), {
        world.restore(&world.snapshot());
        world.state_hash()
    });
    assert!(kinds(64).is_err());
    let fields = |count: usize| {
        let numbers = 0..count;
        let decl =
            numbers.fold(ComponentDecl::new("wide"), |decl, number| decl.field(format!("f{number}"), FieldKind::Vec3));
        Schema::builder().declare(decl).build()
    };
    assert!(fields(64).is_ok() && fields(65).is_err());
    for name in ["", "entity", "two words", "ümlaut", "1st", "a=b"] {
        assert!(Schema::builder().declare(ComponentDecl::new(name)).build().is_err(), "{name}");
    }
    let twice = Schema::builder().declare(ComponentDecl::new("a")).declare(ComponentDecl::new("a"));
    assert!(twice.build().is_err());
}
