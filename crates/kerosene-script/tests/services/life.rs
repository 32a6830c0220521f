//! Seed 004, "How a Script Becomes a Class", "Class-Loader Isolation", "Hot Reload During Play" and "Lifecycle Wiring".

use crate::Rig;
use kerosene_entity::Value;

#[test]
fn timers_and_tweens_come_just_before_the_updates() {
    let script = r#"
        fn on_start() { run_after(0.1, "task"); set_on_complete(tween_number(0, 1, 0.1, "linear"), "done"); }
        fn on_physics_update(dt) { print("physics"); }
        fn task() { print("task"); }
        fn done() { print("done"); }
        fn on_update(dt) { print("update"); }
    "#;
    let (mut rig, _) = Rig::of(script);
    rig.ticks(2);
    assert_eq!(rig.messages(), ["update", "physics", "task", "done", "update"]);
}

#[test]
fn all_are_awake_before_one_starts_in_the_order_of_spawning() {
    let script = "fn on_awake() { print(`awake ${entity().targetname}`); } fn on_start() { print(`start ${entity().targetname}`); }";
    let mut rig = Rig::new(&[("it", script)]);
    for name in ["b", "a"] {
        rig.spawn(&[("targetname", name), ("script", "it")]);
    }
    rig.tick();
    assert_eq!(rig.messages(), ["awake b", "awake a", "start b", "start a"]);
}

#[test]
fn the_entity_is_there_in_on_awake_and_its_keys_are_not_yet_in_the_fields() {
    let script = "let speed = property(1.0, \"Speed\"); fn on_awake() { print(`${entity().targetname} ${this.speed}`); } fn on_start() { print(`${this.speed}`); }";
    let mut rig = Rig::new(&[("it", script)]);
    rig.spawn(&[("targetname", "lift"), ("script", "it"), ("speed", "5")]);
    rig.tick();
    assert_eq!(rig.messages(), ["lift 1.0", "5.0"]);
}

#[test]
fn who_comes_in_and_who_goes_is_told() {
    let script = "fn on_trigger_enter(other) { print(`in ${other.targetname}`); } fn on_trigger_exit(other) { print(`out ${other.targetname}`); }";
    let (mut rig, entity) = Rig::of(script);
    let visitor = rig.spawn(&[("targetname", "visitor")]);
    rig.tick();
    rig.framework.touch(&rig.world, entity, visitor, true);
    rig.framework.touch(&rig.world, entity, visitor, false);
    rig.tick();
    assert_eq!(rig.messages(), ["in visitor", "out visitor"]);
}

#[test]
fn parameters_at_the_end_may_be_left_out_and_too_many_are_named() {
    let (mut rig, entity) = Rig::of("let n = 0; fn on_update() { this.n += 1; }");
    rig.ticks(2);
    assert_eq!(rig.field(entity, "n"), Value::Int(2));
    let (mut rig, _) = Rig::of("fn on_update(dt, more) { }");
    rig.tick();
    assert!(rig.messages()[0].contains("`on_update` has 2 parameters, and is called with 1"));
}

#[test]
fn scripts_do_not_see_each_others_functions() {
    let mut rig =
        Rig::new(&[("a", "fn helper() { 1 } fn on_start() { helper(); }"), ("b", "fn on_start() { helper(); }")]);
    rig.all_scripted(&["a", "b"]);
    rig.tick();
    let messages = rig.messages();
    assert!(messages.len() == 1 && messages[0].contains("there is no function `helper"), "{messages:?}");
}

#[test]
fn a_script_that_does_not_compile_is_said_once_and_not_compiled_again() {
    let mut rig = Rig::new(&[("it", "fn on_start( { }")]);
    let first = rig.scripted("it");
    rig.tick();
    rig.scripted("it");
    rig.tick();
    let messages = rig.messages();
    assert_eq!(messages.iter().filter(|text| text.contains("scripts/it.kscr:1:")).count(), 1, "{messages:?}");
    assert!(messages[1].contains("as said before"));
    // The file is put right: it begins for those too that never had it.
    assert_eq!(rig.reload("it", "fn on_start() { print(\"well\"); }"), Ok(2));
    assert_eq!(rig.messages(), ["well", "well"]);
    let _ = first;
}

#[test]
fn a_reload_ends_the_old_and_begins_the_new_with_its_keys() {
    let old = "let n = 5; let speed = property(1.0, \"Speed\"); fn on_start() { this.n = 9; run_after(0.1, \"late\"); } fn late() { print(\"dead\"); } fn on_destroy() { print(`old ${this.n}`); }";
    let new = "let n = 5; let speed = property(1.0, \"Speed\"); fn on_awake() { print(`awake ${this.n} ${this.speed}`); } fn on_start() { print(`start ${this.speed}`); }";
    let mut rig = Rig::new(&[("it", old)]);
    rig.spawn(&[("script", "it"), ("speed", "3")]);
    rig.tick();
    assert_eq!(rig.reload("it", new), Ok(1));
    rig.ticks(3);
    assert_eq!(rig.messages(), ["old 9", "awake 5 1.0", "start 3.0"]);
}

#[test]
fn a_reload_that_does_not_compile_keeps_the_old_version_running() {
    let (mut rig, entity) = Rig::of("let n = 0; fn on_update(dt) { this.n += 1; }");
    rig.ticks(2);
    let error = rig.reload("it", "fn on_update(dt) {\n    this.n += ;\n}").unwrap_err();
    assert!(error.contains("scripts/it.kscr:2:15"), "{error}");
    rig.ticks(2);
    assert_eq!(rig.field(entity, "n"), Value::Int(4));
}

#[test]
fn a_script_that_reloads_itself_in_a_hook_is_not_what_a_hook_can_do() {
    // The only ways to another version are the console and the watcher, both between ticks.
    let (mut rig, _) = Rig::of("fn on_start() { command(\"script_reload it\"); print(\"goes on\"); }");
    rig.tick();
    assert_eq!(rig.messages(), ["goes on"]);
    let asked = rig.world.take_requests();
    assert!(asked.iter().any(|asked| matches!(asked.request, kerosene_entity::Request::Command { .. })));
}

#[test]
fn what_a_script_has_going_ends_with_it() {
    let script = "fn on_start() { run_every(1, \"a\"); tween_number(0, 1, 9, \"linear\"); subscribe_events(); create_machine(); } fn a() { }";
    let (mut rig, entity) = Rig::of(script);
    rig.tick();
    let services = rig.framework.services();
    assert_eq!((services.timers().len(), services.tweens().len(), services.events().len()), (1, 1, 1));
    rig.world.remove(entity);
    rig.tick();
    let services = rig.framework.services();
    assert_eq!((services.timers().len(), services.tweens().len(), services.events().len()), (0, 0, 0));
    assert!(services.machines().is_empty());
    assert_eq!(rig.language.instances_of("it"), 0);
}

#[test]
fn truth_in_keys_is_read_as_keys_of_classes_are() {
    let script = "let open = property(false, \"Open\"); fn on_start() { print(`${this.open}`); }";
    let mut rig = Rig::new(&[("it", script)]);
    for text in ["on", "Yes", "2", "1", "off", "no", "0"] {
        rig.spawn(&[("script", "it"), ("open", text)]);
    }
    rig.tick();
    assert_eq!(rig.messages(), ["true", "true", "true", "true", "false", "false", "false"]);
    rig.spawn(&[("script", "it"), ("open", "maybe")]);
    rig.tick();
    let messages = rig.messages();
    assert!(messages[0].contains("the key `open` is `maybe`"), "{messages:?}");
}
