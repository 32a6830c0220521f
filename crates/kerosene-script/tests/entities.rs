//! Scripts of entities, through the framework: the life of seed 004 in Rhai.
#![allow(clippy::unwrap_used, reason = "tests")]

#[allow(dead_code, reason = "each test binary uses its own part")]
mod common;

use common::Rig;
use kerosene_entity::Value;
use kerosene_framework::{FrameworkSnapshot, ScriptLanguage};
use kerosene_script::{Backend, RhaiLanguage, functions};

#[test]
fn the_life_of_a_script_has_its_order() {
    let script = r#"
        let speed = property(1.0, "Speed");
        let seen = "";
        fn on_awake() { this.seen += `awake ${this.speed};`; }
        fn on_start() { this.seen += `start ${this.speed};`; }
        fn on_physics_update(dt) { this.seen += "physics;"; }
        fn on_update() { this.seen += "update;"; }
        fn on_destroy() { print(this.seen + "destroy"); }
    "#;
    let mut rig = Rig::new(&[("life", script)]);
    let entity = rig.spawn(&[("script", "life"), ("speed", "5")]);
    rig.ticks(2);
    rig.world.remove(entity);
    rig.tick();
    assert_eq!(rig.messages(), ["awake 1.0;start 5.0;update;physics;update;destroy"]);
    assert_eq!(rig.language.instances_of("life"), 0);
}

#[test]
fn keys_are_fitted_to_their_fields() {
    let script = r#"
        let a = property(1.0, 0.0, 10.0, "A"); let b = property(1, 0, 3, "B"); let c = property(false, "C");
        let d = property("x", "D"); let e = property(vec3(0, 0, 0), "E"); let f = 7;
        fn on_start() { }
    "#;
    let mut rig = Rig::new(&[("keys", script)]);
    let keys = [("script", "keys"), ("a", "50"), ("b", "2"), ("c", "1"), ("d", "12"), ("e", "1 2 3"), ("f", "9")];
    let entity = rig.spawn(&keys);
    let bad = rig.spawn(&[("script", "keys"), ("e", "here")]);
    rig.tick();
    assert_eq!((rig.field(entity, "a"), rig.field(entity, "b")), (Value::Float(10.0), Value::Int(2)));
    assert_eq!(rig.field(entity, "c"), Value::Bool(true));
    let Value::Text(text) = rig.field(entity, "d") else { panic!("text") };
    assert_eq!(rig.world.text(text), "12");
    assert_eq!(rig.field(entity, "e").vector().unwrap().to_array(), [1.0, 2.0, 3.0]);
    assert_eq!(rig.field(entity, "f"), Value::Int(7), "what is no property is no key");
    let messages = rig.messages();
    assert!(messages.len() == 1 && messages[0].contains("the key `e` is `here`"), "{messages:?}");
    let _ = bad;
}

#[test]
fn instances_do_not_share_what_they_remember() {
    let script = "let n = 0; let at = (); fn on_update(dt) { this.n += 1; if entity().targetname == \"b\" { this.n += 10; this.at = vec3(this.n, 0, 0); } }";
    let mut rig = Rig::new(&[("count", script)]);
    let a = rig.spawn(&[("script", "count"), ("targetname", "a")]);
    let b = rig.spawn(&[("script", "count"), ("targetname", "b")]);
    rig.ticks(3);
    assert_eq!((rig.field(a, "n"), rig.field(b, "n")), (Value::Int(3), Value::Int(33)));
    assert_eq!(rig.field(a, "at"), Value::None);
    assert_eq!(rig.field(b, "at").vector().unwrap().x, 33.0);
}

const DOOR: &str = r#"
    let closer = 0;
    let is_open = false;
    fn on_trigger_enter(other) {
        this.is_open = true;
        cancel_timer(this.closer);
        this.closer = run_after(3.0, "close");
    }
    fn close() { this.is_open = false; }
"#;

#[test]
fn a_door_closes_three_seconds_after_the_last_visitor() {
    let mut rig = Rig::new(&[("door", DOOR)]);
    let door = rig.spawn(&[("script", "door")]);
    let visitor = rig.spawn(&[]);
    rig.tick();
    rig.framework.touch(&rig.world, door, visitor, true);
    rig.ticks(20);
    assert_eq!(rig.field(door, "is_open"), Value::Bool(true));
    rig.framework.touch(&rig.world, door, visitor, true);
    rig.ticks(30);
    assert_eq!(rig.field(door, "is_open"), Value::Bool(true));
    rig.ticks(2);
    assert_eq!(rig.field(door, "is_open"), Value::Bool(false));
}

#[test]
fn collectibles_tell_the_manager_by_an_event() {
    let coin = "let points = property(5, \"Points\"); fn on_trigger_enter(other) { publish_event(\"collected\", \"\", this.points); destroy_self(); }";
    let manager = r#"
        let score = 0;
        let last = ();
        fn on_start() { subscribe_event("collected"); }
        fn on_event(name, source, text, number) { this.score += number.to_int(); this.last = source; }
    "#;
    let mut rig = Rig::new(&[("coin", coin), ("manager", manager)]);
    let boss = rig.spawn(&[("script", "manager")]);
    let coins = [("5"), ("7")].map(|points| rig.spawn(&[("script", "coin"), ("points", points)]));
    rig.tick();
    coins.iter().for_each(|&coin| rig.framework.touch(&rig.world, coin, boss, true));
    rig.ticks(2);
    assert_eq!(rig.field(boss, "score"), Value::Int(12));
    assert_eq!(rig.field(boss, "last"), Value::Int(kerosene_script::pack(coins[1])));
    assert!(coins.iter().all(|&coin| !rig.world.is_active(coin)));
}

#[test]
fn a_machine_changes_state_when_the_function_that_asks_has_ended() {
    let script = r#"
        let brain = 0;
        let seen = "";
        let ticks = 0;
        fn on_start() { this.brain = create_machine(); change_state(this.brain, "idle"); this.seen += "start;"; }
        fn on_update(dt) { update_machine(this.brain, dt); }
        fn enter_idle() { this.seen += "enter idle;"; }
        fn update_idle(dt) { this.ticks += 1; if this.ticks == 2 { change_state(this.brain, "chase"); } }
        fn exit_idle() { this.seen += "exit idle;"; }
        fn enter_chase() { this.seen += `enter chase ${is_in_state(this.brain, "chase")};`; change_state(this.brain, "attack"); }
        fn exit_chase() { this.seen += "exit chase;"; }
    "#;
    let mut rig = Rig::new(&[("enemy", script)]);
    let enemy = rig.spawn(&[("script", "enemy")]);
    rig.ticks(4);
    let Value::Text(seen) = rig.field(enemy, "seen") else { panic!("text") };
    assert_eq!(rig.world.text(seen), "start;enter idle;exit idle;enter chase true;exit chase;");
    assert!(rig.messages().is_empty());
}

#[test]
fn a_script_that_fails_is_switched_off_and_named_and_others_go_on() {
    let good = "let n = 0; fn on_update(dt) { this.n += 1; }";
    let bad = "let n = 0;\nfn on_update(dt) {\n    this.n += 1;\n    if this.n == 2 { opne(); }\n}";
    let mut rig = Rig::new(&[("good", good), ("bad", bad), ("broken", "fn on_update( { }")]);
    let (a, b) = (rig.spawn(&[("script", "good")]), rig.spawn(&[("script", "bad")]));
    rig.spawn(&[("script", "broken")]);
    rig.spawn(&[("script", "broken")]);
    rig.spawn(&[("script", "nothing")]);
    rig.ticks(5);
    assert_eq!((rig.field(a, "n"), rig.field(b, "n")), (Value::Int(5), Value::Int(2)));
    let messages = rig.messages();
    assert!(
        messages.iter().any(|text| text.contains("scripts/bad.kscr:4:22: there is no function `opne")),
        "{messages:?}"
    );
    assert_eq!(messages.iter().filter(|text| text.contains("scripts/broken.kscr:1:")).count(), 1, "{messages:?}");
    assert!(messages.iter().any(|text| text.contains("names the script nothing, which is not there")), "{messages:?}");
}

/// Timers, tweens, dice and fields.
const BUSY: &str = r#"
    let n = 0;
    let x = 0.0;
    let fade = 0;
    let label = "new";
    fn on_start() {
        this.fade = tween_number(0.0, 1.0, 2.0, "ease_in_out_sine");
        set_ping_pong(this.fade, true);
        run_every(0.3, "beat", 0.1);
    }
    fn beat() { this.n += rand_int(1, 6); if this.n > 20 { this.label = "old"; } }
    fn on_update(dt) { this.x += tween_value(this.fade) * dt; translate(dt, 0.0, this.x); }
"#;

#[test]
fn a_rewind_and_a_save_go_on_to_the_same_hashes() {
    let mut rig = Rig::new(&[("busy", BUSY)]);
    rig.language.begin_level("test", kerosene_math::Pcg32::new(5, 0));
    let busy: Vec<_> = (0..4).map(|_| rig.spawn(&[("script", "busy")])).collect();
    rig.ticks(10);
    let (world, framework): (_, FrameworkSnapshot) = (rig.world.snapshot(), rig.framework.snapshot());
    let saved = rig.language.save();
    rig.ticks(300);
    let unbroken = rig.hash();
    assert!(matches!(rig.field(busy[0], "n"), Value::Int(n) if n > 100));
    assert!(rig.world.restore(&world) && rig.framework.restore(&framework));
    assert_eq!(rig.language.save(), saved);
    rig.ticks(300);
    assert_eq!(rig.hash(), unbroken);
    // A language that is new takes the same bytes to the same memory.
    let files = rig.files.clone();
    let fresh = RhaiLanguage::new(files);
    fresh.load(&saved).unwrap();
    assert_eq!(fresh.save(), saved);
    assert!(rig.framework.restore(&framework));
    assert_eq!(fresh.hash(), rig.language.hash());
    assert!(fresh.load(&saved[..saved.len() - 3]).is_err());
}

#[test]
fn both_backends_lead_to_the_same_state() {
    let run = |backend| {
        let mut rig = Rig::new(&[("busy", BUSY)]);
        rig.language.set_backend(backend);
        for _ in 0..3 {
            rig.spawn(&[("script", "busy")]);
        }
        rig.ticks(50);
        rig.hash()
    };
    assert_eq!(run(Backend::Bytecode), run(Backend::TreeWalker));
}

#[test]
fn a_thousand_edits_leave_nothing_behind() {
    let version = |step: u32| {
        format!(
            "let n = 0; fn on_start() {{ run_after(0.05, \"late{step}\"); subscribe_events(); run_every(0.1, \"beat\"); }} \
             fn late{step}() {{ this.n += 1; }} fn beat() {{ this.n += 10; }} fn on_event(name) {{ }} fn on_update(dt) {{ }}"
        )
    };
    let other = "let n = 0; fn on_update(dt) { this.n += 1; }";
    let mut rig = Rig::new(&[("edited", &version(0)), ("other", other)]);
    let edited: Vec<_> = (0..3).map(|_| rig.spawn(&[("script", "edited")])).collect();
    let witness = rig.spawn(&[("script", "other")]);
    rig.tick();
    for step in 1..=1000 {
        assert_eq!(rig.reload("edited", &version(step)), Ok(3));
        if step % 10 == 0 {
            rig.tick();
        }
    }
    let services = rig.framework.services();
    assert_eq!(services.events().len(), 3, "one subscription for each that lives");
    assert_eq!(services.timers().count_of(edited[0]), 1);
    assert_eq!(rig.field(witness, "n"), Value::Int(101), "others go on untouched");
    assert!(rig.messages().is_empty(), "nothing dead fires");
    // What does not compile changes nothing.
    assert!(rig.reload("edited", "fn on_start( {").is_err());
    rig.ticks(2);
    assert!(matches!(rig.field(edited[0], "n"), Value::Int(n) if n > 0));
}

#[test]
fn hostile_scripts_are_named_and_the_level_goes_on() {
    let hostile = [
        ("loops", "fn on_update(dt) { loop { } }", "does not end"),
        ("recurses", "fn on_update(dt) { deeper(1) } fn deeper(n) { deeper(n + 1) }", "functions within functions"),
        ("grows", "let s = \"x\"; fn on_update(dt) { loop { this.s += this.s; } }", "too large"),
        ("floods", "fn on_update(dt) { loop { ent_fire(\"a\", \"b\"); } }", "4,096 actions"),
        ("remembers", "let a = 0; fn on_update(dt) { this.a = [1]; }", "the field `a` was given array"),
        ("invents", "fn on_update(dt) { this.b = 1; }", "there is no field `b`"),
        ("replaces", "fn on_update(dt) { this = 1; }", ""),
        ("schedules", "fn on_update(dt) { run_after(0.0, \"nobody\"); }", "no function is called `nobody`"),
        (
            "flickers",
            "let m = 0; fn on_start() { this.m = create_machine(); change_state(this.m, \"a\"); } fn enter_a() { change_state(this.m, \"b\"); } fn enter_b() { change_state(this.m, \"a\"); }",
            "16 changes of state",
        ),
    ];
    let mut scripts: Vec<_> = hostile.iter().map(|&(name, text, _)| (name, text)).collect();
    scripts.push(("good", "let n = 0; fn on_update(dt) { this.n += 1; }"));
    scripts.push(("suicidal", "fn on_update(dt) { destroy_self(); destroy_self(); entity().kill(); }"));
    scripts.push(("answers", "fn on_start() { subscribe_events(); } fn on_event(name, source) { if name == \"ping\" { publish_event(\"ping\"); } }"));
    scripts.push(("asks", "fn on_start() { publish_event(\"ping\"); }"));
    let mut rig = Rig::new(&scripts);
    for (name, _) in &scripts {
        rig.spawn(&[("script", name)]);
    }
    let good = rig.world.entities().nth(hostile.len()).unwrap();
    rig.ticks(4);
    assert_eq!(rig.field(good, "n"), Value::Int(4));
    let messages = rig.messages().join("\n");
    for (name, _, words) in hostile {
        let named = name == "flickers" || messages.contains(name);
        assert!(named && messages.contains(words), "{name}: {words}\n{messages}");
    }
}

#[test]
fn every_function_for_entities_does_what_its_example_says() {
    for function in functions().iter().filter(|function| function.group.is_of_entities()) {
        let script = format!(
            "let passed = (); let closer = 0; fn close() {{ }} fn look() {{ }} fn on_event(name) {{ }}\nfn on_start() {{ this.passed = {{ {} }}; }}",
            function.example
        );
        let mut rig = Rig::new(&[("example", &script)]);
        let entity = rig.spawn(&[("script", "example"), ("origin", "0 0 64"), ("targetname", "lamp")]);
        let player = rig.spawn(&[("targetname", "someone")]);
        rig.world.set_player(Some(player));
        rig.tick();
        let messages = rig.messages();
        assert!(messages.is_empty(), "{}: {messages:?}", function.example);
        if [" == ", " != ", " >= "].iter().any(|sign| function.example.contains(sign)) {
            assert_eq!(rig.field(entity, "passed"), Value::Bool(true), "{}", function.example);
        }
    }
}
