//! The stock classes in the engine: what a player sees and feels of them.

use super::classes::named;
use super::common::{Content, block, press, room_with, run, said};
use kerosene_bsp::Contents;
use kerosene_engine::{Engine, Game, PlayerInput};
use kerosene_entity::ClassDef;
use kerosene_math::{Angles, Vec3};
use kerosene_physics::{Buttons, PlayerCommand};

/// The stock classes.
struct Stock;

impl Game for Stock {
    fn classes(&mut self, _: &mut Engine) -> Vec<ClassDef> {
        kerosene_game::classes()
    }
}

fn origin(engine: &Engine, name: &str) -> Vec3 {
    engine.entities().unwrap().origin(named(engine, name))
}

#[test]
fn a_player_presses_a_button_and_the_door_lets_it_through_and_shuts() {
    let models = [block([100.0, -256.0, 0.0], [116.0, 256.0, 128.0]), block([60.0, -16.0, 40.0], [68.0, 16.0, 72.0])];
    let entities = "
        { classname func_door targetname door model *1 movedir \"-90 0 0\" speed 256 lip 0 wait 1 }
        { classname func_button targetname button model *2 movedir \"0 0 0\" speed 40 lip 4 wait 1 spawnflags 1025
          connections { OnPressed \"door,Open\" } }";
    let content = Content::new(&[("level", &room_with(&models, entities))]);
    let mut engine = content.play(Stock, "level");
    let player = engine.spawn_player().unwrap();
    engine.turn_player(player, Angles::ZERO);
    run(&mut engine, 2);
    press(&mut engine, player, Buttons::USE);
    run(&mut engine, 40);
    let open = origin(&engine, "door");
    assert!(open.z > 100.0, "{open}");
    let events = engine.entities().unwrap().delivered();
    assert!(events >= 1);
    run(&mut engine, 64 * 3);
    assert_eq!(origin(&engine, "door").z, 0.0, "shut again");
}

#[test]
fn volumes_hurt_and_teleport_players() {
    let models = [
        block([100.0, -64.0, 0.0], [200.0, 64.0, 64.0]).filled(Contents::TRIGGER),
        block([-200.0, -64.0, 0.0], [-100.0, 64.0, 64.0]).filled(Contents::TRIGGER),
    ];
    let entities = "
        { classname trigger_hurt model *1 damage 40 spawnflags 1 }
        { classname trigger_teleport model *2 target there spawnflags 1 }
        { classname info_target targetname there origin \"0 200 8\" angles \"0 90 0\" }";
    let content = Content::new(&[("level", &room_with(&models, entities))]);
    let mut engine = content.play(Stock, "level");
    let player = engine.spawn_player().unwrap();
    engine.place_player(player, Vec3::new(150.0, 0.0, 1.0), Angles::ZERO);
    run(&mut engine, 64);
    let health = engine.player(player).unwrap().condition.health;
    assert!((40.0..=80.0).contains(&health), "{health}");
    engine.place_player(player, Vec3::new(-150.0, 0.0, 1.0), Angles::ZERO);
    run(&mut engine, 2);
    let place = engine.player(player).unwrap().state.origin;
    assert!(place.distance(Vec3::new(0.0, 200.0, 8.0)) < 8.0, "{place}");
}

#[test]
fn a_door_that_feels_who_comes_near_opens_before_anybody_touches_it_and_shuts_behind() {
    let models = [block([100.0, -64.0, 0.0], [116.0, 0.0, 128.0]), block([100.0, 0.0, 0.0], [116.0, 64.0, 128.0])];
    let leaf = |model: u32, way: i32| {
        format!(
            "{{ classname func_door targetname leaf{model} model *{model} movedir \"0 {way} 0\" speed 256 wait 1
             linked 1 spawnflags 262144 }}"
        )
    };
    let content = Content::new(&[("level", &room_with(&models, &(leaf(1, 270) + leaf(2, 90).as_str())))]);
    let mut engine = content.play(Stock, "level");
    let player = engine.spawn_player().unwrap();
    let leaves = |engine: &Engine| [origin(engine, "leaf1").y, origin(engine, "leaf2").y];
    // The hull reaches 16 units ahead: 101 - 60 - 16 is the end of the field.
    engine.place_player(player, Vec3::new(20.0, 0.0, 1.0), Angles::ZERO);
    run(&mut engine, 64);
    assert_eq!(leaves(&engine), [0.0, 0.0]);
    engine.place_player(player, Vec3::new(28.0, 0.0, 1.0), Angles::ZERO);
    run(&mut engine, 128);
    assert_eq!(leaves(&engine), [-56.0, 56.0]);
    engine.place_player(player, Vec3::new(-100.0, 0.0, 1.0), Angles::ZERO);
    run(&mut engine, 96);
    assert_eq!(leaves(&engine), [0.0, 0.0]);
}

#[test]
fn a_key_that_somebody_picks_up_opens_the_door_that_needs_it() {
    let models = [block([100.0, -256.0, 0.0], [116.0, 256.0, 128.0])];
    let entities = "
        { classname func_door targetname door model *1 movedir \"-90 0 0\" speed 256 wait -1 keyname gold }
        { classname item_key keyname gold origin \"0 100 16\" }";
    let content = Content::new(&[("level", &room_with(&models, entities))]);
    let mut engine = content.play(Stock, "level");
    let player = engine.spawn_player().unwrap();
    let run_into = |engine: &mut Engine| {
        engine.place_player(player, Vec3::new(80.0, 0.0, 1.0), Angles::ZERO);
        let command = PlayerCommand { forward: 1.0, ..PlayerCommand::default() };
        (0..96).for_each(|_| engine.tick(&[PlayerInput { player, command }]));
    };
    run_into(&mut engine);
    assert_eq!(origin(&engine, "door").z, 0.0);
    assert!(said(&engine).iter().any(|line| line.contains("You need the gold key")), "{:?}", said(&engine));
    engine.place_player(player, Vec3::new(0.0, 100.0, 1.0), Angles::ZERO);
    run(&mut engine, 2);
    run_into(&mut engine);
    assert_eq!(origin(&engine, "door").z, 120.0);
}

#[test]
fn a_conveyor_takes_along_who_stands_on_it_and_turns_round() {
    let models = [block([-200.0, -64.0, 0.0], [200.0, 64.0, 16.0])];
    let entities = "{ classname func_conveyor targetname belt model *1 movedir \"0 0 0\" speed 64 }";
    let content = Content::new(&[("level", &room_with(&models, entities))]);
    let mut engine = content.play(Stock, "level");
    let player = engine.spawn_player().unwrap();
    engine.place_player(player, Vec3::new(0.0, 0.0, 17.0), Angles::ZERO);
    run(&mut engine, 16);
    let x = |engine: &Engine| engine.player(player).unwrap().state.origin.x;
    let before = x(&engine);
    run(&mut engine, 64);
    assert!((x(&engine) - before - 64.0).abs() < 2.0, "{before} {}", x(&engine));
    super::classes::send(&mut engine, "belt", "ToggleDirection");
    run(&mut engine, 16);
    let before = x(&engine);
    run(&mut engine, 64);
    assert!((x(&engine) - before + 64.0).abs() < 2.0, "{before} {}", x(&engine));
}

/// Who stands between a door that shuts and the wall at x = 256; gives the place of the door and the player's health
/// from tick to tick.
fn squeeze(keys: &str) -> Vec<(f32, f32)> {
    let models = [block([160.0, -64.0, 0.0], [176.0, 64.0, 96.0])];
    let entities =
        format!("{{ classname func_door targetname door model *1 movedir \"0 0 0\" lip -64 speed 128 dmg 10 {keys} }}");
    let content = Content::new(&[("level", &room_with(&models, &entities))]);
    let mut engine = content.play(Stock, "level");
    let player = engine.spawn_player().unwrap();
    engine.place_player(player, Vec3::new(220.0, 0.0, 1.0), Angles::ZERO);
    super::classes::send(&mut engine, "door", "Open");
    let tick = |engine: &mut Engine| {
        run(engine, 1);
        (origin(engine, "door").x, engine.player(player).unwrap().condition.health)
    };
    (0..64).map(|_| tick(&mut engine)).collect()
}

#[test]
fn a_door_that_meets_a_player_hurts_and_turns_back_and_one_that_is_forced_goes_on() {
    let turned = squeeze("");
    // It goes 80 units; after 48 of them there is no more room.
    let farthest = turned.iter().map(|(x, _)| *x).fold(0.0, f32::max);
    assert!((46.0..=48.0).contains(&farthest), "{farthest}");
    assert_eq!(turned.last().unwrap().0, 0.0);
    assert_eq!(turned.last().unwrap().1, 90.0);
    let forced = squeeze("forceclosed 1 wait -1");
    // It is where it would be with nobody there, and hurts ten times a second as long as somebody is in it.
    assert_eq!(forced[40].0, 80.0);
    let on_time = forced.iter().position(|(x, _)| *x == 80.0).unwrap();
    assert!((40..=41).contains(&on_time), "{on_time}");
    assert!(forced.last().unwrap().1 <= 80.0, "{:?}", forced.last());
}
