//! Loading, fields, parents, motion, removal.
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use common::{Probe, TICK, heard, world, world_of};
use kerosene_diagnostics::codes;
use kerosene_entity::{
    BrushModel, Damage, DamageKind, Flags, LoadError, Pose, Request, SoundRequest, TouchPhase, Value,
};
use kerosene_math::{Aabb, Angles, Vec3};
use kerosene_world::{Entity, Vec3 as V};

#[test]
fn keys_become_fields_and_the_rest_goes_to_the_bag() {
    let mut world = world();
    let text = r#"
        { "classname" "PROBE" "weight" "2.5" "Place" "7 8 9" "label" "fancy" "friend" "other" "count" "3.0"
          "mine" "12" "much" "1.5" "where" "1 2 3" "what" "1 2" "spawnflags" "5" "startdisabled" "1" "angle" "90" }
        { classname probe targetname other angles "10 20 30" model "*1" }
    "#;
    let models = [Aabb::EMPTY, Aabb::new(V::ZERO, V::new(1.0, 2.0, 3.0))];
    let report = world.load_from_kv(text, &models, "m").unwrap();
    assert_eq!(report.diagnostics.iter().count(), 0);
    let [probe, other]: [Entity; 2] = report.entities.try_into().unwrap();
    let state = world.get::<Probe>(probe).unwrap();
    assert_eq!((state.weight, state.place, state.friend, state.count), (2.5, V::new(7.0, 8.0, 9.0), Some(other), 3));
    assert_eq!(world.text(state.label), "fancy");
    let kept: Vec<(String, Value)> =
        world.loose_fields(probe).map(|(key, value)| (world.spelling(key).to_owned(), value)).collect();
    let text = |text: &str| Value::Text(world.find_text(text).unwrap());
    assert_eq!(
        kept,
        [
            ("mine".to_owned(), Value::Int(12)),
            ("much".to_owned(), Value::Float(1.5)),
            ("where".to_owned(), Value::Vector(V::new(1.0, 2.0, 3.0))),
            ("what".to_owned(), text("1 2")),
        ]
    );
    assert_eq!((world.spawn_flags(probe), world.flags(probe)), (5, Flags::DISABLED));
    assert_eq!((world.angles(probe).yaw, world.angles(other)), (90.0, Angles::new(10.0, 20.0, 30.0)));
    assert_eq!(world.get::<BrushModel>(other).unwrap().bounds(), models[1]);
    // Defaults where there is no key.
    let state = world.get::<Probe>(other).unwrap();
    assert_eq!((state.weight, state.place, world.text(state.label)), (4.0, V::new(1.0, 2.0, 3.0), "plain"));
}

#[test]
fn what_cannot_be_read_is_told_of_with_entity_key_and_line() {
    let mut world = world();
    let text = "{\nclassname probe\ntargetname p\nweight heavy\norigin \"1 2\"\nmodel *7\nfriend nobody\nparentname p\n\
        connections {\nOnUser1 p\n}\n}\n{ classname strange }\n{ classname STRANGE }";
    let report = world.load_from_kv(text, &[], "maps/m.kbsp").unwrap();
    let found: Vec<(kerosene_diagnostics::Code, u32)> =
        report.diagnostics.iter().map(|one| (one.code, one.source.as_ref().unwrap().line)).collect();
    assert_eq!(
        found,
        [
            (codes::UNREADABLE_KEY, 4),
            (codes::UNREADABLE_KEY, 5),
            (codes::NO_BRUSH_MODEL, 6),
            (codes::UNREADABLE_WIRE, 10),
            (codes::UNKNOWN_GAME_CLASS, 13),
            (codes::NAMES_NOBODY, 7),
            (codes::NAMES_NOBODY, 8),
        ]
    );
    let first = report.diagnostics.iter().next().unwrap().to_string();
    let expected = "`p` (probe @0#1 at 0 0 0, line 1): key `weight` has the value `heavy`: expected a finite number";
    assert!(first.ends_with(expected) && first.starts_with("maps/m.kbsp:4:1: warning[K0511]"), "{first}");
    assert_eq!(world.get::<Probe>(report.entities[0]).unwrap().weight, 4.0);
}

#[test]
fn text_that_is_no_list_of_entities_loads_nothing() {
    let mut world = world();
    assert!(matches!(world.load_from_kv("{ a 1 } b 2", &[], "m"), Err(LoadError::StrayKey { .. })));
    assert!(matches!(world.load_from_kv("{ a", &[], "m"), Err(LoadError::Text(_))));
    assert_eq!(world.count(), 0);
}

#[test]
fn outputs_written_as_keys_are_wires() {
    let world = world_of(r#"{ classname relay ontrigger "p,Note,1,0.5,1" OnTrigger "p,Note" OnUser1 "no wire" }"#);
    let relay = world.entities().next().unwrap();
    assert_eq!(world.wires(relay).count(), 2);
    assert_eq!(world.text_field(relay, "onuser1"), Some("no wire"));
}

#[test]
fn children_follow_wherever_their_parents_go() {
    let mut world = world_of(
        "{ classname probe targetname train } { classname probe targetname car parentname train origin \"10 0 0\" }
         { classname probe targetname lamp parentname car origin \"10 0 5\" angles \"0 45 0\" }",
    );
    let [train, car, lamp] = ["train", "car", "lamp"].map(|name| world.find_by_name(name).next().unwrap());
    world.set_pose(train, Pose::new(V::new(100.0, 0.0, 0.0), Angles::new(0.0, 90.0, 0.0)));
    assert_eq!(world.pose(car), Pose::new(V::new(100.0, 10.0, 0.0), Angles::new(0.0, 90.0, 0.0)));
    assert_eq!(world.pose(lamp), Pose::new(V::new(100.0, 10.0, 5.0), Angles::new(0.0, 135.0, 0.0)));
    // A child moves within its parent's frame and takes its own children along.
    world.set_local_pose(car, Pose::new(V::new(0.0, 4.0, 0.0), Angles::ZERO));
    assert_eq!(world.origin(car), V::new(96.0, 0.0, 0.0));
    assert_eq!(world.origin(lamp), V::new(96.0, 0.0, 5.0));
    // Moved by itself, it keeps its new place from then on.
    world.set_origin(lamp, V::new(96.0, 1.0, 5.0));
    world.set_origin(train, V::ZERO);
    assert_eq!(world.origin(lamp), V::new(-4.0, 1.0, 5.0));
    assert_eq!(world.family(train), [train, car, lamp]);
    assert!(!world.set_parent(train, lamp));
    assert!(!world.set_parent(train, train));
    // Without their parent, children stay where they are.
    world.remove(car);
    world.run(TICK);
    assert_eq!((world.parent(lamp), world.origin(lamp)), (None, V::new(-4.0, 1.0, 5.0)));
    assert!(!world.clear_parent(lamp));
}

#[test]
fn parents_are_set_and_cleared_by_wires_and_killed_with_all_that_follows() {
    let mut world = world_of(
        r#"{ classname probe targetname a connections { OnKilled "log,FireUser1" } }
           { classname probe targetname b connections { OnUser1 "!self,SetParent,a" OnUser2 "!self,ClearParent" OnUser3 "a,KillHierarchy" } }"#,
    );
    let [a, b] = ["a", "b"].map(|name| world.find_by_name(name).next().unwrap());
    let fire = |world: &mut kerosene_entity::EntityWorld, output| {
        world.fire_output(b, output, None, Value::None);
        world.run(TICK);
    };
    fire(&mut world, "OnUser1");
    assert_eq!((world.parent(b), world.children(a).collect::<Vec<_>>()), (Some(a), vec![b]));
    fire(&mut world, "OnUser2");
    assert_eq!(world.parent(b), None);
    fire(&mut world, "OnUser1");
    fire(&mut world, "OnUser3");
    assert_eq!((world.is_active(a), world.is_active(b)), (false, false));
    assert_eq!(world.take_notices().0, []);
}

#[test]
fn enable_and_disable_are_for_everybody() {
    let mut world = world_of(
        r#"{ classname relay targetname r connections { OnTrigger "p,Note,on" } } { classname probe targetname p }"#,
    );
    let relay = world.find_by_name("r").next().unwrap();
    for (input, heard_now) in [("Disable", ""), ("Enable", "p:on ")] {
        world.accept_input(relay, input, Value::None, None, None);
        world.accept_input(relay, "Trigger", Value::None, None, None);
        world.run(TICK);
        assert_eq!(heard(&world), heard_now);
    }
}

#[test]
fn the_engine_tells_classes_what_happens_to_them() {
    let mut world = world_of("{ classname probe targetname p } { classname relay targetname r }");
    let [probe, relay] = ["p", "r"].map(|name| world.find_by_name(name).next().unwrap());
    assert!(world.touch(probe, relay, TouchPhase::Start));
    assert!(world.use_entity(probe, relay));
    assert!(world.damage(probe, &Damage::new(12.5, DamageKind::BLAST).by(Some(relay), None)));
    assert!(world.blocked(probe, relay));
    assert!(!world.touch(relay, probe, TouchPhase::End) && !world.use_entity(relay, probe));
    assert_eq!((world.notices_touch(probe), world.is_usable(relay)), (true, false));
    let there = Pose::new(V::new(0.0, 0.0, 64.0), Angles::ZERO);
    world.move_in(probe, there, 2.0);
    assert_eq!(world.motion(probe).unwrap().linear, V::new(0.0, 0.0, 32.0));
    world.finish_motion(probe);
    assert_eq!((world.motion(probe), world.pose(probe)), (None, there));
    world.finish_motion(probe);
    assert_eq!(heard(&world), "p:in p:use p:-12.5 p:blocked p:there ");
}

#[test]
fn thinks_come_when_due_and_once() {
    let mut world = world_of("{ classname probe targetname p } { classname probe targetname q }");
    let [p, q] = ["p", "q"].map(|name| world.find_by_name(name).next().unwrap());
    world.think_after(p, 0.02);
    world.think_after(q, 0.01);
    world.run(TICK);
    assert_eq!(heard(&world), "q:think ");
    world.run(TICK);
    world.run(TICK);
    assert_eq!(heard(&world), "q:think p:think ");
    world.think_after(p, 0.0);
    world.think_never(p);
    world.run(TICK);
    assert_eq!((heard(&world).as_str(), world.next_think(p)), ("q:think p:think ", None));
}

#[test]
fn requests_are_taken_in_order() {
    let mut world = world_of("{ classname probe targetname p }");
    let probe = world.find_by_name("p").next().unwrap();
    let sound = world.intern("door/move");
    world.request(Some(probe), Request::PlaySound(SoundRequest::once(sound)));
    world.request(None, Request::EndGame);
    assert!(world.has_requests());
    let requests = world.take_requests();
    assert_eq!((requests[0].entity, requests[1].request), (Some(probe), Request::EndGame));
    assert!(!world.has_requests());
}

#[test]
fn values_are_made_what_an_input_or_field_takes() {
    let mut world = world_of("{ classname probe targetname p }");
    let probe = world.find_by_name("p").next().unwrap();
    let texts = ["2.75", "yes", "9 8 7"].map(|text| world.intern(text));
    assert!(world.set_field(probe, "count", Value::Text(texts[0])));
    assert!(world.set_field(probe, "weight", Value::Bool(true)));
    assert!(world.set_field(probe, "place", Value::Text(texts[2])));
    assert!(world.set_field(probe, "label", Value::Float(4.0)));
    assert!(!world.set_field(probe, "weight", Value::Text(texts[1])));
    assert!(!world.set_field(probe, "place", Value::Int(1)));
    let state = world.get::<Probe>(probe).unwrap();
    assert_eq!((state.count, state.weight, state.place), (2, 1.0, Vec3::new(9.0, 8.0, 7.0)));
    assert_eq!(world.text(state.label), "4");
}

#[test]
fn text_that_is_too_long_is_cut_off_and_told_of() {
    let mut world = world();
    let long = "\u{e4}".repeat(3_000);
    let text = world.intern(&long);
    assert_eq!(world.text(text).len(), 4_096);
    assert_eq!(world.take_notices().0.len(), 1);
}
