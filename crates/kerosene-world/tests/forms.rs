//! The text form and the binary form, there and back, and damaged.
#![allow(clippy::unwrap_used, reason = "tests")]

use kerosene_world::{
    BinaryProblem, ComponentDecl, ComponentId, Entity, FieldKind, Fixed, ReadLimits, Schema, TextFormProblem, Value,
    Vec3, World,
};

const ALL: ComponentId = ComponentId::new(0);
const TAG: ComponentId = ComponentId::new(1);

fn schema() -> Schema {
    let all = ComponentDecl::new("all")
        .field("int", FieldKind::Int)
        .field("fixed", FieldKind::Fixed)
        .field("bool", FieldKind::Bool)
        .field("entity", FieldKind::Entity)
        .field("float", FieldKind::Float)
        .field("vec3", FieldKind::Vec3)
        .field("text", FieldKind::Text);
    Schema::builder().declare(all).declare(ComponentDecl::new("tag")).build().unwrap()
}

/// A world with every kind of value, some of them awkward, and free slots in an order of their own.
fn world() -> World {
    let mut world = World::new(schema());
    world.set_tick(77);
    let entities: Vec<_> = (0..6).map(|_| world.spawn()).collect();
    let awkward = [
        (
            i64::MIN,
            i64::MIN,
            f32::from_bits(0x7fc0_1234),
            Vec3::new(-0.0, f32::INFINITY, 1e-40),
            "a \"b\" \\ \n\u{7}=)",
        ),
        (-1, 1, f32::MIN_POSITIVE, Vec3::new(1.5, f32::NEG_INFINITY, 3.4e38), ""),
        (i64::MAX, i64::MAX, -0.1, Vec3::ZERO, "grüße, 世界"),
    ];
    for (entity, (int, fixed, float, vec3, text)) in entities.iter().zip(awkward) {
        let text = world.intern(text).unwrap();
        let values = [
            int.into(),
            Fixed::from_bits(fixed).into(),
            (int > 0).into(),
            Value::Entity((int > 0).then_some(*entity)),
            float.into(),
            vec3.into(),
            text.into(),
        ];
        assert!(world.set(*entity, ALL, &values));
    }
    world.set(entities[1], TAG, &[]);
    for index in [4, 1, 3] {
        world.destroy(entities[index]);
    }
    world.spawn();
    world
}

#[test]
fn text_shows_every_kind_and_reads_back() {
    let world = world();
    let text = world.text();
    for part in [
        "tick 77\nslots 6\nentity @0#1\nall int=-9223372036854775808 fixed=-2147483648 bool=false entity=none ",
        " float=nan:7fc01234 vec3=(-0 inf 0.0000000000000000000000000000000000000001)",
        " text=\"a \\\"b\\\" \\\\ \\n\\u{7}=)\"\nentity @2#1\n",
        " fixed=2147483647.9999999998 bool=true entity=@2#1 float=-0.1 vec3=(0 0 0) text=\"grüße, 世界\"\n",
    ] {
        assert!(text.contains(part), "{part} is not in {text}");
    }
    let again = World::from_text(schema(), &text, &ReadLimits::default()).unwrap();
    assert_eq!(again.text(), text);
}

#[test]
fn text_reads_back_to_an_equal_world_where_no_slot_is_free() {
    let mut world = world();
    world.spawn();
    world.spawn();
    let again = World::from_text(schema(), &world.text(), &ReadLimits::default()).unwrap();
    assert!(*again == *world);
    assert_eq!(again.state_hash(), world.state_hash());
}

#[test]
fn bytes_carry_everything() {
    let mut world = world();
    let bytes = world.to_bytes();
    let mut again = World::from_bytes(&bytes, &ReadLimits::default()).unwrap();
    assert!(*again == *world);
    assert_eq!(again.state_hash(), world.state_hash());
    assert_eq!(again.to_bytes(), bytes, "one world, one sequence of bytes");
    for _ in 0..5 {
        assert_eq!(again.spawn(), world.spawn(), "free slots come in the same order");
    }
    assert!(World::from_bytes_as(schema(), &bytes, &ReadLimits::default()).is_ok());
    let other = Schema::builder().declare(ComponentDecl::new("tag")).build().unwrap();
    let error = World::from_bytes_as(other, &bytes, &ReadLimits::default()).unwrap_err();
    assert!(matches!(error.problem, BinaryProblem::OtherSchema(0, ..)), "{error}");
}

#[test]
fn damaged_text_is_refused_with_its_place() {
    let problem = |text: &str| World::from_text(schema(), text, &ReadLimits { max_slots: 100 }).unwrap_err();
    for (text, line, column) in [
        ("", 1, 1),
        ("tick x", 1, 6),
        ("tick 1 ", 1, 7),
        ("tick 007\nslots 0", 1, 6),
        ("tick 1", 2, 1),
        ("tick 1\nslots 0\nentity @0#1", 3, 12),
        ("tick 1\nslots 9\ntag", 3, 1),
        ("tick 1\nslots 9\nentity @0#0", 3, 8),
        ("tick 1\nslots 9\nentity @1#1\nentity @1#2", 4, 12),
        ("tick 1\nslots 9\nentity @1#1\nwhat", 4, 1),
        ("tick 1\nslots 9\nentity @1#1\ntag\ntag", 5, 1),
        ("tick 1\nslots 9\nentity @1#1\ntag \n", 4, 4),
        ("tick 1\nslots 9\nentity @1#1\nall int=1 fixed=1 bool=yes", 4, 24),
        ("tick 1\nslots 9\nentity @1#1\nall int=1 fixed=1 bool=true entity=none float=1 vec3=(1 2)", 4, 54),
        (
            "tick 1\nslots 9\nentity @1#1\nall int=1 fixed=1 bool=true entity=none float=1 vec3=(1 2 3) text=\"\\q\"",
            4,
            68,
        ),
        ("tick 1\nslots 101", 2, 10),
    ] {
        let error = problem(text);
        assert_eq!((error.line, error.column), (line, column), "{text:?}: {error}");
    }
    assert_eq!(problem("tick 1\nslots 4000000000").problem, TextFormProblem::TooManySlots(4_000_000_000, 100));
}

#[test]
fn damaged_bytes_are_refused() {
    let bytes = world().to_bytes();
    let read = |bytes: &[u8]| World::from_bytes(bytes, &ReadLimits::default());
    for end in 0..bytes.len() {
        assert!(read(&bytes[..end]).is_err(), "cut off at {end}");
    }
    for offset in 0..bytes.len() {
        for bit in 0..8 {
            let mut damaged = bytes.clone();
            damaged[offset] ^= 1 << bit;
            assert!(read(&damaged).is_err(), "bit {bit} of byte {offset}");
        }
    }
}

#[test]
fn bytes_made_to_match_their_checksum_are_checked_all_the_same() {
    let bytes = world().to_bytes();
    let mut refused = 0;
    for offset in 0..bytes.len() - 8 {
        for bit in 0..8 {
            let mut damaged = bytes.clone();
            damaged[offset] ^= 1 << bit;
            let content = damaged.len() - 8;
            let checksum = xxhash_rust::xxh3::xxh3_64(&damaged[..content]);
            damaged[content..].copy_from_slice(&checksum.to_le_bytes());
            match World::from_bytes(&damaged, &ReadLimits::default()) {
                // What is believed is a world like any other, and says so again in the same bytes.
                Ok(world) => assert_eq!(world.to_bytes(), damaged, "bit {bit} of byte {offset}"),
                Err(_) => refused += 1,
            }
        }
    }
    assert!(refused > 500, "only {refused}");
}

#[test]
fn a_few_bytes_cannot_claim_a_large_world() {
    let mut bytes = World::new(Schema::builder().build().unwrap()).to_bytes();
    // Magic, version, no kinds, tick, no texts; then the number of slots.
    let slots = 4 + 4 + 1 + 8 + 4;
    bytes[slots..slots + 4].copy_from_slice(&1_000_000_u32.to_le_bytes());
    let content = bytes.len() - 8;
    let checksum = xxhash_rust::xxh3::xxh3_64(&bytes[..content]);
    bytes[content..].copy_from_slice(&checksum.to_le_bytes());
    let error = World::from_bytes(&bytes, &ReadLimits::default()).unwrap_err();
    assert_eq!(error.problem, BinaryProblem::Truncated("the generations"));
    let error = World::from_bytes(&bytes, &ReadLimits { max_slots: 10 }).unwrap_err();
    assert_eq!(error.problem, BinaryProblem::TooManySlots(1_000_000, 10));
}

#[test]
fn a_slot_whose_generations_are_used_up_is_never_used_again() {
    // The last generation is far away by play, so the world is read with it.
    let text = format!("tick 0\nslots 1\nentity @0#{}\n", u32::MAX);
    let mut world = World::from_text(schema(), &text, &ReadLimits::default()).unwrap();
    let last = Entity::new(0, u32::MAX).unwrap();
    assert!(world.destroy(last));
    assert!(!world.is_alive(last));
    assert_eq!(world.spawn(), Entity::new(1, 1).unwrap());
    assert!(!world.is_alive(last));
    let again = World::from_bytes(&world.to_bytes(), &ReadLimits::default()).unwrap();
    assert!(*again == *world);
}

/// Found by the fuzz target: the slot after the last number there is.
#[test]
fn a_free_slot_of_the_highest_number_is_refused() {
    let mut world = World::new(Schema::builder().build().unwrap());
    let entity = world.spawn();
    world.destroy(entity);
    let mut bytes = world.to_bytes();
    let content = bytes.len() - 8;
    // The one free slot is the last thing before the checksum.
    bytes[content - 4..content].copy_from_slice(&u32::MAX.to_le_bytes());
    let checksum = xxhash_rust::xxh3::xxh3_64(&bytes[..content]);
    bytes[content..].copy_from_slice(&checksum.to_le_bytes());
    let error = World::from_bytes(&bytes, &ReadLimits::default()).unwrap_err();
    assert_eq!(error.problem, BinaryProblem::NotFree(u32::MAX));
}
