//! Scripts of entities in a running level: their place in the tick, what they reach, what carries them.

use super::common::{Content, block, room_with};
use kerosene_bsp::Contents;
use kerosene_engine::{Engine, Game, PlayerInput, verify_demo};
use kerosene_entity::EntityId;
use kerosene_framework::{Context, Curve, EntityScript, Runtime, ScriptRegistry, ScriptResult, TimerId};
use kerosene_math::{Angles, Vec3};
use kerosene_physics::{Buttons, PlayerCommand};
use kerosene_world::{Component, TextId};
use std::rc::Rc;

/// Throws up whoever comes in, and counts.
#[derive(Component)]
struct Pad {
    /// Kilogram units a second.
    #[field(default = "32000")]
    strength: f32,
    #[field(key = "")]
    guests: i64,
}

impl EntityScript for Pad {
    fn on_trigger_enter(&mut self, context: &mut Context<'_>, other: EntityId) -> ScriptResult {
        self.guests += 1;
        context.log(&format!("guest {}", self.guests));
        assert!(context.is_player(other, ""));
        context.apply_impulse_to(other, Vec3::Z * self.strength);
        Ok(())
    }
    fn on_trigger_exit(&mut self, context: &mut Context<'_>, _: EntityId) -> ScriptResult {
        context.log("gone");
        Ok(())
    }
}

/// Turns towards the player and says when it sees it; swings all the time.
#[derive(Component)]
struct Watcher {
    #[field(key = "")]
    sees: bool,
    #[field(key = "")]
    player: Option<EntityId>,
}

impl EntityScript for Watcher {
    fn on_start(&mut self, context: &mut Context<'_>) -> ScriptResult {
        self.player = context.find_player("");
        let tween = context.tween_position_to(context.world_position() + Vec3::Z * 32.0, 0.7, Curve::EaseInOutSine);
        context.set_ping_pong(tween, true);
        context.run_every(0.2, "look");
        Ok(())
    }
    fn on_update(&mut self, context: &mut Context<'_>, dt: f32) -> ScriptResult {
        if let Some(player) = self.player {
            let place = context.world_position_of(player);
            context.turn_towards(place, 180.0 * dt);
        }
        Ok(())
    }
    fn on_timer(&mut self, context: &mut Context<'_>, _: TimerId, _: TextId) -> ScriptResult {
        let sees = self.player.is_some_and(|player| context.can_see(player, 2000.0));
        if sees != self.sees {
            self.sees = sees;
            context.log(if sees { "sees" } else { "sees nothing" });
        }
        if context.is_action_down("Jump") && context.axis("Vertical") > 0.0 {
            context.publish_event("jumped", "", 1.0);
        }
        Ok(())
    }
}

/// A game with those two and nothing else.
struct Scripted;

impl Game for Scripted {
    fn scripts(&mut self, _: &mut Engine) -> Rc<Runtime> {
        Runtime::new(ScriptRegistry::new().script::<Pad>("pad").script::<Watcher>("watcher"))
    }
}

fn level() -> Content {
    let pad = block([32.0, -64.0, 0.0], [160.0, 64.0, 8.0]).filled(Contents::TRIGGER);
    let wall = block([-120.0, -120.0, 0.0], [-100.0, 120.0, 200.0]);
    let map = room_with(
        &[pad, wall],
        "{ classname thing model *1 targetname pad script pad }
         { classname thing model *2 targetname wall }
         { classname thing targetname watcher script Watcher origin \"0 150 40\" }
         { classname thing targetname blind script Watcher origin \"-180 0 40\" }",
    );
    Content::new(&[("level", &map), ("other", &room_with(&[], ""))])
}

fn play(engine: &mut Engine, ticks: usize) -> Vec<u64> {
    let player = engine.players()[0].id;
    (0..ticks)
        .map(|at| {
            let view = Angles::new(0.0, if at % 128 < 64 { 0.0 } else { 180.0 }, 0.0);
            let buttons = if at % 40 < 2 { Buttons::JUMP } else { Buttons::empty() };
            let command = PlayerCommand { forward: 1.0, view, buttons, ..PlayerCommand::default() };
            engine.tick(&[PlayerInput { player, command }]);
            engine.state_hash()
        })
        .collect()
}

fn playing(content: &Content) -> Engine {
    let mut engine = content.play(Scripted, "level");
    engine.spawn_player().unwrap();
    engine
}

fn lines(engine: &Engine) -> Vec<String> {
    engine.console().scrollback().map(|line| line.text.clone()).collect()
}

#[test]
fn scripts_reach_players_rays_and_actions() {
    let content = level();
    let mut engine = playing(&content);
    let highest = (0..200).fold(0.0_f32, |highest, _| {
        play(&mut engine, 1);
        highest.max(engine.players()[0].state.origin.z)
    });
    // A jump comes to 45 units or so.
    assert!(highest > 60.0, "thrown up: {highest}");
    let lines = lines(&engine);
    let count = |what: &str| lines.iter().filter(|line| line.contains(what)).count();
    assert!(count("guest 1") == 1 && count("gone") >= 1, "{lines:?}");
    assert!(lines.iter().any(|line| line.contains("watcher") && line.ends_with(": sees")), "{lines:?}");
    assert!(!lines.iter().any(|line| line.contains("blind") && line.ends_with(": sees")), "{lines:?}");
    assert_eq!(engine.scripts().unwrap().script_count(), 3);
}

#[test]
fn a_rewind_of_300_ticks_gives_the_same_hashes() {
    let content = level();
    let mut engine = playing(&content);
    play(&mut engine, 50);
    let kept = engine.snapshot().unwrap();
    let first = play(&mut engine, 300);
    engine.restore(&kept).unwrap();
    assert_eq!(play(&mut engine, 300), first);
}

#[test]
fn a_saved_game_goes_on_to_the_same_hashes_in_another_engine() {
    let content = level();
    let mut engine = playing(&content);
    play(&mut engine, 77);
    let bytes = engine.save_bytes().unwrap();
    let saved = engine.state_hash();
    let first = play(&mut engine, 200);
    let mut other = content.play(Scripted, "level");
    other.load_bytes(&bytes).unwrap();
    assert_eq!(other.state_hash(), saved);
    assert_eq!(play(&mut other, 200), first);
}

#[test]
fn who_is_born_after_the_scripts_of_a_tick_has_its_script_in_a_loaded_game_too() {
    let content = level();
    for map in ["level", "other"] {
        let mut engine = content.play(Scripted, map);
        engine.spawn_player().unwrap();
        play(&mut engine, 10);
        let before = engine.scripts().unwrap().script_count();
        engine.entities_mut().unwrap().spawn_with("thing", &[("script", "watcher")]);
        let bytes = engine.save_bytes().unwrap();
        let first = play(&mut engine, 100);
        let mut other = content.play(Scripted, map);
        other.load_bytes(&bytes).unwrap();
        assert_eq!(play(&mut other, 100), first);
        assert_eq!(other.scripts().unwrap().script_count(), before + 1);
    }
}

#[test]
fn a_demo_of_scripts_plays_again() {
    let content = level();
    let mut engine = playing(&content);
    play(&mut engine, 20);
    engine.start_recording().unwrap();
    play(&mut engine, 250);
    let demo = engine.stop_recording().unwrap();
    let mut other = content.play(Scripted, "level");
    assert_eq!(verify_demo(&mut other, &demo).unwrap(), 250);
}

#[test]
fn another_level_begins_without_the_scripts_of_the_one_before() {
    let content = level();
    let mut engine = playing(&content);
    play(&mut engine, 20);
    engine.load_map("other").unwrap();
    play(&mut engine, 5);
    assert_eq!(engine.scripts().unwrap().script_count(), 0);
    engine.load_map("level").unwrap();
    play(&mut engine, 5);
    assert_eq!(engine.scripts().unwrap().script_count(), 3);
}
