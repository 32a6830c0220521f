//! The life of a script, and the order of a tick: seed 004, "Lifecycle Wiring" and "Deferred destruction".

use crate::rig::{Probe, Rig, say};
use kerosene_entity::EntityId;
use kerosene_framework::{Context, EntityScript, Hook, Hooks, ScriptRegistry, ScriptResult};
use kerosene_math::Vec3;
use kerosene_world::{Component, TextId};

/// Says every hook but those of the ticks' halves.
fn telling() -> Rig {
    Rig::new(|context, hook| {
        match *hook {
            Hook::Update(_) => say(context, "update"),
            Hook::PhysicsUpdate(_) => say(context, "physics"),
            Hook::TriggerEnter(other) | Hook::TriggerExit(other) => {
                let other = context.world.name_of(other).to_owned();
                say(context, &format!("{} {other}", hook.name()));
            }
            _ => say(context, hook.name()),
        }
        Ok(())
    })
}

#[test]
fn a_script_wakes_then_starts_then_updates() {
    let mut rig = telling();
    rig.spawn("a");
    rig.tick();
    assert_eq!(rig.said(), ["a on_awake", "a on_start", "a update"]);
    rig.tick();
    assert_eq!(rig.said(), ["a physics", "a update"]);
}

#[test]
fn all_are_awake_before_one_starts_and_the_order_is_that_of_spawning() {
    let mut rig = telling();
    for name in ["b", "a", "c"] {
        rig.spawn(name);
    }
    rig.tick();
    let expected = ["b on_awake", "a on_awake", "c on_awake", "b on_start", "a on_start", "c on_start"];
    let said = rig.said();
    assert_eq!(said[..6], expected);
    assert_eq!(said[6..], ["b update", "a update", "c update"]);
}

#[test]
fn physics_comes_before_and_the_order_among_scripts_holds_in_both_halves() {
    let mut rig = telling();
    for name in ["b", "a"] {
        rig.spawn(name);
    }
    rig.tick();
    rig.said();
    rig.tick();
    assert_eq!(rig.said(), ["b physics", "a physics", "b update", "a update"]);
}

#[test]
fn timers_and_tweens_come_just_before_the_updates() {
    let mut rig = telling();
    let owner = rig.spawn("a");
    rig.tick();
    rig.said();
    let mut context = rig.context(owner);
    let tween = context.tween_number(0.0, 1.0, 0.1, kerosene_framework::Curve::Linear);
    context.set_on_complete(tween, "done");
    context.run_after(0.1, "task");
    rig.tick();
    assert_eq!(rig.said(), ["a physics", "a on_timer", "a on_tween_done", "a update"]);
}

#[test]
fn touches_are_told_before_timers_in_the_order_they_were_met() {
    let mut rig = telling();
    let (a, b) = (rig.spawn("a"), rig.spawn("b"));
    rig.tick();
    rig.said();
    rig.framework.touch(&rig.world, b, a, true);
    rig.framework.touch(&rig.world, a, b, true);
    rig.framework.touch(&rig.world, b, a, false);
    rig.context(a).run_after(0.1, "task");
    rig.tick();
    let said = rig.said();
    assert_eq!(said[2..6], ["b on_trigger_enter a", "a on_trigger_enter b", "b on_trigger_exit a", "a on_timer"]);
}

/// Its fields, as the hooks see them.
#[derive(Component)]
struct Tuned {
    /// What a mapper sets.
    #[field(default = "100")]
    speed: f32,
    #[field(key = "waits", default = "2")]
    wait: i64,
    way: Vec3,
    label: TextId,
    friend: Option<EntityId>,
    open: bool,
    /// Its own.
    #[field(key = "", default = "7")]
    own: i64,
}

impl Tuned {
    fn say(&self, context: &mut Context<'_>, when: &str) {
        let friend = self.friend.map(|friend| context.world.name_of(friend).to_owned());
        let (label, way) = (context.text(self.label).to_owned(), self.way);
        let said = format!("{when} {} {} {way} {label} {friend:?} {} {}", self.speed, self.wait, self.open, self.own);
        context.log(&said);
    }
}

impl EntityScript for Tuned {
    fn on_awake(&mut self, context: &mut Context<'_>) -> ScriptResult {
        self.say(context, "awake");
        self.own += 1;
        Ok(())
    }
    fn on_start(&mut self, context: &mut Context<'_>) -> ScriptResult {
        self.say(context, "start");
        Ok(())
    }
}

#[test]
fn what_the_mapper_wrote_is_there_in_on_start_and_not_in_on_awake() {
    let mut rig = Rig::with(ScriptRegistry::new().script::<Tuned>("tuned"), |_, _| Ok(()));
    rig.world.spawn_with("info_target", &[("targetname", "pal")]);
    rig.world.spawn_with(
        "info_target",
        &[
            ("script", "Tuned"),
            ("speed", "250"),
            ("waits", "3.7"),
            ("way", "1 2 3"),
            ("label", "42"),
            ("friend", "pal"),
            ("open", "1"),
            ("own", "9"),
        ],
    );
    rig.tick();
    assert_eq!(rig.said(), ["awake 100 2 [0, 0, 0]  None false 7", "start 250 3 [1, 2, 3] 42 Some(\"pal\") true 8",]);
}

#[test]
fn a_key_that_does_not_fit_switches_the_script_off_and_is_named() {
    let mut rig = Rig::with(ScriptRegistry::new().script::<Tuned>("tuned"), |_, _| Ok(()));
    rig.world.spawn_with("info_target", &[("targetname", "t"), ("script", "tuned"), ("speed", "fast")]);
    rig.tick();
    let said = rig.said();
    assert!(said[1].contains("speed") && said[1].contains("fast") && said[1].contains("`t`"), "{}", said[1]);
}

#[test]
fn a_script_that_nobody_knows_is_named() {
    let mut rig = Rig::idle();
    rig.world.spawn_with("info_target", &[("targetname", "t"), ("script", "missing")]);
    rig.tick();
    let said = rig.said();
    assert!(said[0].contains("missing") && said[0].contains("`t`"), "{}", said[0]);
    assert_eq!(rig.framework.script_count(), 0);
}

#[test]
fn destruction_waits_for_the_end_of_the_script_step() {
    let mut rig = telling();
    let (a, b) = (rig.spawn("a"), rig.spawn("b"));
    rig.tick();
    rig.said();
    rig.act(move |context, hook| {
        match hook {
            Hook::Update(_) => {
                let there = context.world.is_active(a);
                say(context, &format!("update {there}"));
                if context.owner() == a {
                    context.destroy_self();
                    let being = context.is_being_destroyed();
                    say(context, &format!("being {being}"));
                }
            }
            Hook::Destroy => say(context, "destroy"),
            _ => {}
        }
        Ok(())
    });
    rig.tick();
    assert_eq!(rig.said(), ["a update true", "a being true", "b update true", "a destroy"]);
    rig.tick();
    assert_eq!(rig.said(), ["b update false"]);
    let _ = b;
}

#[test]
fn a_subtree_goes_together_children_first() {
    let mut rig = Rig::new(|context, hook| {
        if let Hook::Destroy = hook {
            say(context, "destroy");
        }
        Ok(())
    });
    let all = ["root", "child", "grandchild", "other"].map(|name| rig.spawn(name));
    rig.world.set_parent(all[1], all[0]);
    rig.world.set_parent(all[2], all[1]);
    rig.tick();
    rig.context(all[3]).destroy(all[0]);
    assert!(rig.context(all[2]).is_being_destroyed(), "whoever follows goes too");
    rig.tick();
    assert_eq!(rig.said(), ["grandchild destroy", "child destroy", "root destroy"]);
    assert_eq!(rig.world.count(), 1);
    assert_eq!(rig.framework.script_count(), 1);
}

#[test]
fn destroying_from_any_hook_is_safe() {
    for wanted in ["on_awake", "on_start", "on_timer", "on_event", "on_trigger_enter", "on_destroy", "on_tween_done"] {
        let mut rig = Rig::new(move |context, hook| {
            if hook.name() == wanted {
                context.destroy_self();
                let everybody: Vec<EntityId> = context.world.entities().collect();
                everybody.into_iter().for_each(|entity| {
                    context.destroy(entity);
                });
            }
            if let Hook::Start = hook {
                context.subscribe_events();
                context.run_after(0.1, "task");
                let tween = context.tween_number(0.0, 1.0, 0.2, kerosene_framework::Curve::Linear);
                context.set_on_complete(tween, "done");
            }
            Ok(())
        });
        let (a, b) = (rig.spawn("a"), rig.spawn("b"));
        rig.tick();
        rig.framework.touch(&rig.world, a, b, true);
        rig.context(a).publish_event("event", "", 0.0);
        if wanted == "on_destroy" {
            rig.context(a).destroy(a);
        }
        rig.ticks(4);
        assert_eq!(rig.world.count(), 0, "{wanted}");
        assert_eq!(rig.framework.script_count(), 0, "{wanted}");
        assert!(rig.framework.services().timers().is_empty() && rig.framework.services().tweens().is_empty());
    }
}

#[test]
fn a_script_whose_entity_goes_in_another_way_ends_too() {
    let mut rig = telling();
    let owner = rig.spawn("a");
    rig.tick();
    rig.context(owner).run_every(0.1, "task");
    rig.said();
    rig.world.remove(owner);
    rig.tick();
    assert_eq!(rig.said().last().unwrap(), "a on_destroy");
    assert!(rig.framework.services().timers().is_empty());
}

#[test]
fn the_script_of_what_is_spawned_in_an_update_starts_in_the_same_pass() {
    let mut rig = telling();
    let a = rig.spawn("a");
    rig.tick();
    rig.said();
    rig.act(move |context, hook| {
        match hook {
            Hook::Update(_) if context.owner() == a && context.world.count() == 2 => {
                context.world.spawn_with("info_target", &[("targetname", "new"), ("script", "probe")]);
                say(context, "update");
            }
            Hook::Awake | Hook::Start | Hook::Update(_) => say(context, hook.name()),
            _ => {}
        }
        Ok(())
    });
    rig.spawn("b");
    rig.tick();
    assert_eq!(
        rig.said(),
        ["b on_awake", "b on_start", "a update", "b on_update", "new on_awake", "new on_start", "new on_update"]
    );
}

#[test]
fn scripts_that_spawn_scripts_without_end_do_not_stop_the_tick() {
    let mut rig = Rig::new(|context, hook| {
        if let Hook::Update(_) = hook {
            context.world.spawn_with("info_target", &[("script", "probe")]);
        }
        Ok(())
    });
    rig.spawn("a");
    rig.tick();
    assert!(rig.framework.script_count() < 10_000);
}

#[test]
fn a_script_is_not_called_for_hooks_that_it_does_not_declare() {
    /// Has nothing but a start.
    #[derive(Component)]
    struct Quiet {}
    impl EntityScript for Quiet {
        const HOOKS: Hooks = Hooks::START;
        fn on_start(&mut self, context: &mut Context<'_>) -> ScriptResult {
            context.log("start");
            Ok(())
        }
        fn on_update(&mut self, context: &mut Context<'_>, _: f32) -> ScriptResult {
            context.log("update");
            Ok(())
        }
    }
    let mut rig = Rig::with(ScriptRegistry::new().script::<Quiet>("quiet"), |_, _| Ok(()));
    rig.world.spawn_with("info_target", &[("script", "quiet")]);
    rig.ticks(2);
    assert_eq!(rig.said(), ["start"]);
}

#[test]
fn a_script_can_be_given_and_taken_while_the_level_runs() {
    let mut rig = telling();
    let entity = rig.world.spawn_with("info_target", &[("targetname", "late")]);
    rig.tick();
    assert!(rig.context(entity).add_script(entity, "probe"));
    assert!(rig.context(entity).has_script(entity));
    assert_eq!(rig.context(entity).script_name(entity), "probe");
    rig.context(entity).remove_script(entity);
    assert_eq!(rig.said(), ["late on_awake", "late on_start", "late on_destroy"]);
    let _ = Probe {};
}

#[test]
fn a_script_that_takes_itself_off_in_a_hook_goes_when_that_is_done() {
    let mut rig = Rig::new(|context, hook| {
        match hook {
            Hook::Update(_) | Hook::Destroy => {
                say(context, hook.name());
                context.remove_script(context.owner());
                assert!(!context.add_script(context.owner(), "probe"));
            }
            _ => {}
        }
        Ok(())
    });
    let owner = rig.spawn("a");
    rig.ticks(2);
    let said: Vec<String> =
        rig.said().into_iter().filter(|said| said.starts_with("a ")).filter(|said| said.len() < 14).collect();
    assert_eq!(said, ["a on_update", "a on_destroy"]);
    assert_eq!(rig.framework.script_count(), 0);
    assert!(rig.world.is_active(owner));
}

#[test]
fn a_reload_ends_the_old_and_begins_the_new_in_its_place() {
    let mut rig = Rig::new(|context, hook| {
        match hook {
            Hook::Start => {
                context.run_every(0.1, "task");
                context.subscribe_events();
                say(context, "on_start");
            }
            Hook::PhysicsUpdate(_) | Hook::Event(_) | Hook::Timer { .. } => {}
            _ => say(context, hook.name()),
        }
        Ok(())
    });
    for name in ["a", "b"] {
        rig.spawn(name);
    }
    rig.ticks(3);
    rig.said();
    assert_eq!(rig.framework.reload_script(&mut rig.world, &rig.scene, "Probe"), Ok(2));
    let expected = ["a on_destroy", "b on_destroy", "a on_awake", "a on_start", "b on_awake", "b on_start"];
    assert_eq!(rig.said(), expected);
    assert_eq!((rig.framework.services().timers().len(), rig.framework.services().events().len()), (2, 2));
    rig.tick();
    assert_eq!(rig.said(), ["a on_update", "b on_update"]);
    for _ in 0..1000 {
        rig.framework.reload_script(&mut rig.world, &rig.scene, "probe").unwrap();
        rig.framework.take_messages();
    }
    assert_eq!((rig.framework.services().timers().len(), rig.framework.script_count()), (2, 2));
    let unknown = rig.framework.reload_script(&mut rig.world, &rig.scene, "nobody").unwrap_err();
    assert!(unknown.message.contains("there is no script nobody"));
}

#[test]
fn truth_is_read_as_keys_of_classes_are() {
    let texts = ["on", "Yes", "2", "off", "no", "0"];
    for (text, truth) in texts.into_iter().zip([true, true, true, false, false, false]) {
        let mut rig = Rig::with(ScriptRegistry::new().script::<Tuned>("tuned"), |_, _| Ok(()));
        rig.world.spawn_with("info_target", &[("script", "tuned"), ("open", text)]);
        rig.tick();
        assert!(rig.said()[1].contains(&format!(" {truth} ")), "{text}");
    }
    let mut rig = Rig::with(ScriptRegistry::new().script::<Tuned>("tuned"), |_, _| Ok(()));
    rig.world.spawn_with("info_target", &[("script", "tuned"), ("open", "maybe")]);
    rig.tick();
    let said = rig.said();
    assert!(said[1].contains("open") && said[1].contains("maybe"), "{said:?}");
}
