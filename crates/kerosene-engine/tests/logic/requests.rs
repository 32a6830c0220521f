//! What entities ask for.

use super::classes::{Classes, named};
use super::common::{Content, room_with, run, said};
use kerosene_engine::{Engine, EngineOptions, Game, PlayerId, Shown};
use kerosene_entity::{ClassDef, DamageKind, FadeRequest, Pose, PushKind, Request, Requested, SoundRequest, Value};
use kerosene_math::{Angles, Vec3};
use std::{cell::RefCell, rc::Rc};

fn level() -> Content {
    let map = room_with(
        &[],
        "{ classname info_target targetname here } { classname vase targetname vase origin \"100 0 64\" }",
    );
    Content::new(&[("level", &map)])
}

/// Leaves a request and runs a tick.
fn ask(engine: &mut Engine, request: Request) {
    let asker = named(engine, "here");
    engine.entities_mut().unwrap().request(Some(asker), request);
    run(engine, 1);
}

fn playing() -> (Content, Engine, PlayerId) {
    let content = level();
    let mut engine = content.play(Classes, "level");
    let player = engine.spawn_player().unwrap();
    run(&mut engine, 10);
    (content, engine, player)
}

#[test]
fn players_are_pushed_moved_hurt_healed_slowed_and_lightened() {
    let (_content, mut engine, player) = playing();
    let who = engine.player(player).unwrap().entity;
    ask(&mut engine, Request::Push { who, velocity: Vec3::Z * 300.0, how: PushKind::Add });
    assert!(engine.player(player).unwrap().state.velocity.z > 250.0);
    let to = Pose::new(Vec3::new(-100.0, 0.0, 1.0), Angles::new(0.0, 45.0, 0.0));
    ask(&mut engine, Request::Teleport { who, to, turn: true, stop: true });
    let moved = engine.player(player).unwrap();
    assert_eq!((moved.state.origin, moved.state.velocity, moved.view.yaw), (to.origin, Vec3::ZERO, 45.0));
    ask(&mut engine, Request::HurtPlayer { who, amount: 60.0, kind: DamageKind::BURN.bits() });
    assert_eq!(engine.player(player).unwrap().condition.health, 40.0);
    ask(&mut engine, Request::HealPlayer { who, amount: 1000.0 });
    assert_eq!(engine.player(player).unwrap().condition.health, 100.0);
    ask(&mut engine, Request::PlayerSpeed { who, factor: 0.5 });
    ask(&mut engine, Request::PlayerGravity { who, factor: 2.0 });
    let condition = engine.player(player).unwrap().condition;
    assert_eq!((condition.speed_scale, condition.gravity_scale), (0.5, 2.0));
    ask(&mut engine, Request::PlayerSpeed { who, factor: f32::NAN });
    assert_eq!(engine.player(player).unwrap().condition.speed_scale, 0.5);
    assert!(engine.entities().unwrap().origin(who).x < -90.0, "the player's entity is where the player is");
}

#[test]
fn entities_are_moved_at_once() {
    let (_content, mut engine, _) = playing();
    let who = named(&engine, "vase");
    let to = Pose::new(Vec3::new(9.0, 8.0, 7.0), Angles::new(0.0, 45.0, 0.0));
    ask(&mut engine, Request::Teleport { who, to, turn: false, stop: false });
    let pose = engine.entities().unwrap().pose(who);
    assert_eq!((pose.origin, pose.angles()), (to.origin, Angles::ZERO));
}

#[test]
fn an_explosion_hurts_and_pushes_by_distance() {
    let (_content, mut engine, player) = playing();
    let here = named(&engine, "here");
    engine.entities_mut().unwrap().set_origin(here, Vec3::new(-100.0, 0.0, 64.0));
    ask(&mut engine, Request::Explosion { magnitude: 80.0, radius: 200.0, harmless: false });
    let hit = engine.player(player).unwrap();
    // The eye is 100 units away: half of the harm.
    assert!((hit.condition.health - 60.0).abs() < 0.5, "{}", hit.condition.health);
    assert!(hit.state.velocity.x > 100.0);
    assert_eq!(engine.entities().unwrap().field(named(&engine, "vase"), "taken"), None, "200 units away");
    ask(&mut engine, Request::Explosion { magnitude: 80.0, radius: 400.0, harmless: false });
    let taken = engine.entities().unwrap().field(named(&engine, "vase"), "taken").and_then(Value::float).unwrap();
    assert!((taken - 40.0).abs() < 0.1, "{taken}");
}

#[test]
fn text_is_shown_and_commands_run_in_the_next_frame() {
    let (_content, mut engine, _) = playing();
    let [message, command] = ["Well done.", "echo ran"].map(|text| engine.entities_mut().unwrap().intern(text));
    ask(&mut engine, Request::Message { text: message, who: None });
    ask(&mut engine, Request::Command { text: command });
    assert!(said(&engine).contains(&"Well done.") && !said(&engine).contains(&"ran"));
    engine.frame(std::time::Duration::ZERO, &[]);
    assert!(said(&engine).contains(&"ran"));
}

#[test]
fn what_cannot_be_done_is_said_once_for_each_kind() {
    let (_content, mut engine, _) = playing();
    let lines = said(&engine).len();
    let sound = engine.entities_mut().unwrap().intern("door/move");
    for _ in 0..5 {
        ask(&mut engine, Request::PlaySound(SoundRequest::once(sound)));
        ask(
            &mut engine,
            Request::Fade(FadeRequest {
                color: [0; 4],
                duration: 1.0,
                hold: 0.0,
                from_color: false,
                stay: false,
                who: None,
            }),
        );
    }
    let said = said(&engine);
    assert_eq!(said.len(), lines + 2, "{said:?}");
    assert!(said[lines].contains("`here` (info_target") && said[lines].contains("sound"), "{}", said[lines]);
}

/// A game that knows one request, and hears all that the engine cannot answer.
struct Choir {
    heard: Rc<RefCell<Vec<Requested>>>,
}

impl Game for Choir {
    fn classes(&mut self, _: &mut Engine) -> Vec<ClassDef> {
        super::classes::classes()
    }

    fn entity_request(&mut self, engine: &mut Engine, request: &Requested) -> bool {
        self.heard.borrow_mut().push(*request);
        let Request::Game { name, .. } = request.request else { return false };
        engine.entities().unwrap().text(name) == "sing"
    }
}

#[test]
fn the_game_gets_what_the_engine_does_not_know_and_the_rest_is_reported() {
    let content = level();
    let heard = Rc::default();
    let mut engine = content.play(Choir { heard: Rc::clone(&heard) }, "level");
    let [sing, dance] = ["sing", "dance"].map(|text| engine.entities_mut().unwrap().intern(text));
    let value = Value::Int(3);
    for name in [sing, dance, dance] {
        ask(&mut engine, Request::Game { name, value, who: None });
    }
    assert_eq!(heard.borrow().len(), 3);
    assert_eq!(heard.borrow()[0].entity, Some(named(&engine, "here")));
    let complaints: Vec<_> = said(&engine).into_iter().filter(|line| line.contains("asks for")).collect();
    assert!(complaints.len() == 1 && complaints[0].contains("`dance`"), "{complaints:?}");
}

#[test]
fn a_push_can_keep_a_player_at_least_so_fast() {
    let (_content, mut engine, player) = playing();
    let who = engine.player(player).unwrap().entity;
    engine.place_player(player, Vec3::new(0.0, 0.0, 100.0), Angles::ZERO);
    let velocity = |engine: &Engine| engine.player(player).unwrap().state.velocity;
    let push = |way: Vec3| Request::Push { who, velocity: way, how: PushKind::AtLeast };
    engine.push_player(player, Vec3::Y * 50.0);
    ask(&mut engine, push(Vec3::X * 200.0));
    assert_eq!(velocity(&engine).truncate().to_array(), [200.0, 50.0]);
    ask(&mut engine, push(Vec3::X * 120.0));
    assert_eq!(velocity(&engine).truncate().to_array(), [200.0, 50.0], "fast enough");
    ask(&mut engine, push(Vec3::X * -100.0));
    assert_eq!(velocity(&engine).truncate().to_array(), [-100.0, 50.0]);
}

#[test]
fn the_game_ends_with_the_level_s_words_and_no_level_runs_then() {
    let map = room_with(&[], "{ classname info_target targetname end message \"The end.\" }");
    let content = Content::new(&[("level", &map)]);
    let mut engine = content.play(Classes, "level");
    engine.spawn_player().unwrap();
    let end = named(&engine, "end");
    engine.entities_mut().unwrap().request(Some(end), Request::EndGame);
    run(&mut engine, 1);
    assert_eq!((engine.game_over(), said(&engine).last()), (Some("The end."), Some(&"The end.")));
    engine.frame(std::time::Duration::from_millis(100), &[]);
    assert_eq!((engine.map_name(), engine.tick_number()), (None, 0));
    // Players wait for the next level.
    engine.load_map("level").unwrap();
    assert_eq!((engine.game_over(), engine.players().len()), (None, 1));
    run(&mut engine, 1);
}

/// Says something in each tick, by a request.
struct Talking;

impl Game for Talking {
    fn tick(&mut self, engine: &mut Engine) {
        let text = format!("tick {}", engine.tick_number());
        let entities = engine.entities_mut().unwrap();
        let text = entities.intern(&text);
        entities.request(None, Request::Message { text, who: None });
    }
}

#[test]
fn what_the_game_asks_for_in_a_tick_is_answered_in_it() {
    let content = level();
    let mut engine = content.play(Talking, "level");
    run(&mut engine, 2);
    assert_eq!(said(&engine).last(), Some(&"tick 2"));
}

#[test]
fn a_host_is_given_what_people_should_see_and_the_console_what_they_should_read() {
    let mut engine = Engine::new(EngineOptions::default());
    engine.load_map(kerosene_engine::FALLBACK_MAP).unwrap();
    let ask = |engine: &mut Engine| {
        let entities = engine.entities_mut().unwrap();
        let text = entities.intern("hello");
        entities.request(None, Request::Message { text, who: None });
        entities.request(None, Request::Spark { magnitude: 1, length: 2 });
        engine.tick(&[]);
    };
    ask(&mut engine);
    assert_eq!(engine.take_shown(), [], "nobody shows anything");
    assert!(engine.console().scrollback().any(|line| line.text.contains("which the engine does not have yet")));
    engine.set_hosted(true);
    ask(&mut engine);
    let spark = Shown::Spark { origin: Vec3::ZERO, magnitude: 1, length: 2 };
    assert_eq!(engine.take_shown(), [Shown::Message { text: "hello".to_owned(), who: None }, spark]);
    assert_eq!(engine.console().scrollback().filter(|line| line.text == "hello").count(), 2);
    (0..2000).for_each(|_| ask(&mut engine));
    assert_eq!(engine.take_shown().len(), 1024, "what nobody takes is bounded");
}
