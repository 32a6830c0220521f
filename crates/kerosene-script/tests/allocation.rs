//! What scripts of entities allocate in a steady tick: nothing.
#![allow(clippy::unwrap_used, reason = "tests")]

use kerosene_entity::{EntityWorld, Registry};
use kerosene_framework::{EmptyScene, Framework, Runtime, Scene, ScriptLanguage, ScriptRegistry};
use kerosene_script::RhaiLanguage;
use kerosene_test_alloc::{CountingAllocator, taken_by_this_thread};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Duration;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

/// Timers, a tween, a state machine, events, fields of every kind, helpers with floats and with whole numbers, dice, functions of its
/// own with arguments. Each of them does the most in every eighth of its updates, and all of them together in each tick.
const BUSY: &str = r#"
    let speed = property(8.0, 0.0, 100.0, "Units a second");
    let time = 0.0;
    let turn = 0;
    let heard = 0;
    let brain = 0;
    let glow = 0;
    let label = "idle";
    let home = vec3(1, 2, 3);
    let target = ();

    fn on_start() {
        subscribe_event("beat");
        this.brain = create_machine();
        this.glow = tween_number(0.0, 1.0, 2.0, "ease_in_out_sine");
        set_ping_pong(this.glow, true);
        run_every(0.2, "beat", rand_range(0.0, 0.2));
        change_state(this.brain, "idle");
        this.target = find_by_name("target");
        this.turn = rand_int(0, 7);
    }
    fn beat() { if rand_int(1, 400) == 1 { publish_event("beat", "", 1.0); } }
    fn on_event(name, source, text, number) { this.heard += 1; }
    fn lift() { this.speed * 0.5 }
    fn wave(time, most) { sin(time * 6.28) * clamped(most, 100.0) }
    fn clamped(x, most) { if x > most { most } else { x } }
    fn on_update(dt) {
        this.time += dt;
        this.turn += 1;
        if this.turn % 8 != 0 { return; }
        let up = wave(this.time, this.lift()) * dt * tween_value(this.glow);
        translate(0, 0, up);
        turn_towards(this.target, 1);
        if raycast(1, 0, 0, 512) || can_see((), 64) || raycast_in_place(64) { this.heard += 1; }
        if is_action_down("Jump") && axis("Vertical") > 0 { apply_impulse(0, 0, 8); }
        if velocity_z() + mouse_delta_x() > save_data_int("best", 9) { shake_camera(1, 1); }
        draw_line(world_x(), 0, up, "orange");
        if distance_to(this.target) < this.home.x { this.label = "near"; } else { this.label = "far"; }
        update_machine(this.brain, dt);
    }
    fn update_idle(dt) { if time_in_state(this.brain) > 0.5 { change_state(this.brain, "busy"); } }
    fn enter_busy() { this.heard += 0; }
    fn update_busy(dt) { if time_in_state(this.brain) > 0.3 { change_state(this.brain, "idle"); } }
"#;

#[test]
fn a_thousand_scripted_entities_allocate_nothing() {
    let rhai = Rc::new(RhaiLanguage::new(BTreeMap::from([("busy".to_owned(), BUSY.to_owned())])));
    let language: Rc<dyn ScriptLanguage> = Rc::clone(&rhai) as Rc<dyn ScriptLanguage>;
    let mut framework = Framework::new(&Runtime::with_languages(ScriptRegistry::new(), vec![language]));
    let scene: Rc<dyn Scene> = Rc::new(EmptyScene);
    let mut world = EntityWorld::new(&Registry::new([]).unwrap());
    world.spawn_with("info_target", &[("targetname", "target"), ("origin", "100 0 0")]);
    for number in 0..1000 {
        let origin = format!("{number} 64 0");
        world.spawn_with("info_target", &[("script", "busy"), ("origin", &origin)]);
    }
    let mut tick = || {
        world.begin_tick(Duration::from_nanos(15_625_000));
        framework.physics_update(&mut world, &scene, 0.015_625);
        framework.update(&mut world, &scene, 0.015_625);
        world.run_due();
    };
    // A profile that was taken leaves nothing behind.
    rhai.set_profiling(true);
    (0..10).for_each(|_| tick());
    assert!(rhai.profile().unwrap().lines().count() > 10);
    rhai.set_profiling(false);
    (0..100).for_each(|_| tick());
    let before = taken_by_this_thread();
    (0..1000).for_each(|_| tick());
    let taken = taken_by_this_thread() - before;
    let (messages, _) = framework.take_messages();
    assert!(messages.is_empty(), "{messages:?}");
    assert_eq!(framework.script_count(), 1000);
    assert_eq!(taken, 0);
}
