//! Wires: as text, as a whole map's, as they run.
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use common::{TICK, heard, registry, world_of};
use kerosene_diagnostics::codes;
use kerosene_entity::{Registry, TracedEvent, Value, WireText, WiredEntity, analyse_wires};
use proptest::prelude::*;
use std::time::Duration;

fn wire(text: &str) -> WireText {
    WireText::parse("OnUse", text).unwrap()
}

#[test]
fn fields_may_be_missing_escaped_or_divided_by_the_escape_character() {
    assert_eq!(wire("door,Open"), WireText { times: None, ..wire("door,Open,,0,-1") });
    assert_eq!(wire("door,Open,fast,2").delay, Duration::from_secs(2));
    assert_eq!(wire("c,Say,a,b,0.1,3"), WireText { parameter: "a,b".into(), ..wire("c,Say,,0.1,3") });
    assert_eq!(wire("a\\,b,In\\\\put").target, "a,b");
    assert_eq!(wire("c:\\x,Open").target, "c:\\x");
    assert_eq!(wire("d\u{1b}Open\u{1b}x,y\u{1b}0.25\u{1b}2").parameter, "x,y");
    assert_eq!(wire("d,Open,,1.0,1.0").times, Some(1));
    assert_eq!(wire("d,Open,,-1,0").delay, Duration::ZERO);
    assert_eq!(wire("d,Open,,1e300,99999999999").times, Some(u32::MAX));
    for bad in ["", "door", "door,", ",Open", "door,Open,,x", "door,Open,,0,1.5", "door,Open,,inf,1", "door,Open,,0,x"]
    {
        assert!(WireText::parse("OnUse", bad).is_err(), "{bad}");
    }
    assert!(WireText::parse(" ", "door,Open").is_err());
}

proptest! {
    #[test]
    fn what_is_written_reads_back(
        target in "[a-z\\\\,:*!]{1,8}", input in "[A-Za-z\\\\,]{1,8}", parameter in "[a-z,\\\\ ]{0,8}",
        delay in 0_u64..10_000_000_000, times in prop::option::of(any::<u32>())
    ) {
        let delay = Duration::from_nanos(delay);
        let wire = WireText { output: "OnUse".into(), target, input, parameter, delay, times };
        prop_assert_eq!(WireText::parse("OnUse", &wire.to_text()).unwrap(), wire);
    }

    #[test]
    fn any_text_is_a_wire_or_refused(text in "\\PC{0,40}") {
        let _ = WireText::parse("OnUse", &text);
        let _ = WireText::parse_addition(&text);
    }
}

fn entity(class: &str, name: &str, wires: &[(&str, &str)]) -> WiredEntity {
    let wires = wires.iter().map(|(output, text)| WireText::parse(output, text).unwrap()).collect();
    WiredEntity { class: class.into(), name: name.into(), wires, ..WiredEntity::default() }
}

#[test]
fn the_analysis_finds_what_is_wrong_and_nothing_else() {
    let entities = [
        entity(
            "probe",
            "p1",
            &[
                ("OnUser1", "r,Trigger"),
                ("OnUser2", "nobody,Trigger"),
                ("OnUser3", "R,Tirgger"),
                ("OnWhat", "r,Trigger"),
                ("OnUser4", "p*,Add,much"),
                ("onuser1", "!activator,Anything"),
                ("OnUser1", "!self,Add,1.5"),
            ],
        ),
        entity("probe", "p2", &[]),
        entity("relay", "r", &[("OnTrigger", "p9*,Note"), ("OnTrigger", "stranger,Whatever")]),
        entity("unheard_of", "stranger", &[("OnAnything", "p1,Note")]),
    ];
    let found = analyse_wires(&entities, &registry().kdef());
    let shown: Vec<(kerosene_diagnostics::Code, Option<&str>)> =
        found.iter().map(|diagnostic| (diagnostic.code, diagnostic.fix.as_deref())).collect();
    assert_eq!(
        shown,
        [
            (codes::WIRE_TARGET, None),
            (codes::WIRE_INPUT, Some("did you mean `Trigger`?")),
            (codes::WIRE_OUTPUT, None),
            (codes::WIRE_PARAMETER, None),
            (codes::WIRE_TARGET, None),
        ]
    );
}

#[test]
fn circles_without_a_delay_are_found_and_others_are_not() {
    let circles = |wires: [(&str, &str); 3]| {
        let [first, second, third] = wires;
        let entities =
            [entity("relay", "a", &[first]), entity("relay", "b", &[second, third]), entity("relay", "c", &[])];
        let found = analyse_wires(&entities, &registry().kdef());
        found.iter().filter(|diagnostic| diagnostic.code == codes::WIRE_CIRCLE).count()
    };
    assert_eq!(circles([("OnTrigger", "b,Trigger"), ("OnTrigger", "a,Trigger"), ("OnTrigger", "c,Trigger")]), 1);
    // A delay, a limited number of fires, or an input that fires nothing ends it.
    assert_eq!(circles([("OnTrigger", "b,Trigger"), ("OnTrigger", "a,Trigger,,0.1"), ("OnTrigger", "c,Trigger")]), 0);
    assert_eq!(circles([("OnTrigger", "b,Trigger,,0,1"), ("OnTrigger", "a,Trigger"), ("OnTrigger", "c,Trigger")]), 0);
    assert_eq!(circles([("OnTrigger", "b,Trigger"), ("OnTrigger", "a,Disable"), ("OnTrigger", "c,Trigger")]), 0);
    // FireUser1 fires OnUser1 and nothing else.
    assert_eq!(circles([("OnUser1", "b,FireUser2"), ("OnUser2", "a,FireUser1"), ("OnUser3", "b,FireUser1")]), 1);
    assert_eq!(circles([("OnUser1", "b,FireUser2"), ("OnUser3", "a,FireUser1"), ("OnTrigger", "b,FireUser1")]), 0);
    // An entity can be its own circle, by name, prefix or `!self`.
    assert_eq!(circles([("OnTrigger", "!self,Trigger"), ("OnTrigger", "c,Trigger"), ("OnTrigger", "b*,Trigger")]), 2);
    assert_eq!(
        circles([("OnTrigger", "!player,Trigger"), ("OnTrigger", "!activator,Trigger"), ("OnTrigger", "c,Trigger")]),
        0
    );
}

#[test]
fn a_map_of_many_wires_to_many_names_is_analysed_in_time() {
    let many: Vec<WiredEntity> = (0..3_000)
        .map(|number| {
            entity("relay", &format!("r{number}"), &[("OnTrigger", "r*,Trigger"), ("OnUser1", "r*,FireUser1")])
        })
        .collect();
    let found = analyse_wires(&many, &registry().kdef());
    assert_eq!(found.iter().filter(|diagnostic| diagnostic.code == codes::WIRE_CIRCLE).count(), 2);
}

#[test]
fn add_output_adds_wires_and_sets_keys() {
    let mut world = world_of("{ classname probe targetname p }");
    let probe = world.find_by_name("p").next().unwrap();
    for text in ["OnUser1 p:Note:a:b:0.5:1", "targetname q", "weight 7.5", "own key of mine"] {
        let text = Value::Text(world.intern(text));
        assert!(world.accept_input(probe, "AddOutput", text, None, None));
    }
    let added = world.wires(probe).next().unwrap();
    assert_eq!((world.shown(added.parameter).to_string(), added.delay), ("a:b".to_owned(), Duration::from_millis(500)));
    assert_eq!(world.name_of(probe), "q");
    assert_eq!((world.float_field(probe, "weight"), world.text_field(probe, "own")), (Some(7.5), Some("key of mine")));
    assert_eq!(world.take_notices().0, []);
    assert!(!world.add_output(probe, "OnUser1 :"));
    assert!(!world.add_output(probe, "weight heavy"));
    assert_eq!(world.take_notices().0.len(), 2);
}

#[test]
fn bad_inputs_and_values_are_told_of_and_nothing_happens() {
    let mut world = world_of(
        r#"{ classname probe targetname p connections { OnUser1 "p,Nothing" OnUser1 "p,Add,much" OnUser1 "p,Add, 3 " } }"#,
    );
    let probe = world.find_by_name("p").next().unwrap();
    world.fire_output(probe, "OnUser1", None, Value::None);
    world.run(TICK);
    assert_eq!(heard(&world), "p:+3 ");
    let notices: Vec<String> = world.take_notices().0.into_iter().map(|notice| notice.message).collect();
    let who = "`p` (probe @0#1 at 0 0 0, line 1)";
    assert_eq!(
        notices,
        [
            format!("{who}: takes no input `Nothing` from {who}.OnUser1"),
            format!("{who}: input `Add` from {who}.OnUser1 brings `much`: expected a finite number"),
        ]
    );
}

#[test]
fn the_trace_tells_who_fired_what_at_whom_and_when() {
    let mut world = world_of(
        r#"{ classname probe targetname p connections { OnUser1 "p,Note,x,0.5" OnUser1 "gone,Note" OnUser1 "p,Nothing" } }"#,
    );
    let probe = world.find_by_name("p").next().unwrap();
    world.set_tracing(true);
    world.fire_output(probe, "OnUser1", Some(probe), Value::None);
    world.run(Duration::from_secs(1));
    let (trace, left_out) = world.take_trace();
    let kinds: Vec<TracedEvent> = trace.iter().map(|entry| entry.what).collect();
    assert_eq!(
        kinds,
        [
            TracedEvent::Queued { due: 500_000_000 },
            TracedEvent::Queued { due: 0 },
            TracedEvent::Queued { due: 0 },
            TracedEvent::Fired { wires: 3 },
            TracedEvent::NoTarget,
            TracedEvent::Refused { target: probe },
            TracedEvent::Delivered { target: probe },
        ]
    );
    assert_eq!((trace[6].caller, trace[6].time, left_out), (Some(probe), 1_000_000_000, 0));
    assert_eq!(world.text(trace[6].output), "OnUser1");
    world.set_tracing(false);
    world.fire_output(probe, "OnUser1", None, Value::None);
    assert_eq!(world.take_trace().0, []);
}

#[test]
fn a_full_queue_refuses_and_says_so_once_a_tick() {
    let mut world = world_of("{ classname probe targetname p }");
    let probe = world.find_by_name("p").next().unwrap();
    for _ in 0..1 << 20 {
        assert!(world.queue_input(probe, "Add", Value::Int(1), Duration::from_secs(9), None, None));
    }
    for _ in 0..2 {
        assert!(!world.queue_input(probe, "Add", Value::Int(1), Duration::ZERO, None, None));
    }
    let messages: Vec<String> = world.take_notices().0.into_iter().map(|notice| notice.message).collect();
    assert_eq!(messages, ["the event queue is full: what is fired now is lost"]);
}

#[test]
fn a_wide_loop_is_bounded_too() {
    // Every delivery fires at all of them: without the guard this never ends and takes all memory.
    let mut text = String::new();
    for _ in 0..100 {
        text.push_str(r#"{ classname relay targetname all connections { OnTrigger "all,Trigger" OnTrigger "ALL*,Trigger,,0.1" } } "#);
    }
    let mut world = world_of(&text);
    let first = world.find_by_name("all").next().unwrap();
    world.fire_output(first, "OnTrigger", None, Value::None);
    world.run(TICK);
    assert_eq!(world.take_notices().0.len(), 1);
    assert!(world.queued() < 300, "{}", world.queued());
    assert!(Registry::new([]).is_ok());
}
