//! The rule that does not bend: what a script calls in each tick allocates nothing.
#![allow(clippy::unwrap_used, reason = "tests")]

use kerosene_entity::{EntityId, EntityWorld, Registry};
use kerosene_framework::{
    ActionFrame, Color, Context, Curve, EmptyScene, EntityScript, Event, Framework, MachineId, Runtime, Scene,
    ScriptRegistry, ScriptResult, TimerId, TweenId,
};
use kerosene_math::{Angles, Vec3};
use kerosene_test_alloc::{CountingAllocator, taken_by_this_thread as taken};
use kerosene_world::{Component, TextId};
use std::rc::Rc;
use std::time::Duration;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

/// Has a timer, tweens, a state machine, a subscription and an eye on the actions.
#[derive(Component)]
struct Worker {
    #[field(key = "")]
    machine: MachineId,
    #[field(key = "")]
    count: i64,
    #[field(key = "")]
    friend: Option<EntityId>,
}

impl EntityScript for Worker {
    fn on_start(&mut self, context: &mut Context<'_>) -> ScriptResult {
        self.machine = context.create_machine();
        self.friend = context.find_player("worker");
        let slot = context.owner().slot();
        if slot.is_multiple_of(100) {
            context.subscribe_events();
        }
        context.run_every_from(0.2, 0.016 * (slot % 13) as f32, "think");
        let glow = context.tween_number(0.0, 1.0, 0.8, Curve::EaseInOutSine);
        context.set_ping_pong(glow, true);
        context.change_state(self.machine, self, "idle")
    }

    fn on_update(&mut self, context: &mut Context<'_>, dt: f32) -> ScriptResult {
        self.count += 1;
        context.rotate(Angles::new(0.0, 90.0 * dt, 0.0));
        let ahead = context.axis("Horizontal");
        context.move_facing(Vec3::X * ahead * dt);
        if context.is_action_pressed("Jump") {
            context.shake_camera(0.4, 0.2);
        }
        if let Some(friend) = self.friend
            && context.flat_distance_to(friend) > 100.0
        {
            context.turn_towards(Vec3::ZERO, 30.0 * dt);
        }
        if self.count % 16 == 0 {
            let place = context.world_position();
            context.draw_cross(place, 4.0, Color::GREEN);
        }
        Ok(())
    }

    fn on_timer(&mut self, context: &mut Context<'_>, _: TimerId, _: TextId) -> ScriptResult {
        let state = if context.is_in_state(self.machine, "idle") { "patrol" } else { "idle" };
        context.change_state(self.machine, self, state)?;
        let to = Vec3::new((self.count % 64) as f32, 0.0, 0.0);
        let tween = context.tween_position_to(to, 0.15, Curve::EaseOutBack);
        context.set_on_complete(tween, "there");
        let task = context.run_after(10.0, "never");
        context.cancel_timer(task);
        if context.owner().slot().is_multiple_of(250) {
            context.publish_event("thought", "of nothing", self.count as f32);
        }
        Ok(())
    }

    fn on_tween_done(&mut self, context: &mut Context<'_>, _: TweenId, _: TextId) -> ScriptResult {
        context.tween_scale_to(Vec3::splat(1.5), 0.1, Curve::EaseOutBounce);
        Ok(())
    }

    fn on_event(&mut self, context: &mut Context<'_>, event: &Event) -> ScriptResult {
        if context.is(event.name, "thought") {
            self.count += 1;
        }
        Ok(())
    }
}

#[test]
fn a_thousand_scripted_entities_allocate_nothing_for_a_thousand_ticks() {
    let scripts = ScriptRegistry::new().script::<Worker>("worker");
    let mut framework = Framework::new(&Runtime::new(scripts));
    let mut world = EntityWorld::new(&Registry::new([]).unwrap());
    let scene: Rc<dyn Scene> = Rc::new(EmptyScene);
    let boss = world.spawn_with("info_target", &[("targetname", "worker"), ("origin", "500 0 0")]);
    for number in 0..1000 {
        let origin = format!("{number} {} 0", number % 37);
        world.spawn_with("info_target", &[("script", "worker"), ("origin", &origin)]);
    }
    let mut tick = |number: u64| {
        let mut frame = ActionFrame { down: u32::from(number.is_multiple_of(10)), ..ActionFrame::default() };
        frame.axes[0] = 0.5;
        world.begin_tick(Duration::from_millis(16));
        framework.feed_actions(frame);
        framework.physics_update(&mut world, &scene, 0.016);
        framework.update(&mut world, &scene, 0.016);
        world.reclaim_removed();
        framework.state_hash()
    };
    // Warm up: pools grow to what they need.
    (0..200).for_each(|number| {
        tick(number);
    });
    let before = taken();
    let hashes: u64 = (200..1200).fold(0, |all, number| all ^ tick(number));
    let allocated = taken() - before;
    assert_eq!(allocated, 0, "allocations in 1,000 ticks");
    assert_ne!(hashes, 0);
    assert_eq!(framework.script_count(), 1000);
    assert!(framework.services().timers().len() >= 1000 && framework.services().tweens().len() >= 1000);
    assert!(framework.take_messages().0.is_empty());
    let _ = boss;
}
