//! Animations end in simulation time, with nobody who draws them.

use super::common::{Content, room_with, run, said};
use kerosene_engine::{Engine, Game};
use kerosene_entity::{ClassDef, Value};

/// The stock classes.
struct Stock;

impl Game for Stock {
    fn classes(&mut self, _: &mut Engine) -> Vec<ClassDef> {
        kerosene_game::classes()
    }
}

const ARM: &str = "
    { classname prop_dynamic targetname arm model props/arm defaultanim idle
      connections { OnAnimationDone \"count,Add,1\" } }
    { classname math_counter targetname count }";

fn level(entities: &str) -> Engine {
    let content = Content::new(&[("level", &room_with(&[], entities))]);
    let player = tempfile::tempdir().unwrap();
    let mut engine = content.play_in(player.path(), Stock, "level");
    run(&mut engine, 2);
    engine
}

fn tell(engine: &mut Engine, name: &str, input: &str, value: Value) {
    let entities = engine.entities_mut().unwrap();
    let target = entities.find_by_name(name).next().unwrap();
    assert!(entities.accept_input(target, input, value, None, None), "{input}");
}

fn play(engine: &mut Engine, clip: &str) {
    let clip = Value::Text(engine.entities_mut().unwrap().intern(clip));
    tell(engine, "arm", "SetAnimation", clip);
}

fn shown(engine: &Engine) -> String {
    let entities = engine.entities().unwrap();
    let arm = entities.find_by_name("arm").next().unwrap();
    entities.text(entities.animation(arm).unwrap().clip).to_owned()
}

fn count(engine: &Engine) -> f32 {
    let entities = engine.entities().unwrap();
    let counter = entities.find_by_name("count").next().unwrap();
    entities.float_field(counter, "startvalue").unwrap_or(-1.0)
}

#[test]
fn a_clip_ends_when_its_model_says() {
    let mut engine = level(ARM);
    assert_eq!(shown(&engine), "idle");
    play(&mut engine, "reach");
    // A second and a half at 64 ticks a second.
    run(&mut engine, 95);
    assert_eq!(shown(&engine), "reach");
    run(&mut engine, 3);
    assert_eq!(shown(&engine), "idle");
    play(&mut engine, "REACH");
    tell(&mut engine, "arm", "SetPlaybackRate", Value::Float(3.0));
    run(&mut engine, 36);
    assert_eq!(shown(&engine), "idle", "three times as quick");
    play(&mut engine, "wave");
    run(&mut engine, 640);
    assert_eq!(shown(&engine), "wave", "what is looped goes on");
}

#[test]
fn a_wire_follows_the_end_and_a_snapshot_keeps_the_moment() {
    let mut engine = level(ARM);
    let before = count(&engine);
    play(&mut engine, "reach");
    run(&mut engine, 40);
    let snapshot = engine.snapshot().unwrap();
    run(&mut engine, 70);
    let (after, hash) = (count(&engine), engine.state_hash());
    assert_ne!(after, before, "the wire has counted");
    engine.restore(&snapshot).unwrap();
    assert_eq!(shown(&engine), "reach");
    run(&mut engine, 70);
    assert_eq!((count(&engine), engine.state_hash()), (after, hash));
}

#[test]
fn what_a_model_does_not_have_is_said_once_and_holds_nothing_up() {
    let mut engine = level(ARM);
    for _ in 0..2 {
        play(&mut engine, "dance");
        run(&mut engine, 4);
        assert_eq!(shown(&engine), "idle");
    }
    let dance = "props/arm has no animation `dance`; it has idle, reach, wave";
    assert_eq!(said(&engine).iter().filter(|line| line.contains(dance)).count(), 1);
    let engine = level("{ classname prop_dynamic targetname arm model props/nothing defaultanim idle }");
    assert!(said(&engine).iter().any(|line| line.contains("models/props/nothing.kmdl")));
    let engine = level("{ classname prop_dynamic targetname arm model props/cube defaultanim idle }");
    assert!(said(&engine).iter().any(|line| line.contains("models/props/cube.kmdl has no animations")));
}
