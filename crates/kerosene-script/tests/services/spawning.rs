//! Seed 004, "Entity Lifecycle & Spawning".

use crate::Rig;
use kerosene_entity::Value;
use kerosene_math::Vec3;

#[test]
fn what_is_spawned_has_its_keys_and_its_script_starts_in_the_same_pass() {
    let child =
        "let speed = property(1.0, \"Speed\"); fn on_start() { print(`child ${this.speed} at ${world_position()}`); }";
    let parent = "let done = false; fn on_update(dt) { if !this.done { this.done = true; let e = spawn_entity(\"info_target\", #{ script: \"child\", speed: 20, big: true, at: vec3(1, 2, 3) }, 0, 0, 64); print(`${e.get(\"big\")} ${e.get(\"at\")}`); } }";
    let mut rig = Rig::new(&[("child", child), ("parent", parent)]);
    rig.scripted("parent");
    rig.tick();
    assert_eq!(rig.messages(), ["1 1 2 3", "child 20.0 at 0 0 64"]);
}

#[test]
fn a_key_or_a_place_that_cannot_be_is_named() {
    for (code, words) in [
        ("spawn_entity(\"a\", #{ list: [1] }, 0, 0, 0);", "the key `list` is given array"),
        ("spawn_entity(\"a\", #{}, 0.0 / 0.0, 0, 0);", "a place has finite numbers"),
    ] {
        let (mut rig, _) = Rig::of(&format!("fn on_start() {{ {code} }}"));
        rig.tick();
        assert!(rig.messages()[0].contains(words), "{words}");
        assert_eq!(rig.world.count(), 1);
    }
}

#[test]
fn a_prefab_is_what_a_template_keeps() {
    let script = "fn on_start() { let first = spawn_prefab(\"box\", 100, 0, 0); print(`${first.targetname} ${first.origin}`); print(`${spawn_prefab(\"nothing\", vec3(0, 0, 0)) == ()}`); }";
    let (mut rig, _) = Rig::of(script);
    let template = rig.spawn(&[("targetname", "box")]);
    for (number, origin) in ["0 0 8", "0 16 8"].into_iter().enumerate() {
        let pattern = rig.spawn(&[("targetname", "crate"), ("origin", origin)]);
        rig.world.set_field(template, &format!("template_pattern{number}"), Value::Entity(pattern));
    }
    rig.tick();
    assert_eq!(rig.messages(), ["crate 100 0 0", "true"]);
    let places: Vec<Vec3> = rig.world.find_by_name("crate").skip(2).map(|copy| rig.world.origin(copy)).collect();
    assert_eq!(places, [Vec3::X * 100.0, Vec3::new(100.0, 16.0, 0.0)]);
}

#[test]
fn destruction_waits_for_the_end_of_the_scripts_and_can_be_asked() {
    let script = "fn on_update(dt) { print(`${is_being_destroyed()}`); destroy_self(); print(`${is_being_destroyed()} ${destroy(entity())} ${is_alive(entity())}`); } fn on_destroy() { print(\"gone\"); }";
    let (mut rig, entity) = Rig::of(script);
    rig.tick();
    assert_eq!(rig.messages(), ["false", "true false true", "gone"]);
    assert!(!rig.world.is_active(entity));
}

#[test]
fn another_can_be_destroyed_from_any_hook() {
    let hooks = [
        "fn on_start() { X }",
        "fn on_update(dt) { X }",
        "fn on_physics_update(dt) { X }",
        "fn on_trigger_enter(other) { X }",
        "fn on_event(name) { X } fn on_awake() { subscribe_events(); } fn on_start() { publish_event(\"x\"); }",
        "fn on_start() { run_after(0, \"task\"); } fn task() { X }",
    ];
    for hook in hooks {
        let script = hook.replace('X', "destroy(find_by_name(\"victim\")); destroy(find_by_name(\"victim\"));");
        let victim = "fn on_destroy() { print(\"gone\"); }";
        let mut rig = Rig::new(&[("killer", &script), ("victim", victim)]);
        let ids = [rig.scripted("victim"), rig.scripted("killer")];
        rig.touch(ids[1], ids[0]);
        rig.ticks(2);
        assert_eq!(rig.messages(), ["gone"], "{hook}");
        assert!(!rig.world.is_active(ids[0]));
    }
}

#[test]
fn a_subtree_goes_together_children_first() {
    let member = "fn on_destroy() { print(entity().targetname); }";
    let mut rig = Rig::new(&[("member", member), ("killer", "fn on_start() { destroy(find_by_name(\"root\")); }")]);
    let ids = ["root", "child", "grandchild"].map(|name| rig.spawn(&[("targetname", name), ("script", "member")]));
    rig.world.set_parent(ids[1], ids[0]);
    rig.world.set_parent(ids[2], ids[1]);
    rig.tick();
    rig.scripted("killer");
    rig.tick();
    assert_eq!(rig.messages(), ["grandchild", "child", "root"]);
    assert!(ids.iter().all(|&id| !rig.world.is_active(id)));
}

#[test]
fn scripts_are_given_and_taken_while_the_level_runs() {
    let giver = "fn on_start() { let o = find_by_name(\"other\"); print(`${has_script(o)} [${script_name(o)}] ${add_script(o, \"given\")} ${has_script(o)} ${script_name(o)}`); remove_script(o); print(`${has_script(o)} ${add_script(o, \"nothing\")} ${add_script(entity(), \"given\")}`); }";
    let given =
        "fn on_awake() { print(\"awake\"); } fn on_start() { print(\"start\"); } fn on_destroy() { print(\"taken\"); }";
    let mut rig = Rig::new(&[("giver", giver), ("given", given)]);
    rig.spawn(&[("targetname", "other")]);
    rig.scripted("giver");
    rig.tick();
    let messages = rig.messages();
    assert_eq!(messages[..4], ["awake", "start", "false [] true true given", "taken"]);
    assert!(messages[4..].contains(&"false false false".to_owned()), "{messages:?}");
}
